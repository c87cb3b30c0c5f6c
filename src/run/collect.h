/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collect.h - what the files of a run say but their events and samples */
#pragma once

#include "run/gauges.h"
#include "run/loganchor.h"
#include "run/owner.h"
#include "run/sink.h"

/* A phase kept until all files are in. */
struct fid_kept_phase {
    struct fid_phase phase; /* in its source's clock */
    size_t source;
};

/* The number of a process in its pid namespace, and on the host. */
struct fid_inner_pid {
    int64_t inner, pid;
};

/* What is said of one host: its processes, and what relates its clocks. */
struct fid_host_collected {
    struct fid_pidset gpu_pids, listed_pids;
    FID_LIST (struct fid_inner_pid, inner); /* owned; as the recorder noted them */
    FID_LIST (struct fid_anchor, anchor);   /* owned */
    FID_LIST (struct fid_logline, line);    /* owned; of the log of the host */
    size_t line_source;
    FID_LIST (struct fid_logwrite, write); /* owned; into the log, as traced on the host */
    enum fid_clock write_clock;
};

/* Set by collect.c alone; const elsewhere. */
struct fid_collected {
    struct fid_host_collected *host;         /* owned; one for each host of the run */
    FID_LIST (struct fid_kept_phase, phase); /* owned */
    int64_t exit_code;
    bool facts_full; /* the finding is there */
};

/* One file that is played; all is borrowed. */
struct fid_collector {
    struct fid_run *run;
    struct fid_source *src;
    size_t source;
    struct fid_collected *to;
    struct fid_samples *samples;
    struct fid_ownership *owner; /* of its host; devices are numbered there */
    int64_t rank_p1;             /* 1 + that of the file of steps; 0: not needed so far */
};
int fid_collect_begin (struct fid_collected *c, size_t host_n, struct fid_error *err);

/* When all files are in: a list made inside a pid namespace has its numbers; those of the host
 * are in it, too. */
int fid_collect_end (struct fid_collected *c, size_t host_n, struct fid_error *err);
struct fid_sink fid_collect_sink (struct fid_collector *c);

/* Notes the source's writes into the log, and into other files of the run. */
int fid_collect_writes (struct fid_collected *c, struct fid_run *run, size_t source,
                        const struct fid_events *rows, struct fid_error *err);

/* The log whose lines the writes of a host's traces are: its own, else that of all hosts. */
const struct fid_host_collected *fid_collected_log (const struct fid_collected *c,
                                                    const struct fid_run *run, size_t host);

void fid_collected_clear (struct fid_collected *c, size_t host_n);
