/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colour.c - see colour.h */
#include "plot/colour.h"

static const struct {
    const char *name;
    unsigned rgb;
} colour[FID_COLOUR_N] = {
    [FID_INK] = {"fid-ink", 0x1a1a1a},       [FID_INK_SOFT] = {"fid-soft", 0x595959},
    [FID_INK_GRID] = {"fid-grid", 0xd9d9d9}, [FID_PAPER] = {"fid-paper", 0xffffff},
    [FID_BLUE] = {"fid-blue", 0x0072b2},     [FID_VERMILLION] = {"fid-vermillion", 0xd55e00},
    [FID_GREEN] = {"fid-green", 0x009e73},   [FID_ORANGE] = {"fid-orange", 0xe69f00},
    [FID_SKY] = {"fid-sky", 0x56b4e9},       [FID_PURPLE] = {"fid-purple", 0xcc79a7},
    [FID_YELLOW] = {"fid-yellow", 0xf0e442}, [FID_GREY] = {"fid-grey", 0x8c8c8c},
};

const char *fid_colour_class (enum fid_colour c)
{
    return colour[c].name;
}

unsigned fid_colour_rgb (enum fid_colour c)
{
    return colour[c].rgb;
}
