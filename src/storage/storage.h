/* SPDX-License-Identifier: GPL-3.0-or-later */
/* storage.h - a storage that a job could run on: rates, waits, and what its client does
 *
 * A file of lines `KEY VALUE', each at most once and each optional; `#' begins a comment.  The
 * name of the storage is the file's without ".conf".  What a storage does not state does not
 * limit; one that states nothing about reads (fid_storage_states_reads) serves them as they
 * were recorded, and likewise for writes.
 *
 * Or what `fio --output-format=json' wrote:
 *
 *   read_mib_s, write_mib_s  the largest sum over jobs that ran together (one group of fio's)
 *   read_ms  mean latency of the smallest reads of a job with one request under way (iodepth 1),
 *            less what the transfer takes at read_mib_s; not stated without such a job
 *   iops     the most reads of at most 64 KiB a second, of jobs with more than one under way */
#pragma once

#include "model/storage_keys.h"

/* A member that the file does not state is FID_ABSENT. */
struct fid_storage {
    char name[96], about[160];
#define FID_STORAGE_MEMBER(id, member, ...) double member;
    FID_STORAGE_KEYS (FID_STORAGE_MEMBER)
    bool own; /* each host has one of its own (`shared no'); else all hosts share it */
};

/* A storage that states nothing: everything is as it was recorded. */
void fid_storage_init (struct fid_storage *s, const char *name);

/* The value of a key in the unit of files; FID_ABSENT. */
double fid_storage_value (const struct fid_storage *s, enum fid_storage_key key);

bool fid_storage_states_reads (const struct fid_storage *s);

/* Whether both state the same, whatever they are called; a burst is asked of both or of none. */
bool fid_storage_same (const struct fid_storage *a, const struct fid_storage *b);

/* States what a line of throttle.tsv does: "read_ms=5,iops=200" (model/storage_keys.h), or
 * bytes read a second, "45000000".  False if it is neither.  Rates without waits were made by
 * the block controller of Linux, which makes up for pauses below 0.18 s (NOTES 14.3): its
 * burst. */
bool fid_storage_set (struct fid_storage *s, struct fid_span setting);

/* Reads the shipped storage of that name (case ignored), amounts as "2GB/s,5ms,200iops" (the rate
 * is of reads and writes), or the file of that path: lines as above, or what fio wrote.  -1 with FID_EUSAGE for a name or a line that is not understood, or
 * if no job of fio's reads ("path:line: ..."), FID_EINPUT if the file cannot be read. */
int fid_storage_load (struct fid_storage *s, const char *name, struct fid_error *err);

/* Name and text of the i-th shipped storage; NULL after the last. */
const char *fid_storage_shipped (size_t i, const char **text);
