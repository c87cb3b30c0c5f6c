/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibration.c - see calibration.h */
#include "compare/calibration.h"
#include "model/names.h"

/* --- the document */

#define CAL_RUN(F, T)                                                                          \
    F (T, CHARS, "id", id)                                                                     \
    F (T, CHARS, "workload", workload)                                                         \
    F (T, HASH, "hash", hash)
FID_RECORD (cal_run, struct fid_cal_run, CAL_RUN);

/* Numbers are kept as the file has them, so that similarities do not depend on whether the
 * calibration came from one. */
#define KEPT .digits = FID_JSON_DIGITS

#define SCALES(F, T)                                                                           \
    F (T, NUMBER, "step_s", step_s, KEPT)                                                      \
    F (T, NAMED, NULL, stream, FID_IDS (stream), KEPT)                                         \
    F (T, NAMED, NULL, gauge, FID_IDS (gauge), KEPT)                                           \
    F (T, NUMBER, "read_bytes_per_s", read_bytes, KEPT)
FID_RECORD (scales, struct fid_scales, SCALES);

static void check_measure (struct fid_reading *r, void *object)
{
    struct fid_cal_measure *m = object;
    if (!(m->metric = fid_metric_find (m->measure)))
        fid_reading_fail (r, "this version knows no measure '%s'", m->measure);
}

#define MEASURE(F, T)                                                                          \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, ID, "facet", facet, FID_IDS (facet))                                                 \
    F (T, TEXT, "measure", measure)                                                            \
    F (T, ID, "quantity", quantity, FID_IDS (quantity))                                        \
    F (T, NUMBER, "noise", noise, KEPT, .need = FID_OR_NULL)                                   \
    F (T, SQUARE, "repeats", repeat, KEPT)
FID_RECORD (measure, struct fid_cal_measure, MEASURE, .check = check_measure);

static void check_set (struct fid_reading *r, void *object)
{
    const struct fid_cal_set *set = object;
    for (size_t i = 0; i < set->measure_n; i++)
        if (set->measure[i].repeat.n != set->run_n * set->run_n)
            fid_reading_fail (r, "'repeats' has not a row for each of %zu runs", set->run_n);
}

#define SET(F, T)                                                                              \
    F (T, CHARS, "workload", workload)                                                         \
    F (T, LIST, "runs", run, FID_ROWS (T, run, run_n, cal_run), .least = 2)                    \
    F (T, OBJECT, "scales", scales, .of = &scales)                                             \
    F (T, LIST, "measures", measure, FID_ROWS (T, measure, measure_n, measure))
FID_RECORD (set, struct fid_cal_set, SET, .check = check_set);

static void check_version (struct fid_reading *r, void *object)
{
    const struct fid_calibration *c = object;
    if (strcmp (c->version, fid_version ()) == 0)
        return;
    fid_errorf (r->err, FID_EINPUT,
                "%s: made by fidlio %s, this is %s: distances may differ; calibrate again",
                r->path, c->version, fid_version ());
    r->bad = true;
}

#define TOOL(F, T)                                                                             \
    F (T, CONST, "name", version, .text = "fidlio")                                            \
    F (T, CHARS, "version", version)
FID_RECORD (tool, struct fid_calibration, TOOL, .check = check_version);

#define OPTIONS(F, T)                                                                          \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, BOOL, "all_processes", all_processes)                                                \
    F (T, HASH, "roles", roles_hash, .need = FID_LEFT_OUT)                                     \
    F (T, ID, "per", per, FID_IDS (per), .need = FID_LEFT_OUT)                                 \
    F (T, NUMBER, "dt_s", dt_s, KEPT)                                                          \
    F (T, NUMBER, "band_s", band_s, KEPT)                                                      \
    F (T, NUMBER, "penalty", penalty, KEPT)                                                    \
    F (T, NUMBER, "tolerance_s", tolerance_s, KEPT)
FID_RECORD (options, struct fid_calibration, OPTIONS);

#define CALIBRATION(F, T)                                                                      \
    F (T, CONST, "schema", version, .text = FID_SCHEMA_CALIBRATION)                            \
    F (T, HASH, "hash", hash)                                                                  \
    F (T, OBJECT, "tool", version, .of = &tool, .flat = true)                                  \
    F (T, OBJECT, "options", version, .of = &options, .flat = true)                            \
    F (T, LIST, "sets", set, FID_ROWS (T, set, set_n, set), .least = 1)
FID_RECORD (calibration, struct fid_calibration, CALIBRATION);

const struct fid_record *const fid_calibration_record = &calibration;

cJSON *fid_calibration_json (const struct fid_calibration *c, struct fid_error *err)
{
    return fid_record_doc (&calibration, c, err);
}

/* The version is looked at first: it says why a hash may differ.  The hash says that the
 * document is as it was written, but anybody can hash. */
int fid_calibration_read (const cJSON *doc, const char *path, struct fid_calibration **out,
                          struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = "calibration", .err = err};
    struct fid_calibration *c = calloc (1, sizeof *c);
    uint64_t hash;
    FID_NEED (c, err);
    if (!fid_reading_schema (&r, doc, FID_SCHEMA_CALIBRATION) ||
        fid_record_read (&r, fid_get_object (&r, doc, "tool"), &tool, &c->arena, c) ||
        !fid_reading_sealed (&r, doc, &hash, "; calibrate again") ||
        fid_record_read (&r, doc, &calibration, &c->arena, c)) {
        fid_calibration_destroy (c);
        return -1;
    }
    *out = c;
    return 0;
}

int fid_calibration_load (const char *path, struct fid_calibration **out, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, err);
    return doc ? fid_calibration_read (doc, path, out, err) : -1;
}

/* --- what it is for */

/* Whether two options agree; doubles as written to 12 digits. */
static bool is_same_option (double a, double b)
{
    return fabs (a - b) <= 1e-9 * fmax (1, fabs (a));
}

int fid_calibration_fits (const struct fid_calibration *c, const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts, struct fid_error *err)
{
    const char *made_of = fid_window_name (c->window), *window = opts->window;
    if (strcmp (made_of, window ? window : fid_window_name (FID_WINDOW_JOB)) != 0)
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration is for the window %s, asked for is %s", made_of,
                           window ? window : fid_window_name (FID_WINDOW_JOB));
    if (c->all_processes != run_opts->all_processes)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --all-processes",
                           c->all_processes ? "with" : "without");
    if (c->roles_hash != run_opts->roles_hash)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --roles",
                           !c->roles_hash         ? "without"
                           : run_opts->roles_hash ? "with other"
                                                  : "with");
    if (c->per != opts->per) {
        const char *made = fid_per_name (c->per), *asked = fid_per_name (opts->per);
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration was made with --per %s, asked for is %s",
                           made ? made : "the default", asked ? asked : "the default");
    }
    const struct {
        enum fid_setting_id id;
        double made, asked;
    } o[] = {{FID_SETTING_DT, c->dt_s, opts->dt_s},
             {FID_SETTING_BAND, c->band_s, opts->band_s},
             {FID_SETTING_PENALTY, c->penalty, opts->penalty},
             {FID_SETTING_TOLERANCE, c->tolerance_s, opts->tolerance_s}};
    for (size_t i = 0; i < sizeof o / sizeof *o; i++) {
        const struct fid_setting *setting = &fid_settings[o[i].id];
        double x[2] = {o[i].made, fid_setting_number (o[i].id, o[i].asked)};
        char text[2][40];
        if (is_same_option (x[0], x[1]))
            continue;
        for (int k = 0; k < 2; k++)
            if (x[k] > 0 || setting->low <= 0)
                snprintf (text[k], sizeof text[k], "%g", x[k]);
            else
                snprintf (text[k], sizeof text[k], "the default"); /* from the data */
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration was made with --%s %s, asked for is %s",
                           setting->option, text[0], text[1]);
    }
    return 0;
}

const struct fid_cal_set *fid_calibration_set (const struct fid_calibration *c,
                                               const char *workload)
{
    for (size_t s = 0; s < c->set_n; s++)
        if (strcmp (c->set[s].workload, workload) == 0)
            return &c->set[s];
    return NULL;
}

void fid_calibration_destroy (struct fid_calibration *c)
{
    if (c)
        fid_arena_clear (&c->arena);
    free (c);
}
