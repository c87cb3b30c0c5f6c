/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_activity.c - busy times of processes, from the events of a run */
#include "tests/tap.h"
#include "charts/run_figure.h"

#define MS INT64_C (1000000)

static struct fid_error err;

/* Adds an event of the stream to the run. */
static void put (struct fid_run *run, enum fid_stream_id id, int64_t pid, const char *comm,
                 int64_t start_ms, int64_t dur_ms)
{
    static const struct {
        enum fid_op op;
        enum fid_role_id role;
    } of[FID_STREAM_N] = {[FID_STREAM_BLOCK_READ] = {FID_OP_BLOCK_READ, FID_ROLE_OTHER},
                          [FID_STREAM_DATA_READ] = {FID_OP_READ, FID_ROLE_DATA},
                          [FID_STREAM_DATA_OPEN] = {FID_OP_OPEN, FID_ROLE_DATA},
                          [FID_STREAM_CHECKPOINT_WRITE] = {FID_OP_WRITE, FID_ROLE_CHECKPOINT}};
    struct fid_event ev = {.start_ns = start_ms * MS,
                           .dur_ns = dur_ms * MS,
                           .pid = pid,
                           .op = of[id].op,
                           .comm = fid_span_of (comm),
                           .file = fid_span_of (fid_stream_name (id))};
    struct fid_events *e = &run->events;
    if (fid_events_add (e, &ev, &err))
        exit (99);
    e->file[fid_events_row (e, e->row_n - 1).file].role = of[id].role;
}

/* ms a stream of a process was busy in a stretch. */
static double busy_ms (const struct fid_activity *a, size_t process, size_t stretch,
                       enum fid_stream_id id)
{
    const struct fid_busy *b = fid_activity_busy (a, process, stretch, id);
    double sum = 0;
    for (size_t i = 0; i < b->n; i++)
        sum += b->busy[i];
    return sum / (double)MS;
}

static void processes (void)
{
    struct fid_run run = {0};
    struct fid_activity a = {.by = FID_LANES_PROCESS, .from_s = -1e9, .to_s = 1e9};
    put (&run, FID_STREAM_DATA_READ, 7, "", 0, 10);
    put (&run, FID_STREAM_DATA_READ, 9, "python3", 5, 1);
    put (&run, FID_STREAM_BLOCK_READ, 7, "loader", 20, 3);
    for (int64_t pid = 100; pid < 100 + 2 * FID_PROCESSES_MAX; pid++)
        put (&run, FID_STREAM_DATA_OPEN, pid, "x", pid, 1);
    put (&run, FID_STREAM_DATA_READ, 7, "", 900, 10);
    int rc = fid_activity_fill (&a, &run, &err);
    ok (rc == 0 && a.process[0].pid == 7 && a.process[1].pid == 9, "processes by first event");
    ok_str (a.process[0].comm, "loader", "named by the first event that tells a name");
    ok_close (busy_ms (&a, 0, 0, FID_STREAM_BLOCK_READ), 3, 1e-9, "busy in requests");
    ok_close (busy_ms (&a, 1, 0, FID_STREAM_BLOCK_READ), 0, 1e-9, "each its own");
    uint64_t all = 0;
    for (size_t i = 0; i < a.process_n; i++)
        all += a.process[i].event_n;
    ok (a.process_n == FID_PROCESSES_MAX && a.process[a.process_n - 1].rest,
        "so many are told apart, the rest is one");
    ok (all == 4 + 2 * FID_PROCESSES_MAX, "no event is lost");
    ok_close (busy_ms (&a, 0, 0, FID_STREAM_DATA_READ), 20, 1e-9,
              "busy in calls, with one after all the others");
    fid_events_clear (&run.events);
    fid_activity_clear (&a);
    fid_activity_clear (&a);
}

static void stretches (void)
{
    static const char *const zoom[] = {"overview", "init", "last_5s", "first_eval", NULL};
    const struct fid_phase phase[] = {
        {FID_PHASE_INIT, FID_NAME_INIT, 10000 * MS, 12000 * MS, -1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 12000 * MS, 60000 * MS, 1, -1, 0, 0, 0}};
    struct fid_run run = {0};
    struct fid_activity a = {.zoom = zoom};
    ok (fid_phases_build (&run.phases, phase, 2, &err) == 0, "phases");
    put (&run, FID_STREAM_CHECKPOINT_WRITE, 1, "", 4000, 2000);  /* INIT - 6 s .. - 4 s */
    put (&run, FID_STREAM_CHECKPOINT_WRITE, 2, "", 54999, 2);    /* into the last 5 s */
    put (&run, FID_STREAM_CHECKPOINT_WRITE, 2, "", 60000, 1000); /* behind them */
    int rc = fid_activity_fill (&a, &run, &err);
    ok (rc == 0 && a.stretch_n == 4 && a.there[0] && a.there[1] && a.there[2] && !a.there[3],
        "what the run has");
    ok (rc == 0 && a.process_n == 1, "one for all processes");
    ok_close (busy_ms (&a, 0, 0, FID_STREAM_CHECKPOINT_WRITE), 3002, 1e-9,
              "the overview has all");
    ok_close (busy_ms (&a, 0, 1, FID_STREAM_CHECKPOINT_WRITE), 1000, 1e-9, "cut at the front");
    ok_close (busy_ms (&a, 0, 2, FID_STREAM_CHECKPOINT_WRITE), 1, 1e-9, "cut at both ends");
    fid_activity_clear (&a);

    a = (struct fid_activity){.from_s = 1, .to_s = 2};
    fid_events_clear (&run.events);
    put (&run, FID_STREAM_CHECKPOINT_WRITE, 1, "", 12500, 1000);
    rc = fid_activity_fill (&a, &run, &err);
    ok_close (busy_ms (&a, 0, 0, FID_STREAM_CHECKPOINT_WRITE), 500, 1e-9,
              "a stretch counts from the start of the job");
    fid_activity_clear (&a);
    fid_events_clear (&run.events);
    fid_phases_clear (&run.phases);
}

int main (void)
{
    processes ();
    stretches ();
    return tap_done ();
}
