/* dmon.c - use of GPUs, as `nvidia-smi dmon -s um -o DT` prints it
 *
 * The same table as that of pmon (pmon.c reads both), with a row for each GPU and no
 * process: '-' is a reading that the GPU does not give. */
#include "readers/gpu/pmon.h"

static int
probe_dmon (const struct fid_head *head)
{
    return fid_pmon_titled (head->text, false) ? 90 : 0;
}

const struct fid_reader reader_dmon = {
    .name = "dmon",
    .doc = "GPU use, as nvidia-smi dmon prints it",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_GPU,
    .rank = 18,
    .probe = probe_dmon,
    .read = fid_pmon_read,
};
