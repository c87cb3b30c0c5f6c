/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colour.h - the colours of all pictures
 *
 * The eight of Okabe & Ito, "Color Universal Design" (2008,
 * https://jfly.uni-koeln.de/color/), which colour-blind readers can tell apart,
 * and inks for text and axes.  The real run is blue and solid in every picture, the emulation
 * vermillion and dashed. */
#pragma once

enum fid_colour {
    FID_INK,      /* text, frames */
    FID_INK_SOFT, /* text of less weight, ticks */
    FID_INK_GRID, /* lines behind the data */
    FID_PAPER,
    FID_BLUE,
    FID_VERMILLION,
    FID_GREEN,
    FID_ORANGE,
    FID_SKY,
    FID_PURPLE,
    FID_YELLOW,
    FID_GREY,
    FID_COLOUR_N,
    FID_COLOUR_REAL = FID_BLUE,
    FID_COLOUR_EMULATION = FID_VERMILLION
};

/* "fid-blue": the class of an SVG element of that colour. */
const char *fid_colour_class (enum fid_colour c);

/* 0xRRGGBB on white paper. */
unsigned fid_colour_rgb (enum fid_colour c);
