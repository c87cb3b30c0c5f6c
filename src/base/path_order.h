/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_order.h - paths in the order of the numbers in them */
#pragma once

#include "base/base.h"

/* "rank2.log" before "rank10.log"; <0, 0, >0. */
int fid_path_order (const char *a, const char *b);

/* Whether the paths differ in nothing but numbers. */
bool fid_path_alike (const char *a, const char *b);
