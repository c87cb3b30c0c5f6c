/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logtag.h - what launchers put before the lines of a log
 *
 *     srun -l          "12: ", "  0: "           rank, padded
 *     mpirun           "[1,12]<stdout>:"         job and rank
 *     MPICH, Horovod   "[12] "                   rank
 *     torchrun         "[default3]:", "[rank3]:" rank
 *     docker compose   "trainer-1  | "           name of the container
 *     pdsh, clush      "node03: "                name of the host
 *
 * They may follow each other ("node03: [default0]:") and be coloured by ANSI sequences. */
#pragma once

#include "base/base.h"

struct fid_log_tag {
    bool ranked; /* the line says its rank */
    uint64_t rank;
    struct fid_span name; /* of the host or the container; n 0: the line says none */
};

/* Removes the tags at the start of *line, and colours around them, and says what they
 * were.  A line without tags stays as it is, except for colours at its start. */
void fid_log_tag_take (struct fid_span *line, struct fid_log_tag *tag);

/* Removes "INFO:name:", "... - INFO - " or "...[INFO] - ", which Python's logging puts before
 * a message, from the start of *line. */
void fid_log_logging_take (struct fid_span *line);
