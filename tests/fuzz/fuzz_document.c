/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_document.c - files that fidlio writes itself, or that people write for it
 *
 *     KIND
 *     the file
 *
 * KIND is result, series, calibration, baseline, profile, roles, manifest, prior, thresholds or
 * order.  What is accepted is used: written, shown, drawn. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/jsonbuild.h"
#include "base/jsonread.h"
#include "batch/batch.h"
#include "check/check.h"
#include "check/history.h"
#include "compare/calibration.h"
#include "model/profile.h"
#include "report/breakdown.h"
#include "report/screen.h"
#include "results/series.h"
#include "tests/fuzz/fuzz.h"
#include "run/role_rules.h"

static const enum fid_format formats[] = {FID_FORMAT_TABLE, FID_FORMAT_JSON, FID_FORMAT_CSV,
                                          FID_FORMAT_MD, FID_FORMAT_TSV};

struct shown {
    const struct fid_result *result;
    const struct fid_series *series;
    enum fid_format format;
};

static int write_breakdown (const void *what, FILE *f, struct fid_error *err)
{
    const struct shown *s = what;
    const struct fid_screen screen = {f, err, s->format, 80, true, true};
    return fid_compared_write (&screen, &s->result, 1, s->series);
}

static int write_sides (const void *what, FILE *f, struct fid_error *err)
{
    const struct shown *s = what;
    const struct fid_result *two[2] = {s->result, s->result};
    const struct fid_screen screen = {f, err, s->format, 60, false, false};
    return fid_compared_write (&screen, two, 2, NULL);
}

static void use_result (const char *path)
{
    struct fid_error err = {0};
    struct fid_result_head head;
    struct fid_result *r = fid_result_load (path, &err);
    int rc = fid_result_head_load (&head, path, &err);
    fuzz_want (!r == (rc != 0), "a head is accepted, the whole is not");
    if (!r) {
        fuzz_want_error (&err);
        return;
    }
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct shown s = {r, NULL, formats[i]};
        size_t n;
        int failed;
        char *text = fuzz_text (write_breakdown, &s, &n, &failed);
        if (!failed && formats[i] == FID_FORMAT_JSON)
            fuzz_want_json (text, n);
        free (text);
        text = fuzz_text (write_sides, &s, &n, &failed);
        if (!failed && formats[i] == FID_FORMAT_JSON)
            fuzz_want_json (text, n);
        free (text);
    }
    fid_result_head_clear (&head);
    fid_result_destroy (r);
}

static void use_series (const char *path)
{
    struct fid_error err = {0};
    struct fid_series *s = fid_series_load (path, &err);
    if (!s) {
        fuzz_want_error (&err);
        return;
    }
    char trace[600];
    snprintf (trace, sizeof trace, "%s/chrome.json", fuzz_dir ());
    if (fid_chrome_write (s, trace, NULL, &err) == 0) {
        cJSON *doc = fid_json_load (trace, &err);
        fuzz_want (doc != NULL, "a chrome trace is not JSON");
        cJSON_Delete (doc);
    } else {
        fuzz_want_error (&err);
    }
    fuzz_want (fid_series_write (path, NULL, s, &err) == 0, err.text);
    struct fid_series *again = fid_series_load (path, &err);
    fuzz_want (again != NULL, err.text);
    const char *hash[2] = {s->side[0].hash, s->side[1].hash};
    size_t n = (size_t)s->point_n;
    fuzz_want (!fid_series_fits (path, s->key, hash[0], hash[1], n, 60) ||
                   !fid_series_fits (path, s->key, hash[0], hash[1], n + 1, 60),
               "a series fits any number of points");
    fid_series_destroy (again);
    fid_series_destroy (s);
}

/* Makes the hash of a document that of its content: else no change would get beyond it. */
static void seal (const char *path)
{
    struct fid_error err;
    cJSON *doc = fid_json_load (path, &err);
    if (doc && fid_get (doc, "hash") && fid_json_seal (doc, &err) == 0)
        fid_json_save (doc, path, NULL, &err);
    cJSON_Delete (doc);
}

static void use_calibration (const char *path)
{
    struct fid_error err = {0};
    struct fid_calibration *c, *again;
    seal (path);
    if (fid_calibration_load (path, &c, &err)) {
        fuzz_want_error (&err);
        return;
    }
    cJSON *doc = fid_calibration_json (c, &err);
    fuzz_want (doc != NULL, "a calibration cannot be written");
    fuzz_want (fid_calibration_read (doc, "again", &again, &err) == 0,
               "a calibration cannot be read again");
    cJSON_Delete (doc);
    fid_calibration_destroy (again);
    fid_calibration_destroy (c);
}

static void use_baseline (const char *path)
{
    struct fid_error err = {0};
    struct fid_gate_input g;
    struct fid_check check = {0};
    const struct fid_check_opts opts = FID_CHECK_DEFAULTS;
    seal (path);
    if (fid_baseline_load (path, &g, &err)) {
        fuzz_want_error (&err);
        return;
    }
    cJSON *doc = fid_baseline_json (&g, &err);
    fuzz_want (doc != NULL, "a baseline cannot be written");
    cJSON_Delete (doc);
    if (fid_check_run (&g, &g, &opts, &check, &err))
        fuzz_want_error (&err);
    fid_check_clear (&check);
    fid_gate_clear (&g);
}

static void use_profile (const char *path)
{
    struct fid_profile p;
    struct fid_error err = {0};
    if (fid_profile_load (&p, path, &err))
        fuzz_want_error (&err);
}

static void use_roles (const char *path)
{
    struct fid_role_rules rules = {0};
    struct fid_error err = {0};
    struct fid_role role;
    if (fid_role_rules_read (&rules, path, &err))
        fuzz_want_error (&err);
    else
        fid_role_decide (&rules, fid_span_of ("train.bin"), fid_span_of ("/data/train.bin"),
                         &role);
    fid_role_rules_clear (&rules);
}

static void use_manifest (const char *path)
{
    struct fid_error err = {0};
    struct fid_batch *b = fid_batch_create (&err);
    if (b && fid_batch_add_manifest (b, path, &err))
        fuzz_want_error (&err);
    fid_batch_destroy (b);
}

static void use_prior (const char *path)
{
    struct fid_priors priors;
    struct fid_error err = {0};
    if (fid_priors_load (path, &priors, &err))
        fuzz_want_error (&err);
}

static void use_thresholds (const char *path)
{
    struct fid_thresholds t;
    struct fid_error err = {0};
    if (fid_thresholds_load (path, &t, &err))
        fuzz_want_error (&err);
    else
        fid_thresholds_clear (&t);
}

/* The folder of the file is the history. */
static void use_order (const char *path)
{
    struct fid_history_opts opts = {0};
    struct fid_history history = {0};
    struct fid_error err = {0};
    (void)path;
    if (fid_history_search (fuzz_dir (), &opts, &history, &err))
        fuzz_want_error (&err);
    else
        fid_history_clear (&history);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    static const struct {
        const char *kind, *file;
        void (*use) (const char *path);
    } kinds[] = {
        {"result", "U_real__U_dlio.json", use_result},
        {"series", "U_real__U_dlio.series.json", use_series},
        {"calibration", "calibration.json", use_calibration},
        {"baseline", "baseline.json", use_baseline},
        {"profile", "own.profile", use_profile},
        {"roles", "roles", use_roles},
        {"manifest", "manifest", use_manifest},
        {"prior", "prior.conf", use_prior},
        {"thresholds", "thresholds", use_thresholds},
        {"order", "order", use_order},
    };
    struct fid_span rest = {(const char *)data, n}, kind = fuzz_line (&rest);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fid_span_is (kind, kinds[i].kind)) {
            fuzz_remove (fuzz_dir ());
            char path[600];
            const char *written = NULL;
            mkdir (fuzz_dir (), 0700);
            written = fuzz_file (fid_span_of (kinds[i].file), rest);
            snprintf (path, sizeof path, "%s", written);
            kinds[i].use (path);
        }
    return 0;
}
