/* plotting.c - see plotting.h */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/span.h"
#include "cli/options.h"
#include "cli/plotting.h"
#include "compare/series.h"
#include "batch/compare_pair.h"
#include "charts/pair_figure.h"
#include "charts/run_figure.h"
#include "readers/load.h"

/* --- runs */

static int
draw_stretch (const struct fid_plotting *p, const struct fid_run *run,
              const struct fid_activity *a, size_t stretch, struct fid_error *err)
{
    struct fid_figure fig = {0};
    const char *zoom = a->zoom ? a->zoom[stretch] : NULL;
    bool named = zoom && strcmp (zoom, "overview") != 0;
    int rc = fid_run_figure (&fig, run, a, stretch, p->what, err);
    fig.title = p->title || p->figure.paper
                    ? p->title
                    : fid_figure_text (&fig, "%s (%s%s%s)%s%s", run->id,
                                       run->emulation ? "emulation" : "real run",
                                       run->workload[0] ? " of " : "", run->workload,
                                       named ? ", " : "", named ? zoom : "");
    if (!rc)
        rc = fid_figure_output_write (&p->figure, &fig, p->all ? zoom : NULL, err);
    fid_figure_clear (&fig);
    return rc;
}

int
fid_plot_run (const struct fid_plotting *p, struct fid_error *err)
{
    const char *const *zoom = p->all ? fid_zooms : p->zoom[0] ? p->zoom : NULL;
    struct fid_activity a = {
        .by = p->lanes, .zoom = zoom, .from_s = p->start_s, .to_s = p->end_s};
    struct fid_run *run = fid_run_load (p->dir[0], &p->run, err);
    int rc = run ? fid_activity_fill (&a, run, err) : -1;
    for (size_t i = 0; !rc && i < a.stretch_n; i++) {
        const char *name = zoom ? zoom[i] : "overview";
        if (a.there[i])
            rc = draw_stretch (p, run, &a, i, err);
        else if (p->all)
            fid_say (&p->common, "%s: no picture %s, because the run has no such phase",
                     p->dir[0], name);
        else
            rc = fid_errorf (err, FID_EINPUT, "%s: the run has no phase for --zoom=%s",
                             p->dir[0], name);
    }
    fid_run_destroy (run);
    fid_activity_clear (&a);
    return rc;
}

/* --- pairs */

static int
draw_what (const struct fid_plotting *p, const struct fid_result *r, const struct fid_series *s,
           unsigned what, const char *name, struct fid_error *err)
{
    struct fid_figure fig = {0};
    struct fid_pair_opts opts = {what, p->resources, p->start_s, p->end_s, p->axis};
    struct fid_pair_left_out left_out;
    int rc = fid_pair_figure (&fig, r, s, &opts, &left_out, err);
    bool nothing =
        rc && p->all && *left_out.text && !fig.failed; /* the others have something */
    if ((!rc || nothing) && *left_out.text)
        fid_say (&p->common, "%s: not drawn, because there is nothing: %s", r->head.path,
                 left_out.text);
    if (nothing) {
        fid_figure_clear (&fig);
        return 0;
    }
    fig.title = p->title || p->figure.paper ? p->title
                : what == fid_pair_answer
                    ? fid_figure_text (&fig, "%s and its emulation %s on other storages",
                                       r->head.real.shown, r->head.emulation.shown)
                : r->head.similarity == FID_ABSENT
                    ? fid_figure_text (&fig, "%s and its emulation %s: no similarity",
                                       r->head.real.shown, r->head.emulation.shown)
                    : fid_figure_text (&fig, "%s and its emulation %s: similarity %.2f for %s",
                                       r->head.real.shown, r->head.emulation.shown,
                                       r->head.similarity, r->head.profile);
    if (!rc)
        rc = fid_figure_output_write (&p->figure, &fig, name, err);
    fid_figure_clear (&fig);
    return rc;
}

static int
draw_pair (const struct fid_plotting *p, const struct fid_result *r, const struct fid_series *s,
           struct fid_error *err)
{
    if (!p->all)
        return draw_what (p, r, s, p->what ? p->what : FID_PAIR_DEFAULT, NULL, err);
    for (size_t i = 0; fid_pair_chart_names[i]; i++)
        if (draw_what (p, r, s, 1u << i, fid_pair_chart_names[i], err))
            return -1;
    return 0;
}

int
fid_plot_result (const struct fid_plotting *p, struct fid_error *err)
{
    struct fid_result *r = fid_result_load (p->dir[0], err);
    struct fid_series *s = NULL;
    int rc = r && fid_series_beside (&r->head, &s, err) == 0 ? draw_pair (p, r, s, err) : -1;
    fid_series_destroy (s);
    fid_result_destroy (r);
    return rc;
}

int
fid_plot_pair (const struct fid_plotting *p, struct fid_error *err)
{
    struct fid_compare_opts opts = FID_COMPARE_DEFAULTS;
    struct fid_run *both[2] = {fid_run_load (p->dir[0], &p->run, err), NULL};
    both[1] = both[0] ? fid_run_load (p->dir[1], &p->run, err) : NULL;
    const struct fid_series_size size = {FID_SERIES_POINTS, 0};
    const struct fid_comparing how = {.run = &p->run, .compare = &opts, .series = &size};
    const struct fid_run *real = both[0], *emulation = both[1];
    struct fid_compared c = {0};
    int rc = emulation ? fid_compare_pair (&how, &real, 1, &emulation, 1, &c, err) : -1;
    if (!rc)
        rc = draw_pair (p, c.result, c.series, err);
    fid_compared_clear (&c);
    fid_run_destroy (both[1]);
    fid_run_destroy (both[0]);
    return rc;
}

/* --- several of a kind */

/* "UNET3D_real_r2" of a run's folder or a result file; freed by the caller. */
static char *
name_of (const char *path, struct fid_error *err)
{
    char *real = realpath (path, NULL);
    struct fid_span name = fid_span_last_part (fid_span_of (real ? real : path));
    if (fid_span_ends (name, ".json"))
        name.n -= 5;
    char *copy = fid_strndup (name.p, name.n, err);
    free (real);
    return copy;
}

/* The paths of the pictures, which must differ; 0 or -1. */
static int
picture_paths (const struct fid_plotting *p, char *const *dir, size_t n, char **path,
               struct fid_error *err)
{
    for (size_t i = 0; i < n; i++) {
        char *name = name_of (dir[i], err);
        path[i] = name ? fid_figure_output_name (p->figure.path, name, err) : NULL;
        free (name);
        if (!path[i])
            return -1;
        for (size_t k = 0; k < i; k++)
            if (strcmp (path[k], path[i]) == 0)
                return fid_errorf (err, FID_EUSAGE, "%s and %s would be the same picture, %s",
                                   dir[k], dir[i], path[i]);
    }
    return 0;
}

/* What is said at the end of n pictures. */
static int
end_pictures (size_t n, size_t failed_n, struct fid_error *err)
{
    return !failed_n ? 0
           : failed_n == n
               ? fid_errorf (err, err->status, "none of %zu pictures could be drawn", n)
               : fid_errorf (err, FID_EPARTIAL, "%zu of %zu pictures are missing", failed_n, n);
}

int
fid_plot_each (const struct fid_plotting *p, char *const *dir, size_t n, bool results,
               struct fid_error *err)
{
    size_t failed_n = 0;
    char **path = calloc (n, sizeof *path);
    int rc = path ? picture_paths (p, dir, n, path, err) : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++) {
        struct fid_plotting one = *p;
        one.dir[0] = dir[i];
        one.figure.path = path[i];
        if ((results ? fid_plot_result : fid_plot_run) (&one, err) == 0)
            continue;
        failed_n++;
        if (n > 1)
            fid_say_error (err);
    }
    for (size_t i = 0; path && i < n; i++)
        free (path[i]);
    free (path);
    return rc || (failed_n && n == 1) ? -1 : end_pictures (n, failed_n, err);
}

/* --- a list */

/* Draws dir[0], or dir[0] and dir[1], into a picture of that name; says why not. */
static bool
draw_entry (const struct fid_plotting *p, const char *const dir[2], const char *name,
            struct fid_error *err)
{
    struct fid_plotting one = *p;
    char *path = name ? fid_figure_output_name (p->figure.path, name, err) : NULL;
    one.dir[0] = dir[0];
    one.dir[1] = dir[1];
    one.figure.path = path;
    int rc = !path ? -1 : dir[1] ? fid_plot_pair (&one, err) : fid_plot_run (&one, err);
    free (path);
    if (rc)
        fid_say_error (err);
    return rc == 0;
}

static void
draw_list_pair (const struct fid_plotting *p, const struct fid_manifest *m,
                const struct fid_manifest_entry *e, size_t *failed_n, struct fid_error *err)
{
    const char *const dir[2] = {e->dir[0], e->dir[1]};
    char *a = fid_manifest_label (m, dir[0], err), *b = fid_manifest_label (m, dir[1], err);
    char *name = a && b ? fid_format (err, "%s__%s", a, b) : NULL;
    *failed_n += !draw_entry (p, dir, name, err);
    free (a);
    free (b);
    free (name);
}

int
fid_plot_list (const struct fid_plotting *p, const struct fid_manifest *m, bool runs,
               bool pairs, struct fid_error *err)
{
    size_t n = 0, failed_n = 0, run_n = 0;
    char **run = NULL;
    if (runs && fid_manifest_runs (m, &run, &run_n, err))
        return -1;
    for (size_t i = 0; i < run_n; i++, n++) {
        const char *const dir[2] = {run[i], NULL};
        char *name = fid_manifest_label (m, run[i], err);
        failed_n += !draw_entry (p, dir, name, err);
        free (name);
    }
    free (run);
    for (size_t i = 0; pairs && i < m->n; i++)
        if (m->at[i].kind == FID_MANIFEST_PAIR) {
            draw_list_pair (p, m, &m->at[i], &failed_n, err);
            n++;
        }
    return !n ? fid_errorf (err, FID_EUSAGE, "the list has nothing that could be drawn so")
              : end_pictures (n, failed_n, err);
}
