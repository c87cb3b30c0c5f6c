/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_roles.c - see op_roles.h */
#include "readers/chrome/op_names.h"
#include "readers/chrome/op_roles.h"

const char *fid_op_role_name (enum fid_op_role role)
{
    static const char *const names[FID_OP_ROLE_N] = {
        "data loading", "communication", "checkpoint", "compute", "CPU operators", "other"};
    return names[role];
}

/* How a rule looks at a text. */
enum where { CATEGORY, BEGINS, HAS };

static const struct rule {
    enum where where;
    const char *text;
    enum fid_op_role role;
} rules[] = {
    {BEGINS, "loop.yield", FID_OP_ROLE_OTHER}, /* DLIO: the loop's body, category data_loader */
    {HAS, "Framework.compute", FID_OP_ROLE_COMPUTE}, /* DLIO */
    {BEGINS, "enumerate(Data", FID_OP_ROLE_LOAD},
    {BEGINS, "I/O", FID_OP_ROLE_LOAD},
    {BEGINS, "Iterator", FID_OP_ROLE_LOAD},
    {CATEGORY, "I/O", FID_OP_ROLE_LOAD},
    {CATEGORY, "dataloader", FID_OP_ROLE_LOAD},
    {CATEGORY, "data_loader", FID_OP_ROLE_LOAD},
    {CATEGORY, "Comm", FID_OP_ROLE_COMM},
    {CATEGORY, "comm", FID_OP_ROLE_COMM},
    {BEGINS, "Comm.", FID_OP_ROLE_COMM},
    {BEGINS, "nccl", FID_OP_ROLE_COMM},
    {BEGINS, "c10d::", FID_OP_ROLE_COMM},
    {BEGINS, "gloo:", FID_OP_ROLE_COMM},
    {BEGINS, "mpi:", FID_OP_ROLE_COMM},
    {HAS, "AllReduce", FID_OP_ROLE_COMM},
    {HAS, "ALLREDUCE", FID_OP_ROLE_COMM},
    {HAS, "AllGather", FID_OP_ROLE_COMM},
    {HAS, "ReduceScatter", FID_OP_ROLE_COMM},
    {CATEGORY, "checkpoint", FID_OP_ROLE_CHECKPOINT},
    {CATEGORY, "checkpointing", FID_OP_ROLE_CHECKPOINT},
    {BEGINS, "SaveV2", FID_OP_ROLE_CHECKPOINT},
    {BEGINS, "RestoreV2", FID_OP_ROLE_CHECKPOINT},
    {CATEGORY, "operator", FID_OP_ROLE_COMPUTE},
    {BEGINS, "FW.", FID_OP_ROLE_COMPUTE},
    {BEGINS, "BW.", FID_OP_ROLE_COMPUTE},
    {BEGINS, "UPDATE", FID_OP_ROLE_COMPUTE},
    {BEGINS, "STEP", FID_OP_ROLE_COMPUTE},
    {CATEGORY, "kernel", FID_OP_ROLE_COMPUTE},
    {CATEGORY, "Kernel", FID_OP_ROLE_COMPUTE},
    {CATEGORY, "cpu_op", FID_OP_ROLE_CPU},
    {CATEGORY, "Operator", FID_OP_ROLE_CPU},
    {CATEGORY, "Op", FID_OP_ROLE_COMPUTE},
    {CATEGORY, "compute", FID_OP_ROLE_COMPUTE},
};

enum fid_op_role fid_op_role (const struct fid_trace_event *ev)
{
    struct fid_span bare = fid_op_bare (ev->name);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct rule *r = &rules[i];
        if (r->where == CATEGORY ? fid_span_is (ev->cat, r->text)
            : r->where == BEGINS ? fid_span_starts (bare, r->text)
                                 : fid_span_find (bare, r->text) >= 0)
            return r->role;
    }
    return FID_OP_ROLE_OTHER;
}
