/* bpftrace_read.c - returns of read() and pread() that trace_read.bt printed
 *
 *     TIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME   current; OFFSET also 0x...
 *     TIMESTAMP PID FD RET(B) LAT(ns) FILENAME       2022; FD or the comm
 *     TIMESTAMP PID COMM OFFSET RET(B) FILENAME      without latency
 *     TIMESTAMP PID TID COMM LAT(ns) FILENAME        without size
 *
 * RET is bytes, 0 at the end of the file, 2^64 - errno if the call failed. */
#include "readers/bpftrace/bpf_line.h"

static const char *const guesses[] = {"pobln", "pfbln", "pcobn", "picln", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_READ,
    .word = "read",
    .op = FID_OP_READ,
    .guesses = guesses,
    .parse = fid_bpf_columns,
};

static int
probe (const struct fid_head *head)
{
    return fid_bpf_probe (&kind, head);
}

static int
read_read (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_bpf_read (&kind, in, sink, err);
}

const struct fid_reader reader_bpftrace_read = {
    .name = "bpftrace_read",
    .doc = "returns of read and pread traced by trace_read.bt",
    .clock = FID_CLOCK_BOOT,
    .gives = FID_GIVES_READ,
    .rank = 20,
    .probe = probe,
    .read = read_read,
};
