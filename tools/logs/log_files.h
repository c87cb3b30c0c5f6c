/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_files.h - the training logs in a folder of experiments, found by name
 *
 * "result-VMTYPE-BS-eN.txt", also with ".gz", names the machine (which may contain dashes), the
 * batch size and the experiment. */
#pragma once

#include "tools/logs/training_log.h"

struct fid_log_name {
    struct fid_span system, batch, experiment;
};

/* A heading for a log: "p2-1 / 256 / e1" if the log or its file name states it, else the
 * path without its ending. */
const char *fid_log_heading (const struct fid_training_log *log, const char *path);

struct fid_log_file {
    const char *path;
    struct fid_log_name name; /* borrows from path; system.n 0: not the name of a log */
};

struct fid_log_files {
    struct fid_log_file *file;
    size_t n;
};

/* Whether two files are logs of the same machine, batch size and experiment. */
bool fid_log_file_same (const struct fid_log_file *a, const struct fid_log_file *b);

/* All files of a folder: logs by machine, batch size and experiment (numbers in numeric
 * order), then the others.  Hidden files are skipped.  -1 with fid_why. */
int fid_log_files_list (struct fid_log_files *files, const char *dir);

/* The JSON that was made of logs, DIR/VMTYPE/BS/EN.json, in the same order.  -1 as above. */
int fid_log_files_tree (struct fid_log_files *files, const char *dir);
