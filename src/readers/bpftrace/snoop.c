/* SPDX-License-Identifier: GPL-3.0-or-later */
/* snoop.c - tools that bpftrace itself ships
 *
 *     2026-11-26 22:19:33.250 PID    COMM               FD ERR PATH                 opensnoop.bt
 *     2026-11-26 22:19:33.250 4013   python3             5   0 /data/train/a.npz
 *     TIME(ms)     DISK    COMM             PID    LAT(ms)                          biosnoop.bt
 *
 * opensnoop.bt prints no time: `opensnoop.bt | ts '%Y-%m-%d %H:%M:%.S'` puts it before each line;
 * local time, when the open returned.  biosnoop.bt tells neither bytes nor direction. */
#include "readers/hosttime.h"
#include "readers/reader.h"

#define COMM_WIDTH 16

struct opens {
    const struct fid_input *in;
    struct fid_daytime daytime;
    bool titled;
};

static bool is_open_title (struct fid_span line)
{
    struct fid_span w[6];
    return fid_span_words (line, w, 6) == 5 && fid_span_is (w[0], "PID") &&
           fid_span_is (w[1], "COMM") && fid_span_is (w[2], "FD") &&
           fid_span_is (w[3], "ERR") && fid_span_is (w[4], "PATH");
}

/* PID, COMM in a column of its own since it may hold blanks, FD, ERR, PATH. */
static enum fid_remark_code parse_open (struct fid_span line, struct fid_event *ev)
{
    struct fid_span rest = line, pid, fd, error;
    int64_t number;
    fid_span_word (&rest, &pid);
    size_t at = pid.n < 6 ? 7 : pid.n + 1; /* "%-6d " */
    if (!fid_span_i64 (pid, &ev->pid) || ev->pid < 0 || ev->pid > INT32_MAX)
        return FID_REMARK_PID_NOT_NUMBER;
    if (line.n < at + COMM_WIDTH)
        return FID_REMARK_FIELDS_TOO_FEW;
    ev->comm = fid_span_trim ((struct fid_span){line.p + at, COMM_WIDTH});
    rest = (struct fid_span){line.p + at + COMM_WIDTH, line.n - at - COMM_WIDTH};
    if (!fid_span_word (&rest, &fd) || !fid_span_i64 (fd, &number) ||
        !fid_span_word (&rest, &error) || !fid_span_i64 (error, &number))
        return FID_REMARK_FD_NOT_NUMBER;
    ev->flags = number || *fd.p == '-' ? FID_EVENT_ERROR : 0;
    ev->path = fid_span_trim (rest);
    ev->file = fid_span_last_part (ev->path);
    return FID_REMARK_NONE;
}

static int take_open (void *self, struct fid_span line, struct fid_error *err)
{
    struct opens *o = self;
    const struct fid_text *text = o->in->text;
    struct fid_event ev = {.op = FID_OP_OPEN, .offset = FID_NO_OFFSET};
    bool dated, stamped = fid_host_take_stamp (&line, o->in->day_first, &ev.start_ns, &dated);
    if (is_open_title (line) || !o->titled || fid_span_starts (line, "^C")) {
        o->titled |= is_open_title (line);
        return 0;
    }
    if (!stamped)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: opensnoop.bt prints no time: opens have no place in time "
                           "(record with opensnoop.bt | ts '%%Y-%%m-%%d %%H:%%M:%%.S')",
                           text->path, text->line_n);
    if (!text->line_ended)
        return FID_REMARK_LAST_LINE_CUT;
    if (!dated)
        ev.start_ns = fid_daytime_next (&o->daytime, ev.start_ns);
    enum fid_remark_code why = parse_open (line, &ev);
    return why ? (int)why : fid_put_event (o->in->sink, &ev, err);
}

static int read_opensnoop (struct fid_input *in, struct fid_error *err)
{
    struct opens o = {.in = in};
    return fid_lines_read (in, take_open, &o, err);
}

static int probe_opensnoop (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    int64_t t_ns;
    bool dated;
    for (int i = 0; i < 5 && fid_span_field (&text, '\n', &line); i++) {
        fid_host_take_stamp (&line, false, &t_ns, &dated);
        if (is_open_title (line))
            return 88;
    }
    return 0;
}

FID_READER_IS (opensnoop, LOCAL, FID_GIVES_OPEN, 16,
               "opens traced by bpftrace's opensnoop.bt, behind time stamps", .best = 88)

static int read_biosnoop_bt (struct fid_input *in, struct fid_error *err)
{
    (void)err;
    fid_put_note (in->sink, 0, FID_REMARK_FROM_BIOSNOOP_BT);
    return 0;
}

static int probe_biosnoop_bt (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    for (int i = 0; i < 5 && fid_span_field (&text, '\n', &line); i++)
        if (fid_span_starts (line, "TIME(ms) ") && fid_span_find (line, " COMM ") > 0 &&
            fid_span_find (line, " LAT(ms)") > 0)
            return 88;
    return 0;
}

FID_READER_IS (biosnoop_bt, RELATIVE, FID_GIVES_FACTS, 17,
               "block requests as bpftrace's biosnoop.bt prints them: not read", .best = 88)
