/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.h - a run in one file
 *
 *     "fidlio digest 1\n"   16 bytes
 *     version of fidlio     16 bytes, filled with zeros
 *     hash of the tables    8 bytes: fid_run_fields_hash and that of the head
 *     length of the head    8 bytes
 *     hash of the head      8 bytes, of its bytes with the hash of the tables as seed
 *     head                  as base/record.h writes it
 *     pieces                of the run: all but its events, the names of these, then rows,
 * 65536 a piece.  Each is the number of its bytes, that of the deflated ones, and these
 *
 * Numbers of 8 bytes are little-endian; pieces are as base/record.h writes them: columns, each
 * element as its difference from the one before.  A digest is read with the options that it was
 * made with, or refused; it is as good as the traces for all that reads runs. */
#pragma once

#include "run/run.h"

#define FID_DIGEST_SUFFIX ".fidlio"
#define FID_DIGESTS_KEPT  ".fidlio-digests" /* folder of those that a batch keeps */

/* What a digest says before its run. */
struct fid_digest_head {
    char *id;       /* owned; of the run when the digest was made */
    char *workload; /* owned; "": not known */
    uint64_t hash;  /* fid_run_hash of the traces */
    bool emulation, processed;
    bool all_processes, day_first, has_zone; /* as struct fid_run_opts */
    int64_t zone_ns;
    uint64_t roles_hash;
    uint64_t mark;   /* of the files that were read (batch/kept.h); 0: none */
    uint64_t method; /* of the code that read them; 0: not told */
    double *summary; /* owned; for fid_nearest; empty: none */
    size_t summary_n;
    uint64_t stored_n, stored_hash; /* of the pieces */
};

/* What a digest is made of. */
struct fid_digest_parts {
    const struct fid_run *run; /* borrowed */
    uint64_t mark, method;     /* as in the head */
    const double *summary;     /* borrowed */
    size_t summary_n;
    const char *below;     /* borrowed; for fid_outfile_open */
    struct fid_run *spent; /* the run, if nothing will ask for its events again: rows are freed
                              as they are written; else NULL */
    bool lazy;             /* do not sync: it can be made again (base/outfile.h) */
};

/* Writes a digest of a run.  -1 with FID_EINTERNAL. */
int fid_digest_write (const char *path, const struct fid_digest_parts *parts,
                      struct fid_error *err);

/* Replaces names of files by hashes: those of events, word by word, in examples of roles, and
 * facts that are paths.  The names of the traces, numbers, known words and files of the
 * system stay.  -1 without memory. */
int fid_digest_hide_names (struct fid_run *run, struct fid_error *err);

/* Whether a file is called as digests are. */
bool fid_digest_named (const char *path);

/* Whether the file is a digest, by its first bytes.  -1 for an error of the system. */
int fid_digest_is (const char *path, bool *is, struct fid_error *err);

/* Refuses a digest in commands that read the traces themselves: -1 with FID_EINPUT. */
int fid_digest_refuse (const char *path, struct fid_error *err);

/* Reads the head; cleared by the caller.  -1: FID_EINPUT if it is damaged or of another version
 * of fidlio. */
int fid_digest_head_read (struct fid_digest_head *head, const char *path,
                          struct fid_error *err);
void fid_digest_head_clear (struct fid_digest_head *head);

/* The run of a digest, called by the name of the file without its suffix.  NULL: FID_EINPUT as
 * above, or if it was made with other options. */
struct fid_run *fid_digest_load (const char *path, const struct fid_run_opts *opts,
                                 struct fid_error *err);
