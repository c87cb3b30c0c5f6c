/* bpftrace_openat.c - returns of openat() that trace_openat.bt printed
 *
 *     TIMESTAMP PID COMM LAT(ns) FULLPATH FILENAME       current
 *     TIMESTAMP PID FD LAT(ns) FULLPATH FILENAME         2022; FD or the comm
 *     TIMESTAMP PID TID COMM LAT(ns) FULLPATH            without the name
 *
 * No FILENAME after a FULLPATH, or FD < 0: the open failed. */
#include "readers/bpftrace/bpf_line.h"

static const char *const guesses[] = {"pclP", "pflP", "piclF", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_OPENAT,
    .word = "open",
    .op = FID_OP_OPEN,
    .guesses = guesses,
    .parse = fid_bpf_columns,
};

static int
probe (const struct fid_head *head)
{
    return fid_bpf_probe (&kind, head);
}

static int
read_openat (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_bpf_read (&kind, in, sink, err);
}

const struct fid_reader reader_bpftrace_openat = {
    .name = "bpftrace_openat",
    .doc = "returns of openat traced by trace_openat.bt",
    .clock = FID_CLOCK_BOOT,
    .gives = FID_GIVES_OPEN,
    .rank = 20,
    .probe = probe,
    .read = read_openat,
};
