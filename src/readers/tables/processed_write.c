/* processed_write.c - write.out of a processed tree, write_PID of the older ones
 *
 *     UTC PID OFFSET SIZE LAT FILENAME    write.out (and the raw layouts of other years)
 *     UTC PID BUFFERADDR LAT FILENAME     write_data/write_PID: without size */
#include "readers/tables/processed.h"

static const char *const guesses[] = {"pobln", "pfaosbln", "picln", "paln", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_WRITE,
    .word = "write",
    .op = FID_OP_WRITE,
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
read_write (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_processed_read (&kind, in, sink, err);
}

const struct fid_reader reader_processed_write = {
    .name = "processed_write",
    .doc = "write calls of a processed tree",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_WRITE,
    .rank = 5,
    .probe = probe,
    .read = read_write,
};
