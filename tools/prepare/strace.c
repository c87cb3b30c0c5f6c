/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace.c - strace.out with UTC in its second column
 *
 *     15975 08:11:19.120031 read(...       strace -f -tt: host local time of day
 *     15975 1676121200.123456 read(...     strace -f -ttt: seconds of UTC
 *
 * Times of day get the day nearest to the start of the job.  Lines without a time are
 * copied unchanged. */
#include "readers/hosttime.h"
#include "tools/prepare/state.h"

struct calls {
    struct fid_prepare_state *p;
    FILE *f;
    struct fid_prepare_file *file;
    struct fid_daytime daytime;
    bool dated;
};

/* Seconds since 1970 with six decimals, exactly. */
static bool epoch_seconds (struct fid_span s, int64_t *ns)
{
    struct fid_span whole, rest = s;
    int64_t seconds, micros;
    if (!fid_span_field (&rest, '.', &whole) || !rest.p || rest.n != 6 ||
        !fid_span_i64 (whole, &seconds) || !fid_span_i64 (rest, &micros) || seconds < 0 ||
        seconds > FID_TIME_MAX / FID_S - 1)
        return false;
    *ns = seconds * FID_S + micros * FID_US;
    return true;
}

/* The UTC instant of a time of day on the tracing host. */
static int64_t call_instant (struct calls *c, int64_t tod_ns)
{
    const struct fid_run *run = c->p->run;
    int64_t zone_ns = run->clocks.zone_known ? run->clocks.zone_ns : 0;
    if (!c->dated) {
        int64_t near_ns = (c->p->has_init ? c->p->init_ns : run->phases.origin_ns) + zone_ns;
        int64_t off_ns = near_ns - tod_ns + FID_DAY / 2;
        c->daytime = (struct fid_daytime){.day = off_ns / FID_DAY};
        c->dated = true;
    }
    return fid_daytime_next (&c->daytime, tod_ns) - zone_ns;
}

static void copy_call (struct calls *c, struct fid_span line)
{
    struct fid_span rest = line, pid, word;
    char stamp[FID_TIME_TEXT];
    int64_t t_ns;
    c->file->read_n++;
    bool timed = fid_span_word (&rest, &pid) && fid_span_word (&rest, &word);
    if (timed && fid_time_of_day (word, &t_ns))
        t_ns = call_instant (c, t_ns);
    else if (!timed || !epoch_seconds (word, &t_ns)) {
        fid_prepare_count_dropped (c->file, "lines without a time (copied)");
        fprintf (c->f, "%.*s\n", (int)line.n, line.p);
        return;
    }
    c->file->kept_n++;
    rest = fid_span_trim (rest);
    fprintf (c->f, "%.*s %s %.*s\n", FID_SPAN_ARG (pid), fid_time_text (t_ns, 6, stamp),
             (int)rest.n, rest.p);
}

void fid_prepare_calls (struct fid_prepare_state *p)
{
    static const char *const names[] = {"strace.out", "strace.out.gz"};
    struct calls c = {.p = p};
    struct fid_text text;
    struct fid_span line;
    const char *path = NULL;
    for (int i = 0; i < 2 && !path; i++) {
        bool missing;
        path = fid_textf ("%s/%s", p->run->dir, names[i]);
        fid_must (fid_file_missing (path, &missing, &fid_why));
        path = missing ? NULL : path;
    }
    if (!path)
        return;
    fid_must (fid_text_open (&text, path, &fid_why));
    c.f = fid_tree_file (&p->tree, "strace.out");
    c.file = fid_prepare_file_row (p, "strace.out");
    while (fid_must (fid_text_next (&text, &line, &fid_why)) > 0)
        copy_call (&c, line);
    fid_text_close (&text);
    fid_tree_close (&p->tree, c.f, "strace.out");
}
