/* SPDX-License-Identifier: GPL-3.0-or-later */
/* synth.h - a run that never was: what the parts of make-trace share
 *
 * The clocks of a run are one: boot = UTC - BOOT_UTC_NS, the host and the
 * application tell UTC.  All spans are in boot ns. */
#ifndef SYNTH_H
#define SYNTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NS          INT64_C (1000000000)
#define BOOT_UTC_NS (INT64_C (1772445600) * NS) /* 2026-03-02T10:00:00Z */
#define START_NS    (INT64_C (5000) * NS)       /* tracers begin, since boot */

enum synth_kind { SPAN_INIT, SPAN_TRAIN, SPAN_CHECKPOINT, SPAN_EVAL };

struct synth_span {
    enum synth_kind kind;
    int epoch;
    int64_t start_ns, end_ns;
    size_t step_n; /* of TRAIN and EVAL */
};

struct synth {
    const char *dir;
    bool emulation;
    uint64_t event_n; /* about; over all bpftrace files */
    int64_t length_ns;
    int gpu_n;
    uint64_t seed;
    /* made of the above */
    int64_t step_ns, job_ns, end_ns; /* tracers end */
    struct synth_span *span;
    size_t span_n, train_step_n, eval_step_n, checkpoint_n;
};

/* Phases of the run; false without memory. */
bool synth_plan (struct synth *s);

/* When step k of a span begins (k == step_n: when the last ends). */
int64_t synth_step_at (const struct synth_span *span, size_t k);

/* Seconds that step k of a span waits for its batch and computes. */
void synth_step_parts (const struct synth *s, const struct synth_span *span, size_t k,
                       double *load_s, double *compute_s);

/* The log of the application, and in trace_write.out the writes that made it;
 * checkpoints' writes too. */
bool synth_logs (const struct synth *s);

bool synth_traces (const struct synth *s); /* block, read, openat, close, time_align */
bool synth_gauges (const struct synth *s); /* cpu.out, iostat.json, gpu.out */

/* A file of s->dir to write; NULL (told on stderr) if it cannot be. */
FILE *synth_open (const struct synth *s, const char *name);
bool synth_close (FILE *f, const char *name);

/* SplitMix64; uniform in [0, 1). */
static inline uint64_t
synth_random (uint64_t *state)
{
    uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline double
synth_uniform (uint64_t *state)
{
    return (double)(synth_random (state) >> 11) / 9007199254740992.0;
}

/* Stream number `file` of the run's seed. */
static inline uint64_t
synth_seed (const struct synth *s, uint64_t file)
{
    uint64_t state = s->seed * 64 + file * 2 + s->emulation;
    return synth_random (&state);
}

#endif
