/* bpftrace_write.c - returns of write() and pwrite() that trace_write.bt printed
 *
 *     TIMESTAMP PID OFFSET SIZE(B) LAT(ns) FILENAME    current; OFFSET also 0x...
 *     TIMESTAMP PID FD BUFFERADDR OFFSET REQ(B) RET(B) LAT(ns) FILENAME   2022
 *     TIMESTAMP PID TID COMM LAT(ns) FILENAME          without size
 *
 * SIZE is what the call returned, bytes; negative or near 2^64: it failed. */
#include "readers/bpftrace/bpf_line.h"

static const char *const guesses[] = {"pobln", "pfaosbln", "picln", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_WRITE,
    .word = "write",
    .op = FID_OP_WRITE,
    .guesses = guesses,
    .parse = fid_bpf_columns,
};

static int
probe (const struct fid_head *head)
{
    return fid_bpf_probe (&kind, head);
}

static int
read_write (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_bpf_read (&kind, in, sink, err);
}

const struct fid_reader reader_bpftrace_write = {
    .name = "bpftrace_write",
    .doc = "returns of write and pwrite traced by trace_write.bt",
    .clock = FID_CLOCK_BOOT,
    .gives = FID_GIVES_WRITE,
    .rank = 20,
    .probe = probe,
    .read = read_write,
};
