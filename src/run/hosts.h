/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.h - the hosts that a run ran on, each with its own clocks */
#pragma once

#include "model/resources.h"
#include "run/clock.h"

/* What a host has of the events of a stream. */
struct fid_host_use {
    uint64_t byte_n, busy_ns;
};

struct fid_host {
    char name[64]; /* "": not known */
    char *folder;  /* owned; of its files, relative to the run's directory; NULL: none */
    bool listed;   /* meta.json has its name */
    bool known;    /* its clocks are on the axis */
    struct fid_clock_map map[FID_CLOCK_N]; /* to the axis of the run */
    int64_t uncertainty_ns;                /* of its events on the axis */
    int64_t offset_ns; /* its wall clock is so far ahead of the axis, by what both logged */
    uint64_t cpu_n;    /* 0: unknown */
    size_t meeting_n;  /* instants that both logged; 0: its wall clock is taken as it is */
    struct fid_host_use use[FID_STREAM_N]; /* of several hosts */
};

/* A run has one host at least, once its files are known. */
struct fid_hosts {
    struct fid_host *at; /* owned */
    size_t n, cap;
};

/* *number becomes that of the host of this name, which is added unless it is there. */
int fid_hosts_add (struct fid_hosts *h, struct fid_span name, size_t *number,
                   struct fid_error *err);

void fid_hosts_clear (struct fid_hosts *h);
