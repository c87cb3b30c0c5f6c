/* bpftrace_bio.c - block requests that trace_bio.bt printed at completion
 *
 *     TIMESTAMP PID COMM DISK T BYTES SECTOR LAT(ns)             current
 *     TIMESTAMP PID COMM DISK T BYTES QLAT(ns) LAT(ns)           late 2022
 *     TIMESTAMP PID COMM DISK T BYTES LAT(ns)                    autumn 2022
 *     TIMESTAMP PID COMM DONEPID DONECOMM DISK T BYTES LAT(ns)   spring 2022
 *
 * PID and COMM are those at queueing: write-back shows as kworker/...  BYTES
 * in bytes; T is W for writes, R for everything else (flushes with 0 bytes). */
#include "readers/bpftrace/bpf_line.h"

static const char *const guesses[] = {"pcdtbsl", "pcixdtbl", "pcdtbl", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_BIO,
    .word = "bio",
    .op = FID_OP_BLOCK_READ,
    .guesses = guesses,
    .parse = fid_bpf_columns,
};

static int
probe (const struct fid_head *head)
{
    return fid_bpf_probe (&kind, head);
}

static int
read_bio (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_bpf_read (&kind, in, sink, err);
}

const struct fid_reader reader_bpftrace_bio = {
    .name = "bpftrace_bio",
    .doc = "block requests traced by trace_bio.bt",
    .clock = FID_CLOCK_BOOT,
    .gives = FID_GIVES_BLOCK,
    .rank = 20,
    .probe = probe,
    .read = read_bio,
};
