/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_make.c - a compared pair as a result; see result_make.h */
#include "compare/calibration.h"
#include "compare/repeats.h"
#include "compare/result_make.h"

/* As fid_making_text; frees s, which is NULL if there was no memory for it. */
static const char *take_text (struct fid_making *m, char *s)
{
    const char *text = fid_making_text (m, s);
    m->failed |= !s;
    free (s);
    return text;
}

static void make_options (struct fid_making *m, const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts)
{
    const struct fid_comparison *c = m->c;
    const struct fid_pair *p = &c->pair;
    const struct fid_profile *profile = fid_comparison_verdict (c)->profile;
    double real_s = c->length_s[p->window][0];
    m->r->options = (struct fid_result_options){
        .window = p->window,
        .per = p->units.per,
        .all_processes = run_opts->all_processes,
        .day_first = run_opts->day_first,
        .roles = run_opts->roles_hash,
        .utc_offset_s = run_opts->has_zone ? (double)run_opts->zone_ns / 1e9 : FID_GAP,
        .step_s = p->step_s > 0 ? p->step_s : FID_ABSENT,
        .dt_s = p->dt_s,
        .rhythm_dt_s = p->rhythm_dt_s,
        .band_s = real_s > 0 ? fid_pair_band (p, real_s) : FID_ABSENT,
        .penalty = p->penalty,
        .tolerance_s = p->tolerance_s,
        .profile = fid_making_text (m, profile->name),
        .profile_hash = profile->hash,
        .calibration = opts->calibration ? opts->calibration->hash : 0,
        .excluded = p->excluded};
}

static void make_inputs (struct fid_making *m, struct fid_result_side *side,
                         const struct fid_run *run, bool named)
{
    for (size_t i = 0; i < run->source_n && !m->failed; i++) {
        const struct fid_source *s = &run->source[i];
        if (s->used)
            side->input[side->input_n++] = (struct fid_result_input){
                .file = named ? take_text (m, fid_format (m->err, "%s/%s", run->id, s->path))
                              : fid_making_text (m, s->path),
                .reader = s->reader,
                .byte_n = s->byte_n,
                .hash = s->hash};
    }
}

/* A side: one run, or several under the name of the first "+" how many more. */
static void make_side (struct fid_making *m, struct fid_result_side *side,
                       const struct fid_run *const *run, size_t n, bool mixed)
{
    char hex[FID_HASH_TEXT];
    uint64_t hash = run[0]->hash;
    size_t source_n = 0;
    for (size_t i = 1; i < n; i++)
        hash = fid_hash_pair (hash, run[i]->hash);
    for (size_t i = 0; i < n; i++)
        source_n += run[i]->source_n;
    for (size_t i = 0; i < n && !mixed && !side->workload; i++)
        side->workload = fid_making_text (m, run[i]->workload);
    side->id = n > 1 ? take_text (m, fid_format (m->err, "%.250s+%zu", run[0]->id, n - 1))
                     : fid_making_text (m, run[0]->id);
    side->hash = fid_making_text (m, fid_hash_text (hash, hex));
    side->run.text = fid_making_rows (m, n, sizeof *side->run.text);
    side->input = fid_making_rows (m, source_n, sizeof *side->input);
    for (size_t i = 0; i < n && !m->failed; i++) {
        side->run.text[side->run.n++] = fid_making_text (m, run[i]->id);
        make_inputs (m, side, run[i], n > 1);
    }
}

/* The clock that event traces are in, else the axis itself. */
static const struct fid_clock_map *main_clock (const struct fid_run *run)
{
    const struct fid_clock_map *boot = &run->clocks.map[FID_CLOCK_BOOT];
    return boot->known ? boot : &run->clocks.map[run->clocks.axis];
}

/* How far events of the run may be off on the axis: on the worst host. */
static int64_t worst_uncertainty (const struct fid_run *run, const struct fid_clock_map *map)
{
    int64_t worst_ns = map->uncertainty_ns;
    for (size_t i = 0; i < run->hosts.n && run->hosts.n > 1; i++)
        if (run->hosts.at[i].known && run->hosts.at[i].uncertainty_ns > worst_ns)
            worst_ns = run->hosts.at[i].uncertainty_ns;
    return worst_ns;
}

static double origin_s (const struct fid_run *run)
{
    const struct fid_phases *p = &run->phases;
    int64_t first = p->known ? p->first_ns : 0;
    for (int i = 0; i < FID_STREAM_N; i++)
        if (run->stream[i].first_ns < first)
            first = run->stream[i].first_ns;
    return p->known ? (double)(p->origin_ns - first) / 1e9 : 0;
}

static void make_alignment (struct fid_making *m)
{
    static const char *const axis[] = {"utc",         "application", "local",
                                       "time of day", "boot",        "relative"};
    const struct fid_alignment *a = &m->c->alignment;
    struct fid_result_alignment *to = &m->r->alignment;
    *to = (struct fid_result_alignment){
        .lag_of = a->lag_known ? a->lag_of : NULL,
        .lag_s = a->lag_known ? a->lag_s : FID_GAP,
        .lag_peak = a->lag_known ? a->lag_peak : FID_GAP,
        .lag_ambiguous = a->lag_ambiguous,
        .warp_mean_s = a->warp_known ? a->warp_mean_s : FID_ABSENT,
        .warp_max_s = a->warp_known ? a->warp_max_s : FID_ABSENT};
    bool known = true;
    int64_t both_ns = 0;
    for (int k = 0; k < 2; k++) {
        const struct fid_clock_map *map = main_clock (m->c->pair.run[k]);
        known &= map->known;
        int64_t unsure_ns = worst_uncertainty (m->c->pair.run[k], map);
        both_ns += unsure_ns;
        to->origin_s[k] = origin_s (m->c->pair.run[k]);
        to->clock[k] = (struct fid_result_clock){
            .axis = axis[m->c->pair.run[k]->clocks.axis],
            .how = fid_making_text (m, map->how),
            .uncertainty_s = map->known ? (double)unsure_ns / 1e9 : FID_ABSENT,
            .residual_s = map->known ? (double)map->residual_ns / 1e9 : FID_ABSENT,
            .drift_ppm = map->known ? map->drift * 1e6 : FID_GAP};
    }
    to->uncertainty_s = known ? (double)both_ns / 1e9 : FID_ABSENT;
}

static void make_windows (struct fid_making *m)
{
    const struct fid_comparison *c = m->c;
    if (!(m->r->window = fid_making_rows (m, FID_WINDOW_N, sizeof *m->r->window)))
        return;
    for (int w = 0; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        m->r->window[m->r->window_n++] = (struct fid_result_window){
            .window = w,
            .headline = (enum fid_window)w == c->pair.window,
            .length_s = {a > 0 ? a : FID_ABSENT, b > 0 ? b : FID_ABSENT},
            .reason = c->done[w] ? NULL
                      : a > 0    ? "not in the emulation"
                      : b > 0    ? "not in the real run"
                                 : "in neither run"};
    }
}

static void make_findings (struct fid_making *m)
{
    const struct fid_comparison *c = m->c;
    struct fid_result_finding *to = fid_making_rows (m, c->finding_n, sizeof *to);
    char text[FID_FOUND_MAX];
    m->r->finding = to;
    m->r->finding_n = to ? c->finding_n : 0;
    for (int s = FID_SERIOUS; to && s >= FID_INFO; s--) /* the worst first */
        FID_EACH (const struct fid_found, f, c->finding)
            if ((int)f->severity == s)
                *to++ = (struct fid_result_finding){
                    .severity = f->severity,
                    .resource = f->resource < FID_RESOURCE_N ? (int)f->resource : -1,
                    .text = fid_making_text (m, fid_found_text (f, text))};
}

/* What was odd about the runs. */
static void make_warnings (struct fid_making *m, const struct fid_run *const *run, size_t n)
{
    const struct fid_repeats *r = m->c->repeats;
    struct fid_texts *to = &m->r->warning;
    char text[FID_RUN_FINDING_TEXT];
    size_t warning_n = 2;
    for (size_t i = 0; i < n; i++)
        warning_n += run[i]->findings.n;
    if (!(to->text = fid_making_rows (m, warning_n, sizeof *to->text)))
        return;
    if (r && r->mixed_real)
        to->text[to->n++] = "the real runs are of several workloads";
    if (r && r->mixed_emu)
        to->text[to->n++] = "the runs of the emulation are of several workloads";
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < run[i]->findings.n; k++) {
            const struct fid_run_finding *f = &run[i]->findings.at[k];
            fid_run_finding_text (f, text, sizeof text);
            to->text[to->n++] = take_text (m, fid_format (m->err, "%s: %s%s%s", run[i]->id,
                                                          f->resource ? f->resource : "",
                                                          f->resource ? ": " : "", text));
        }
}

/* The files that the system did not let be read, where there are any. */
static void make_incomplete (struct fid_making *m, const struct fid_run *const *run, size_t n)
{
    char *text = NULL;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < run[i]->source_n && !m->failed; k++) {
            const struct fid_source *s = &run[i]->source[k];
            if (!s->refused)
                continue;
            char *more = fid_format (m->err, "%s%s%s: %s: %s", text ? text : "",
                                     text ? "; " : "", run[i]->id, s->path, s->failure);
            m->failed |= !more;
            free (text);
            text = more;
        }
    if (text)
        m->r->head.incomplete = take_text (m, text);
}

static void make_repeats (struct fid_making *m)
{
    const struct fid_repeats *r = m->c->repeats;
    if (r)
        m->r->repeats =
            (struct fid_result_repeats){.real_n = r->real_n,
                                        .emulation_n = r->emu_n,
                                        .pair_n = r->real_n * r->emu_n,
                                        .middle = {fid_making_text (m, m->c->pair.real->id),
                                                   fid_making_text (m, m->c->pair.emu->id)}};
}

struct fid_result *fid_comparison_result (const struct fid_comparison *c,
                                          const struct fid_run_opts *run_opts,
                                          const struct fid_compare_opts *opts,
                                          struct fid_error *err)
{
    char key[FID_HASH_TEXT];
    struct fid_making making = {
        .r = calloc (1, sizeof *making.r), .c = c, .opts = opts, .err = err};
    struct fid_making *m = &making;
    const struct fid_run *const both[2] = {c->pair.real, c->pair.emu};
    const struct fid_repeats *r = c->repeats;
    const struct fid_run *const *run = r ? r->run : both;
    size_t real_n = r ? r->real_n : 1, emu_n = r ? r->emu_n : 1;
    if (!m->r)
        return fid_null_nomem (err);
    fid_compare_key (run_opts, opts, key);
    m->r->head.key = fid_making_text (m, key);
    m->r->head.version = fid_version ();
    make_options (m, run_opts, opts);
    make_side (m, &m->r->head.real, run, real_n, r && r->mixed_real);
    make_side (m, &m->r->head.emulation, run + real_n, emu_n, r && r->mixed_emu);
    make_incomplete (m, run, real_n + emu_n);
    make_alignment (m);
    make_windows (m);
    fid_making_resources (m);
    fid_making_verdicts (m);
    make_repeats (m);
    fid_making_attribution (m);
    make_findings (m);
    make_warnings (m, run, real_n + emu_n);
    if (m->failed || fid_result_settle (m->r, "the result", err)) {
        fid_result_destroy (m->r);
        return NULL;
    }
    return m->r;
}
