/* alike.c - see alike.h */
#include "config.h"
#include "readers/alike.h"
#include "readers/load.h"

int
fid_run_like (const struct fid_run *run, const struct fid_run *other, struct fid_run **again,
              struct fid_error *err)
{
    const struct fid_stream *writes = &other->stream[FID_STREAM_BLOCK_WRITE];
    *again = NULL;
    if (run->processed || !other->processed)
        return 0;
    struct fid_run_opts opts = run->opts;
    opts.as_processed = true;
    opts.no_writeback = !writes->owner_op_n[FID_OWNER_WRITEBACK];
    *again = fid_run_load (run->path, &opts, err);
    if (!*again)
        return -1;
    struct fid_run_finding f = {.code = FID_RUN_AS_PROCESSED, .number = {opts.no_writeback}};
    if (fid_run_rename (*again, run->id, err) ||
        fid_run_findings_add (&(*again)->findings, &f, err)) {
        fid_run_destroy (*again);
        *again = NULL;
        return -1;
    }
    return 0;
}

int
fid_runs_alike (struct fid_run **run, size_t n, struct fid_error *err)
{
    const struct fid_run *processed = NULL;
    struct fid_run *again;
    for (size_t i = 0; i < n && !processed; i++)
        processed = run[i]->processed ? run[i] : NULL;
    for (size_t i = 0; i < n && processed; i++) {
        if (fid_run_like (run[i], processed, &again, err))
            return -1;
        if (again) {
            fid_run_destroy (run[i]);
            run[i] = again;
        }
    }
    return 0;
}
