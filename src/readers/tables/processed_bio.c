/* processed_bio.c - bio.out of a processed tree, bio_PID of the older ones
 *
 *     UTC PID COMM DISK T BYTES SECTOR LAT     bio.out (and the raw layouts of other years)
 *     UTC PID T BYTES LAT                      bio_data/bio_PID */
#include "readers/tables/processed.h"

static const char *const guesses[] = {"pcdtbsl", "pcixdtbl", "pcdtbl", "ptbl", NULL};

static const struct fid_bpf_kind kind = {
    .kind = FID_BPF_BIO,
    .word = "bio",
    .op = FID_OP_BLOCK_READ,
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
read_bio (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_processed_read (&kind, in, sink, err);
}

const struct fid_reader reader_processed_bio = {
    .name = "processed_bio",
    .doc = "block requests of a processed tree",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_BLOCK,
    .rank = 5,
    .probe = probe,
    .read = read_bio,
};
