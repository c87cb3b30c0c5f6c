/* SPDX-License-Identifier: GPL-3.0-or-later */
/* floor_div.h - division of integers that rounds down, below zero too */
#pragma once

#include "base/base.h"

/* The largest integer that is at most a / b; b > 0. */
static inline int64_t fid_floor_div (int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}
