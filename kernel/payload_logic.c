// SPDX-License-Identifier: MIT
#include "kernel/payload_logic.h"

enum { MAX_PARTS = 12, MAX_LEVEL = 12 };

/* --- Text -------------------------------------------------------------------------------- */

/* Beyond the room it is only counted. */
static void put(struct payload *p, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++, p->text_len++)
		if (p->text_len < sizeof(p->text))
			p->text[p->text_len] = text[i];
}

static void put_string(struct payload *p, const char *text)
{
	put(p, text, __builtin_strlen(text));
}

static void put_number(struct payload *p, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	put(p, digits + at, sizeof(digits) - at);
}

uint64_t payload_round(uint64_t hundredths)
{
	uint64_t scale = 1, up;

	while (hundredths / scale >= 10000)
		scale *= 10;
	up = hundredths % scale >= scale - scale / 2;
	if (__builtin_mul_overflow(hundredths / scale + up, scale, &up)) /* down at the very top */
		return hundredths / scale * scale;
	return up;
}

/* --- Names ------------------------------------------------------------------------------- */

struct part {
	const char *text;
	size_t len, key_len; /* with its `=`; 0: there is not one just once */
};

struct name {
	struct part parts[MAX_PARTS];
	unsigned nr;
	bool plain; /* all parts but the first are of the form key=value */
};

static struct part read_part(const char *text)
{
	struct part part = {text, 0, 0};
	unsigned nr_signs = 0;

	for (; text[part.len] && text[part.len] != '/'; part.len++)
		if (text[part.len] == '=') {
			part.key_len = part.len + 1;
			nr_signs++;
		}
	if (nr_signs != 1)
		part.key_len = 0;
	return part;
}

static void read_name(struct name *name, const char *text)
{
	name->nr = 0;
	name->plain = *text && *text != '!';
	for (;;) {
		struct part part = read_part(text);

		if (name->nr == MAX_PARTS) {
			name->plain = false;
			return;
		}
		if (!part.len || (name->nr && !part.key_len))
			name->plain = false;
		name->parts[name->nr++] = part;
		if (!text[part.len])
			break;
		text += part.len + 1;
	}
	if (name->nr > 1 && !__builtin_strcmp(name->parts[name->nr - 1].text, "cpus=1"))
		name->nr--;
}

static bool same(const char *a, const char *b, size_t len)
{
	return !__builtin_memcmp(a, b, len);
}

static void put_name(struct payload *p, const char *text, struct name *before)
{
	unsigned kept = 0;
	struct name name;

	read_name(&name, text);
	if (!name.plain) {
		put_string(p, "!");
		put_string(p, text);
		put_string(p, "\n");
		before->nr = 0;
		return;
	}
	while (kept + 1 < name.nr && kept < before->nr &&
	       name.parts[kept].len == before->parts[kept].len &&
	       same(name.parts[kept].text, before->parts[kept].text, name.parts[kept].len))
		kept++;
	for (unsigned i = 0; i < name.nr; i++) {
		const struct part *part = &name.parts[i], *old = &before->parts[i];
		size_t skip = 0;

		if (i)
			put_string(p, "/");
		if (i < kept)
			continue;
		if (i && i < before->nr && part->key_len == old->key_len &&
		    same(part->text, old->text, part->key_len))
			skip = part->key_len;
		put(p, part->text + skip, part->len - skip);
	}
	put_string(p, "\n");
	*before = name;
}

/* --- Which rows -------------------------------------------------------------------------- */

static bool same_benchmark(const char *a, const char *b)
{
	while (*a && *a != '/' && *a == *b) {
		a++;
		b++;
	}
	return (!*a || *a == '/') && (!*b || *b == '/');
}

/* How late a row is left out: of a benchmark's rows 0, 1, 2 ... first those with odd numbers. */
static unsigned level_of(const struct payload_row *row, uint32_t number)
{
	unsigned level = 0;

	if (row->first || !number)
		return MAX_LEVEL;
	while (!(number & 1) && level < MAX_LEVEL - 1) {
		number >>= 1;
		level++;
	}
	return level;
}

static void rank_rows(struct payload *p, const struct payload_row *rows, uint32_t nr)
{
	uint16_t next = 0;

	for (int level = MAX_LEVEL; level >= 0; level--) {
		uint32_t number = 0;

		for (uint32_t i = 0; i < nr; i++, number++) {
			if (i && !same_benchmark(rows[i].name, rows[i - 1].name))
				number = 0;
			if (level_of(&rows[i], number) == (unsigned)level)
				p->rank[i] = next++;
		}
	}
}

/* --- The whole --------------------------------------------------------------------------- */

/* Make it with `kept` rows. False: it does not fit. */
static bool try_make(struct payload *p, const char *head, const struct payload_row *rows,
		     uint32_t nr, uint32_t nr_all, uint32_t kept, size_t room)
{
	size_t prefix = sizeof(PAYLOAD_PREFIX) - 1;
	struct name before = {.nr = 0};
	long len;

	p->nr_kept = kept;
	p->text_len = 0;
	put_string(p, head);
	put_string(p, "rows: ");
	put_number(p, kept);
	put_string(p, " of ");
	put_number(p, nr_all);
	put_string(p, "\n");
	for (uint32_t i = 0; i < nr; i++)
		if (p->rank[i] < kept)
			put_name(p, rows[i].name, &before);
	put_string(p, "\n");
	for (uint32_t i = 0; i < nr; i++) {
		if (p->rank[i] >= kept)
			continue;
		put_number(p, payload_round(rows[i].hundredths));
		put_string(p, "\n");
	}
	if (p->text_len > sizeof(p->text))
		return false;
	len = zlib_compress(&p->deflate, p->text, p->text_len, p->packed, sizeof(p->packed));
	if (len < 0 || prefix + BASE45_LEN((size_t)len) > room)
		return false;
	__builtin_memcpy(p->code, PAYLOAD_PREFIX, prefix);
	base45_encode(p->packed, (size_t)len, p->code + prefix);
	p->len = prefix + BASE45_LEN((size_t)len);
	return true;
}

int payload_make(struct payload *payload, const char *head, const struct payload_row *rows,
		 uint32_t nr_rows, size_t room)
{
	uint32_t nr = nr_rows < PAYLOAD_MAX_ROWS ? nr_rows : PAYLOAD_MAX_ROWS;
	uint32_t fitting = 0, beyond = nr + 1;

	if (room > PAYLOAD_MAX_CODE)
		room = PAYLOAD_MAX_CODE;
	rank_rows(payload, rows, nr);
	if (try_make(payload, head, rows, nr, nr_rows, nr, room))
		return 0;
	while (beyond - fitting > 1) {
		uint32_t middle = fitting + (beyond - fitting) / 2;

		if (try_make(payload, head, rows, nr, nr_rows, middle, room))
			fitting = middle;
		else
			beyond = middle;
	}
	return try_make(payload, head, rows, nr, nr_rows, fitting, room) ? 0 : -E2BIG;
}
