/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.h - which host of a run each of its files is of
 *
 * A host has a folder: HOST/, hosts/HOST/ or nodes/HOST/ in that of the run, or anywhere a
 * folder of a name that "hosts" in meta.json has.  Files in no such folder are of all hosts (a
 * log of the launcher, meta.json). */
#pragma once

#include "run/run.h"

/* Adds the names that meta.json lists to run->hosts. */
int fid_hosts_listed (struct fid_run *run, struct fid_error *err);

/* Adds the host whose folder is the first n bytes of a path; 0: the directory itself. */
int fid_hosts_folder (struct fid_run *run, const char *path, size_t n, struct fid_error *err);

/* Adds the folders that are named as those of hosts; then numbers the hosts in the order of
 * their names and sets the host of each source. */
int fid_hosts_assign (struct fid_run *run, struct fid_error *err);

/* The last part of the folder that is the first n bytes of a path. */
struct fid_span fid_host_name (const char *path, size_t n);

/* Whether it is listed, or in a folder for hosts. */
bool fid_host_declared (const struct fid_hosts *listed, const char *path, size_t n);

/* Whether folders of that name hold those of hosts: "hosts", "nodes". */
bool fid_host_parent (struct fid_span name);

/* Whether the folder behind the first n bytes of a path is that of a rank: "rank3", "3". */
bool fid_host_is_rank (const char *path, size_t n);
