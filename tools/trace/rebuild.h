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
#ifndef FID_REBUILD_H
#define FID_REBUILD_H

#include <stdbool.h>
#include <stdio.h>
#include "base/error.h"

struct fid_rebuilt {
    size_t operator_n, step_n, io_n, comm_n; /* events written */
    size_t kept_n;                           /* of the old trace */
};

/* Makes the final traces of all GPUs at or below a path, which are folders with a dag.gml:
 * bps_trace_final.json in each, or the one of dPRO's names that is there, which is replaced
 * when the new one is complete.  operators: everything else stays as it is in the old trace.
 * made is called for each, with its path.  -1 as fid_rebuild, also if there is no such folder.
 */
int fid_rebuild_all (const char *path, bool operators,
                     void (*made) (void *self, const char *path, const struct fid_rebuilt *n),
                     void *self, struct fid_error *err);

/* Writes the final trace of the GPU in the folder dir to f.  old: its final trace, of which all
 * but the operators are taken in place of io.json and comm.json; NULL: these are read.  -1 with
 * FID_EINPUT if temp.json or dag.gml is missing or malformed, or no span is an operator;
 * FID_EUSAGE without igraph; FID_EINTERNAL.  Memory: the spans of temp.json. */
int fid_rebuild (const char *dir, const char *old, FILE *f, struct fid_rebuilt *out,
                 struct fid_error *err);

#endif
