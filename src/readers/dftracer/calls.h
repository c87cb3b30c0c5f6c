/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calls.h - file calls of a DFTracer trace
 *
 * New traces number the names of files, and a name may come after the calls that use it
 * (traces that were sorted or merged).  Such calls wait for their names: they go to the sink
 * at the end, or when FID_DFT_WAIT_MAX wait. */
#pragma once

#include "readers/dftracer/item.h"
#include "readers/names.h"
#include "run/sink.h"

#define FID_DFT_WAIT_MAX ((size_t)1 << 18) /* 18 MiB */

struct fid_dft_calls {
    const struct fid_sink *sink;                /* borrowed */
    struct fid_names files;                     /* number to name */
    FID_LIST (struct fid_dft_waiting, waiting); /* owned; see calls.c */
    bool nameless_noted;
};

/* Whether the item is a call of a file or of a stream. */
static inline bool fid_dft_is_call (const struct fid_dft_item *it)
{
    return fid_span_is (it->cat, "POSIX") || fid_span_is (it->cat, "STDIO");
}

/* The key of the host that an item is of; 0: it names none. */
static inline uint64_t fid_dft_host (const struct fid_dft_item *it)
{
    return it->hhash.n ? fid_names_key (it->hhash) : 0;
}

/* Takes a call; those of other names than files' calls are ignored. */
int fid_dft_calls_add (struct fid_dft_calls *c, const struct fid_dft_item *it, size_t line,
                       struct fid_error *err);

/* The same of calls that the tracer aggregated: so many of the mean length and size. */
int fid_dft_calls_add_many (struct fid_dft_calls *c, const struct fid_dft_item *it, size_t line,
                            struct fid_error *err);

/* Passes on the calls that wait; a name that never came is noted. */
int fid_dft_calls_finish (struct fid_dft_calls *c, struct fid_error *err);

void fid_dft_calls_clear (struct fid_dft_calls *c);
