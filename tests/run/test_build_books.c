/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figures of one thing, and calls that belong together, held against each other */
#include "run/build_priv.h"
#include "tests/tap.h"

#define MIB     1048576
#define S       INT64_C (1000000000)
#define UNSIZED UINT64_MAX

static struct fid_run *run;
static struct fid_error err;
static int64_t n[2]; /* of the finding that was found last */

static void must (int rc)
{
    if (!rc)
        return;
    diag ("%s", err.text);
    abort ();
}

/* A run with traces of everything that has events of them. */
static void start (void)
{
    run = calloc (1, sizeof *run);
    run->source = calloc (1, sizeof *run->source);
    run->source_n = 1;
    run->hosts.n = 1;
    run->source->path = strdup ("trace");
    run->source->reader = "test";
    run->source->used = run->source->gives = run->source->seen = FID_GIVES_EVENTS;
}

static void end (void)
{
    run->hosts.n = 0;
    fid_run_destroy (run);
}

static void fact (const char *key, const char *value)
{
    struct fid_run_fact f = {.host = 0};
    snprintf (f.key, sizeof f.key, "%s", key);
    snprintf (f.value, sizeof f.value, "%s", value);
    must (FID_PUSH (run->fact, &err, f));
}

static void call (enum fid_op op, int64_t pid, const char *file, enum fid_role_id role,
                  uint64_t offset, uint64_t byte_n)
{
    struct fid_event ev = {.start_ns = (int64_t)run->events.row_n * 1000,
                           .dur_ns = 500,
                           .bytes = byte_n == UNSIZED ? 0 : byte_n,
                           .flags = byte_n == UNSIZED ? FID_EVENT_NO_BYTES : 0,
                           .pid = pid,
                           .op = op,
                           .offset = offset,
                           .file = fid_span_of (file)};
    must (fid_events_add (&run->events, &ev, &err));
    run->events.file[fid_events_row (&run->events, run->events.row_n - 1).file].role =
        (uint8_t)role;
}

/* How many findings of that code fid_calls_find or fid_build_books makes. */
static int find (bool calls, enum fid_run_finding_code code)
{
    FID_SCOPED (fid_calls_clear) struct fid_calls c = {0};
    int count = 0;
    for (size_t i = 0; i < run->events.row_n; i++) {
        const struct fid_event_row row = fid_events_row (&run->events, i);
        must (fid_calls_add (&c, &run->events, &row, &err));
    }
    must (calls ? fid_calls_find (&c, run, &err) : fid_build_books (run, &err));
    n[0] = n[1] = 0;
    FID_EACH_OF (const struct fid_run_finding, f, run->findings.at, run->findings.n)
        if (f->code == code) {
            count++;
            memcpy (n, f->number, sizeof n);
        }
    return count;
}

/* Calls of 4 KiB that go through a file: those with keep[i % 10] == ' ' are missing. */
static void through (enum fid_op op, const char *keep, int64_t pids, int want, const char *what)
{
    start ();
    for (uint64_t i = 0; i < 200; i++)
        if (keep[i % 10] != ' ')
            call (op, 7 + (int64_t)i % pids, "part-0", FID_ROLE_DATA, i * 4096, 4096);
    ok (find (true, FID_RUN_CALLS_LOST) == want, "%s: %d findings, %d of %d", what, want,
        (int)n[0], (int)n[1]);
    ok (run->stream[FID_STREAM_DATA_READ].incomplete == (want && op == FID_OP_READ),
        "%s: the stream is %sincomplete", what, want && op == FID_OP_READ ? "" : "not ");
    end ();
}

/* Tensors of a maker, which another process closes; of every lost-th no call of op is there. */
static void tensors (enum fid_op op, int lost, int want, const char *what)
{
    start ();
    for (int i = 0; i < 100; i++) {
        char name[32];
        snprintf (name, sizeof name, "torch_7_%d_%d", 1234 + i, i);
        for (enum fid_op k = 0; k < FID_OP_N; k++)
            if ((k == FID_OP_OPEN || k == FID_OP_META || k == FID_OP_CLOSE) &&
                (k != op || i % lost))
                call (k, k == FID_OP_CLOSE ? 8 : 7, name, FID_ROLE_DEVICE, FID_NO_OFFSET, 0);
    }
    ok (find (true, FID_RUN_CALLS_LOST) == want, "%s: %d findings, %d of %d", what, want,
        (int)n[0], (int)n[1]);
    end ();
}

static void test_opens (void)
{
    start ();
    for (int i = 0; i < 50; i++) {
        char name[32];
        snprintf (name, sizeof name, "case_%d.npy", i);
        if (i % 10)
            call (FID_OP_OPEN, 7, name, FID_ROLE_DATA, FID_NO_OFFSET, 0);
        call (FID_OP_CLOSE, 7, name, FID_ROLE_DATA, FID_NO_OFFSET, 0);
        call (FID_OP_CLOSE, 7, name, FID_ROLE_DATA, FID_NO_OFFSET, 0); /* of a copy */
    }
    ok (find (true, FID_RUN_CALLS_LOST) == 1 && n[0] == 5 && n[1] == 50,
        "5 of 50 files were closed and not opened");
    end ();
}

/* --- figures */

static void test_figures (void)
{
    for (int apart = 0; apart < 2; apart++) {
        start ();
        fact ("train_throughput_mean_samples_per_second", apart ? "120" : "105");
        fact ("train_au_mean_percentage", "50");
        fact ("workload.train.computation_time", "0.02");
        fact ("workload.reader.batch_size", "2");
        fact ("num_accelerators", "2");
        ok (find (false, FID_RUN_FIGURES_APART) == apart,
            "%d samples a second beside 2 x 2 in 0.02 s for half of the time",
            apart ? 120 : 105);
        end ();
    }
}

static void test_unsized (void)
{
    start ();
    for (int i = 0; i < 50; i++)
        call (FID_OP_READ, 7, "x.npy", FID_ROLE_DATA, 0, i ? 10 : UNSIZED);
    ok (find (true, FID_RUN_READS_UNSIZED) == 1 && n[0] == 1 && n[1] == 50,
        "one of 50 reads has no size");
    end ();
}

/* A checkpoint of 1 GiB is saved in 2 s, and a gauge has so many MiB/s. */
static void not_on_disk (double mib_s, int want, const char *what)
{
    start ();
    struct fid_phase p = {.kind = FID_PHASE_CHECKPOINT,
                          .name = FID_NAME_CHECKPOINT,
                          .start_ns = 2 * S,
                          .end_ns = 4 * S,
                          .byte_n = 1024. * MIB};
    struct fid_gauge *g = &run->gauge[FID_GAUGE_DISK_WRITE];
    *g = (struct fid_gauge){.n = 6, .dim = 1, .period_s = 1};
    g->t_ns = calloc (g->n, sizeof *g->t_ns);
    g->value = calloc (g->n, sizeof *g->value);
    for (size_t i = 0; i < g->n; i++) {
        g->t_ns[i] = (int64_t)i * S;
        g->value[i] = mib_s;
    }
    must (fid_phases_build (&run->phases, &p, 1, &err));
    ok (find (false, FID_RUN_NOT_ON_DISK) == want, "%s: %d findings", what, want);
    end ();
}

int main (void)
{
    through (FID_OP_READ, "rrrrrrrrrr", 1, 0, "all reads");
    through (FID_OP_READ, "rrrr rrrrr", 1, 1, "a tenth of the reads is missing");
    through (FID_OP_READ, "r r r r r ", 1, 0, "a stride of two reads");
    through (FID_OP_READ, "rr   rr   ", 1, 0, "every other record of two reads is skipped");
    through (FID_OP_READ, "r  rr rr r", 1, 1, "four of ten reads are missing by chance");
    through (FID_OP_WRITE, "rrrr rrrrr", 1, 1, "a tenth of the writes is missing");
    through (FID_OP_WRITE, "r   r r   ", 1, 1, "seven of ten");
    through (FID_OP_WRITE, "rrrrrrrrrr", 2, 0, "two processes write a file");
    tensors (FID_OP_N, 10, 0, "tensors");
    tensors (FID_OP_META, 10, 1, "a tenth of the tensors was never unlinked");
    tensors (FID_OP_OPEN, 10, 1, "nobody made a tenth of them");
    tensors (FID_OP_META, 50, 0, "a fiftieth: their maker was killed");
    test_opens ();
    test_figures ();
    test_unsized ();
    not_on_disk (100, 1, "100 MiB/s beside a checkpoint of 1 GiB");
    not_on_disk (300, 0, "300 MiB/s");
    return tap_done ();
}
