/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phases cut into parts */
#include "tests/tap.h"
#include "run/phases.h"

#define S INT64_C (1000000000)

static struct fid_phase phase (enum fid_phase_name name, int64_t start_ns, int64_t end_ns,
                               int epoch)
{
    static const enum fid_phase_kind kind[] = {[FID_NAME_INIT] = FID_PHASE_INIT,
                                               [FID_NAME_RUN] = FID_PHASE_TRAINING,
                                               [FID_NAME_EPOCH] = FID_PHASE_TRAINING,
                                               [FID_NAME_TRAINING] = FID_PHASE_TRAINING,
                                               [FID_NAME_BLOCK] = FID_PHASE_TRAINING,
                                               [FID_NAME_EVAL] = FID_PHASE_EVAL,
                                               [FID_NAME_CHECKPOINT] = FID_PHASE_CHECKPOINT,
                                               [FID_NAME_CHECKPOINT_LOAD] =
                                                   FID_PHASE_CHECKPOINT};
    return (struct fid_phase){.kind = kind[name],
                              .name = name,
                              .start_ns = start_ns,
                              .end_ns = end_ns,
                              .epoch = epoch,
                              .block = -1};
}

static void build (struct fid_phases *p, const struct fid_phase *list, size_t n)
{
    struct fid_error err;
    if (fid_phases_build (p, list, n, &err)) {
        diag ("%s", err.text);
        abort ();
    }
}

/* Segments as "INIT 0-10 TRAINING/1 10-20", in seconds. */
static void ok_segments (const struct fid_phases *p, const char *want, const char *what)
{
    char got[1000] = "";
    for (size_t i = 0; i < p->segment_n; i++) {
        const struct fid_segment *s = &p->segment[i];
        size_t at = strlen (got);
        at += (size_t)snprintf (got + at, sizeof got - at, "%s%s", i ? " " : "",
                                fid_part_name (s->part));
        if (s->epoch >= 0)
            at += (size_t)snprintf (got + at, sizeof got - at, "/%d", s->epoch);
        snprintf (got + at, sizeof got - at, " %g-%g", (double)s->start_ns / 1e9,
                  (double)s->end_ns / 1e9);
    }
    ok_str (got, want, what);
}

static void test_cut (void)
{
    struct fid_phases p;
    struct fid_phase list[] = {phase (FID_NAME_CHECKPOINT, 14 * S, 16 * S, 1),
                               phase (FID_NAME_INIT, 2 * S, 5 * S, -1),
                               phase (FID_NAME_EPOCH, 10 * S, 30 * S, 1),
                               phase (FID_NAME_BLOCK, 10 * S, 20 * S, 1),
                               phase (FID_NAME_EVAL, 20 * S, 25 * S, 1),
                               phase (FID_NAME_RUN, 10 * S, 60 * S, -1),
                               phase (FID_NAME_BLOCK, 31 * S, 40 * S, 2)};
    build (&p, list, sizeof list / sizeof *list);
    ok_segments (&p,
                 "INIT 2-5 BEFORE 5-10 TRAINING/1 10-14 CHECKPOINT/1 14-16 TRAINING/1 16-20 "
                 "EVAL/1 20-25 BETWEEN 25-31 TRAINING/2 31-40",
                 "blocks win over epochs and the run; a checkpoint cuts its block");
    ok (p.known && p.first_ns == 2 * S && p.origin_ns == 10 * S && p.end_ns == 40 * S,
        "first phase, start of the job, end");
    ok (p.phase_n == 5 && p.truncated_n == 0, "five phases chosen of seven");
    fid_phases_clear (&p);
    list[2].flags = FID_PHASE_TRUNCATED;
    build (&p, list, sizeof list / sizeof *list);
    ok (p.truncated_n == 0, "an epoch without an end says nothing beside its blocks");
    fid_phases_clear (&p);
    list[5].flags = FID_PHASE_TRUNCATED;
    build (&p, list, sizeof list / sizeof *list);
    ok (p.phase_n == 5 && p.truncated_n == 1, "a run without an end was cut short");
    fid_phases_clear (&p);
    fid_phases_clear (&p);

    struct fid_phase over[] = {phase (FID_NAME_TRAINING, 0, 10 * S, 1),
                               phase (FID_NAME_INIT, 1 * S, 3 * S, -1),
                               phase (FID_NAME_EVAL, 2 * S, 6 * S, 1),
                               phase (FID_NAME_CHECKPOINT_LOAD, 4 * S, 5 * S, -1)};
    build (&p, over, 4);
    ok_segments (&p,
                 "TRAINING/1 0-1 INIT 1-2 EVAL/1 2-4 CHECKPOINT 4-5 EVAL/1 5-6 TRAINING/1 6-10",
                 "CHECKPOINT before EVAL before INIT before TRAINING");
    fid_phases_clear (&p);

    struct fid_phase in_block[] = {phase (FID_NAME_BLOCK, 0, 20 * S, 1),
                                   phase (FID_NAME_EPOCH, 0, 9 * S, 1),
                                   phase (FID_NAME_EPOCH, 9 * S, 20 * S, 2)};
    build (&p, in_block, 3);
    ok_segments (&p, "TRAINING/1 0-9 TRAINING/2 9-20", "a block of two epochs");
    fid_phases_clear (&p);
    struct fid_phase touch[] = {phase (FID_NAME_EPOCH, 0, 10 * S, 1),
                                phase (FID_NAME_EPOCH, 10 * S, 20 * S, 1),
                                phase (FID_NAME_EPOCH, 20 * S, 30 * S, 2)};
    build (&p, touch, 3);
    ok_segments (&p, "TRAINING/1 0-20 TRAINING/2 20-30", "neighbours of one epoch join");
    fid_phases_clear (&p);
}

static void test_odd (void)
{
    struct fid_phases p;
    build (&p, NULL, 0);
    ok (!p.known && fid_phases_part (&p, 5) == FID_PART_BETWEEN,
        "without phases all time is BETWEEN");
    struct fid_phase instant[] = {phase (FID_NAME_CHECKPOINT, 1 * S, 1 * S, 1),
                                  phase (FID_NAME_BLOCK, 9 * S, 9 * S, 1),
                                  phase (FID_NAME_EVAL, 5 * S, 4 * S, 1)};
    instant[1].flags = FID_PHASE_TRUNCATED;
    build (&p, instant, 3);
    ok (!p.known && !p.segment_n && p.truncated_n == 1,
        "phases without length make no parts; cut ones are counted");
    fid_phases_clear (&p);
    struct fid_phase beside[] = {phase (FID_NAME_BLOCK, 9 * S, 9 * S, 1),
                                 phase (FID_NAME_EPOCH, 1 * S, 9 * S, 1)};
    build (&p, beside, 2);
    ok_segments (&p, "TRAINING/1 1-9", "a block without length does not displace its epoch");
    fid_phases_clear (&p);
    struct fid_phase init[] = {phase (FID_NAME_INIT, 1 * S, 2 * S, -1)};
    build (&p, init, 1);
    ok (p.known && p.origin_ns == 2 * S && p.end_ns == 2 * S,
        "nothing but INIT: the job begins and ends with its end");
    fid_phases_clear (&p);
}

/* Which part by looking at every phase. */
static enum fid_part slow_part (const struct fid_phases *p, int64_t t)
{
    static const int of_kind[] = {[FID_PHASE_TRAINING] = 1,
                                  [FID_PHASE_INIT] = 2,
                                  [FID_PHASE_EVAL] = 3,
                                  [FID_PHASE_CHECKPOINT] = 4};
    static const enum fid_part part[] = {FID_PART_BETWEEN, FID_PART_TRAINING, FID_PART_INIT,
                                         FID_PART_EVAL, FID_PART_CHECKPOINT};
    int best = 0;
    int64_t origin = INT64_MAX, last = INT64_MIN, first = INT64_MAX;
    for (size_t i = 0; i < p->phase_n; i++) {
        const struct fid_phase *q = &p->phase[i];
        first = q->start_ns < first ? q->start_ns : first;
        last = q->end_ns > last ? q->end_ns : last;
        if (q->kind != FID_PHASE_INIT && q->start_ns < origin)
            origin = q->start_ns;
        if (q->start_ns <= t && t < q->end_ns && of_kind[q->kind] > best)
            best = of_kind[q->kind];
    }
    if (best)
        return part[best];
    return t < first || t < origin ? FID_PART_BEFORE
           : t >= last             ? FID_PART_AFTER
                                   : FID_PART_BETWEEN;
}

static void test_lookup (void)
{
    uint32_t seed = 3;
    int wrong_n = 0, overlap_n = 0;
    for (int round = 0; round < 300; round++) {
        struct fid_phase list[12];
        struct fid_phases p;
        static const enum fid_phase_name names[] = {
            FID_NAME_INIT, FID_NAME_EPOCH, FID_NAME_EVAL, FID_NAME_CHECKPOINT, FID_NAME_EPOCH};
        for (int i = 0; i < 12; i++) {
            seed = seed * 1664525u + 1013904223u;
            int64_t start = (seed >> 8) % 100, length = (seed >> 16) % 20;
            list[i] = phase (names[seed >> 28 & 3], start, start + length, 1);
        }
        list[0] = phase (FID_NAME_EPOCH, 50, 60, 1); /* never INIT alone */
        build (&p, list, 12);
        for (int64_t t = -2; t < 125; t++)
            wrong_n += fid_phases_part (&p, t) != slow_part (&p, t);
        for (size_t i = 0; i + 1 < p.segment_n; i++)
            overlap_n += p.segment[i].end_ns != p.segment[i + 1].start_ns;
        fid_phases_clear (&p);
    }
    ok_int (wrong_n, 0, "the part of an instant is that of a plain scan of all phases");
    ok_int (overlap_n, 0, "segments leave no gap and never overlap");
}

/* Nested without end: a lying log must not take quadratic time. */
static void test_many (void)
{
    enum { N = 200000 };
    struct fid_phase *list = malloc (N * sizeof *list);
    struct fid_phases p;
    list[0] = phase (FID_NAME_EPOCH, 0, 10 * N, 1);
    for (int i = 1; i < N; i++)
        list[i] = phase (FID_NAME_EVAL, 10 * i, 10 * i + 5, 1);
    build (&p, list, N);
    ok (p.segment_n == 2 * (N - 1) + 1, "200 000 evaluations inside one epoch");
    fid_phases_clear (&p);
    free (list);
}

int main (void)
{
    test_cut ();
    test_odd ();
    test_lookup ();
    test_many ();
    return tap_done ();
}
