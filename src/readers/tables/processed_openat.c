/* processed_openat.c - openat.out of a processed tree, open_PID of the older ones
 *
 *     UTC PID COMM LAT FULLPATH FILENAME  openat.out (and the raw layouts of other years)
 *     UTC PID LAT FULLPATH FILENAME       open_data/open_PID */
#include "readers/tables/processed.h"

static const char *const guesses[] = {"pclP", "pflP", "piclF", "plP", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_OPENAT,
    .word = "open",
    .op = FID_OP_OPEN,
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
read_openat (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_processed_read (&kind, in, sink, err);
}

const struct fid_reader reader_processed_openat = {
    .name = "processed_openat",
    .doc = "openat calls of a processed tree",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_OPEN,
    .rank = 5,
    .probe = probe,
    .read = read_openat,
};
