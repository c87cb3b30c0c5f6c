/* processed.h - traces in the trees that the earlier tools made of raw ones
 *
 * The columns are the raw tracer's, the stamp is UTC, still of completion. */
#ifndef FID_PROCESSED_H
#define FID_PROCESSED_H

#include "readers/bpftrace/bpf_line.h"

/* As fid_bpf_probe; not for the copies from before a filter (read.out.bk). */
int fid_processed_probe (const struct fid_bpf_kind *kind, const struct fid_head *head);

/* As fid_bpf_read.  A file of one process ("bio_1234") was cut out by
 * searching for its number anywhere in a line, so lines of other processes in
 * it, which stand in their own files too, are rejected. */
int fid_processed_read (const struct fid_bpf_kind *kind, struct fid_input *in,
                        const struct fid_sink *sink, struct fid_error *err);

/* The number a name ends in after a '_' ("st_end_data_1234"); -1 if there is none. */
int64_t fid_name_pid (struct fid_span name);

#endif
