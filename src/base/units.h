/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h - sizes and durations as people read them
 *
 * The only formatter of both: three digits, IEC prefixes for bytes. */
#pragma once

#include "base/base.h"

#define FID_MB_OF_MIB 1.048576 /* people say MB/s, files have MiB/s */

/* Holds every text of this module. */
#define FID_UNITS_TEXT 40

/* Write "215 KiB" to out[n]; returns out. */
const char *fid_format_bytes (double bytes, char *out, size_t n);

/* Write "0.38 s", "12 ms", "14.5 min" or "1 h 02 min" to out[n]; returns out. */
const char *fid_format_seconds (double s, char *out, size_t n);
