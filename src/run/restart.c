/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restart.c - a run that is two: all processes end, and others start the program anew; or they
 * start it while the first ones read, and go on when those have ended */
#include "run/build_priv.h"

/* Opens of code that starting a program takes at least, and the pause before it.  Workers that
 * a process forks open none, and their parent outlives them. */
#define CODE_OPENS 10
#define PAUSE_NS   INT64_C (1000000000)

/* The same where they overlap: ranks of a job start together, before any of them reads data,
 * and workers that are spawned, which start the program too, end before the process that does.
 */
#define PROGRAM_OPENS 100
#define LATER_NS      INT64_C (5000000000)

struct lived {
    int64_t pid, first_ns, last_ns, data_ns; /* data_ns: when it begins to read data */
    uint64_t code_n, data_byte_n;            /* opens of code, bytes of data read */
};

FID_ORDER_BY (by_first, struct lived, FID_RISING (first_ns) FID_RISING (last_ns))
FID_ORDER_BY (by_pid, struct lived, FID_RISING (pid) FID_RISING (first_ns))

/* Whether programs can have been started twice: few runs have as many opens of code, and they
 * are quickly counted. */
static bool starts_twice (const struct fid_run *run, const struct fid_taken *taken)
{
    uint64_t code_n = 0;
    for (size_t k = 0; k < taken->rows_n && code_n < 2 * CODE_OPENS; k++)
        for (size_t i = taken->rows[k].from; i < taken->rows[k].to && code_n < 2 * CODE_OPENS;
             i++) {
            if (!(run->source[taken->rows[k].source].seen & FID_GIVES_OPEN))
                break;
            if (fid_events_op (&run->events, i) == FID_OP_OPEN &&
                run->events.file[fid_events_cell (&run->events, i, FID_COLUMN_FILE)].role ==
                    FID_ROLE_CODE)
                code_n += fid_events_cell (&run->events, i, FID_COLUMN_EVENTS);
        }
    return code_n >= 2 * CODE_OPENS;
}

/* Counts what each process does; false if a process is not known. */
static bool count_lives (const struct fid_events *e, struct lived *at)
{
    for (size_t i = 0; i < e->process_n; i++)
        at[i] = (struct lived){e->process[i].pid, INT64_MAX, INT64_MIN, INT64_MAX, 0, 0};
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row r;
        fid_events_get (e, i, &r);
        struct lived *p = &at[r.process];
        int64_t end_ns = r.start_ns + r.span_ns;
        if (r.op == FID_OP_BLOCK_READ || r.op == FID_OP_BLOCK_WRITE)
            continue;
        if (p->pid < 0)
            return false;
        p->first_ns = r.start_ns < p->first_ns ? r.start_ns : p->first_ns;
        p->last_ns = end_ns > p->last_ns ? end_ns : p->last_ns;
        uint8_t role = e->file[r.file].role;
        if (r.op == FID_OP_OPEN && role == FID_ROLE_CODE)
            p->code_n += r.event_n;
        if (r.op == FID_OP_READ && role == FID_ROLE_DATA && r.start_ns < p->data_ns)
            p->data_ns = r.start_ns;
        if (r.op == FID_OP_READ && role == FID_ROLE_DATA)
            p->data_byte_n += r.byte_n;
    }
    return true;
}

/* The threads of a process, and its names, as one; returns how many there are. */
static size_t join_names (struct lived *at, size_t n)
{
    size_t k = 0;
    qsort (at, n, sizeof *at, by_pid);
    for (size_t i = 0; i < n; i++) {
        if (at[i].first_ns > at[i].last_ns)
            continue;
        if (k && at[k - 1].pid == at[i].pid) {
            struct lived *p = &at[k - 1];
            p->last_ns = at[i].last_ns > p->last_ns ? at[i].last_ns : p->last_ns;
            p->data_ns = at[i].data_ns < p->data_ns ? at[i].data_ns : p->data_ns;
            p->code_n += at[i].code_n;
            p->data_byte_n += at[i].data_byte_n;
        } else
            at[k++] = at[i];
    }
    qsort (at, k, sizeof *at, by_first);
    return k;
}

/* Whether processes start a program and read data. */
static bool is_run (const struct lived *at, size_t n)
{
    uint64_t code_n = 0, data_byte_n = 0;
    for (size_t i = 0; i < n; i++) {
        code_n += at[i].code_n;
        data_byte_n += at[i].data_byte_n;
    }
    return code_n >= CODE_OPENS && data_byte_n > 0;
}

/* The first process that starts the program late and outlives all that had started it before,
 * whose last call *end_ns is; n where no process does. */
static size_t find_late_start (const struct lived *at, size_t n, int64_t *end_ns)
{
    int64_t data_ns = INT64_MAX;
    *end_ns = INT64_MIN;
    for (size_t i = 0; i < n; i++) {
        bool starts = at[i].code_n >= PROGRAM_OPENS;
        if (starts && *end_ns != INT64_MIN && data_ns < at[i].first_ns - LATER_NS &&
            at[i].last_ns > *end_ns + PAUSE_NS && is_run (at + i, n - i))
            return i;
        if (starts && at[i].last_ns > *end_ns)
            *end_ns = at[i].last_ns;
        data_ns = at[i].data_ns < data_ns ? at[i].data_ns : data_ns;
    }
    return n;
}

int fid_build_restart (struct fid_run *run, const struct fid_taken *taken,
                       struct fid_error *err)
{
    FID_FREED struct lived *at = malloc ((run->events.process_n + 1) * sizeof *at);
    int64_t origin_ns = run->phases.known ? run->phases.origin_ns : 0, end_ns = INT64_MIN;
    struct fid_run_finding f = {.code = FID_RUN_RESTARTED};
    FID_NEED (at, err);
    size_t n = starts_twice (run, taken) && count_lives (&run->events, at)
                   ? join_names (at, run->events.process_n)
                   : 0;
    for (size_t i = 0; i < n && !f.shift_ns; i++) {
        if (i && at[i].first_ns - PAUSE_NS >= end_ns && is_run (at, i) &&
            is_run (at + i, n - i)) {
            f.value = (double)(at[i].first_ns - (origin_ns ? origin_ns : at[0].first_ns)) / 1e9;
            f.shift_ns = at[i].first_ns - end_ns;
        }
        end_ns = at[i].last_ns > end_ns ? at[i].last_ns : end_ns;
    }
    size_t late = f.shift_ns ? n : find_late_start (at, n, &end_ns);
    if (late < n) {
        f.value = (double)(at[late].first_ns - (origin_ns ? origin_ns : at[0].first_ns)) / 1e9;
        f.shift_ns = at[late].first_ns - end_ns;
    }
    return f.shift_ns ? fid_run_findings_add (&run->findings, &f, err) : 0;
}
