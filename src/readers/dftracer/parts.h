/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - what a DFTracer trace is made of: file calls (calls.c); phases and steps (spans.c) */
#pragma once

#include "readers/dftracer/item.h"
#include "readers/names.h"
#include "run/sink.h"

/* --- file calls
 *
 * New traces number the names of files, and a name may come after the calls that use it
 * (traces that were sorted or merged).  Such calls wait for their names: they go to the sink
 * at the end, or when FID_DFT_WAIT_MAX wait. */

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

/* --- phases and steps from the spans that an application logs
 *
 * Spans are logged at their ends, in any order, and may be of several processes; the phases
 * are those of one process: the one with the most of them, the first of equals.  Its steps are
 * those of rank 0; other processes that compute half as often at least are further ranks.
 * All are kept until the end of the trace (64 bytes each): they are few beside the calls.
 *
 * A step begins where a batch is fetched and ends where computing ends.  What belongs
 * together is decided by time, not by the numbers in the trace: the tracer writes the epoch
 * and step that were set last, often those of the step before.
 *
 * Steps are put together from what the loop does, in the order of time:
 *
 *     fetch, compute, fetch, compute ...             (an emulation)
 *     fetch, forward, backward, backward, fetch ...  (a training; also the optimizer's step)
 *
 * Spans inside one another are parts of it: each counts once. */

struct fid_dft_spans {
    struct fid_dft_span *span; /* owned; see spans.c */
    size_t n, cap;
    bool dlio; /* the application is DLIO */
};

/* Takes a span if its name means something. */
int fid_dft_spans_add (struct fid_dft_spans *s, const struct fid_dft_item *it,
                       struct fid_error *err);

/* Passes phases, in the order of their ends, and steps to the sink. */
int fid_dft_spans_finish (struct fid_dft_spans *s, const struct fid_sink *sink,
                          struct fid_error *err);

void fid_dft_spans_clear (struct fid_dft_spans *s);

enum fid_dft_part {
    FID_DFT_PHASE, /* no part of a step */
    FID_DFT_FETCH,
    FID_DFT_COMPUTE, /* all of it */
    FID_DFT_FORWARD, /* a part of it: the first */
    FID_DFT_BACKWARD /* a part of it */
};

/* The step being put together; start with zeros and the sink. */
struct fid_dft_step {
    const struct fid_sink *sink; /* borrowed */
    bool fetched, computed, after_forward, whole;
    int64_t fetch_start_ns, fetch_end_ns, compute_ns, compute_end_ns;
    int epoch;
    bool eval;
};

/* Takes what the loop does next, by its start.  Complete steps go to the sink. */
int fid_dft_step_add (struct fid_dft_step *s, enum fid_dft_part part, int64_t start_ns,
                      int64_t end_ns, int epoch, bool eval, struct fid_error *err);

/* The end of the loop: the last step. */
int fid_dft_step_finish (struct fid_dft_step *s, struct fid_error *err);
