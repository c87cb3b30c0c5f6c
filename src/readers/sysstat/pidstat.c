/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pidstat.c - use by process, as `pidstat 1` prints it: known by name, and not read
 *
 *     08:11:18 AM   UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command
 *
 * It begins like the output of mpstat and iostat, but tells of single processes. */
#include "readers/reader.h"

static int probe_pidstat (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    while (fid_span_starts (head->text, "Linux ") && fid_span_field (&text, '\n', &line)) {
        line = fid_span_trim (line);
        if ((fid_span_find (line, " PID ") >= 0 || fid_span_find (line, " TGID ") >= 0) &&
            fid_span_ends (line, " Command"))
            return 93;
    }
    return 0;
}

static int read_pidstat (struct fid_input *in, struct fid_error *err)
{
    (void)in;
    (void)err;
    fid_put_note (in->sink, 0, FID_REMARK_FROM_PIDSTAT);
    return 0;
}

FID_READER_IS (pidstat, LOCAL, FID_GIVES_FACTS, 20,
               "use by process, as pidstat prints it: not read")
