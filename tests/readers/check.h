/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - what the tests of readers share: records, rejects and notes as checks */
#ifndef FID_TEST_CHECK_H
#define FID_TEST_CHECK_H

#include <inttypes.h>
#include "base/timeparse.h"
#include "tests/readers/record.h"
#include "tests/tap.h"

/* "2023-02-11T08:11:20" as ns of civil time. */
static inline int64_t at (const char *iso)
{
    int64_t ns = INT64_MIN;
    fid_time_iso (fid_span_of (iso), &ns, NULL, NULL);
    return ns;
}

/* The samples of one instant, channel and key, checked against one value. */
static inline void ok_sample (const struct rec *r, const char *iso, enum fid_channel channel,
                              const char *key, double want, const char *what)
{
    int n = 0;
    double got = NAN;
    for (size_t i = 0; i < r->sample_n; i++)
        if (r->sample[i].t_ns == at (iso) && r->sample[i].channel == channel &&
            fid_span_is (r->sample[i].key, key)) {
            got = r->sample[i].value;
            n++;
        }
    if (n != 1)
        diag ("%d samples at %s", n, iso);
    ok_close (n == 1 ? got : NAN, want, 1e-9, what);
}

/* The lines of the rejects, as "3 4 5". */
static inline void ok_rejects (const struct rec *r, const char *want, const char *what)
{
    char got[512] = "";
    size_t n = 0;
    for (size_t i = 0; i < r->reject_n && n < sizeof got - 24; i++)
        n += (size_t)snprintf (got + n, sizeof got - n, "%s%zu", i ? " " : "",
                               r->reject[i].line);
    if (!ok_str (got, want, what))
        for (size_t i = 0; i < r->reject_n; i++)
            diag ("line %zu: %s", r->reject[i].line, r->reject[i].text);
}

/* Whether some note holds the text. */
static inline bool has_note (const struct rec *r, const char *text)
{
    for (size_t i = 0; i < r->note_n; i++)
        if (strstr (r->note[i].text, text))
            return true;
    return false;
}

/* A fixture tests/data/<reader>/<name> is known by that reader, and gives the
 * same records when it comes as gzip. */
static inline void ok_gz (const char *dir, const char *name)
{
    char path[4096];
    struct rec plain, gz;
    size_t n;
    snprintf (path, sizeof path, "tests/data/%s/%s", dir, name);
    char *data = rec_file (path, &n);
    rec_read (&plain, path);
    rec_bytes (&gz, name, data, n, 1);
    ok (n > 0 && plain.reader && strcmp (plain.reader->name, dir) == 0 &&
            rec_same (&plain, &gz),
        "%s/%s: the reader %s knows it, and reads the same from .gz", dir, name, dir);
    rec_clear (&plain);
    rec_clear (&gz);
    free (data);
}

/* A file whose text ends anywhere must be read without failure or surprise:
 * never more samples than the whole has. */
static inline void ok_cut_anywhere (const char *dir, const char *name)
{
    char path[4096];
    struct rec whole, r;
    size_t n, wrong_n = 0, last_n = 0;
    snprintf (path, sizeof path, "tests/data/%s/%s", dir, name);
    char *data = rec_file (path, &n);
    rec_read (&whole, path);
    for (size_t len = 0; len < n; len += 1 + n / 400) {
        rec_bytes (&r, name, data, len, 0);
        bool prefix = r.sample_n >= last_n && r.sample_n <= whole.sample_n;
        for (size_t i = 0; prefix && i < r.sample_n; i++)
            prefix = r.sample[i].t_ns == whole.sample[i].t_ns &&
                     r.sample[i].value == whole.sample[i].value;
        wrong_n += !prefix;
        last_n = r.sample_n;
        rec_clear (&r);
    }
    ok (n > 0 && wrong_n == 0, "%s/%s: cut anywhere, what is read is the start of the whole",
        dir, name);
    rec_clear (&whole);
    free (data);
}

/* The span's text equals want. */
static inline int ok_span (struct fid_span got, const char *want, const char *what)
{
    int pass = ok (fid_span_is (got, want), "%s", what);
    if (!pass)
        diag ("got '%.*s', want '%s'", FID_SPAN_ARG (got), want);
    return pass;
}

/* All events in order, one a line: "read a.npz 4096@512 +100 20 p7" is one of process 7 that
 * began 100 us after zero and took 20 us; "E" failed, "?" without size, "-" without length, "r1"
 * rank 1; block requests as "R sda 4096@0 +0 5 p7 comm". */
static inline void ok_calls (const struct rec *r, int64_t zero_ns, const char *want,
                             const char *what)
{
    static const char *const ops[FID_OP_N] = {"R",    "W",     "read", "write",
                                              "open", "close", "meta"};
    static char got[16384];
    size_t n = 0;
    got[0] = '\0';
    for (size_t i = 0; i < r->event_n && n < sizeof got - 600; i++) {
        const struct fid_event *e = &r->event[i];
        struct fid_span name = e->op <= FID_OP_BLOCK_WRITE ? e->device : e->file;
        n += (size_t)snprintf (got + n, sizeof got - n, "%s %.*s %" PRIu64, ops[e->op],
                               FID_SPAN_ARG (name), e->bytes);
        if (e->offset != FID_NO_OFFSET)
            n += (size_t)snprintf (got + n, sizeof got - n, "@%" PRIu64, e->offset);
        n += (size_t)snprintf (
            got + n, sizeof got - n, "%s%s +%.9g ", e->flags & FID_EVENT_ERROR ? "E" : "",
            e->flags & FID_EVENT_NO_BYTES ? "?" : "", (double)(e->start_ns - zero_ns) / 1000);
        if (e->flags & FID_EVENT_NO_DUR)
            n += (size_t)snprintf (got + n, sizeof got - n, "-");
        else
            n += (size_t)snprintf (got + n, sizeof got - n, "%.9g", (double)e->dur_ns / 1000);
        bool rank = e->pid >= FID_PID_RANKS;
        n += (size_t)snprintf (got + n, sizeof got - n, " %c%lld", rank ? 'r' : 'p',
                               (long long)(rank ? e->pid - FID_PID_RANKS : e->pid));
        if (e->comm.n)
            n += (size_t)snprintf (got + n, sizeof got - n, " %.*s", FID_SPAN_ARG (e->comm));
        got[n++] = '\n';
        got[n] = '\0';
    }
    ok_str (got, want, what);
}

/* Which reader took it. */
static inline int ok_reader (const struct rec *r, const char *want, const char *what)
{
    return ok_str (r->reader ? r->reader->name : "none", want, what);
}

/* --- phases and steps of the applications' logs, as text */

#define APP_TEXT 8192

/* All phases in order: "epoch e2 b1! 1.5-2.25" is one of epoch 2, block 1, cut
 * at its end, from 1.5 s to 2.25 s after zero. */
static inline void ok_phases (const struct rec *r, const char *zero, const char *want,
                              const char *what)
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
 * load 0.5 s, compute 1 s, whole 1.5 s, ended 2 s after zero; '-' where not told.  "r6 " comes
 * before one of another rank than the first, 6 by the file. */
static inline void ok_steps (const struct rec *r, const char *zero, const char *want,
                             const char *what)
{
    char got[APP_TEXT] = "";
    size_t n = 0;
    for (size_t i = 0; i < r->step_n && n < sizeof got - 200; i++) {
        const struct fid_step *s = &r->step[i];
        const double parts[] = {s->load_s, s->compute_s, s->step_s};
        n += (size_t)snprintf (got + n, sizeof got - n, i ? ", " : "");
        if (s->other)
            n += (size_t)snprintf (got + n, sizeof got - n, s->ranked ? "r%d " : "%d ",
                                   (int)s->rank);
        n += (size_t)snprintf (got + n, sizeof got - n, "e%d%s ", s->epoch, s->eval ? "v" : "");
        for (int k = 0; k < 3; k++) {
            if (k)
                got[n++] = k == 1 ? '+' : '/';
            if (parts[k] >= 0)
                n += (size_t)snprintf (got + n, sizeof got - n, "%.9g", parts[k]);
            else
                n += (size_t)snprintf (got + n, sizeof got - n, "%s",
                                       parts[k] == FID_ABSENT ? "-" : "?");
        }
        if (s->end_ns != INT64_MIN)
            n += (size_t)snprintf (got + n, sizeof got - n, " @%.9g",
                                   (double)(s->end_ns - at (zero)) / 1e9);
    }
    ok_str (got, want, what);
}

/* The lines of the log cover n bytes without a gap; timed_n of them have a stamp. */
static inline void ok_lines (const struct rec *r, uint64_t n, size_t line_n, size_t timed_n,
                             const char *what)
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
