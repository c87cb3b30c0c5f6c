/* processed_read.c - read.out of a processed tree, read_PID of the older ones
 *
 *     UTC PID OFFSET RET LAT FILENAME     read.out (and the raw layouts of other years)
 *     UTC PID RET LAT FILENAME            read_data/read_PID */
#include "readers/tables/processed.h"

static const char *const guesses[] = {"pobln", "pfbln", "pcobn", "picln", "pbln", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_READ,
    .word = "read",
    .op = FID_OP_READ,
    .guesses = guesses,
    .parse = fid_bpf_utc_columns,
    .utc = true,
};

static int
probe (const struct fid_head *head)
{
    return fid_processed_probe (&kind, head);
}

static int
read_read (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_processed_read (&kind, in, sink, err);
}

const struct fid_reader reader_processed_read = {
    .name = "processed_read",
    .doc = "read calls of a processed tree",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_READ,
    .rank = 5,
    .probe = probe,
    .read = read_read,
};
