// SPDX-License-Identifier: MIT
#include "drivers/fbcon_logic.h"

enum { TYPE_INDEXED = 0, TYPE_RGB = 1, TYPE_TEXT = 2 };

/*
 * As many characters as are wanted at most, with some room for the common sizes: 1366 pixels are
 * 170 columns of 8, 1024 rows are 64 of 16.
 */
enum { WANTED_COLUMNS = 172, WANTED_ROWS = 64 };

/* Bytes of a row of pixels built at once: the largest glyph enlarged, or many small ones. */
enum { ROW_LEN = PSF_MAX_WIDTH * FB_MAX_SCALE * 4 };

/* Colours by red, green and blue, and where the palette is not known by VGA's index. */
static const struct {
	uint8_t rgb[3];
	uint8_t vga_index;
} colours[FB_COLOURS] = {
	[FB_BLACK] = {{0, 0, 0}, 0},
	[FB_GREY] = {{0xb8, 0xb8, 0xb8}, 7},
	[FB_RED] = {{0xff, 0x60, 0x60}, 12},
	[FB_WHITE] = {{0xff, 0xff, 0xff}, 15},
};

static const struct {
	enum fb_colour ink, paper;
} inks[SCREEN_COLOURS] = {
	[SCREEN_PLAIN] = {FB_GREY, FB_BLACK},
	[SCREEN_BRIGHT] = {FB_WHITE, FB_BLACK},
	[SCREEN_BAD] = {FB_RED, FB_BLACK},
	[SCREEN_STATUS] = {FB_BLACK, FB_GREY},
};

static int refuse(const char **why, const char *reason)
{
	*why = reason;
	return -EINVAL;
}

/* --- The tag ----------------------------------------------------------------------------- */

static uint32_t pixel_len(uint32_t bpp)
{
	return (bpp + 7) / 8;
}

static uint64_t channel_mask(uint8_t pos, uint8_t size)
{
	return ((1ull << size) - 1) << pos;
}

static int check_channels(const struct boot_fb *tag, const char **why)
{
	const uint8_t pos[] = {tag->red_pos, tag->green_pos, tag->blue_pos};
	const uint8_t size[] = {tag->red_size, tag->green_size, tag->blue_size};
	uint64_t all = 0;

	for (unsigned i = 0; i < 3; i++) {
		if (!size[i] || size[i] > 16 || pos[i] + size[i] > tag->bpp)
			return refuse(why, "a colour channel is empty or outside of its pixel");
		if (all & channel_mask(pos[i], size[i]))
			return refuse(why, "colour channels overlap");
		all |= channel_mask(pos[i], size[i]);
	}
	return 0;
}

static bool depth_is_known(const struct boot_fb *tag)
{
	switch (tag->bpp) {
	case 8:
		return true;
	case 15:
	case 16:
	case 24:
	case 32:
		return tag->type == TYPE_RGB;
	default:
		return false;
	}
}

uint64_t fb_len(const struct boot_fb *tag)
{
	return (uint64_t)tag->pitch * tag->height;
}

int fb_check(const struct boot_fb *tag, const char **why)
{
	uint64_t row_len;

	if (!tag->addr)
		return refuse(why, "no address");
	if (!tag->width || !tag->height || tag->width > FB_MAX_SIDE || tag->height > FB_MAX_SIDE)
		return refuse(why, "width or height is out of bounds");
	if (tag->type > TYPE_TEXT)
		return refuse(why, "an unknown type");
	if (tag->type != TYPE_TEXT && !depth_is_known(tag))
		return refuse(why, "a depth that is not known");
	row_len = (uint64_t)tag->width * (tag->type == TYPE_TEXT ? 2 : pixel_len(tag->bpp));
	if (tag->pitch < row_len)
		return refuse(why, "its rows are longer than the pitch");
	if (tag->addr > UINT64_MAX - fb_len(tag))
		return refuse(why, "it ends beyond all addresses");
	return tag->type == TYPE_RGB ? check_channels(tag, why) : 0;
}

/* --- Colours ----------------------------------------------------------------------------- */

/* Eight bits of a colour as `size` bits: the highest ones, or repeated below. */
static uint32_t channel(uint8_t value, uint8_t pos, uint8_t size)
{
	uint32_t wide = (uint32_t)value << 8 | value;

	return (wide >> (16 - size)) << pos;
}

static uint32_t rgb_pixel(const struct boot_fb *tag, const uint8_t *rgb)
{
	return channel(rgb[0], tag->red_pos, tag->red_size) |
	       channel(rgb[1], tag->green_pos, tag->green_size) |
	       channel(rgb[2], tag->blue_pos, tag->blue_size);
}

/* The index whose colour is nearest. */
static uint32_t indexed_pixel(const struct boot_fb *tag, enum fb_colour colour)
{
	uint32_t best = colours[colour].vga_index, best_distance = UINT32_MAX;

	for (uint32_t i = 0; i < tag->nr_palette; i++) {
		uint32_t distance = 0;

		for (unsigned k = 0; k < 3; k++) {
			int apart = tag->palette[i][k] - colours[colour].rgb[k];

			distance += (uint32_t)(apart * apart);
		}
		if (distance < best_distance) {
			best_distance = distance;
			best = i;
		}
	}
	return best;
}

/* --- Drawing ----------------------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The smallest scale at which no more characters fit than are wanted. */
static void choose_scale(struct fb *fb)
{
	fb->scale = 1;
	while (fb->scale < FB_MAX_SCALE &&
	       (fb->width / (fb->font.width * fb->scale) > WANTED_COLUMNS ||
		fb->height / (fb->font.height * fb->scale) > WANTED_ROWS))
		fb->scale++;
	fb->columns = least(fb->width / (fb->font.width * fb->scale), WANTED_COLUMNS);
	fb->rows = least(fb->height / (fb->font.height * fb->scale), WANTED_ROWS);
}

/* Store a pixel, little-endian as the CPU is. */
static uint8_t *store(uint8_t *to, uint32_t pixel, uint32_t len)
{
	__builtin_memcpy(to, &pixel, len);
	return to + len;
}

static void make_pieces(struct fb *fb)
{
	fb->piece_len = FB_PIECE * fb->scale * fb->pixel_len;
	for (unsigned colour = 0; colour < SCREEN_COLOURS; colour++)
		for (unsigned bits = 0; bits < 1 << FB_PIECE; bits++) {
			uint8_t *to = fb->pieces[colour][bits];

			for (uint32_t i = 0; i < FB_PIECE * fb->scale; i++) {
				bool set = bits >> (FB_PIECE - 1 - i / fb->scale) & 1;

				to = store(to,
					   fb->pixels[set ? inks[colour].ink : inks[colour].paper],
					   fb->pixel_len);
			}
		}
}

int fb_init(struct fb *fb, const struct boot_fb *tag, void *memory, const struct psf_font *font,
	    const char **why)
{
	int err = fb_check(tag, why);

	if (err)
		return err;
	if (tag->type == TYPE_TEXT)
		return refuse(why, "it shows text, not pixels");
	*fb = (struct fb){
		.memory = memory,
		.width = tag->width,
		.height = tag->height,
		.pitch = tag->pitch,
		.pixel_len = pixel_len(tag->bpp),
		.font = *font,
	};
	for (unsigned i = 0; i < FB_COLOURS; i++)
		fb->pixels[i] = tag->type == TYPE_RGB ? rgb_pixel(tag, colours[i].rgb)
						      : indexed_pixel(tag, (enum fb_colour)i);
	choose_scale(fb);
	make_pieces(fb);
	if (!fb->columns || fb->rows < 2)
		return refuse(why, "too small for text");
	return 0;
}

/* One row of pixels below the other, `height` of them. */
static void copy_rows(struct fb *fb, uint32_t x, uint32_t y, const uint8_t *row, uint32_t len,
		      uint32_t height)
{
	uint8_t *to = fb->memory + (size_t)y * fb->pitch + (size_t)x * fb->pixel_len;

	for (uint32_t i = 0; i < height; i++, to += fb->pitch)
		__builtin_memcpy(to, row, len);
}

/* Sizes of the common depths get code of their own. */
static force_inline void copy_piece(uint8_t *to, const uint8_t *piece, uint32_t len)
{
	switch (len) {
	case 16:
		__builtin_memcpy(to, piece, 16);
		break;
	case 12:
		__builtin_memcpy(to, piece, 12);
		break;
	case 8:
		__builtin_memcpy(to, piece, 8);
		break;
	default:
		__builtin_memcpy(to, piece, len);
		break;
	}
}

/* A row of a glyph; the last piece may reach beyond it. */
static uint8_t *put_cell_row(const struct fb *fb, uint8_t *to, screen_cell cell, uint32_t row)
{
	uint32_t bits = psf_row(&fb->font, (uint8_t)cell, row);
	unsigned colour = cell >> 8 < SCREEN_COLOURS ? cell >> 8 : SCREEN_PLAIN;
	uint8_t *piece_at = to;

	for (uint32_t i = 0; i < fb->font.width; i += FB_PIECE, bits <<= FB_PIECE) {
		copy_piece(piece_at, fb->pieces[colour][bits >> (32 - FB_PIECE)], fb->piece_len);
		piece_at += fb->piece_len;
	}
	return to + fb->font.width * fb->scale * fb->pixel_len;
}

/* Cells that a row of pixels has room for. */
static void put_cells(struct fb *fb, uint32_t x, uint32_t y, const screen_cell *cells, uint32_t nr)
{
	uint8_t row[ROW_LEN + FB_MAX_PIECE_LEN];
	uint32_t left = x * fb->font.width * fb->scale, top = y * fb->font.height * fb->scale;

	for (uint32_t i = 0; i < fb->font.height; i++) {
		uint8_t *end = row;

		for (uint32_t k = 0; k < nr; k++)
			end = put_cell_row(fb, end, cells[k], i);
		copy_rows(fb, left, top + i * fb->scale, row, (uint32_t)(end - row), fb->scale);
	}
}

void fb_put(void *device, uint32_t x, uint32_t y, const screen_cell *cells, uint32_t nr)
{
	struct fb *fb = device;
	uint32_t most = ROW_LEN / (fb->font.width * fb->scale * fb->pixel_len);

	if (x >= fb->columns || y >= fb->rows)
		return;
	nr = least(nr, fb->columns - x);
	for (uint32_t now; nr; nr -= now, cells += now, x += now) {
		now = least(nr, most);
		put_cells(fb, x, y, cells, now);
	}
}

void fb_fill(struct fb *fb, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
	     enum fb_colour colour)
{
	uint8_t row[256];
	uint8_t *end = row;

	if (x >= fb->width || y >= fb->height)
		return;
	width = least(width, fb->width - x);
	height = least(height, fb->height - y);
	while (end < row + sizeof(row) - 3 && end < row + (size_t)width * fb->pixel_len)
		end = store(end, fb->pixels[colour], fb->pixel_len);
	for (uint32_t at = 0, len; at < width; at += len) {
		len = least(width - at, (uint32_t)(end - row) / fb->pixel_len);
		copy_rows(fb, x + at, y, row, len * fb->pixel_len, height);
	}
}
