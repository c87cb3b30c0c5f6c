/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.h - changes of a configuration that may bring it nearer to the real run
 *
 * They come from three places: the configuration that is derived from the real runs, the causes
 * of the last comparison, and values beside the present ones. */
#pragma once

#include "model/dlio_config.h"
#include "results/result.h"

#define FID_MOVE_KEYS 8
#define FID_MOVE_WHY  160

/* Values of keys that only make sense together. */
struct fid_move {
    enum fid_dlio_key key[FID_MOVE_KEYS];
    struct fid_dlio_value to[FID_MOVE_KEYS];
    size_t n;
    char why[FID_MOVE_WHY];
};

struct fid_moves {
    struct fid_move *at; /* owned */
    size_t n, cap;
};

/* Appends the moves from a configuration.  derived: NULL without one; result: the last
 * comparison of the configuration, NULL without one.  -1 without memory. */
int fid_moves_find (struct fid_moves *m, const struct fid_dlio_config *from,
                    const struct fid_dlio_config *derived, const struct fid_result *result,
                    struct fid_error *err);
void fid_moves_clear (struct fid_moves *m);

/* "reader.read_threads: 2 -> 4, reader.prefetch_size: 2 -> 8", in the arena: how `to` differs
 * from `from`; "" where it does not.  NULL without memory. */
const char *fid_config_changes (struct fid_arena *arena, const struct fid_dlio_config *from,
                                const struct fid_dlio_config *to, struct fid_error *err);
