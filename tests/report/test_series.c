/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_series.c - the series of a pair, whole and broken */
#include "tests/tap.h"
#include <unistd.h>
#include "base/jsonbuild.h"
#include "base/outfile.h"
#include "results/series.h"

/* A small one, all parts in it. */
static const char good[] =
    "{\"schema\": \"fidlio.series/2\", \"key\": \"0123456789abcdef\", \"points\": 3,"
    "\"real\": {\"id\": \"a\", \"hash\": \"00000000000000aa\", \"run\": \"a\", \"from_s\": -1,"
    " \"to_s\": 5, \"window\": [[0,2],[3,4.5]]},"
    "\"emulation\": {\"id\": \"b\", \"hash\": \"00000000000000bb\", \"run\": \"b\","
    " \"from_s\": 0, \"to_s\": 6, \"window\": []},"
    "\"window\": \"TRAINING\","
    "\"axis\": {\"unit\": \"s\", \"zero\": \"start\", \"lag_of\": null, \"lag_s\": null,"
    " \"warp_mean_s\": 0.5, \"warp_max_s\": 1},"
    "\"phases\": {\"real\": ["
    "{\"kind\": \"INIT\", \"epoch\": null, \"block\": null, \"start_s\": -1, \"end_s\": 0},"
    "{\"kind\": \"TRAINING\", \"epoch\": 1, \"block\": 0, \"start_s\": 0, \"end_s\": 4.5}],"
    " \"emulation\": []},"
    "\"series\": [{\"resource\": \"cpu\", \"quantity\": \"busy\", \"unit\": \"%\", \"real\":"
    " {\"t0_s\": -2, \"dt_s\": 2, \"decimated_from\": 6, \"values\": [1,null,3],"
    " \"min\": [0.5,null,3], \"max\": [2,null,3], \"fine\": {\"t0_s\": -2, \"dt_s\": 1,"
    " \"native_dt_s\": 0.5, \"n\": 4, \"from_n\": 8, \"offset\": -1, \"step\": 0.25,"
    /* 5 9 0 9; 5 7 0 9; 5 9 0 9 */
    " \"values\": \"CggREg==\", \"min\": \"CgQNEg==\", \"max\": \"CggREg==\"}}, \"emulation\": "
    "null},"
    "{\"resource\": \"cpu\", \"quantity\": \"user\", \"unit\": \"%\", \"real\": null,"
    " \"emulation\": {\"t0_s\": 0, \"dt_s\": 0.1, \"decimated_from\": null,"
    " \"values\": [7,8], \"min\": null, \"max\": null}}],"
    "\"warps\": [{\"resource\": \"data.read\", \"quantity\": \"shape\", \"dt_s\": 0.1,"
    " \"band_s\": 0.5, \"links\": [[0,0],[1,1.5]], \"offset\": {\"real_s\": [0,1],"
    " \"mean_s\": [0,0.5], \"min_s\": [0,0.4], \"max_s\": [0,0.6]}}],"
    "\"distributions\": {\"quantile\": [0,0.5,1], \"of\": [{\"resource\": \"data.read\","
    " \"quantity\": \"size_bytes\", \"unit\": \"bytes\", \"real\": {\"n\": 9, \"x\": [1,1,4]},"
    " \"emulation\": null}]},"
    "\"spectra\": [{\"resource\": \"cpu\", \"quantity\": \"busy\", \"unit\": \"%^2/Hz\","
    " \"dt_s\": 1, \"segment_s\": 8, \"freq_hz\": [0.125,0.25],"
    " \"real\": {\"psd\": [1,2], \"peaks\": [{\"period_s\": 4, \"psd\": 2}],"
    " \"period\": {\"period_s\": 4.1, \"confidence\": 0.9}},"
    " \"emulation\": {\"psd\": [2,1], \"peaks\": [], \"period\": null}}],"
    "\"steps\": {\"real\": {\"n\": 5, \"load_s\": 0.1, \"compute_s\": 0.2, \"other_s\": null,"
    " \"step_s\": null}, \"emulation\": null},"
    "\"jumps\": [{\"resource\": \"data.read\", \"real\": {\"n\": 3, \"sequential\": 3},"
    " \"emulation\": {\"n\": 5, \"sequential\": 4}}]}";

static struct fid_series *parse (const char *text, struct fid_error *err)
{
    cJSON *doc = cJSON_Parse (text);
    struct fid_series *s = fid_series_of (doc, "x.series.json", err);
    cJSON_Delete (doc);
    return s;
}

static void whole (void)
{
    struct fid_error err = {0};
    struct fid_series *s = parse (good, &err);
    if (!ok (s != NULL, "a series is read")) {
        diag ("%s", err.text);
        return;
    }
    ok_str (s->key, "0123456789abcdef", "key");
    ok_str (s->side[FID_EMULATION].hash, "00000000000000bb", "hash");
    ok_str (s->window, "TRAINING", "window");
    ok (s->side[0].window.n == 4 && s->side[0].window.x[3] == 4.5 && s->side[1].window.n == 0 &&
            s->side[0].from_s == -1,
        "where the window lies");
    ok (!s->lag_of && s->lag_s == FID_GAP && s->warp_max_s == 1, "lag and warp");
    const struct fid_series_phase *p = s->side[0].phase;
    ok (s->side[0].phase_n == 2 && p[0].epoch == -1 && p[1].epoch == 1 && p[1].block == 0 &&
            p[1].end_s == 4.5 && s->side[1].phase_n == 0,
        "phases");
    ok (p[1].kind == FID_PART_TRAINING, "their kind");
    const struct fid_series_time *t = fid_series_find (s, FID_RESOURCE_CPU, FID_QUANTITY_N);
    ok (t && t == fid_series_find (s, FID_RESOURCE_CPU, FID_QUANTITY_BUSY) &&
            !fid_series_find (s, FID_RESOURCE_CPU, FID_QUANTITY_IOWAIT) &&
            !fid_series_find (s, FID_RESOURCE_GPU_SM, FID_QUANTITY_N),
        "series by resource and quantity");
    ok (t->side[0].n == 3 && t->side[0].t0_s == -2 && t->side[0].dt_s == 2 &&
            t->side[0].from_n == 6 && t->side[0].value.x[1] == FID_GAP &&
            t->side[0].min.x[0] == 0.5 && t->side[0].max.x[0] == 2 && t->side[1].n == 0,
        "thinned, with a gap");
    const struct fid_series_fine *f = &t->side[0].fine;
    ok (f->n == 4 && f->from_n == 8 && f->native_dt_s == .5 && f->value[2] == 0 &&
            fid_quanta_value (&f->ruler, f->value[1]) == 1 && f->min[1] == 7 && f->max[3] == 9,
        "with finer values behind it");
    t = fid_series_find (s, FID_RESOURCE_CPU, FID_QUANTITY_USER);
    ok (t->side[1].fine.n == 0 && !t->side[1].fine.value, "or without, as in older files");
    ok (t->side[0].n == 0 && t->side[1].n == 2 && t->side[1].from_n == 2 && !t->side[1].min.x &&
            t->side[1].value.x[1] == 8,
        "not thinned, in one run only");
    ok (s->warp_n == 1 && s->warp[0].link[0].n == 2 && s->warp[0].link[1].x[1] == 1.5 &&
            s->warp[0].max_s.x[1] == 0.6 && s->warp[0].at_s.n == 2,
        "warp");
    ok (s->quantile.n == 3 && s->dist_n == 1 && s->dist[0].side[0].x[2] == 4 &&
            s->dist[0].count[0] == 9 && !s->dist[0].side[1].x && s->dist[0].count[1] == 0,
        "quantiles");
    ok (s->spectrum_n == 1 && s->spectrum[0].side[0].peak_n == 1 &&
            s->spectrum[0].side[0].period_s == 4.1 &&
            s->spectrum[0].side[1].period_s == FID_GAP && s->spectrum[0].freq_hz.x[1] == 0.25,
        "spectra");
    ok (s->steps[0].n == 5 && s->steps[0].compute_s == 0.2 && s->steps[0].step_s == FID_GAP &&
            s->steps[1].n == 0 && s->steps[1].load_s == FID_GAP,
        "steps");
    ok (s->jump_n == 1 && s->jumps[0].n[1] == 5 && s->jumps[0].sequential[1] == 4,
        "how files were read");
    fid_series_destroy (s);
    fid_series_destroy (NULL);
}

/* One change at a time. */
static void broken (void)
{
    static const struct {
        const char *from, *to, *want;
    } cases[] = {
        {"series/2", "series/1", "its schema is fidlio.series/1"},
        {"\"schema\"", "\"s\"", "it has no schema"},
        {"\"points\": 3", "\"points\": 3.5", "'points' is not a whole number"},
        {"\"points\": 3", "\"points\": 0", "'points' is not a number >= 1"},
        {"\"to_s\": 5", "\"to_s\": -5", "'to_s' is not a number >= -1"},
        {"[3,4.5]", "[3]", "element 1 of 'window' is not a pair"},
        {"[3,4.5]", "[3,2]", "'window' of a side is not a list of spans"},
        {"\"a\", \"hash\"", "\"a\\u0007\", \"hash\"", "'id' of one_side holds control"},
        {"\"start_s\": 0, \"end_s\": 4.5", "\"start_s\": -0.5, \"end_s\": 4.5", "overlaps"},
        {"\"end_s\": 4.5", "\"end_s\": null", "'end_s' is missing or not a number"},
        {"\"dt_s\": 2", "\"dt_s\": 0", "no length"},
        {"\"values\": [7,8]", "\"values\": []", "no length"},
        {"\"values\": [7,8]", "\"values\": 7", "'values' is missing or not a list"},
        {"\"values\": [7,8]", "\"values\": [7,\"8\"]", "element 1 of 'values' is not a number"},
        {"\"values\": [7,8]", "\"values\": [7,1e999]", "element 1 of 'values' is not a number"},
        {"\"min\": [0.5,null,3]", "\"min\": [0.5,3]", "'min' has 2 elements, not 3"},
        {"\"min\": [0.5,null,3]", "\"min\": null", "'min' is missing or not a list"},
        {"\"min\": [0.5,", "\"min\": [1.5,", "element 0 of 'values' is not between"},
        {"\"decimated_from\": 6", "\"decimated_from\": 2", "less than the number of points"},
        {"CggREg==\", \"min", "CggREg\", \"min", "'values' of finer_values is not 4 packed"},
        {"\"n\": 4", "\"n\": 5", "'values' of finer_values is not 5 packed"},
        {"\"n\": 4", "\"n\": 10", "'values' of finer_values is not 10 packed"},
        {"\"n\": 4, \"from_n\": 8", "\"n\": 99999999, \"from_n\": 99999999",
         "'n' of finer_values is not a number from 1 to"},
        {"\"step\": 0.25", "\"step\": 0", "no length or step"},
        {"\"native_dt_s\": 0.5", "\"native_dt_s\": 2", "no length or step"},
        {"\"max\": \"CggREg==\"", "\"max\": null", "finer values are not whole"},
        {"\"min\": \"CgQNEg==\"", "\"min\": \"CgoTEg==\"", "value 1 is not between"},
        {"[1,1.5]", "[1,1.5,2]", "element 1 of 'links' is not a pair"},
        {"\"mean_s\": [0,0.5]", "\"mean_s\": [0]", "'mean_s' has 1 elements, not 2"},
        {"\"quantile\": [0,0.5,1]", "\"quantile\": [0,0.5,0.4]", "does not ascend"},
        {"\"x\": [1,1,4]", "\"x\": [1,4]", "'x' has 2 elements, not 3"},
        {"\"x\": [1,1,4]", "\"x\": [1,4,1]", "quantiles of data.read do not ascend"},
        {"\"freq_hz\": [0.125,", "\"freq_hz\": [0,", "'freq_hz' of cpu does not ascend"},
        {"\"psd\": [1,2]", "\"psd\": [1,null]", "element 1 of 'psd' is not a number"},
        {"\"confidence\": 0.9", "\"confidence\": \"x\"",
         "'confidence' is missing or not a number"},
        {"\"n\": 5", "\"n\": 0", "'n' is not a number >= 1"},
        {"\"quantity\": \"user\"", "\"quantity\": \"odd\"", "knows no quantity 'odd'"},
        {"\"resource\": \"data.read\"", "\"resource\": \"tape\"", "knows no resource 'tape'"},
        {"\"unit\": \"bytes\"", "\"unit\": \"ells\"", "knows no unit 'ells'"},
        {"\"kind\": \"TRAINING\"", "\"kind\": \"LUNCH\"", "knows no kind 'LUNCH'"},
        {"\"jumps\"", "\"jump\"", "'jumps' is missing or not a list"},
        {"\"end_s\": 0}", "\"end_s\": -1.5}", "'end_s' is not a number >= -1"},
        {"\"from_n\": 8", "\"from_n\": 3", "'from_n' is not a number >= 4"},
        {"\"sequential\": 3", "\"sequential\": 4", "more operations are sequential"},
        {"\"sequential\": 4", "\"sequential\": 6", "more operations are sequential"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[sizeof good + 100];
        struct fid_error err = {0};
        const char *at = strstr (good, cases[i].from);
        if (!at)
            abort ();
        snprintf (text, sizeof text, "%.*s%s%s", (int)(at - good), good, cases[i].to,
                  at + strlen (cases[i].from));
        struct fid_series *s = parse (text, &err);
        if (!ok (!s && err.status == FID_EINPUT && strstr (err.text, cases[i].want) &&
                     strncmp (err.text, "x.series.json: not a series file: ", 34) == 0,
                 "refused: %s", cases[i].to))
            diag ("%s", err.text);
        fid_series_destroy (s);
    }
    /* any member left out, at any depth, is noticed or harmless */
    size_t dropped = 0, refused = 0;
    for (const char *p = good; (p = strstr (p + 1, "\": ")); dropped++) {
        char text[sizeof good + 100];
        struct fid_error err = {0};
        snprintf (text, sizeof text, "%.*s_%s", (int)(p - good), good, p);
        struct fid_series *s = parse (text, &err);
        refused += !s;
        fid_series_destroy (s);
    }
    /* finer values among the harmless */
    ok (dropped > 60 && refused + 6 >= dropped, "%zu of %zu members are missed", refused,
        dropped);
}

static void files (void)
{
    char dir[400], path[440], cut[440];
    struct fid_error err = {0};
    const char *tmp = getenv ("TMPDIR");
    snprintf (dir, sizeof dir, "%.380s/fidlio.XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp (dir))
        abort ();
    snprintf (path, sizeof path, "%s/a__b.series.json", dir);
    snprintf (cut, sizeof cut, "%s/cut.series.json", dir);
    struct fid_series *s = parse (good, &err);
    ok (fid_series_write (path, NULL, s, &err) == 0, "written");
    char *first = fid_series_json (s, &err);
    fid_series_destroy (s);
    s = fid_series_load (path, &err);
    ok (s && s->jump_n == 1, "and read");
    char *again = fid_series_json (s, &err);
    ok (strcmp (first, again) == 0, "and the same as before");
    free (first);
    free (again);
    fid_series_destroy (s);
    ok (fid_series_fits (path, "0123456789abcdef", "00000000000000aa", "00000000000000bb", 3,
                         0),
        "it is the one of that pair");
    ok (!fid_series_fits (path, "0123456789abcdee", "00000000000000aa", "00000000000000bb", 3,
                          0) &&
            !fid_series_fits (path, "0123456789abcdef", "00000000000000ab", "00000000000000bb",
                              3, 0) &&
            !fid_series_fits (path, "0123456789abcdef", "00000000000000aa", "00000000000000aa",
                              3, 0) &&
            !fid_series_fits (path, "0123456789abcdef", "00000000000000aa", "00000000000000bb",
                              4, 0) &&
            !fid_series_fits (cut, "0123456789abcdef", "00000000000000aa", "00000000000000bb",
                              3, 0),
        "but of no other, nor what is not there");
    fid_outfile_write (cut, NULL, good, 700, &err);
    s = fid_series_load (cut, &err);
    ok (!s && err.status == FID_EINPUT && strstr (err.text, "cut.series.json:1: the JSON does"),
        "a cut file, with its name and line");
    fid_series_destroy (s);
    unlink (path);
    unlink (cut);
    rmdir (dir);
    char *name = fid_series_path ("r/a__b.json", &err);
    ok_str (name, "r/a__b.series.json", "its name");
    free (name);
}

int main (void)
{
    whole ();
    broken ();
    files ();
    return tap_done ();
}
