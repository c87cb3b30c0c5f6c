/* plotting.c - see plotting.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "cli/options.h"
#include "cli/plotting.h"
#include "compare/series.h"
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
    fig.title = p->title ? p->title
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
        .by_process = p->by_process, .zoom = zoom, .from_s = p->start_s, .to_s = p->end_s};
    struct fid_watcher watcher = fid_activity_watcher (&a);
    struct fid_run *run = fid_run_load_watched (p->dir[0], &p->run, &watcher, err);
    int rc = run ? 0 : -1;
    for (size_t i = 0; !rc && i < a.stretch_n; i++) {
        if (a.there[i])
            rc = draw_stretch (p, run, &a, i, err);
        else if (p->all)
            fid_say (&p->common, "%s: no picture %s, because the run has no such phase",
                     p->dir[0], zoom[i]);
        else
            rc = fid_errorf (err, FID_EINPUT, "%s: the run has no phase for --zoom=%s",
                             p->dir[0], zoom[i]);
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
    struct fid_pair_opts opts = {what, p->resources, p->start_s, p->end_s};
    int rc = fid_pair_figure (&fig, r, s, &opts, err);
    fig.title =
        p->title ? p->title
             : r->head.score == FID_ABSENT
                 ? fid_figure_text (&fig, "%s and its emulation %s: no score", r->head.real.id,
                                    r->head.emulation.id)
                 : fid_figure_text (&fig, "%s and its emulation %s: score %.2f for %s",
                                    r->head.real.id, r->head.emulation.id, r->head.score,
                                    r->head.profile);
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
    struct fid_run *real = fid_run_load (p->dir[0], &p->run, err);
    struct fid_run *emulation = real ? fid_run_load (p->dir[1], &p->run, err) : NULL;
    cJSON *doc = emulation ? fid_compare (real, emulation, &p->run, &opts, err) : NULL;
    const struct fid_series_size size = {FID_SERIES_POINTS, 0};
    struct fid_pair pair;
    cJSON *series = doc && fid_pair_resolve (&pair, real, emulation, &opts, err) == 0
                        ? fid_compare_series (&pair, &size, doc, err)
                        : NULL;
    struct fid_result *r = NULL;
    struct fid_series *s = NULL;
    if (series) {
        s = fid_series_of (series, p->dir[1], err);
        r = s ? fid_result_of (doc, p->dir[1], err) : NULL;
        if (s) /* it is the result's, whatever became of that */
            doc = NULL;
    }
    int rc = r ? draw_pair (p, r, s, err) : -1;
    cJSON_Delete (doc);
    fid_result_destroy (r);
    fid_series_destroy (s);
    fid_run_destroy (emulation);
    fid_run_destroy (real);
    return rc;
}
