/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - phases and steps of a synthetic run */
#include <stdlib.h>
#include "synth.h"

#define EPOCH_NS (300 * NS)

static void
add (struct synth *s, enum synth_kind kind, int epoch, int64_t *at_ns, int64_t length_ns,
     size_t step_n)
{
    s->span[s->span_n++] = (struct synth_span){kind, epoch, *at_ns, *at_ns + length_ns, step_n};
    *at_ns += length_ns + NS / 1000;
}

bool
synth_plan (struct synth *s)
{
    int64_t margin_ns = s->length_ns / 20 < 5 * NS ? s->length_ns / 20 : 5 * NS;
    int64_t work_ns = s->length_ns - 4 * margin_ns; /* before, INIT, after */
    int epoch_n = (int)(work_ns / EPOCH_NS) < 2 ? 2 : (int)(work_ns / EPOCH_NS);
    int64_t epoch_ns = work_ns / epoch_n - 4 * NS / 1000;
    int64_t at_ns = START_NS + margin_ns;
    /* the emulation computes as long, but waits less and saves faster */
    s->step_ns = s->emulation ? 394 * NS / 1000 : 400 * NS / 1000;
    s->job_ns = at_ns;
    s->span = calloc ((size_t)epoch_n * 3 + 1, sizeof *s->span);
    if (!s->span)
        return false;
    add (s, SPAN_INIT, 0, &at_ns, s->emulation ? margin_ns / 2 : margin_ns, 0);
    for (int e = 1; e <= epoch_n; e++) {
        size_t train_n = (size_t)(epoch_ns / 100 * 80 / s->step_ns);
        size_t eval_n = (size_t)(epoch_ns / 100 * 12 / s->step_ns);
        int64_t save_ns = epoch_ns / 100 * (s->emulation ? 4 : 5);
        add (s, SPAN_TRAIN, e, &at_ns, (int64_t)train_n * s->step_ns, train_n);
        add (s, SPAN_CHECKPOINT, e, &at_ns, save_ns, 0);
        add (s, SPAN_EVAL, e, &at_ns, (int64_t)eval_n * s->step_ns, eval_n);
        s->train_step_n += train_n;
        s->eval_step_n += eval_n;
        s->checkpoint_n++;
    }
    s->end_ns = at_ns + margin_ns;
    return true;
}

int64_t
synth_step_at (const struct synth_span *span, size_t k)
{
    return span->start_ns +
           (span->end_ns - span->start_ns) / (int64_t)span->step_n * (int64_t)k;
}

void
synth_step_parts (const struct synth *s, const struct synth_span *span, size_t k,
                  double *load_s, double *compute_s)
{
    uint64_t state = synth_seed (s, 20) + (uint64_t)span->epoch * 1000003 + k;
    double step_s = (double)s->step_ns / 1e9;
    *load_s = (s->emulation ? 0.004 : 0.010) * (0.5 + synth_uniform (&state));
    *compute_s = step_s - *load_s - 0.001;
}
