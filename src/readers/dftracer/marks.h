/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks.h - where the quotes, backslashes and line ends of a text are
 *
 * JSON without blanks, one object a line, is read from these places alone: between the
 * quotes there are texts, and behind a text and ':' there is a value.  Vector instructions
 * find the places of 64 bytes at once; metrics/isa.h says which are used. */
#pragma once

#include "base/base.h"
#include "metrics/isa.h"

/* Write the places in p[n] of '"', '\\' and '\n' to at[], ascending, and return how many
 * there are.  p[n + 64) must be readable, at[n + 64] writable; n < 2^32. */
size_t fid_marks_find (const char *p, size_t n, uint32_t *at);

/* The same by one of the instruction sets, which fid_isa_has () must grant. */
size_t fid_marks_find_by (enum fid_isa isa, const char *p, size_t n, uint32_t *at);
