/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_summary.c - what the times of a job add up to, of its log and of its JSON */
#include "tests/tap.h"
#include "tests/tools/logs/training_log.h"
#include "tests/readers/mutate.h"

static const char v1_of_l[] = "Total training time: 20.0\n"
                              "Initialization time: 0.25\n"
                              " - 1.25 % of the total training time.\n"
                              "Epochs\n"
                              "  Number of epochs: 1\n"
                              "  Total time spent on epochs: 12.0\n"
                              "    - 60.00 % of the total training time.\n"
                              "  Average epoch time: 12.0\n"
                              "Validations\n"
                              "  Total time spent on validations: 0.125\n"
                              "    - 0.62 % of the total training time.\n"
                              "  Average validation time: 0.125\n"
                              "Steps\n"
                              "  Total time spent on steps: 10.5\n"
                              "    - 52.50 % of the total training time.\n"
                              "  Average step time: 2.625\n";

#define V2_OF_L(total, fit, save)                                                              \
    "Model save time: " save "\n"                                                              \
    "Fit function time: " fit "\n"                                                             \
    "Total training time: " total "\n"                                                         \
    "Largest real time delta: 18.000000\n"                                                     \
    " - 90.00 % of the total training time.\n"                                                 \
    "Initialization time: 0.250000\n"                                                          \
    " - 1.25 % of the total training time.\n"                                                  \
    "Epochs\n"                                                                                 \
    "  Number of epochs: 1.000000\n"                                                           \
    "  Total time spent on epochs: 12.000000\n"                                                \
    "    - 60.00 % of the total training time.\n"                                              \
    "  Average epoch time: 12.000000\n"                                                        \
    "Validations\n"                                                                            \
    "  Total time spent on validations: 0.125000\n"                                            \
    "    - 0.62 % of the total training time.\n"                                               \
    "  Average validation time: 0.125000\n"                                                    \
    "Steps\n"                                                                                  \
    "  Number of steps: 5.000000\n"                                                            \
    "  Average number of steps per epoch: 5.000000\n"                                          \
    "  Total time spent on steps: 11.500000\n"                                                 \
    "    - 57.50 % of the total training time.\n"                                              \
    "  First step time: 9.000000\n"                                                            \
    "  Average step time: 2.300000\n"                                                          \
    "  Time spent on steps (without first step): 2.500000\n"                                   \
    "  T Mi Iavg: 0.625000\n"                                                                  \
    "  Outstanding step times: > 1.2x the average time\n"                                      \
    "    - Epoch(1) Step(1) Time(9.000) - 3.91 times larger than average\n"                    \
    "Beta: 365.00 %\n"                                                                         \
    "  - Validations + 1st step time = 9.125000\n"                                             \
    "  - Remaining steps time = 2.500000\n"                                                    \
    "T Mi Iavg prediction errors\n"                                                            \
    "  - Step 2 of epoch 1: 0.500000 - Estimated time: 2.000000 - Error: 20.00 %\n"            \
    "  - Avg steps 2-6: 0.625000 - Estimated time: 2.500000 - Error: 0.00 %\n"

/* The summary of a text; "" if it cannot be read. */
static char *summary_of_text (const char *text, enum fid_log_form form)
{
    struct fid_training_log job;
    struct fid_error err;
    if (job_of (&job, text, form, &err))
        return calloc (1, 1);
    char *out = summary_of (&job, form);
    return out;
}

static void test_text (void)
{
    char *s = summary_of_text (LOG_L, FID_LOG_V1);
    ok_str (s, v1_of_l, "v1");
    free (s);
    s = summary_of_text (LOG_L, FID_LOG_KNOWN);
    ok_str (s, V2_OF_L ("20.000000", "n/a", "n/a"), "v2, where the log tells no fit");
    free (s);
    s = summary_of_text (LOG_L "Tempo do fit: 19.5\n"
                               "Tempo levado para o modelo ser salvo: 1.25\n",
                         FID_LOG_V2);
    ok_str (s, V2_OF_L ("20.000000", "19.500000", "1.250000"), "v2, and where it does");
    free (s);
}

/* Lines that a summary has to have. */
static void test_missing (void)
{
    static const struct {
        const char *what, *log, *want, *lacks;
        enum fid_log_form form;
    } cases[] = {
        {"nothing at all", "",
         "\nSteps\n  Number of steps: 0.000000\n  Average number of steps per epoch: n/a\n"
         "  Total time spent on steps: n/a\n    - n/a % of the total training time.\n"
         "  First step time: n/a\n  Average step time: n/a\n"
         "  Time spent on steps (without first step): n/a\n  T Mi Iavg: n/a\n"
         "  Outstanding step times: > 1.2x the average time\nBeta: n/a %\n"
         "  - Validations + 1st step time = n/a\n  - Remaining steps time = n/a\n"
         "T Mi Iavg prediction errors\n",
         "the total time, the initialization time, the fit time, the model's save time, "
         "real times, epochs",
         FID_LOG_V2},
        {"no validation in the second epoch",
         "1 step training time: 1.0s\nValidation time: 1.0\nEpoch time: 3.0s\n"
         "1 step training time: 1.0s\nEpoch time: 3.0s\n" LOG_INIT
         "Duracao do treinamento: 10\n",
         "Total time spent on epochs: 6.0\n    - 60.00 % of the total training time.\n"
         "  Average epoch time: 3.0\nValidations\n  Total time spent on validations: n/a\n"
         "    - n/a % of the total training time.\n  Average validation time: n/a\nSteps\n"
         "  Total time spent on steps: 2.0\n",
         "the validation time of epoch 2", FID_LOG_V1},
        {"no time of any epoch",
         "1 step training time: 1.0s\n" LOG_INIT "Duracao do treinamento: 10\n",
         "Number of epochs: 1\n  Total time spent on epochs: n/a\n",
         "the time of epoch 1, the validation time of epoch 1", FID_LOG_V1},
        {"no steps in one of two epochs",
         "1 step training time: 1.0s\nEpoch time: 3.0s\nEpoch time: 3.0s\n",
         "\nSteps\n  Total time spent on steps: n/a\n    - n/a % of the total training "
         "time.\n  Average step time: n/a\n",
         "the total time, the initialization time, the validation time of epochs 1, 2, "
         "steps of epoch 2",
         FID_LOG_V1},
        {"five epochs without validations",
         "Epoch time: 3.0s\nEpoch time: 3.0s\nEpoch time: 3.0s\nEpoch time: 3.0s\n"
         "Epoch time: 3.0s\n" LOG_INIT "Duracao do treinamento: 30\n",
         "Average epoch time: 3.0\n",
         "the validation time of epochs 1, 2, 3 and 2 more, "
         "steps of epochs 1, 2, 3 and 2 more",
         FID_LOG_V1},
        {"one step", "1 step training time: 4.0s\nValidation time: 1.0\nEpoch time: 6.0s\n",
         "First step time: 4.000000\n  Average step time: 4.000000\n"
         "  Time spent on steps (without first step): 0.000000\n  T Mi Iavg: n/a\n"
         "  Outstanding step times: > 1.2x the average time\nBeta: n/a %\n"
         "  - Validations + 1st step time = 5.000000\n  - Remaining steps time = 0.000000\n"
         "T Mi Iavg prediction errors\n",
         "the total time, the initialization time, the fit time, the model's save time, "
         "real times, a second step",
         FID_LOG_V2},
        {"steps that take no time",
         "1 step training time: 0s\n2 step training time: 0s\nValidation time: 0\n",
         "T Mi Iavg: 0.000000\n  Outstanding step times: > 1.2x the average time\n"
         "Beta: n/a %\n  - Validations + 1st step time = 0.000000\n"
         "  - Remaining steps time = 0.000000\nT Mi Iavg prediction errors\n"
         "  - Step 2 of epoch 1: 0.000000 - Estimated time: 0.000000 - Error: n/a %\n",
         "the total time, the initialization time, the fit time, the model's save time, "
         "real times, the time of epoch 1",
         FID_LOG_V2},
        {"a total of 0", LOG_INIT "Duracao do treinamento: 0\n",
         "Total training time: 0.0\nInitialization time: 0.25\n - n/a % of", "epochs",
         FID_LOG_V1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_training_log job;
        struct fid_error err;
        if (!ok (job_of (&job, cases[i].log, cases[i].form, &err) == 0, "read: %s",
                 cases[i].what))
            continue;
        char *s = summary_of (&job, cases[i].form);
        const char *lacks = fid_training_log_missing (&job, cases[i].form);
        if (!ok (s && strstr (s, cases[i].want), "%s", cases[i].what))
            diag ("got %s", s);
        ok_str (lacks, cases[i].lacks, "and it is said");
        free (s);
    }
}

static void has (const char *text, const char *part, const char *what)
{
    if (!ok (text && strstr (text, part), "%s", what))
        diag ("got %s", text);
}

/* Eleven steps, over two epochs, against numbers by hand: 10, then 1 to 10. */
static void test_heads (void)
{
    char *s = summary_of_text ("1 step training time: 10s\n2 step training time: 1s\n"
                               "3 step training time: 2s\n4 step training time: 3s\n"
                               "Validation time: 1\nEpoch time: 20s\n"
                               "1 step training time: 4s\n2 step training time: 5s\n"
                               "3 step training time: 6s\n4 step training time: 7s\n"
                               "5 step training time: 8s\n6 step training time: 9s\n"
                               "7 step training time: 10s\n"
                               "Validation time: 2\nEpoch time: 60s\n",
                               FID_LOG_V2);
    has (s, "  T Mi Iavg: 5.500000\n", "M of ten steps");
    has (s, "Average number of steps per epoch: 5.500000\n", "steps an epoch");
    has (s, "Beta: 23.64 %\n", "beta is 13 / 55");
    has (s,
         "Step 2 of epoch 1: 1.000000 - Estimated time: 10.000000 - "
         "Error: 81.82 %\n",
         "the second step");
    has (s, "Avg steps 2-6: 3.000000 - Estimated time: 30.000000 - Error: 45.45 %\n",
         "steps 2 to 6, of both epochs");
    has (s, "Avg steps 2-11: 5.500000 - Estimated time: 55.000000 - Error: 0.00 %\n",
         "steps 2 to 11");
    /* A = 65 / 11 = 5.909, 1.2 A = 7.09 */
    has (s,
         "average time\n"
         "    - Epoch(1) Step(1) Time(10.000) - 1.69 times larger than average\n"
         "    - Epoch(2) Step(5) Time(8.000) - 1.35 times larger than average\n"
         "    - Epoch(2) Step(6) Time(9.000) - 1.52 times larger than average\n"
         "    - Epoch(2) Step(7) Time(10.000) - 1.69 times larger than average\n"
         "Beta",
         "outstanding steps");
    free (s);
}

/* A text's JSON read back gives the same JSON and the same summary, in each form. */
static bool survives (const char *text)
{
    bool same = true;
    for (int form = FID_LOG_KNOWN; same && form <= FID_LOG_V2; form++) {
        struct fid_training_log job, back;
        struct fid_error err;
        if (job_of (&job, text, (enum fid_log_form)form, &err))
            return true; /* refused */
        char *json = json_of (&job, (enum fid_log_form)form);
        char *summary = summary_of (&job, (enum fid_log_form)form);
        const char *lacks = fid_training_log_missing (&job, (enum fid_log_form)form);
        same = json && summary && lacks && !strstr (summary, "nan") &&
               !strstr (summary, "inf") &&
               job_of (&back, json, (enum fid_log_form)form, &err) == 0;
        if (same) {
            char *json2 = json_of (&back, (enum fid_log_form)form);
            char *summary2 = summary_of (&back, (enum fid_log_form)form);
            same = json2 && summary2 && strcmp (json, json2) == 0 &&
                   strcmp (summary, summary2) == 0;
            free (json2);
            free (summary2);
        }
        if (!same)
            diag ("form %d of %s", form, text);
        free (json);
        free (summary);
    }
    return same;
}

static void test_laws (void)
{
    static const char two[] =
        LOG_L "1 step training time: 0.75s\n2 step training time: 0.5s\n"
              "loss: 0.41 - accuracy: 0.87 - val_loss: 0.39 - val_accuracy: 0.88\n"
              "Validation time: 0.25s\nEpoch time: 2.0s\nTempo do fit: 105.2\n";
    ok (survives (LOG_L), "the summary of the JSON is that of the log");
    ok (survives (two), "of two epochs too");
    ok (survives (""), "of none too");

    struct fid_training_log job;
    struct fid_error err;
    if (job_of (&job, LOG_L, FID_LOG_KNOWN, &err) == 0) {
        struct fid_training_sums s;
        fid_training_log_sum (&job, &s);
        ok (s.steps_s + s.validations_s <= s.epochs_s, "parts of an epoch fit into it");
        ok_close (s.average_s * (double)s.step_n, s.steps_s, 1e-12, "k A = S");
        ok_close (s.first_s + s.usual_s * (double)(s.step_n - 1), s.steps_s, 1e-12,
                  "first + (k - 1) M = S");
    }
}

/* Damaged logs and damaged JSON: nothing crashes, and what is read keeps the law. */
static void test_damage (void)
{
    enum { N = 3000 };
    struct fid_training_log job;
    struct fid_error err;
    struct bytes from[2] = {{0}, {0}}, out = {0};
    int good = job_of (&job, LOG_L, FID_LOG_KNOWN, &err) == 0, n = 0;
    char *json = good ? json_of (&job, FID_LOG_KNOWN) : NULL;
    if (!ok (json != NULL, "a JSON to damage"))
        return;
    bytes_set (&from[0], LOG_L, sizeof LOG_L - 1);
    bytes_set (&from[1], json, strlen (json));
    for (; good && n < N; n++) {
        mutate (&out, &from[n % 2], &from[n / 2 % 2], (uint64_t)n);
        char *text = out.n < 100000 ? malloc (out.n + 1) : NULL;
        if (!text)
            continue;
        memcpy (text, out.p, out.n);
        text[out.n] = '\0';
        good = survives (text);
        free (text);
    }
    ok (good, "%d damaged texts", n);
    for (size_t i = 0; i < 40; i++) { /* the long ones, NULs and all */
        mutate (&out, &from[i % 2], &from[0], 100000 + i);
        struct fid_span s = {out.p, out.n};
        if (i % 2)
            fid_training_log_read_json (&job, s, "x");
        else
            fid_training_log_read_text (&job, s, "x", FID_LOG_V1);
    }
    bytes_clear (&from[0]);
    bytes_clear (&from[1]);
    bytes_clear (&out);
    free (json);
}

int main (void)
{
    test_text ();
    test_missing ();
    test_heads ();
    test_laws ();
    test_damage ();
    return tap_done ();
}
