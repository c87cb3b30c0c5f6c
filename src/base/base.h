/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base.h - what nearly every file uses: C and POSIX, errors, arrays, text, order, time
 *
 * No file includes these by themselves. */
#pragma once

#include "base/array.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/span.h"
#include "base/text.h"
#include "base/timeparse.h"

/* A number that is not known: FID_ABSENT of what is never negative, FID_GAP of all else. */
#define FID_ABSENT (-1.)

/* Of a bool that may be unknown. */
#define FID_NOT_TOLD 2
#define FID_GAP      (-HUGE_VAL)
