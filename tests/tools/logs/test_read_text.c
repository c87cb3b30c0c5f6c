/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_read_text.c - logs in, JSON out */
#include "tests/tap.h"
#include "tests/tools/logs/training_log.h"

#define EMPTY "{\n    \"init\": -1.0,\n    \"total_training\": -1.0,\n    \"epochs\": {}\n}\n"
#define HEAD  "{\n    \"init\": 0.25,\n    \"total_training\": 20.0,\n"
#define STEPS                                                                                  \
    "        \"1\": {\n            \"steps\": {\n                \"1\": 9.0,\n"                \
    "                \"2\": 0.5,\n                \"3\": 0.5,\n                \"4\": 0.5"
#define REST                                                                                   \
    "\n            },\n            \"validation_time\": 0.125,\n"                              \
    "            \"epoch_time\": 12.0\n        }\n    }"
#define NEWER "    \"largest_real_time_delta\": 18.0,\n"

/* JSON without its blanks, and without what is missing everywhere: easier to write
 * down. */
static void squeeze (char *text)
{
    static const char missing[] = "\"init\":-1.0,\"total_training\":-1.0,";
    char *to = text;
    for (const char *p = text; *p; p++)
        if (*p != ' ' && *p != '\n')
            *to++ = *p;
    *to = '\0';
    if (text[0] == '{' && strncmp (text + 1, missing, sizeof missing - 1) == 0)
        memmove (text + 1, text + sizeof missing, strlen (text + sizeof missing) + 1);
}

static void is_json (const char *log, enum fid_log_form form, const char *want,
                     const char *what)
{
    struct fid_training_log job;
    struct fid_error err;
    if (!ok (job_of (&job, log, form, &err) == 0, "read: %s", what))
        return;
    char *got = json_of (&job, form);
    if (got && strchr (want, '\n') == NULL)
        squeeze (got);
    ok_str (got, want, what);
    free (got);
}

/* The same values in whatever surroundings. */
static void test_surroundings (void)
{
    static const char *const logs[] = {
        "('Tempo de inicializacao: ', 0.25)\r\nReal time: 100.0\r\n"
        "1 step training time: 9.0s\r\n2 step training time: 0.5s\r\n"
        "3 step training time: 0.5s\r\n4 step training time: 0.5s\r\n"
        "5 steps training: 1.0s\r\nValidation time: 0.125\r\nEpoch time: 12.0s\r\n"
        "Real time: 118.0s\r\nDuracao do treinamento:  20.0\r\n",
        /* progress bars in front, carriage returns instead of line ends */
        "x ('Tempo de inicializacao: ', 0.25)\n [==] Real time: 100.0\n"
        " 1/5 [>....] - ETA: 3s - loss: 2.3 1 step training time: 9.0s\r"
        " 2/5 [=>...]2 step training time: 0.5s\r\x08\x08\x08"
        "3 step training time: 0.5s\x08\x08\r 4/5 - acc: 0.5 4 step training time: 0.5s - ETA: "
        "0s\r"
        "5/5 [=====]\r5 steps training: 1.0s\r5/5 - 3s - loss: 0.4 Validation time: 0.125 end\n"
        "5/5 Epoch time: 12.0s 5/5\rReal time: 118.0s\nlog: Duracao do treinamento:  20.0 \n",
        /* all in one line */
        "('Tempo de inicializacao: ', 0.25) Real time: 100.0 1 step training time: 9.0s "
        "2 step training time: 0.5s 3 step training time: 0.5s 4 step training time: 0.5s "
        "5 steps training: 1.0s Validation time: 0.125 Epoch time: 12.0s Real time: 118.0s "
        "Duracao do treinamento:  20.0\n",
        /* the words of Python 3 and an `s' wherever one may be */
        "Tempo de inicializacao:  0.25\nReal time: 100.0s\n1 step training time: 9s\n"
        "2 step training time: 5e-1s\n3 step training time: 0.50s\n"
        "4 step training time: 0.5s\n5 steps training: 1.0s\nValidation time: 0.125s\n"
        "Epoch time: 12.0s\nReal time: 118.0s\nDuracao do treinamento: 20",
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        char what[60];
        snprintf (what, sizeof what, "surroundings %zu", i);
        is_json (logs[i], FID_LOG_KNOWN,
                 HEAD NEWER "    \"epochs\": {\n" STEPS ",\n                \"5\": 1.0" REST
                            "\n}\n",
                 what);
    }
}

static void test_forms (void)
{
    is_json (LOG_L, FID_LOG_KNOWN,
             HEAD NEWER "    \"epochs\": {\n" STEPS ",\n                \"5\": 1.0" REST
                        "\n}\n",
             "what was found");
    is_json (LOG_L, FID_LOG_V1, HEAD "    \"epochs\": {\n" STEPS REST "\n}\n", "v1");
    is_json (LOG_L, FID_LOG_V2,
             HEAD NEWER "    \"fit_time\": -1.0,\n"
                        "    \"write_model_time\": -1.0,\n    \"epochs\": {\n" STEPS
                        ",\n                \"5\": 1.0" REST "\n}\n",
             "v2");
    is_json ("", FID_LOG_KNOWN, EMPTY, "an empty log");
    is_json ("", FID_LOG_V1, EMPTY, "an empty log, v1");
    is_json ("nothing here: 5\nEpoch 1/5\n", FID_LOG_KNOWN, EMPTY, "a log without times");
    is_json ("Tempo do fit: 105.25\nTempo levado para o modelo ser salvo: 1.5\n", FID_LOG_V2,
             "{\"init\":-1.0,\"total_training\":105.25,\"largest_real_time_delta\":-1.0,"
             "\"fit_time\":105.25,\"write_model_time\":1.5,\"epochs\":{}}",
             "newer logs tell the fit");
    is_json ("Tempo do fit: 105.25\nDuracao do treinamento: 107.5\n", FID_LOG_KNOWN,
             "{\"init\":-1.0,\"total_training\":107.5,\"fit_time\":105.25,\"epochs\":{}}",
             "the total is the training's if that is told");
}

#define ACC(x) "9/9 - 3s - loss: 0.41 - accuracy: 0.87 - val_loss: 0.39 - val_accuracy: " x "\n"

static void test_epochs (void)
{
    static const struct {
        const char *what, *log, *want;
    } cases[] = {
        {"an epoch ends with its time",
         "1 step training time: 1.0s\nEpoch time: 3.0s\n1 step training time: 2.0s\n"
         "Epoch time: 4.0s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"1\":1.0},\"epoch_time\":3.0},"
         "\"2\":{\"steps\":{\"1\":2.0},\"epoch_time\":4.0}}}"},
        {"or with its accuracy, whichever is first",
         "1 step training time: 1.0s\nEpoch time: 3.0s\n" ACC (
             "0.5") "1 step training time: 2.0s\n" ACC ("0.6e-1") "Epoch time: 4.0s\n"
                                                                  "1 step training time: "
                                                                  "3.0s\n" ACC ("0.7"),
         "{\"epochs\":{\"1\":{\"steps\":{\"1\":1.0},\"epoch_time\":3.0,"
         "\"validation_accuracy\":0.5},"
         "\"2\":{\"steps\":{\"1\":2.0},\"validation_accuracy\":0.06,\"epoch_time\":4.0},"
         "\"3\":{\"steps\":{\"1\":3.0},\"validation_accuracy\":0.7}}}"},
        {"members come in the order of the log",
         "Validation time: 0.5\n1 step training time: 1.0s\nEpoch time: 3.0s\n",
         "{\"epochs\":{\"1\":{\"validation_time\":0.5,\"steps\":{\"1\":1.0},"
         "\"epoch_time\":3.0}}}"},
        {"a validation told after its epoch",
         "1 step training time: 1.0s\nEpoch time: 3.0s\nValidation time: 0.5\n"
         "1 step training time: 2.0s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"1\":1.0},\"epoch_time\":3.0,"
         "\"validation_time\":0.5},\"2\":{\"steps\":{\"1\":2.0}}}}"},
        {"epochs without steps", "Epoch time: 3.0s\nEpoch time: 4.0s\n",
         "{\"epochs\":{\"1\":{\"epoch_time\":3.0},\"2\":{\"epoch_time\":4.0}}}"},
        {"a step told again keeps its place and takes the last time",
         "2 step training time: 1.0s\n1 step training time: 2.0s\n"
         "2 step training time: 3.0s\n3 step training time: 4.0s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"2\":3.0,\"1\":2.0,\"3\":4.0}}}}"},
        {"an accuracy needs its loss", "val_accuracy: 0.5\nval_acc: 0.5\n", "{\"epochs\":{}}"},
        {"a training accuracy is none", "loss: 0.4 - accuracy: 0.5\n", "{\"epochs\":{}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_json (cases[i].log, FID_LOG_KNOWN, cases[i].want, cases[i].what);
    is_json (cases[1].log, FID_LOG_V1,
             "{\"epochs\":{\"1\":{\"steps\":{\"1\":1.0},\"epoch_time\":3.0},"
             "\"2\":{\"steps\":{\"1\":2.0},\"epoch_time\":4.0},\"3\":{\"steps\":{\"1\":3.0}}}}",
             "v1 knows no accuracy");
}

/* What text may do to a number. */
static void test_numbers (void)
{
    static const struct {
        const char *what, *log, *want;
    } cases[] = {
        {"the step that is due, out of a fraction",
         "loss: 0.51 step training time: 2.0s\nloss: 0.512 step training time: 3.0s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"1\":2.0,\"2\":3.0}}}}"},
        {"a fraction is no step", "loss: 0.57 step training time: 2.0s\n", "{\"epochs\":{}}"},
        {"a step after other text", "[==>]7 step training time: 2.0s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"7\":2.0}}}}"},
        {"a step after a gap", "1 step training time: 2.0s\n11 step training time: 3.0s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"1\":2.0,\"11\":3.0}}}}"},
        {"no number, no step", "step training time: 2.0s\n a step training time: 2.0s\n",
         "{\"epochs\":{}}"},
        {"a number beyond counting", "1234567890123456 step training time: 2.0s\n",
         "{\"epochs\":{}}"},
        {"steps and epochs need their s: else they may be cut",
         "1 step training time: 2.5\n2 steps training: 1.0\nEpoch time: 12.5\n",
         "{\"epochs\":{}}"},
        {"negative times are none",
         "1 step training time: -2.5s\nEpoch time: -1.0s\nValidation time: -3\n",
         "{\"epochs\":{}}"},
        {"nor words", "Validation time: nan\nEpoch time: infs\nValidation time:\n",
         "{\"epochs\":{}}"},
        {"nor what no clock can show", "Epoch time: 1e300s\n", "{\"epochs\":{}}"},
        {"an integer, an exponent", "1 step training time: 2s\nEpoch time: 1.5e-05s\n",
         "{\"epochs\":{\"1\":{\"steps\":{\"1\":2.0},\"epoch_time\":1.5e-05}}}"},
        {"a point without digits ends a number", "Validation time: 3. \n",
         "{\"epochs\":{\"1\":{\"validation_time\":3.0}}}"},
        {"a value is not on the next line", "Validation time:\n5\n", "{\"epochs\":{}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_json (cases[i].log, FID_LOG_KNOWN, cases[i].want, cases[i].what);
}

static void is_note (const char *log, const char *want, const char *what)
{
    struct fid_training_log job;
    struct fid_error err;
    if (!ok (job_of (&job, log, FID_LOG_KNOWN, &err) == 0, "read: %s", what))
        return;
    if (!want)
        ok_int ((long long)job.note_n, 0, what);
    else if (ok (job.note_n == 1, "one note: %s", what))
        ok_str (job.note[0], want, what);
}

static void test_notes (void)
{
    is_note (LOG_L, NULL, "nothing odd");
    is_note ("", "in.txt: contains no times of a training", "an empty log");
    is_note ("1 step training time: 1.0s\nEpoch time: 1.0s\n"
             "2 step training time: 1.0s\n2 step training time: 1.0s\n",
             "in.txt: 1 steps are repeated, first in epoch 2: the last time counts",
             "a step told again");
    is_note ("Epoch time: 1.0s\n\nloss: 0.57 step training time: 2.0s\n",
             "in.txt:3: 1 steps ignored: other text runs into their numbers",
             "a step nobody can number");
    is_note ("Epoch time: 1.0s\nDuracao do treinamento: 2",
             "in.txt:2: the text ends in a value, which may be truncated", "a cut end");
    is_note ("Real time: 5\nReal time: 4\n", "in.txt: Real time goes backwards",
             "a clock that was set");
}

/* A line of megabytes, with values all over it, costs its length once. */
static void test_long (void)
{
    enum { N = 200000 };
    struct fid_training_log job;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    for (int i = 1; f && i <= N; i++)
        fprintf (f, "%d/%d - loss: 0.5 %d step training time: 0.25s\r", i, N, i);
    for (int i = N; f && i > 0; i--) /* all again, backwards */
        fprintf (f, "%d step training time: 0.5s: : Epoch time: \r", i);
    if (!ok (f && fclose (f) == 0, "a line of %zu bytes", n))
        return;
    fid_training_log_read_text (&job, (struct fid_span){text, n}, "long", FID_LOG_KNOWN);
    ok_int ((long long)job.epoch_n, 1, "one epoch");
    ok_int ((long long)job.epoch[0].step_n, N, "of all its steps");
    int good = 1;
    for (size_t i = 0; i < N; i++)
        good &= job.epoch[0].step[i].number == i + 1 && job.epoch[0].step[i].time_s > .4;
    ok (good, "in their places, with their last times");
    free (text);
}

int main (void)
{
    test_forms ();
    test_surroundings ();
    test_epochs ();
    test_numbers ();
    test_notes ();
    test_long ();
    return tap_done ();
}
