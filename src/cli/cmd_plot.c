/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_plot.c - fidlio plot RUN, RESULT or REAL EMULATION; --each RUN... or RESULT... */
#include "base/outfile.h"
#include "batch/compare_pair.h"
#include "charts/pair_figure.h"
#include "charts/run_figure.h"
#include "cli/options.h"
#include "program/cmd.h"
#include "program/figure_output.h"
#include "readers/digest.h"
#include "readers/load.h"

/* What is drawn. */
struct plotting {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_figure_output figure;
    const char *title;   /* NULL: from the names of runs */
    const char *zoom[2]; /* one and NULL */
    bool all;
    enum fid_lanes_by lanes;
    double start_s, end_s; /* +-1e9: not given */
    unsigned what;      /* bits of fid_run_chart_names or fid_pair_chart_names; 0: not given */
    unsigned resources; /* of a pair; bit r: enum fid_resource_id r; 0: all */
    enum fid_time_axis axis; /* of a pair */
    const char *dir[2];      /* a run or a result file; or a real run and an emulation */
};

struct args {
    struct plotting p;
    const char *what, *resource; /* read when it is known what is drawn */
    struct fid_words dir;
    bool each, is_run, is_result;
    struct fid_manifest list;
};

/* --- runs */

static int draw_stretch (const struct plotting *p, const struct fid_run *run,
                         const struct fid_activity *a, size_t stretch, struct fid_error *err)
{
    FID_SCOPED (fid_figure_clear) struct fid_figure fig = {0};
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
    return rc;
}

static int plot_run (const struct plotting *p, struct fid_error *err)
{
    const char *const *zoom = p->all ? fid_zooms : p->zoom[0] ? p->zoom : NULL;
    FID_SCOPED (fid_activity_clear)
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
    return rc;
}

/* --- pairs */

static int draw_what (const struct plotting *p, const struct fid_result *r,
                      const struct fid_series *s, unsigned what, const char *name,
                      struct fid_error *err)
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
                : what == 1u << FID_PAIR_ANSWER
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

static int draw_pair (const struct plotting *p, const struct fid_result *r,
                      const struct fid_series *s, struct fid_error *err)
{
    if (!p->all)
        return draw_what (p, r, s, p->what ? p->what : FID_PAIR_DEFAULT, NULL, err);
    for (size_t i = 0; i < FID_PAIR_CHART_N; i++)
        FID_TRY (draw_what (p, r, s, 1u << i, fid_pair_chart_names[i], err));
    return 0;
}

static int plot_result (const struct plotting *p, struct fid_error *err)
{
    struct fid_result *r = fid_result_load (p->dir[0], err);
    struct fid_series *s = NULL;
    int rc = r && fid_series_beside (&r->head, &s, err) == 0 ? draw_pair (p, r, s, err) : -1;
    fid_series_destroy (s);
    fid_result_destroy (r);
    return rc;
}

static int plot_pair (const struct plotting *p, struct fid_error *err)
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

struct picture {
    const char *dir[2]; /* a run or a result; or a real run and an emulation */
    const char *path;
};

struct pictures {
    FID_LIST (struct picture, at);
};

/* Adds a picture of that name, which no other may have. */
static void add_picture (struct pictures *all, const struct plotting *p, const char *dir,
                         const char *emulation, const char *name)
{
    const char *path = fid_keep (fid_figure_output_name (p->figure.path, name, &fid_why));
    FID_EACH (const struct picture, k, all->at)
        if (strcmp (k->path, path) == 0) {
            if (strcmp (k->dir[0], dir) != 0)
                fid_fail (FID_EUSAGE, "%s and %s would be the same picture, %s", k->dir[0], dir,
                          path);
            return;
        }
    FID_APPEND (all->at, (struct picture){{dir, emulation}, path});
}

/* Runs or result files.  What lies beside the results of a batch, as its index, is passed over. */
static void add_named (struct pictures *all, const struct plotting *p,
                       const struct fid_words *dir, bool results)
{
    for (size_t i = 0; i < dir->n; i++) {
        FID_FREED char *real = realpath (dir->word[i], NULL);
        struct fid_span name = fid_span_last_part (fid_span_of (real ? real : dir->word[i]));
        bool beside =
            fid_span_is (name, "index.json") || fid_span_ends (name, FID_SERIES_SUFFIX);
        name.n -= fid_span_ends (name, ".json") ? strlen (".json") : 0;
        if (!results || dir->n == 1 || !beside)
            add_picture (all, p, dir->word[i], NULL, fid_copy (name));
    }
}

/* The runs of a manifest, and its pairs by the names of both with "__" between. */
static void add_listed (struct pictures *all, const struct plotting *p,
                        const struct fid_manifest *m, bool runs, bool pairs)
{
    char **run = NULL;
    size_t run_n = 0;
    if (runs)
        fid_must (fid_manifest_runs (m, &run, &run_n, &fid_why));
    for (size_t i = 0; i < run_n; i++)
        add_picture (all, p, run[i], NULL, fid_keep (fid_manifest_label (m, run[i], &fid_why)));
    FID_EACH_OF (const struct fid_manifest_entry, e, m->at, pairs ? m->n : 0)
        if (e->kind == FID_MANIFEST_PAIR)
            add_picture (all, p, e->dir[0], e->dir[1],
                         fid_textf ("%s__%s",
                                    fid_keep (fid_manifest_label (m, e->dir[0], &fid_why)),
                                    fid_keep (fid_manifest_label (m, e->dir[1], &fid_why))));
    if (!all->at_n)
        fid_fail (FID_EUSAGE, "the list has nothing that could be drawn so");
    free (run);
}

/* Draws the pictures.  Those that fail are reported and the others are done. */
static int plot_several (const struct plotting *p, const struct pictures *all, bool results,
                         struct fid_error *err)
{
    size_t failed_n = 0;
    FID_EACH (const struct picture, k, all->at) {
        struct plotting one = *p;
        memcpy (one.dir, k->dir, sizeof one.dir);
        one.figure.path = k->path;
        if ((k->dir[1] ? plot_pair : results ? plot_result : plot_run) (&one, err) == 0)
            continue;
        if (all->at_n == 1)
            return -1;
        failed_n++;
        fid_say_error (err);
    }
    return !failed_n ? 0
           : failed_n == all->at_n
               ? fid_errorf (err, err->status, "none of %zu pictures could be drawn", failed_n)
               : fid_errorf (err, FID_EPARTIAL, "%zu of %zu pictures are missing", failed_n,
                             all->at_n);
}

/* --- the command line */

static void read_zoom (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member =
        fid_zooms[fid_arg_among (state, "--zoom", fid_span_of (arg), fid_zooms)];
}

static bool is_file (const char *path, struct argp_state *state)
{
    mode_t kind;
    fid_arg_must (state, fid_file_kind (path, &kind, &fid_why));
    return kind == S_IFREG && !fid_digest_named (path);
}

/* Whether the first of these charts is one of runs. */
static bool is_run_chart (const char *what)
{
    struct fid_span rest = fid_span_of (what), one;
    return fid_span_field (&rest, ',', &one) && fid_name_among (one, fid_run_chart_names) >= 0;
}

/* What is drawn: runs, result files or a pair. */
static void check_inputs (struct args *args, struct argp_state *state)
{
    if (args->list.n) {
        if (args->dir.n || args->each || !args->p.figure.path)
            argp_error (state, "--list needs -o FILE, and excludes --each and other runs");
        args->is_run = !args->what || is_run_chart (args->what);
        return;
    }
    if (!args->dir.n)
        argp_error (state, "name a run, a result file or a pair of runs");
    if (!args->each && args->dir.n > 2)
        argp_error (state, "one run or one pair at a time, or --each");
    for (size_t i = 0; i < 2 && i < args->dir.n; i++)
        args->p.dir[i] = args->dir.word[i];
    bool pair = !args->each && args->dir.n == 2;
    args->is_result = !pair && is_file (args->dir.word[0], state);
    args->is_run = !pair && !args->is_result;
    for (size_t i = 0; args->each && i < args->dir.n; i++)
        if (is_file (args->dir.word[i], state) != args->is_result)
            argp_error (state, "--each draws runs or result files, not both at a time");
    if (args->each && !args->p.figure.path)
        argp_error (state, "--each needs -o FILE");
}

/* Check the options against each other. */
static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    struct plotting *p = &args->p;
    bool some = p->start_s > -1e8 || p->end_s < 1e8;
    check_inputs (args, state);
    if (args->what) {
        const char *const *names = args->is_run ? fid_run_chart_names : fid_pair_chart_names;
        struct fid_span rest = fid_span_of (args->what), one;
        while (fid_span_field (&rest, ',', &one))
            args->p.what |= 1u << fid_arg_among (state, "--what", one, names);
    }
    if (args->resource) {
        struct fid_span rest = fid_span_of (args->resource), one;
        while (fid_span_field (&rest, ',', &one))
            args->p.resources |= 1u << fid_arg_resource (state, one);
    }
    if (p->start_s >= p->end_s)
        argp_error (state, "--start must be before --end");
    bool mixed = args->list.n && !args->what; /* runs and pairs, each with its options */
    if (args->is_run && p->all + (p->zoom[0] != NULL) + some > 1)
        argp_error (state, "--start and --end, --zoom and --all exclude each other");
    if (!mixed && (args->is_run ? args->resource || p->axis : p->zoom[0] || p->lanes))
        argp_error (state, args->is_run ? "--resource and --axis are for pairs"
                                        : "--zoom and --lanes are for runs");
    if (p->all && p->what)
        argp_error (state, "--what and --all exclude each other");
    if (p->all && !p->figure.path)
        argp_error (state, "--all needs -o FILE");
}

static void read_output (struct argp_state *state, const char *arg, void *input)
{
    struct fid_figure_output *figure = &((struct args *)input)->p.figure;
    if (!fid_figure_output_format_of (arg, &figure->format))
        argp_error (state, "the name after -o must end in .svg, .png or .pdf, not '%s'", arg);
    figure->path = arg;
}

/* The runs of the list are not needed here. */
static void read_list (struct argp_state *state, const char *arg, void *member)
{
    FID_FREED char **dir = NULL;
    size_t n;
    fid_arg_list (state, arg, member, &dir, &n);
}

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("output", 'o', "FILE", read_output,
                         "Write FILE.svg, .png or .pdf (default: SVG on standard output)"),
    FID_OPTION_TEXT (struct args, p.title, "title", 0, "TEXT",
                     "Title of the picture (default: the names of the runs)"),
    FID_OPTION_TEXT (
        struct args, what, "what", 0, "LIST",
        "Draw only these charts; of a run: phases, cpu, gpu, disk, io, lanes (all "
        "by default), histograms; of a pair: breakdown, rates, spectra (these by default), "
        "distributions, answer"),
    FID_OPTION_TEXT (struct args, resource, "resource", 0, "LIST",
                     "Draw only these resources of a pair: data.read,cpu ..."),
    FID_OPTION_CHOICE (struct args, p.axis, "axis", 0, "NAME", fid_time_axis_names,
                       "Time of a pair: seconds (default), percent of each job, or phases (the "
                       "emulation's phases moved onto the real run's)"),
    FID_OPTION_CHOICE (struct args, p.lanes, "lanes", 0, "HOW", fid_lanes_by_names,
                       "Events of all processes combined (default), a row for each process, or "
                       "for each kind of worker (training, loaders)"),
    FID_OPTION_NUMBER (struct args, p.start_s, "start", 0, "SECONDS", -1e7, 1e7,
                       "Begin the time axis here"),
    FID_OPTION_NUMBER (struct args, p.end_s, "end", 0, "SECONDS", -1e7, 1e7,
                       "End the time axis here"),
    FID_OPTION_CALL (struct args, p.zoom, "zoom", 0, "NAME", read_zoom,
                     "Draw a part of a run: overview, init, first_5min, first_training, "
                     "first_epoch, first_eval, first_ckpt, last_2min, last_5s"),
    FID_OPTION_FLAG (struct args, p.all, "all", 'a',
                     "Write one picture for each --zoom of a run, or each chart of a pair: "
                     "FILE-NAME"),
    FID_OPTION_FLAG (struct args, each, "each", 0,
                     "Draw any number of runs or result files, one picture each: FILE-NAME"),
    FID_OPTION_CALL (struct args, list, "list", 0, "FILE", read_list,
                     "Draw the runs and pairs that a manifest lists (see `fidlio matrix'), one "
                     "picture each: FILE-NAME"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN\nRESULT.json\nREAL EMULATION\n--each RUN|RESULT.json...\n--list FILE",
    .about =
        "Draw a run over time: phases, CPU, GPU, disk, throughput and every event.  Or draw "
        "how similar the runs of a pair are, from a result file with its series file, or "
        "from two runs.",
    .set = {{options, 0, 0},
            {fid_figure_output_options, offsetof (struct args, p.figure), 0},
            {fid_run_options, offsetof (struct args, p.run), 0},
            {fid_common_options, offsetof (struct args, p.common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .check = check_args,
};

static const struct args defaults = {
    .p = {.figure = FID_FIGURE_OUTPUT_DEFAULTS, .start_s = -1e9, .end_s = 1e9}};

static int run_plot (void *input)
{
    const struct args *args = input;
    const struct plotting *p = &args->p;
    const char *slash = p->figure.path ? strrchr (p->figure.path, '/') : NULL;
    struct pictures all = {0};
    if (slash && slash > p->figure.path && (args->each || args->list.n || p->all))
        fid_must (fid_make_dirs (
            fid_textf ("%.*s", (int)(slash - p->figure.path), p->figure.path), NULL, &fid_why));
    if (args->list.n)
        add_listed (&all, p, &args->list, args->is_run, !args->what || !args->is_run);
    else if (args->each)
        add_named (&all, p, &args->dir, args->is_result);
    int rc = args->list.n || args->each ? plot_several (p, &all, args->is_result, &fid_why)
             : args->is_run             ? plot_run (p, &fid_why)
             : args->is_result          ? plot_result (p, &fid_why)
                                        : plot_pair (p, &fid_why);
    return fid_must (rc);
}

const struct fid_cmd cmd_plot = {
    "plot", "pictures of runs and pairs", &syntax, sizeof (struct args), &defaults, run_plot};
