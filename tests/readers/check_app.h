/* check_app.h - phases and steps as text, for tests of the applications' logs */
#ifndef FID_TEST_CHECK_APP_H
#define FID_TEST_CHECK_APP_H

#include "tests/readers/check.h"

#define APP_TEXT 8192

/* All phases in order: "epoch e2 b1! 1.5-2.25" is one of epoch 2, block 1, cut
 * at its end, from 1.5 s to 2.25 s after zero. */
static inline void
ok_phases (const struct rec *r, const char *zero, const char *want, const char *what)
{
    static const char *const names[FID_NAME_N] = {
        "init", "run", "epoch", "training", "block", "eval", "checkpoint", "load",
    };
    static const enum fid_phase_kind kinds[FID_NAME_N] = {
        FID_PHASE_INIT,     FID_PHASE_TRAINING, FID_PHASE_TRAINING,   FID_PHASE_TRAINING,
        FID_PHASE_TRAINING, FID_PHASE_EVAL,     FID_PHASE_CHECKPOINT, FID_PHASE_CHECKPOINT,
    };
    char got[APP_TEXT] = "";
    size_t n = 0;
    bool kinds_fit = true;
    for (size_t i = 0; i < r->phase_n && n < sizeof got - 200; i++) {
        const struct fid_phase *p = &r->phase[i];
        kinds_fit &= p->kind == kinds[p->name];
        n += (size_t)snprintf (got + n, sizeof got - n, "%s%s", i ? ", " : "", names[p->name]);
        if (p->epoch >= 0)
            n += (size_t)snprintf (got + n, sizeof got - n, " e%d", p->epoch);
        if (p->block >= 0)
            n += (size_t)snprintf (got + n, sizeof got - n, " b%d", p->block);
        n += (size_t)snprintf (
            got + n, sizeof got - n, "%s %.9g-%.9g", p->flags & FID_PHASE_TRUNCATED ? "!" : "",
            (double)(p->start_ns - at (zero)) / 1e9, (double)(p->end_ns - at (zero)) / 1e9);
    }
    ok (kinds_fit, "%s: their kinds", what);
    ok_str (got, want, what);
}

/* All steps in order: "e1v 0.5+1/1.5 @2" is one of epoch 1 in an evaluation,
 * load 0.5 s, compute 1 s, whole 1.5 s, ended 2 s after zero; '-' where not told. */
static inline void
ok_steps (const struct rec *r, const char *zero, const char *want, const char *what)
{
    char got[APP_TEXT] = "";
    size_t n = 0;
    for (size_t i = 0; i < r->step_n && n < sizeof got - 200; i++) {
        const struct fid_step *s = &r->step[i];
        const double parts[] = {s->load_s, s->compute_s, s->step_s};
        n += (size_t)snprintf (got + n, sizeof got - n, "%se%d%s ", i ? ", " : "", s->epoch,
                               s->eval ? "v" : "");
        for (int k = 0; k < 3; k++) {
            if (k)
                got[n++] = k == 1 ? '+' : '/';
            if (parts[k] >= 0)
                n += (size_t)snprintf (got + n, sizeof got - n, "%.9g", parts[k]);
            else
                n += (size_t)snprintf (got + n, sizeof got - n, "%s",
                                       parts[k] == FID_STEP_NONE ? "-" : "?");
        }
        if (s->end_ns != INT64_MIN)
            n += (size_t)snprintf (got + n, sizeof got - n, " @%.9g",
                                   (double)(s->end_ns - at (zero)) / 1e9);
    }
    ok_str (got, want, what);
}

/* The lines of the log cover n bytes without a gap; timed_n of them have a stamp. */
static inline void
ok_lines (const struct rec *r, uint64_t n, size_t line_n, size_t timed_n, const char *what)
{
    uint64_t end = 0;
    size_t timed = 0;
    bool tight = r->logline_n == line_n;
    for (size_t i = 0; i < r->logline_n; i++) {
        tight &= r->logline[i].offset == end;
        end += r->logline[i].len_n;
        timed += r->logline[i].t_ns != INT64_MIN;
    }
    if (!ok (tight && end == n && timed == timed_n, "%s", what))
        diag ("%zu lines, %zu with a stamp, %zu bytes", r->logline_n, timed, (size_t)end);
}

#endif
