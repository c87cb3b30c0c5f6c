/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nsys.c - what Nsight Systems recorded, exported with nsys export --type sqlite
 *
 *     CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, ...)     kernels: how busy each GPU is
 *     NVTX_EVENTS (start, end, text, textId, globalTid, ...)     ranges of the program: steps
 *     StringIds (id, value)                                      texts of the ranges
 *     TARGET_INFO_SESSION_START_TIME (utcEpochNs)                what the times, in ns, count from
 *
 * Ranges called step, train_step, iteration or alike, and a number, are steps. */
#include "base/late.h"
#include "readers/gpu/gpu_busy.h"
#include "readers/gpu/gpu_use.h"
#include "readers/reader.h"

static int probe_nsys (const struct fid_head *head)
{
    return fid_span_starts (head->text, "SQLite format 3") &&
                   (fid_span_find (head->text, "NSYS") >= 0 ||
                    fid_span_find (head->text, "CUPTI_ACTIVITY") >= 0 ||
                    fid_span_find (head->text, "TARGET_INFO_") >= 0)
               ? 90
               : 0;
}

#ifndef HAVE_SQLITE

static int read_nsys (struct fid_input *in, struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s: this fidlio was built without SQLite",
                       in->text->path);
}

#else
#include <sqlite3.h>

/* clang-format off */
#define CALLS(X)                                                                               \
    X (sqlite3_close) X (sqlite3_column_int64) X (sqlite3_column_text) X (sqlite3_errmsg)      \
    X (sqlite3_finalize) X (sqlite3_open_v2) X (sqlite3_prepare_v2) X (sqlite3_step)
/* clang-format on */
#ifdef SQLITE_SONAME
FID_LATE_LIBRARY (SQLITE_SONAME, CALLS)
#else
FID_LINKED_LIBRARY (CALLS)
#endif

#define TEXT "coalesce (text, (SELECT value FROM StringIds WHERE id = textId))"

struct export
{
    const struct fid_input *in;
    sqlite3 *db; /* owned */
    int64_t base_ns, end_ns;
    bool placed;
    struct fid_gpu_kernels kernels;
    struct fid_phase training;
};

static int refuse_export (const struct export *e, struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s: %s", e->in->text->path,
                       lib.sqlite3_errmsg (e->db));
}

static int take_base (struct export *e, sqlite3_stmt *row, struct fid_error *err)
{
    (void)err;
    e->base_ns = lib.sqlite3_column_int64 (row, 0);
    e->placed = true;
    return 0;
}

static int take_kernel (struct export *e, sqlite3_stmt *row, struct fid_error *err)
{
    int64_t gpu = lib.sqlite3_column_int64 (row, 2);
    if (gpu < 0 || gpu >= FID_GPU_MAX)
        return 0;
    return fid_gpu_kernel_add (&e->kernels, lib.sqlite3_column_int64 (row, 0),
                               lib.sqlite3_column_int64 (row, 1), (int)gpu, err);
}

static bool is_step (struct fid_span name)
{
    static const char *const names[] = {"step", "trainstep", "trainingstep", "iteration",
                                        "iter"};
    char small[16] = "";
    size_t n = 0, end = name.n;
    while (end && (fid_is_digit (name.p[end - 1]) || strchr (" _#:=", name.p[end - 1])))
        end--;
    for (size_t i = 0; i < end && n < sizeof small - 1; i++)
        if (!strchr (" _-", name.p[i]))
            small[n++] = (char)tolower ((unsigned char)name.p[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp (small, names[i]) == 0)
            return true;
    return false;
}

/* Ranges of the thread that has the first step, by their start. */
static int take_range (struct export *e, sqlite3_stmt *row, struct fid_error *err)
{
    const char *name = (const char *)lib.sqlite3_column_text (row, 2);
    int64_t start_ns = lib.sqlite3_column_int64 (row, 0), end_ns;
    end_ns = lib.sqlite3_column_int64 (row, 1);
    if (!name || !is_step (fid_span_of (name)) || start_ns < e->end_ns || end_ns < start_ns)
        return 0;
    struct fid_step step = FID_NO_STEP;
    step.end_ns = e->placed ? e->base_ns + end_ns : INT64_MIN;
    step.step_s = (double)(end_ns - start_ns) / 1e9;
    if (e->end_ns == INT64_MIN)
        e->training.start_ns = e->base_ns + start_ns;
    e->end_ns = end_ns;
    e->training.end_ns = e->base_ns + end_ns;
    e->training.step_n++;
    return fid_put_step (e->in->sink, &step, err);
}

/* Gives each row to take; a table that is not there has none. */
static int each_row (struct export *e, const char *sql,
                     int (*take) (struct export *, sqlite3_stmt *, struct fid_error *),
                     struct fid_error *err)
{
    sqlite3_stmt *row = NULL;
    int rc = lib.sqlite3_prepare_v2 (e->db, sql, -1, &row, NULL);
    if (rc == SQLITE_ERROR) /* no such table */
        return 0;
    while (!rc && (rc = lib.sqlite3_step (row)) == SQLITE_ROW)
        if ((rc = take (e, row, err))) {
            lib.sqlite3_finalize (row);
            return -1;
        }
    lib.sqlite3_finalize (row);
    return rc == SQLITE_DONE ? 0 : refuse_export (e, err);
}

static int read_export (struct export *e, struct fid_error *err)
{
    const struct fid_sink *sink = e->in->sink;
    if (lib.sqlite3_open_v2 (e->in->text->path, &e->db, SQLITE_OPEN_READONLY, NULL))
        return refuse_export (e, err);
    FID_TRY (
        each_row (e, "SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME", take_base, err));
    FID_TRY (each_row (e, "SELECT start, end, deviceId FROM CUPTI_ACTIVITY_KIND_KERNEL",
                       take_kernel, err));
    FID_TRY (each_row (e,
                       "SELECT start, end, " TEXT " FROM NVTX_EVENTS"
                       " WHERE end IS NOT NULL ORDER BY start",
                       take_range, err));
    if (!e->placed && (e->kernels.n || e->training.step_n))
        fid_put_note (sink, 0, FID_REMARK_TIMES_RELATIVE);
    if (!e->placed)
        return 0;
    FID_TRY (e->training.step_n ? fid_put_phase (sink, &e->training, err) : 0);
    return fid_gpu_busy_put (&e->kernels, e->base_ns, sink, err);
}

static int read_nsys (struct fid_input *in, struct fid_error *err)
{
    FID_TRY (load_lib (err));
    struct export e = {.in = in, .end_ns = INT64_MIN, .training = {.epoch = -1, .block = -1}};
    e.training.name = FID_NAME_TRAINING;
    e.training.kind = fid_phase_kind_of (FID_NAME_TRAINING);
    int rc = read_export (&e, err);
    free (e.kernels.at);
    lib.sqlite3_close (e.db);
    return rc;
}
#endif

FID_READER_IS (nsys, UTC, FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_GPU, 8,
               "SQLite export of Nsight Systems: steps by ranges of NVTX, and use of GPUs",
               .best = 90)
