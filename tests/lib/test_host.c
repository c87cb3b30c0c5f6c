/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_host.c - a program with a locale and a GSL handler of its own
 *
 * Numbers come out the same whatever LC_NUMERIC the program has set, and neither its
 * locale nor its GSL error handler is changed or called. */
#include "tests/tap.h"
#include <errno.h>
#include <gsl/gsl_errno.h>
#include <locale.h>
#include <pthread.h>
#include <unistd.h>
#include "fidlio.h"

static struct fid_error err;
static char scratch[] = "/tmp/fidlio-host-XXXXXX";
static int handled_n; /* calls of the host's handler */

static void handler (const char *reason, const char *file, int line, int code)
{
    diag ("GSL: %s (%s:%d, %d)", reason, file, line, code);
    handled_n++;
}

/* Everything that reads or writes a number; the texts, one after the other. */
static char *use_library (void)
{
    static const char *const names[] = {"UNET3D_real_r2", "UNET3D_real_r4", "BERT_real_r2",
                                        "UNET3D_dlio_r2"};
    struct fid_run *run[4];
    char path[4096], *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream (&out, &size);
    for (int i = 0; i < 4; i++) {
        snprintf (path, sizeof path, "%s/tests/data/runs/%s", getenv ("srcdir"), names[i]);
        run[i] = fid_run_open (path, NULL, &err);
    }
    struct fid_compare_options o = {.dt_s = 0.125,
                                    .band_s = 1.5,
                                    .has_penalty = 1,
                                    .penalty = 0.025,
                                    .has_tolerance = 1,
                                    .tolerance_s = 0.75,
                                    .thread_n = 3};
    struct fid_calibration *made =
        fid_calibration_create ((const struct fid_run *const *)run, 3, &o, &err);
    snprintf (path, sizeof path, "%s/calibration.json", scratch);
    int saved = made ? fid_calibration_save (made, path, &err) : -1;
    struct fid_calibration *c = saved ? NULL : fid_calibration_open (path, &err);
    struct fid_series *series = NULL;
    o.calibration = c;
    struct fid_result *r =
        c ? fid_result_create ((const struct fid_run *const *)run, 2,
                               (const struct fid_run *const *)run + 3, 1, &o, &series, &err)
          : NULL;
    if (r) {
        char *text[] = {fid_result_text (r, &err), fid_series_text (series, &err)};
        for (int i = 0; i < 2; i++) {
            fputs (text[i] ? text[i] : "(none)", f);
            free (text[i]);
        }
        ok (fid_result_save (r, scratch, &err) == 0, "saved");
        snprintf (path, sizeof path, "%s/UNET3D_real_r2+1__UNET3D_dlio_r2.json", scratch);
        struct fid_result *again = fid_result_open (path, &err);
        char *read = again ? fid_result_text (again, &err) : NULL;
        ok (read && strstr (read, "\"similarity\": 0."), "a similarity has a fraction");
        free (read);
        fid_result_destroy (again);
        struct fid_result *pair =
            fid_result_create ((const struct fid_run *const *)run, 1,
                               (const struct fid_run *const *)run + 3, 1, &o, NULL, &err);
        char results[100];
        snprintf (results, sizeof results, "%s/results", scratch);
        ok (pair && fid_result_save (pair, results, &err) == 0, "a pair");
        fid_result_destroy (pair);
        snprintf (path, sizeof path, "%s/baseline.json", scratch);
        ok (fid_baseline_save (results, path, &err) == 0, "a baseline");
        char *gate = fid_gate_text (path, results, NULL, &err);
        ok (gate != NULL, "a gate: %s", gate ? "" : err.text);
        fputs (gate ? gate : "", f);
        free (gate);
    } else
        diag ("%s", err.text);
    o.has_tolerance = 0;
    fid_result_destroy (fid_result_create ((const struct fid_run *const *)run, 1,
                                           (const struct fid_run *const *)run + 3, 1, &o, NULL,
                                           &err));
    fprintf (f, "%s\n", err.text); /* names numbers that differ from the calibration's */
    /* what fails */
    double d;
    size_t n = 0, i[1], j[1];
    fid_dtw_distance (&d, 0, &d, 0, NULL, &d, NULL);
    fid_dtw_path (&d, 0, &d, 0, NULL, &d, i, j, &n, NULL);
    fid_psd (&d, 1, 1, 1, 0, &d, NULL);
    fid_w1_distance (&d, NULL, 0, &d, NULL, 0, FID_W1_LINEAR, &d, NULL);
    fid_series_destroy (series);
    fid_result_destroy (r);
    fid_calibration_destroy (made);
    fid_calibration_destroy (c);
    for (int k = 0; k < 4; k++)
        fid_run_destroy (run[k]);
    fclose (f);
    return out;
}

static void *use_in_thread (void *unused)
{
    (void)unused;
    return use_library ();
}

/* Build a locale with decimal commas and set it; 0 where localedef cannot. */
static int set_comma_locale (void)
{
    char command[300];
    snprintf (command, sizeof command,
              "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", scratch);
    int rc = system (command);
    (void)rc; /* 1 for warnings */
    setenv ("LOCPATH", scratch, 1);
    return setlocale (LC_ALL, "de_DE.UTF-8") && strcmp (localeconv ()->decimal_point, ",") == 0;
}

static int host_is_unchanged (const char *locale)
{
    gsl_error_handler_t *now = gsl_set_error_handler (handler);
    return now == handler && handled_n == 0 && strcmp (setlocale (LC_ALL, NULL), locale) == 0 &&
           uselocale ((locale_t)0) == LC_GLOBAL_LOCALE;
}

int main (void)
{
    if (!ok (mkdtemp (scratch) != NULL, "a scratch folder"))
        return tap_done ();
    gsl_set_error_handler (handler);
    char *want = use_library ();
    ok (strstr (want, "0.125") && strstr (want, "fidlio.series/2"), "texts in the C locale");
    ok (host_is_unchanged ("C"), "the host is as it was");
    if (set_comma_locale ()) {
        char *locale = strdup (setlocale (LC_ALL, NULL)), text[20], *got = use_library ();
        ok_str (got, want, "the same bytes where numbers have commas");
        free (got);
        ok (host_is_unchanged (locale), "the host is as it was");
        snprintf (text, sizeof text, "%g", 0.5);
        ok_str (text, "0,5", "and writes commas");
        pthread_t thread;
        void *from_thread = NULL;
        pthread_create (&thread, NULL, use_in_thread, NULL);
        pthread_join (thread, &from_thread);
        ok_str (from_thread, want, "the same bytes in a thread");
        free (from_thread);
        free (locale);
    } else
        ok (1, "numbers with commas # SKIP no localedef, or no de_DE to build");
    free (want);
    char command[100];
    snprintf (command, sizeof command, "rm -r %s", scratch);
    ok (system (command) == 0, "the scratch folder goes");
    return tap_done ();
}
