/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_job.h - a run that is made of single events, and the job that is found in it */
#pragma once

#include <stdlib.h>
#include "job/of_run.h"

#define MS INT64_C (1000000)

static struct fid_run run;
static struct fid_error err;

static void add_call_at (enum fid_op op, int64_t start_ns, int64_t dur_ns, int64_t pid,
                         const char *path, uint64_t bytes, uint64_t offset)
{
    struct fid_event ev = {.start_ns = start_ns,
                           .dur_ns = dur_ns,
                           .bytes = bytes,
                           .offset = offset,
                           .pid = pid,
                           .op = op,
                           .path = fid_span_of (path)};
    ev.file = fid_span_last_part (ev.path);
    if (fid_events_add (&run.events, &ev, &err))
        abort ();
}

static void add_call (enum fid_op op, int64_t start_ns, int64_t dur_ns, int64_t pid,
                      const char *path, uint64_t bytes)
{
    add_call_at (op, start_ns, dur_ns, pid, path, bytes,
                 op == FID_OP_READ || op == FID_OP_WRITE ? 0 : FID_NO_OFFSET);
}

/* The roles that the run's readers would find. */
static void set_roles (void)
{
    for (uint32_t i = 0; i < run.events.file_n; i++) {
        struct fid_span path = fid_events_path (&run.events, i);
        struct fid_event_file *f = &run.events.file[i];
        f->role = fid_span_find (path, "data/") >= 0   ? FID_ROLE_DATA
                  : fid_span_find (path, "ckpt/") >= 0 ? FID_ROLE_CHECKPOINT
                                                       : FID_ROLE_OTHER;
    }
}

static void find_job (struct fid_job *job, struct fid_job_evidence *ev)
{
    set_roles ();
    if (fid_job_find (job, ev, &run, &err))
        abort ();
}

static void clear_all (struct fid_job *job, struct fid_job_evidence *ev)
{
    fid_job_clear (job);
    fid_job_evidence_clear (ev);
    fid_events_clear (&run.events);
    run = (struct fid_run){0};
}
