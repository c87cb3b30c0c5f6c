/* darshan_log.c - a binary log of Darshan: known, and not read
 *
 * Its header has the version, 8 bytes, and a number of 8 bytes, 6567223.  The library that reads
 * the rest (darshan-util) is in no distribution; its programs make texts of it. */
#include <string.h>
#include "readers/reader.h"

static int
probe_darshan_log (const struct fid_head *head)
{
    static const char magic[8] = {0x37, 0x35, 0x64};
    static const char other_end[8] = {0, 0, 0, 0, 0, 0x64, 0x35, 0x37};
    const char *at = head->text.p + 8;
    return head->text.n >= 16 && (memcmp (at, magic, 8) == 0 || memcmp (at, other_end, 8) == 0)
               ? 93
               : 0;
}

static int
read_darshan_log (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    (void)in;
    (void)err;
    fid_put_note (sink, 0, FID_REMARK_FROM_DARSHAN);
    return 0;
}

FID_READER_IS (darshan_log, LOCAL, FID_GIVES_FACTS, 20, "binary log of Darshan: not read")
