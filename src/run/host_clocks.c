/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_clocks.c - the clocks of every host on the axis of the run (see build_priv.h)
 *
 * Each host's clocks are solved by its own anchors and files, as if it were a run, with the
 * files that are of all hosts.  The host whose log tells the phases gives the axis; the others
 * are put onto it by what the logs of both hosts tell of the same instants, else by their UTC.
 */
#include "run/build_priv.h"
#include "run/meetings.h"

/* What the clocks of all hosts are solved by. */
struct solving {
    struct fid_run *run;                   /* borrowed */
    const struct fid_collected *collected; /* borrowed */
    struct fid_clock_source *clock;        /* borrowed; one for each source */
};

/* Solves the clocks of a host by its anchors, and those from the writes of its log. */
static int solve_host (const struct solving *b, size_t host, struct fid_clocks *c,
                       struct fid_error *err)
{
    const struct fid_run *run = b->run;
    const struct fid_host_collected *h = &b->collected->host[host];
    const struct fid_host_collected *log = fid_collected_log (b->collected, run, host);
    size_t anchor_n = h->anchor_n, cap = anchor_n, n = 0;
    FID_FREED struct fid_anchor *anchor =
        fid_array_copy (h->anchor, anchor_n, sizeof *anchor, err);
    FID_FREED struct fid_clock_source *mine = malloc ((run->source_n + 1) * sizeof *mine);
    FID_NEED (anchor && mine, err);
    if (log->line_n && h->write_n)
        FID_TRY (fid_loganchors (log->line, log->line_n, run->source[log->line_source].clock,
                                 h->write, h->write_n, h->write_clock, &anchor, &anchor_n, &cap,
                                 err));
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].host == host || run->source[i].shared)
            mine[n++] = b->clock[i];
    struct fid_clock_input in = {.anchor = anchor,
                                 .anchor_n = anchor_n,
                                 .source = mine,
                                 .source_n = n,
                                 .has_zone = run->opts.has_zone,
                                 .zone_ns = run->opts.zone_ns};
    FID_TRY (fid_clocks_solve (c, &in, err));
    n = 0;
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].host == host || run->source[i].shared) {
            if (run->source[i].host == host)
                b->clock[i].shift_ns = mine[n].shift_ns;
            n++;
        }
    return 0;
}

/* The phases in the log of a host, on its own axis.  Returns how many. */
static size_t phases_of (const struct solving *b, size_t host, const struct fid_clocks *c,
                         struct fid_phase *phase)
{
    size_t n = 0;
    for (size_t i = 0; i < b->collected->phase_n; i++) {
        const struct fid_kept_phase *p = &b->collected->phase[i];
        const struct fid_source *s = &b->run->source[p->source];
        const struct fid_clock_map *m = &c->map[s->clock];
        int64_t shift_ns = b->clock[p->source].shift_ns;
        if (s->host != host || s->shared || !m->known)
            continue;
        phase[n] = p->phase;
        phase[n].start_ns = fid_clock_map_ns (m, phase[n].start_ns + shift_ns);
        phase[n++].end_ns = fid_clock_map_ns (m, p->phase.end_ns + shift_ns);
    }
    return n;
}

static int fit_meetings (const struct solving *b, size_t axis, const struct fid_clocks *axis_c,
                         size_t host, const struct fid_clocks *c, struct fid_meetings_fit *fit,
                         struct fid_error *err)
{
    FID_FREED struct fid_phase *here = malloc ((2 * b->collected->phase_n + 1) * sizeof *here);
    FID_FREED struct fid_meeting *m = malloc (FID_MEETINGS_MAX * sizeof *m);
    FID_NEED (here && m, err);
    struct fid_phase *there = here + b->collected->phase_n;
    size_t here_n = phases_of (b, host, c, here);
    size_t there_n = phases_of (b, axis, axis_c, there);
    return fid_meetings_fit (m, fid_meetings_find (here, here_n, there, there_n, m), fit, err);
}

/* A map onto the axis of one host, followed by that onto the axis of the run. */
static struct fid_clock_map chain_maps (struct fid_clock_map m,
                                        const struct fid_meetings_fit *fit)
{
    int64_t ref_ns = m.drift != 0 ? m.ref_ns : fit->ref_ns - m.offset_ns;
    int64_t at_ns = fid_clock_map_ns (&m, ref_ns);
    m.offset_ns =
        at_ns - ref_ns + fit->offset_ns + llround (fit->drift * (double)(at_ns - fit->ref_ns));
    m.ref_ns = ref_ns;
    m.drift = (1 + m.drift) * (1 + fit->drift) - 1;
    m.uncertainty_ns += fit->uncertainty_ns;
    return m;
}

/* Puts a host's clocks onto the axis; false if nothing relates them to it. */
static bool onto_axis (struct fid_host *h, const struct fid_clocks *c,
                       const struct fid_clocks *axis, const struct fid_meetings_fit *fit)
{
    struct fid_meetings_fit to = *fit;
    const struct fid_clock_map *same = &axis->map[c->axis];
    bool own =
        c->axis == FID_CLOCK_BOOT || c->axis == FID_CLOCK_RELATIVE; /* of this host alone */
    if (!fit->n && (own || !same->known))
        return false;
    if (!fit->n) { /* the clocks of a kind are taken to agree */
        to.offset_ns = same->offset_ns;
        to.uncertainty_ns += same->uncertainty_ns;
    }
    h->offset_ns = fit->n ? -fit->offset_ns : 0;
    h->meeting_n = fit->n;
    for (int k = 0; k < FID_CLOCK_N; k++)
        h->map[k] = c->map[k].known ? chain_maps (c->map[k], &to) : c->map[k];
    return true;
}

static int64_t uncertainty_of (const struct fid_host *h, enum fid_clock axis)
{
    const struct fid_clock_map *m = &h->map[FID_CLOCK_BOOT];
    return m->known ? m->uncertainty_ns : h->map[axis].uncertainty_ns;
}

static int relate_host (const struct solving *b, size_t axis, size_t host,
                        struct fid_error *err)
{
    struct fid_run *run = b->run;
    struct fid_clocks c;
    struct fid_meetings_fit fit;
    struct fid_host *h = &run->hosts.at[host];
    FID_TRY (solve_host (b, host, &c, err));
    int rc = fit_meetings (b, axis, &run->clocks, host, &c, &fit, err);
    bool related = !rc && onto_axis (h, &c, &run->clocks, &fit);
    h->known = related;
    h->uncertainty_ns = uncertainty_of (h, c.axis);
    bool any = false;
    for (size_t i = 0; i < run->source_n; i++)
        any |= run->source[i].host == host && b->clock[i].any;
    if (!rc)
        rc = fid_run_findings_move (&run->findings, &c.findings, err);
    fid_clocks_clear (&c);
    return rc || !any
               ? rc
               : FID_FIND (&run->findings, err,
                           .code = !related       ? FID_RUN_HOST_UNRELATED
                                   : h->meeting_n ? FID_RUN_HOST_MET
                                                  : FID_RUN_HOST_BY_UTC,
                           .file = h->name, .detail = run->hosts.at[axis].name,
                           .number = {(int64_t)h->meeting_n},
                           .value = (double)h->offset_ns * 1e-9, .shift_ns = h->uncertainty_ns);
}

/* The host whose clock is the axis: that of the log with the phases, else the first. */
static size_t axis_host (const struct fid_run *run, const struct fid_collected *c)
{
    for (size_t i = 0; i < c->phase_n; i++) {
        const struct fid_source *s = &run->source[c->phase[i].source];
        if (!(s->follows & FID_GIVES_PHASES))
            return s->host;
    }
    return 0;
}

int fid_build_clocks (struct fid_run *run, const struct fid_collected *collected,
                      struct fid_error *err)
{
    FID_FREED struct fid_clock_source *clock = calloc (run->source_n + 1, sizeof *clock);
    const struct solving b = {run, collected, clock};
    size_t axis = run->axis_host = axis_host (run, collected);
    FID_NEED (clock, err);
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        clock[i] = (struct fid_clock_source){.file = s->path,
                                             .clock = s->clock,
                                             .any = s->first_ns <= s->last_ns,
                                             .phases = (s->used & FID_GIVES_PHASES) != 0,
                                             .first_ns = s->first_ns,
                                             .last_ns = s->last_ns};
    }
    FID_TRY (solve_host (&b, axis, &run->clocks, err));
    FID_TRY (fid_run_findings_move (&run->findings, &run->clocks.findings, err));
    for (int k = 0; k < FID_CLOCK_N; k++)
        run->hosts.at[axis].map[k] = run->clocks.map[k];
    run->hosts.at[axis].known = true;
    run->hosts.at[axis].uncertainty_ns =
        uncertainty_of (&run->hosts.at[axis], run->clocks.axis);
    for (size_t i = 0; i < run->hosts.n; i++)
        if (i != axis)
            FID_TRY (relate_host (&b, axis, i, err));
    for (size_t i = 0; i < run->source_n; i++)
        run->source[i].shift_ns = clock[i].shift_ns;
    return 0;
}
