// SPDX-License-Identifier: MIT
#include "kernel/format_logic.h"

/* Where the text goes; `len` runs on beyond `size`. */
struct sink {
	char *buf;
	size_t size;
	size_t len;
};

/* One conversion: what stands between % and its letter. */
struct spec {
	bool left, zero, plus, space, alt, has_precision;
	int width, precision;
	int length; /* bytes of the integer argument */
};

static void put(struct sink *sink, char c)
{
	if (sink->len + 1 < sink->size)
		sink->buf[sink->len] = c;
	sink->len++;
}

static void put_run(struct sink *sink, char c, int count)
{
	while (count-- > 0)
		put(sink, c);
}

static void put_padded(struct sink *sink, const struct spec *spec, const char *text, int len)
{
	if (!spec->left)
		put_run(sink, ' ', spec->width - len);
	for (int i = 0; i < len; i++)
		put(sink, text[i]);
	if (spec->left)
		put_run(sink, ' ', spec->width - len);
}

static void put_string(struct sink *sink, const struct spec *spec, const char *text)
{
	int len = 0;

	if (!text)
		text = "(null)";
	while ((!spec->has_precision || len < spec->precision) && text[len])
		len++;
	put_padded(sink, spec, text, len);
}

/* Digits of value, with `prefix` (sign or 0x) in front. */
static void put_number(struct sink *sink, const struct spec *spec, uint64_t value, unsigned base,
		       bool upper, const char *prefix)
{
	const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char text[24]; /* 22 octal digits of 64 bits */
	int len = 0;
	int prefix_len = 0;
	int zeroes;

	for (; value; value /= base)
		text[len++] = digits[value % base];
	while (prefix[prefix_len])
		prefix_len++;
	if (spec->has_precision)
		zeroes = spec->precision - len;
	else if (spec->zero && !spec->left && spec->width - prefix_len > 1)
		zeroes = spec->width - prefix_len - len;
	else
		zeroes = 1 - len;
	if (zeroes < 0)
		zeroes = 0;
	if (!spec->left)
		put_run(sink, ' ', spec->width - prefix_len - zeroes - len);
	for (int i = 0; i < prefix_len; i++)
		put(sink, prefix[i]);
	put_run(sink, '0', zeroes);
	for (int i = len; i-- > 0;)
		put(sink, text[i]);
	if (spec->left)
		put_run(sink, ' ', spec->width - prefix_len - zeroes - len);
}

static void put_signed(struct sink *sink, const struct spec *spec, int64_t value)
{
	const char *prefix = value < 0 ? "-" : spec->plus ? "+" : spec->space ? " " : "";

	put_number(sink, spec, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, false, prefix);
}

/* Cut a value to the bytes that its conversion named. */
static uint64_t narrow(uint64_t value, int length)
{
	return length == 8 ? value : value & ((1ull << length * 8) - 1);
}

static int64_t sign_extend(uint64_t value, int length)
{
	int shift = 64 - length * 8;

	return (int64_t)(value << shift) >> shift;
}

/* Reads a decimal number, stopping well below overflow. */
static int read_number(const char **fmt)
{
	int value = 0;

	for (; **fmt >= '0' && **fmt <= '9'; (*fmt)++) {
		if (value < 100000)
			value = value * 10 + (**fmt - '0');
	}
	return value;
}

static void read_flags(const char **fmt, struct spec *spec)
{
	for (;; (*fmt)++) {
		switch (**fmt) {
		case '-':
			spec->left = true;
			break;
		case '0':
			spec->zero = true;
			break;
		case '+':
			spec->plus = true;
			break;
		case ' ':
			spec->space = true;
			break;
		case '#':
			spec->alt = true;
			break;
		default:
			return;
		}
	}
}

static int read_length(const char **fmt)
{
	switch (**fmt) {
	case 'h':
		(*fmt)++;
		if (**fmt != 'h')
			return 2;
		(*fmt)++;
		return 1;
	case 'l':
		(*fmt)++;
		if (**fmt == 'l')
			(*fmt)++;
		return 8;
	case 'z':
	case 't':
	case 'j':
		(*fmt)++;
		return 8;
	default:
		return 4;
	}
}

/*
 * A va_list is an array type here, so that functions could change the caller's only by chance:
 * wrapped, it is passed by address.
 */
struct arguments {
	va_list list;
};

static void read_spec(const char **fmt, struct spec *spec, struct arguments *args)
{
	read_flags(fmt, spec);
	if (**fmt == '*') {
		(*fmt)++;
		spec->width = va_arg(args->list, int);
		if (spec->width < 0) {
			spec->left = true;
			spec->width = spec->width == INT32_MIN ? 0 : -spec->width;
		}
	} else {
		spec->width = read_number(fmt);
	}
	if (**fmt == '.') {
		(*fmt)++;
		if (**fmt == '*') {
			(*fmt)++;
			spec->precision = va_arg(args->list, int);
		} else {
			spec->precision = read_number(fmt);
		}
		spec->has_precision = spec->precision >= 0;
	}
	spec->length = read_length(fmt);
}

static uint64_t next_integer(const struct spec *spec, struct arguments *args)
{
	if (spec->length == 8)
		return va_arg(args->list, uint64_t);
	return va_arg(args->list, unsigned);
}

/* Print one conversion; *fmt is at its letter and is left behind it. False: unknown. */
static bool convert(struct sink *sink, const char **fmt, struct spec *spec, struct arguments *args)
{
	uint64_t value;
	char c;

	switch (*(*fmt)++) {
	case 'd':
	case 'i':
		put_signed(sink, spec, sign_extend(next_integer(spec, args), spec->length));
		return true;
	case 'u':
		value = narrow(next_integer(spec, args), spec->length);
		put_number(sink, spec, value, 10, false, "");
		return true;
	case 'x':
		value = narrow(next_integer(spec, args), spec->length);
		put_number(sink, spec, value, 16, false, spec->alt && value ? "0x" : "");
		return true;
	case 'X':
		value = narrow(next_integer(spec, args), spec->length);
		put_number(sink, spec, value, 16, true, spec->alt && value ? "0X" : "");
		return true;
	case 'o':
		value = narrow(next_integer(spec, args), spec->length);
		put_number(sink, spec, value, 8, false, spec->alt && value ? "0" : "");
		return true;
	case 'p':
		value = (uintptr_t)va_arg(args->list, void *);
		put_number(sink, spec, value, 16, false, "0x");
		return true;
	case 'c':
		c = (char)va_arg(args->list, int);
		put_padded(sink, spec, &c, 1);
		return true;
	case 's':
		put_string(sink, spec, va_arg(args->list, const char *));
		return true;
	case '%':
		put(sink, '%');
		return true;
	default:
		return false;
	}
}

int kvsnprintf(char *buf, size_t size, const char *fmt, va_list list)
{
	struct sink sink = {buf, size, 0};
	struct arguments args;

	va_copy(args.list, list);
	while (*fmt) {
		const char *start = fmt;
		struct spec spec = {0};

		if (*fmt++ != '%') {
			put(&sink, *start);
			continue;
		}
		read_spec(&fmt, &spec, &args);
		if (*fmt && convert(&sink, &fmt, &spec, &args))
			continue;
		for (; start < fmt; start++)
			put(&sink, *start);
	}
	va_end(args.list);
	if (size)
		buf[sink.len < size ? sink.len : size - 1] = '\0';
	return (int)sink.len;
}

int ksnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = kvsnprintf(buf, size, fmt, args);
	va_end(args);
	return len;
}
