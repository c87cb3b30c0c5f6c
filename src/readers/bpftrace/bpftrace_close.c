/* bpftrace_close.c - returns of close() that trace_close.bt printed
 *
 *     TIMESTAMP PID FD LAT(ns) FILENAME */
#include "readers/bpftrace/bpf_line.h"

static const char *const guesses[] = {"pfln", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_CLOSE,
    .word = "close",
    .op = FID_OP_CLOSE,
    .guesses = guesses,
    .parse = fid_bpf_columns,
};

static int
probe (const struct fid_head *head)
{
    return fid_bpf_probe (&kind, head);
}

static int
read_close (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_bpf_read (&kind, in, sink, err);
}

const struct fid_reader reader_bpftrace_close = {
    .name = "bpftrace_close",
    .doc = "returns of close traced by trace_close.bt",
    .clock = FID_CLOCK_BOOT,
    .gives = FID_GIVES_CLOSE,
    .rank = 20,
    .probe = probe,
    .read = read_close,
};
