/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utc.c - the instants of a run's files in UTC
 *
 * The clocks of the run are known (run/clock.h).  As in the earlier tools, the boot
 * clock follows the middle of the shortest second tick of trace_time_align.out instead,
 * without drift, unless there is none or --no-ticks is given. */
#include "tools/prepare/prepare.h"

void fid_prepare_need_utc (struct fid_prepare_state *p)
{
    switch (p->run->clocks.axis) {
    case FID_CLOCK_UTC:
        break;
    case FID_CLOCK_APP:
        FID_PREPARE_NOTE (p, "no file states UTC: times are the application's local time");
        break;
    case FID_CLOCK_LOCAL:
        FID_PREPARE_NOTE (p, "no file states UTC: times are the tracing host's local time");
        break;
    default:
        fid_fail (FID_EINPUT,
                  "%s: no file states the time of day (an application log, or second ticks and "
                  "a date)",
                  p->run->dir);
    }
}

bool fid_prepare_utc (const struct fid_prepare_state *p, const struct fid_source *s,
                      int64_t *t_ns)
{
    const struct fid_prepare_report *r = p->report;
    const struct fid_clock_map *m = &p->run->hosts.at[s->host].map[s->clock];
    if (s->clock == FID_CLOCK_BOOT && s->host == p->run->axis_host &&
        p->opts->clock != FID_PREPARE_FITTED && r->has_tick) {
        *t_ns = r->tick_utc_ns + (*t_ns - r->tick_boot_ns);
        return true;
    }
    if (!m->known)
        return false;
    *t_ns = fid_clock_map_ns (m, *t_ns + s->shift_ns);
    return true;
}

bool fid_prepare_place (const struct fid_prepare_state *p, const struct fid_source *s,
                        struct fid_prepare_file *file, int64_t *t_ns)
{
    if (s && !fid_prepare_utc (p, s, t_ns)) {
        fid_prepare_count_dropped (file, "time not known");
        return false;
    }
    if (!p->has_init || *t_ns >= p->init_ns)
        return true;
    file->early_n++;
    return false;
}

/* The shortest tick: the anchor of a second that began within the least time. */
struct tick {
    bool any;
    struct fid_anchor at;
};

static int on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    struct tick *best = self;
    (void)err;
    if (!best->any || a->to_max_ns - a->to_min_ns < best->at.to_max_ns - best->at.to_min_ns)
        *best = (struct tick){true, *a};
    return 0;
}

void fid_prepare_ticks (struct fid_prepare_state *p)
{
    struct fid_prepare_report *r = p->report;
    const struct fid_run *run = p->run;
    const struct fid_clock_map *boot = &run->clocks.map[FID_CLOCK_BOOT];
    struct tick best = {0};
    struct fid_sink sink = {.self = &best, .anchor = on_anchor};
    FID_EACH (const struct fid_source, s, run->source)
        if (s->reader && strcmp (s->reader, "time_align") == 0)
            fid_prepare_read_source (p, s, &sink);
    if (!best.any || !boot->known || !run->clocks.zone_known) {
        /* Without a tick: an error, a note if there is anything to place, or nothing. */
        if (p->opts->clock == FID_PREPARE_TICKS)
            fid_fail (FID_EINPUT,
                      "%s: no second tick of trace_time_align.out can be placed in UTC",
                      p->run->dir);
        bool events = false;
        FID_EACH (const struct fid_source, s, p->run->source)
            events |= (s->used & FID_GIVES_EVENTS) && s->clock == FID_CLOCK_BOOT;
        if (events && p->opts->clock == FID_PREPARE_TICKS_IF_ANY)
            FID_PREPARE_NOTE (
                p, "no second tick can be placed in UTC: events follow all else that "
                   "relates the clocks, as with --no-ticks");
        return;
    }
    r->has_tick = true;
    r->tick_ns = best.at.to_max_ns - best.at.to_min_ns;
    r->tick_boot_ns = best.at.from_ns - r->tick_ns / 2;
    /* of the instants with this time of day, the one nearest to the boot clock's */
    int64_t near_ns = fid_clock_map_ns (boot, r->tick_boot_ns);
    int64_t utc_ns = best.at.to_min_ns - run->clocks.zone_ns;
    int64_t days =
        (near_ns - utc_ns + (near_ns >= utc_ns ? FID_DAY / 2 : -FID_DAY / 2)) / FID_DAY;
    r->tick_utc_ns = utc_ns + days * FID_DAY;
}
