/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_doc.h - an answer as results have it */
#pragma once

#include "storage/answer.h"

/* Fills *out; lists and texts are in the arena.  -1 without memory. */
int fid_answer_doc (const struct fid_answer *a, struct fid_arena *arena,
                    struct fid_result_answer *out, struct fid_error *err);
