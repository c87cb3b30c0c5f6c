/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebuild.h - the final trace of a GPU, made anew from what the profilers wrote
 *
 *   temp.json   spans of the framework (MXNet): operators of dag.gml by their standard names,
 *               and STEP, which stands for what runs between the last BW of a step and the
 *               next FW
 *   io.json     operations of input, as they are
 *   comm.json   communication, also one folder up; of BytePS as it is, with the names of
 *               gradient_name_list.txt if that is there; of Horovod the spans of its tensors,
 *               within the time of the operators
 *
 * args.input0, ... of an operator are the nodes before it in the graph.  Layout and rules:
 * byteprofile (dPRO), February and March 2020. */
#pragma once

#include "readers/chrome/trace_events.h"
#include "tools/trace/dag.h"

struct rebuild {
    const char *dir;
    FILE *f;
    bool begun; /* something is in f */
    const struct fid_dag *dag;
    struct fid_dag_list into; /* edges into its nodes */
    int64_t first_ns, end_ns; /* of the operators; end: of the last STEP, INT64_MAX: none */
    size_t operator_n, step_n, io_n, comm_n; /* events written */
    size_t kept_n;                           /* of the old trace */
};

/* Makes the final traces of all GPUs at or below a path, which are folders with a dag.gml:
 * bps_trace_final.json in each, or the one of dPRO's names that is there, which is replaced
 * when the new one is complete.  operators: everything else stays as it is in the old trace.
 * made is called for each, with its path.  Memory: the spans of temp.json. */
void rebuild_all (const char *path, bool operators,
                  void (*made) (void *self, const char *path, const struct rebuild *r),
                  void *self);
