/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_many_runs.c - the installed interface: calibrations, the gate, batches, threads, and
 * runs of which something was not traced */
#include <math.h>
#include <pthread.h>
#include <sys/stat.h>
#include "tests/lib/library.h"
#include <sys/wait.h>

/* ---- calibrations and the gate */

static void test_calibration (const struct fid_run *const *run, const struct fid_run *emulation)
{
    struct fid_compare_options o = {.thread_n = 2};
    struct fid_calibration *c = fid_calibration_create (run, 3, &o, &err);
    if (!ok (c != NULL, "a calibration"))
        return;
    cJSON *doc = parsed (fid_calibration_text (c, &err));
    const cJSON *set = cJSON_GetArrayItem (member (doc, "sets"), 0);
    ok (cJSON_GetArraySize (member (doc, "sets")) == 1 &&
            strcmp (text_of (set, "workload"), "unet3d") == 0 &&
            cJSON_GetArraySize (member (set, "runs")) == 2 &&
            cJSON_GetArraySize (member (set, "measures")) > 40,
        "of one workload");
    cJSON_Delete (doc);
    ok (fid_calibration_save (c, made ("calibration.json"), &err) == 0, "is saved");
    ok (fid_calibration_save (c, made ("none/calibration.json"), &err) == -1 &&
            err.status == FID_EINTERNAL,
        "not where there is no directory");
    struct fid_calibration *again = fid_calibration_open (made ("calibration.json"), &err);
    ok (again != NULL, "and read again");
    ok (!fid_calibration_open (made ("none.json"), &err) && err.status == FID_EINPUT,
        "no such file");

    o.calibration = c;
    char *text = pair_text (run[0], emulation, &o);
    o.calibration = again;
    char *same = pair_text (run[0], emulation, &o);
    ok_str (same, text, "which similarities the same");
    free (text);
    free (same);
    o.has_penalty = 1;
    ok (!pair_text (run[0], emulation, &o) && err.status == FID_EUSAGE,
        "other options than the calibration's: %s", err.text);
    o.has_penalty = 0;
    ok (!fid_calibration_create (run, 3, &o, &err) && err.status == FID_EUSAGE,
        "a calibration is not made with one");

    struct fid_result *r = fid_result_create (run, 2, &emulation, 1, &o, NULL, &err);
    doc = parsed (r ? fid_result_text (r, &err) : NULL);
    const cJSON *overall = member (doc, "overall"), *ci = member (overall, "similarity_ci");
    ok_str (r ? fid_result_side (r, 0) : "", "UNET3D_real (r2, r4)", "two real runs");
    ok (number (overall, "similarity") >= 0 && number (overall, "similarity") < 1 &&
            cJSON_GetArrayItem (ci, 0)->valuedouble >= 0 &&
            cJSON_GetArrayItem (ci, 1)->valuedouble >= cJSON_GetArrayItem (ci, 0)->valuedouble,
        "have a similarity with an interval");
    ok_str (text_of (overall, "noise"), "repeats of the real run", "the noise is known");
    const cJSON *resource = cJSON_GetArrayItem (member (doc, "resources"), 0);
    ok (number (cJSON_GetArrayItem (member (resource, "measures"), 0), "noise") >= 0,
        "and measures with noise");
    cJSON_Delete (doc);
    fid_result_destroy (r);
    const struct fid_run *twice[] = {run[0], run[0]};
    ok (!fid_result_create (twice, 2, &emulation, 1, NULL, NULL, &err) &&
            err.status == FID_EINPUT,
        "a run does not repeat itself");
    ok (!fid_result_create (run, 0, &emulation, 1, NULL, NULL, &err) &&
            err.status == FID_EUSAGE,
        "no run at all");
    fid_calibration_destroy (c);
    fid_calibration_destroy (again);
}

static void test_gate (const struct fid_run *real)
{
    static const char *const emulations[] = {"UNET3D_dlio_r2", "UNET3D_dlio_nockpt_r1"};
    for (int k = 0; k < 2; k++) {
        struct fid_run *run = open_run (emulations[k], NULL);
        const struct fid_run *emulation = run;
        struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, NULL, NULL, &err);
        fid_result_save (r, made ("results"), &err);
        fid_result_destroy (r);
        fid_run_destroy (run);
    }
    char dir[300], path[300];
    snprintf (dir, sizeof dir, "%s", made ("results"));
    snprintf (path, sizeof path, "%s", made ("baseline.json"));
    ok (fid_baseline_save (dir, path, &err) == 0, "a baseline");
    ok (fid_baseline_save (made ("none"), path, &err) == -1 && err.status == FID_EINPUT,
        "not of a directory that is missing");
    struct fid_gate_options o = {0};
    cJSON *gate = parsed (fid_gate_text (path, dir, &o, &err));
    const cJSON *row = cJSON_GetArrayItem (member (gate, "rows"), 0);
    ok_str (text_of (gate, "outcome"), "PASS", "the same recordings pass");
    ok (strcmp (text_of (row, "kind"), "trial") == 0 &&
            strcmp (text_of (row, "workload"), "unet3d") == 0 && number (row, "ratio") == 1,
        "a row of a trial");
    cJSON_Delete (gate);

    char limits[300];
    snprintf (limits, sizeof limits, "%s", made ("limits"));
    FILE *f = fopen (limits, "w");
    fputs ("* overall 0.999\n", f);
    fclose (f);
    o.limits = limits;
    gate = parsed (fid_gate_text (NULL, dir, &o, &err));
    row = cJSON_GetArrayItem (member (gate, "rows"), 0);
    ok (strcmp (text_of (gate, "outcome"), "FAIL") == 0 &&
            cJSON_GetArraySize (member (gate, "rows")) == 2,
        "two configurations miss a limit");
    ok (!is_number (row, "ratio") && strcmp (text_of (row, "kind"), "threshold") == 0,
        "without a test");
    cJSON_Delete (gate);
    ok (!fid_gate_text (NULL, dir, NULL, &err) && err.status == FID_EUSAGE, "against nothing");
    o = (struct fid_gate_options){.alpha = NAN};
    ok (!fid_gate_text (path, dir, &o, &err) && err.status == FID_EUSAGE, "alpha is NaN");
    o = (struct fid_gate_options){.has_margin = 1, .margin = -1};
    ok (!fid_gate_text (path, dir, &o, &err) && err.status == FID_EUSAGE, "a negative margin");
    ok (!fid_gate_text (path, made ("none"), NULL, &err) && err.status == FID_EINPUT,
        "no such directory");
}

/* ---- batches */

struct watch {
    size_t called_n, done, total, limit, message_n;
};

static void progress (void *ctx, size_t done, size_t total)
{
    struct watch *w = ctx;
    w->called_n++;
    w->done = done;
    w->total = total;
}

static int cancelled (void *ctx)
{
    const struct watch *w = ctx;
    return w->done >= w->limit;
}

static void message (void *ctx, const char *text)
{
    struct watch *w = ctx;
    w->message_n += *text != '\0';
}

static struct fid_batch *make_batch (void)
{
    static const char *const emulations[] = {"UNET3D_dlio_r2", "BERT_dlio_r2"};
    struct fid_batch *b = fid_batch_create (&err);
    char path[200];
    int rc = fid_batch_add_real (b, data ("runs/UNET3D_real_r2"), &err);
    for (int i = 0; i < 2; i++) {
        snprintf (path, sizeof path, "runs/%s", emulations[i]);
        rc |= fid_batch_add_emulation (b, data (path), &err);
    }
    snprintf (path, sizeof path, "%s/broken", scratch);
    mkdir (path, 0777);
    rc |= fid_batch_add_emulation (b, path, &err);
    ok (rc == 0, "runs are added");
    return b;
}

static void test_batch (void)
{
    char results[200];
    snprintf (results, sizeof results, "%s", made ("batch"));
    struct watch w = {.limit = 1};
    struct fid_open_options open = {.all_processes = 1};
    struct fid_batch_options o = {.open = &open,
                                  .thread_n = 1,
                                  .ctx = &w,
                                  .progress = progress,
                                  .cancelled = cancelled,
                                  .message = message};
    char *made_text = NULL;

    struct fid_batch *b = make_batch ();
    ok (fid_batch_compare (b, results, &o, &made_text, &err) == -1 &&
            err.status == FID_EPARTIAL,
        "a cancelled batch: %s", err.text);
    cJSON *doc = parsed (made_text);
    const cJSON *t = member (doc, "totals"), *row;
    double first = number (t, "compared_n");
    ok (number (t, "pair_n") == 3 && first + number (t, "failed_n") == 1, "has done one pair");
    ok (w.message_n > 0 && cJSON_IsFalse (member (t, "calibrated")),
        "and says why the noise is unknown");
    cJSON_Delete (doc);
    fid_batch_destroy (b);

    w = (struct watch){.limit = 9};
    o.thread_n = 2;
    b = make_batch ();
    ok (fid_batch_compare (b, results, &o, &made_text, &err) == 0, "the next one goes on");
    doc = parsed (made_text);
    t = member (doc, "totals");
    ok (number (t, "kept_n") == first && number (t, "compared_n") == 1 - first &&
            number (t, "failed_n") == 1 && number (t, "skipped_n") == 1,
        "keeps what was done, and compares no run with an emulation of another workload");
    ok (w.called_n == w.total + 1 && w.done == w.total, "and reports its progress");
    size_t failed = 0, skipped = 0;
    cJSON_ArrayForEach (row, member (doc, "pairs"))
    {
        const char *state = text_of (row, "state"), *emulation = text_of (row, "emulation");
        ok_str (text_of (row, "real"), "UNET3D_real_r2", text_of (row, "file"));
        failed += strcmp (state, "failed") == 0 && number (row, "status") == FID_EINPUT &&
                  strcmp (emulation, "broken") == 0 && *text_of (row, "error");
        skipped += strcmp (state, "skipped") == 0 && strcmp (emulation, "BERT_dlio_r2") == 0;
    }
    ok (failed == 1 && skipped == 1, "one has failed, and says why; one was skipped");
    cJSON_Delete (doc);
    struct fid_result *r =
        fid_result_open (made ("batch/UNET3D_real_r2__UNET3D_dlio_r2.json"), &err);
    char *text = r ? fid_result_text (r, &err) : NULL;
    ok (text && strstr (text, "\"all_processes\": true"), "a result, with the options used");
    free (text);
    fid_result_destroy (r);
    fid_batch_destroy (b);
    fid_batch_destroy (NULL);
    w = (struct watch){.limit = 9};
    o.all_workloads = 1;
    b = make_batch ();
    ok (fid_batch_compare (b, results, &o, &made_text, &err) == 0, "a batch of all");
    doc = parsed (made_text);
    t = member (doc, "totals");
    ok (number (t, "kept_n") == 1 && number (t, "compared_n") == 1 &&
            number (t, "skipped_n") == 0,
        "compares them if that is wanted");
    cJSON_Delete (doc);
    fid_batch_destroy (b);
    o.all_workloads = 0;

    struct fid_calibration *c = fid_calibration_open (made ("calibration.json"), &err);
    struct fid_compare_options compare = {.calibration = c};
    b = make_batch ();
    o.compare = &compare;
    ok (c && fid_batch_compare (b, results, &o, NULL, &err) == -1 && err.status == FID_EUSAGE,
        "a calibration comes from a file: %s", err.text);
    compare.calibration = NULL;
    compare.tolerance_s = NAN;
    compare.has_tolerance = 1;
    ok (fid_batch_compare (b, results, &o, NULL, &err) == -1 && err.status == FID_EUSAGE,
        "options are checked");
    fid_batch_destroy (b);
    fid_calibration_destroy (c);
    b = fid_batch_create (&err);
    ok (fid_batch_compare (b, results, NULL, NULL, &err) == -1 && err.status == FID_EUSAGE,
        "an empty batch: %s", err.text);
    ok (fid_batch_add_manifest (b, made ("none"), &err) == -1 && err.status == FID_EINPUT,
        "no such manifest");
    fid_batch_destroy (b);
}

/* ---- threads */

struct job {
    const struct fid_run *real, *emulation;
    char *text;
    int opened;
};

static void *work (void *arg)
{
    struct job *job = arg;
    struct fid_error mine;
    struct fid_result *r =
        fid_result_create (&job->real, 1, &job->emulation, 1, NULL, NULL, &mine);
    job->text = r ? fid_result_text (r, &mine) : NULL;
    fid_result_destroy (r);
    char path[4096];
    snprintf (path, sizeof path, "%s/calibration.json", scratch);
    for (int i = 0; i < 5; i++) {
        struct fid_calibration *c = fid_calibration_open (path, &mine);
        job->opened += c != NULL;
        fid_calibration_destroy (c);
    }
    return NULL;
}

static void test_threads (const struct fid_run *real, const struct fid_run *emulation)
{
    char *text = pair_text (real, emulation, NULL);
    struct job job[3];
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) {
        job[i] = (struct job){real, emulation, NULL, 0};
        pthread_create (&thread[i], NULL, work, &job[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join (thread[i], NULL);
        ok (job[i].text && strcmp (job[i].text, text) == 0, "thread %d gets the same", i);
        ok_int (job[i].opened, 5, "and reads files");
        free (job[i].text);
    }
    free (text);
}

/* ---- evidence */

/* A copy of a recorded run whose trace of block requests has none, and no monitor contradicts it;
 * NULL. */
static struct fid_run *open_blind (const char *name)
{
    char command[9000], path[300];
    snprintf (path, sizeof path, "%s", made (name));
    snprintf (
        command, sizeof command,
        "cp -R '%s/runs/%s' %s && cd %s && chmod -R u+w . && "
        "gzip -dc trace_bio.out.gz | grep -v '^[0-9]' >bio; gzip <bio >trace_bio.out.gz && "
        "rm bio iostat.json.gz && sed -i 's/\"event_lines\"/\"their_lines\"/' meta.json",
        data (""), name, path, path);
    return ok (system (command) == 0, "%s without block requests", name)
               ? fid_run_open (path, NULL, &err)
               : NULL;
}

/* What `fidlio answer' prints of them: the answer, as the library has to give it. */
static void ok_as_printed (const char *text)
{
    static char printed[1 << 17];
    char command[1000];
    snprintf (command, sizeof command,
              "\"$FIDLIO\" answer --format json --real %s/UNET3D_real_r2 --emulation "
              "%s/UNET3D_real_r4",
              scratch, scratch);
    FILE *f = popen (command, "r");
    size_t n = f ? fread (printed, 1, sizeof printed - 1, f) : 0;
    printed[n] = '\0';
    int status = f ? pclose (f) : -1;
    ok (WIFEXITED (status) && (WEXITSTATUS (status) == 0 || WEXITSTATUS (status) == 3),
        "the program answers, or says that it cannot");
    ok_str (text, printed, "as the library does");
}

/* A profile of one's own with the answer about reads, and what it needs. */
static void test_needs (const struct fid_run *real, const struct fid_run *emulation,
                        const char *needs, const char *verdict)
{
    char path[300];
    snprintf (path, sizeof path, "%s", made ("needs.conf"));
    FILE *f = fopen (path, "w");
    fprintf (f, "answer read\nneeds %s\ngrade data.read.bytes\n", needs);
    fclose (f);
    struct fid_compare_options o = {.profile = path};
    cJSON *doc = parsed (pair_text (real, emulation, &o));
    ok (doc != NULL, "a profile that needs %s: %s", needs, doc ? "" : err.text);
    ok_str (text_of (member (doc, "overall"), "verdict"), verdict, "its verdict");
    const cJSON *row;
    cJSON_ArrayForEach (row, member (doc, "profiles"))
    {
        if (strcmp (text_of (row, "profile"), "needs.conf") != 0)
            continue;
        ok (strncmp (text_of (row, "text"), verdict, strlen (verdict)) == 0, "in words: %s",
            text_of (row, "text"));
    }
    cJSON_Delete (doc);
}

static void test_unseen (void)
{
    struct fid_run *real = open_blind ("UNET3D_real_r2"),
                   *other = open_blind ("UNET3D_real_r4");
    const struct fid_run *emulation = other;
    if (!ok (real && other, "they are read"))
        return;
    const struct fid_run *is = real;
    char *text = fid_answer_text (&is, 1, &emulation, 1, NULL, &err);
    cJSON *doc = cJSON_Parse (text ? text : "");
    ok (doc != NULL, "they have an answer");
    ok_str (text_of (member (doc, "answer"), "verdict"), "cannot tell",
            "but no verdict about storage without block requests");
    cJSON_Delete (doc);
    ok_as_printed (text);
    free (text);
    test_needs (real, emulation, "reads", "valid");
    test_needs (real, emulation, "reads device", "cannot tell");
    fid_run_destroy (real);
    fid_run_destroy (other);
}

int main (void)
{
    if (!begin_scratch ())
        return tap_done ();
    struct fid_run *real = open_run ("UNET3D_real_r2", NULL);
    struct fid_run *repeat = open_run ("UNET3D_real_r4", NULL);
    struct fid_run *other = open_run ("BERT_real_r2", NULL);
    struct fid_run *emulation = open_run ("UNET3D_dlio_r2", NULL);
    if (!ok (real && repeat && other && emulation, "runs are read"))
        return tap_done ();
    test_calibration ((const struct fid_run *[]){real, repeat, other}, emulation);
    test_gate (real);
    test_batch ();
    test_threads (real, emulation);
    test_unseen ();
    fid_run_destroy (real);
    fid_run_destroy (repeat);
    fid_run_destroy (other);
    fid_run_destroy (emulation);
    end_scratch ();
    return tap_done ();
}
