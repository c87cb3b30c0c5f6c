/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_training_log.c - logs of training programs, by the patterns of their lines */
#include "tests/readers/check.h"

#define DIR "tests/data/"

static const struct {
    const char *file, *reader, *layout;
    size_t step_n, eval_n;
    double step_s, load_s; /* of the last step of the training; -1: unknown */
    const char *phases;    /* name, epoch and seconds */
} cases[] = {
    {DIR "training_log_bare/dali.log", "training_log_bare", "imagenet", 30, 0, .2, -1,
     "epoch1 6"},
    {DIR "training_log_day/detectron2.log", "training_log_day", "detectron2", 60, 0, .5, .02,
     "eval 5, training 30"},
    {DIR "training_log_utc/dllogger.json", "training_log_utc", "dllogger", 8, 4, .35, .05,
     "epoch1 1.4, eval 0.24, eval 0.24, epoch2 1.4"},
    {DIR "training_log/fairseq.log", "training_log", "fairseq", 70, 0, .5, -1,
     "eval 4, checkpoint 2, epoch1 24, eval 4, checkpoint 2, epoch2 24"},
    {DIR "training_log/fairseq_json.log", "training_log", "fairseq", 40, 0, 1, -1, "epoch1 30"},
    {DIR "training_log_bare/hf_trainer.log", "training_log_bare", "hf_trainer", 60, 10, .5, -1,
     "eval 2, eval 2, training 32"},
    {DIR "training_log_bare/imagenet.log", "training_log_bare", "imagenet", 72, 8, .25, .1,
     "eval 1.2, epoch1 9.25, eval 1.2, epoch2 9.25"},
    {DIR "training_log_bare/keras.log", "training_log_bare", "keras", 80, 0, .25, -1,
     "epoch1 10, epoch2 10"},
    {DIR "training_log_bare/keras3.log", "training_log_bare", "keras", 80, 0, .25, -1,
     "epoch1 10, epoch2 10"},
    {DIR "training_log_bare/lightning.log", "training_log_bare", "lightning", 60, 20, 2. / 3,
     -1, "epoch1 20, eval 2, eval 2, epoch2 20"},
    {DIR "training_log/loop.log", "training_log", "loop", 41, 0, .198, -1, "training 9.98"},
    {DIR "training_log_bare/loop.log", "training_log_bare", "loop", 8, 0, .122, -1,
     "training 0.969"},
    {DIR "training_log_bare/loop_dict.log", "training_log_bare", "loop", 60, 0, .2505, .02025,
     "training 15"},
    {DIR "training_log_bare/loop_elapsed.log", "training_log_bare", "loop", 200, 0, .1, -1,
     "training 20"},
    {DIR "training_log_bare/loop_untimed.log", "training_log_bare", "loop", 60, 0, -1, -1, ""},
    {DIR "training_log_bare/loop_words.log", "training_log_bare", "loop", 80, 0, .2, .01,
     "eval 2.5, checkpoint 1.5, epoch1 8, eval 2.5, checkpoint 1.5, epoch2 8"},
    {DIR "training_log/maskrcnn.log", "training_log", "maskrcnn", 60, 0, .52, .02,
     "training 30.4"},
    {DIR "training_log_day/maxtext.log", "training_log_day", "maxtext", 5, 0, 2, -1,
     "training 16.5"},
    {DIR "training_log/megatron.log", "training_log", "megatron", 40, 0, 2, -1,
     "checkpoint 5, training 86"},
    {DIR "training_log/mmengine.log", "training_log", "mmengine", 50, 10, 1, .15,
     "epoch1 25, eval 2, eval 2, epoch2 25"},
    {DIR "training_log_bare/sagemaker.log", "training_log_bare", "sagemaker", 0, 0, -1, -1, ""},
    {DIR "training_log_bare/timm.log", "training_log_bare", "timm", 80, 20, .41, .06,
     "epoch1 16.4, eval 2.4, eval 2.4, epoch2 16.4"},
    {DIR "training_log/torchtitan.log", "training_log", "torchtitan", 30, 0, 2, -1,
     "checkpoint 3, training 58"},
    {DIR "training_log_bare/torchvision.log", "training_log_bare", "torchvision", 50, 10, .4,
     .1, "epoch1 10, eval 1, epoch2 10, eval 1"},
    {DIR "training_log_bare/words.log", "training_log_bare", "words", 0, 0, -1, -1, ""},
#define CASE "tests/data/cases/training-logs/"
    {CASE "detectron2.log", "training_log_day", "detectron2", 160, 0, .3011, .0071,
     "training 48"},
    {CASE "dlll.json", "training_log_utc", "dllogger", 8, 0, .31, .01, "epoch1 7.31"},
    {CASE "fairseq.log", "training_log", "fairseq", 800, 0, 1 / 3.33, -1, "epoch1 240"},
    {CASE "imagenet.log", "training_log_bare", "imagenet", 71, 0, .3273, .01,
     "epoch1 19, epoch2 3.59"},
    {CASE "lightning.log", "training_log_bare", "lightning", 588, 0, 62. / 196, -1,
     "epoch1 60, epoch2 61, epoch3 62"},
    {CASE "megatron.log", "training_log", "megatron", 8, 0, 2.501, -1, "training 20.5"},
    {CASE "timm.log", "training_log_bare", "timm", 71, 0, .32, .154,
     "epoch1 19.6, epoch2 3.52"},
    {CASE "torchvision.log", "training_log_bare", "torchvision", 61, 0, .3104, .0207,
     "epoch1 18.6, epoch2 0.31"},
};

static void describe (const struct rec *r, char got[512])
{
    static const char *const names[FID_NAME_N] = {"init",  "run",  "epoch",      "training",
                                                  "block", "eval", "checkpoint", "load"};
    size_t n = 0;
    got[0] = '\0';
    for (size_t i = 0; i < r->phase_n && n < 400; i++) {
        const struct fid_phase *p = &r->phase[i];
        char epoch[16] = "";
        if (p->epoch >= 0)
            snprintf (epoch, sizeof epoch, "%d", p->epoch);
        n += (size_t)snprintf (got + n, 512 - n, "%s%s%s %.3g", i ? ", " : "", names[p->name],
                               epoch, (double)(p->end_ns - p->start_ns) / 1e9);
    }
}

static void test_layouts (void)
{
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct rec r;
        char got[512];
        size_t eval_n = 0;
        const struct fid_step *last = NULL;
        const char *file = cases[k].file;
        ok (rec_read (&r, file) == 0 && r.reader &&
                strcmp (r.reader->name, cases[k].reader) == 0 && r.reject_n == 0,
            "%s is read by %s", file, cases[k].reader);
        for (size_t i = 0; i < r.step_n; i++) {
            eval_n += r.step[i].eval;
            last = r.step[i].eval ? last : &r.step[i];
        }
        const char *layout = rec_fact (&r, "log_layout");
        ok_str (layout ? layout : "", cases[k].layout, file);
        ok_int ((long long)(r.step_n - eval_n), (long long)cases[k].step_n, file);
        ok_int ((long long)eval_n, (long long)cases[k].eval_n, file);
        ok_close (last ? last->step_s : -1, cases[k].step_s, 1e-3, file);
        ok_close (last ? last->load_s : -1, cases[k].load_s, 1e-3, file);
        describe (&r, got);
        ok_str (got, cases[k].phases, file);
        rec_clear (&r);
    }
}

/* Whether no reader of training logs takes the text. */
static void ok_left (const char *name, const char *text, const char *what)
{
    struct rec r;
    rec_text (&r, name, text);
    ok (!r.reader || strncmp (r.reader->name, "training_log", 12) != 0, "%s", what);
    rec_clear (&r);
}

#define ROW(e, i) "Epoch: [" e "][" i "/30]\tTime 0.200 (0.200)\tData 0.050 (0.050)\tLoss 6.9\n"

static void test_others (void)
{
    ok_left ("train.py", "print('Epoch: [{0}][{1}/{2}]\\t'\n" ROW ("0", "0") ROW ("0", "10"),
             "source code with lines of a log in it");
    ok_left ("README.md", ROW ("0", "0") ROW ("0", "10") ROW ("0", "20"), "a document");
    ok_left ("pip.txt",
             "Collecting torch\n  Downloading torch.whl (800 MB)\n"
             "\r  3%|3         | 30/1000 [00:01<00:31, 30.1MB/s]"
             "\r100%|##########| 1000/1000 [00:30<00:00, 33.1MB/s]\nInstalled\n",
             "bars of a download");
    ok_left ("map.txt",
             "Map:  10%|#         | 100/1000 [00:00<00:01, 800.1 examples/s]\n"
             "Map: 100%|##########| 1000/1000 [00:01<00:00, 823.1 examples/s]\n",
             "bars of preparing data");
    ok_left ("a.csv", "epoch,step,time\n0,1,0.2\n0,2,0.2\n1,1,0.2\n", "a table");
    ok_left ("make.log", "[1/20] Building CXX object a.o\n[2/20] Building CXX object b.o\n",
             "a build");
    ok_left ("prose.txt", "epoch 1 began in 1970\nthe next one\nepoch 5 was saved\n", "prose");
    ok_left ("words.txt", "epoch 1\nepoch 2\nepoch 3\n", "epochs of anything");
    ok_left ("docker.log", "Step 1/9 : FROM debian\nStep 2/9 : RUN make\nStep 3/9 : COPY a b\n",
             "a build's steps");
    ok_left ("again.log",
             "epoch 1 batch 32 loss 0.3\nepoch 1 batch 32 loss 0.2\n"
             "epoch 1 batch 32 loss 0.1\nepoch 1 batch 32 loss 0.1\n",
             "a number that does not rise");
    ok_left ("part.log",
             "[640/60000 (1%)] loss 0.3\n[1280/60000 (2%)] loss 0.2\n"
             "[1920/60000 (3%)] loss 0.1\n",
             "numbers that may count samples");
    ok_left ("one.log", ROW ("0", "10"), "a single line");
    ok_left ("dlio.log",
             "[OUTPUT] 2025-03-02T09:00:00.000000 Running DLIO [Training] with 2 process(es)\n"
             "[OUTPUT] 2025-03-02T09:00:10.000000 Starting epoch 1: 2 steps expected\n",
             "a log of DLIO");
    ok_left ("mllog.txt",
             ":::MLLOG {\"namespace\": \"\", \"time_ms\": 1700000000000, \"event_type\": "
             "\"INTERVAL_START\", \"key\": \"epoch_start\", \"value\": null, \"metadata\": "
             "{\"epoch_num\": 1}}\n" ROW ("0", "0") ROW ("0", "10"),
             "MLLOG");
}

static void test_oddities (void)
{
    struct rec r;
    char got[512];
    rec_text (&r, "cut.log",
              ROW ("0", "0") ROW ("0", "10") ROW ("0", "20") "Epoch: [0][29/30]\tTime 0.2");
    ok_int ((long long)r.step_n, 21,
            "a line that the file ends in is none, nor is what follows");
    rec_clear (&r);
    rec_text (&r, "whole.log", ROW ("0", "0") ROW ("0", "10") ROW ("0", "20"));
    ok_int ((long long)r.step_n, 30, "an epoch that ends as epochs do is whole");
    rec_clear (&r);
    rec_text (&r, "short.log", ROW ("0", "0") ROW ("0", "10"));
    ok_int ((long long)r.step_n, 11, "one that breaks off is not");
    rec_clear (&r);

    rec_text (&r, "two.log",
              ROW ("0", "0") ROW ("0", "10") ROW ("0", "20") ROW ("1", "0") ROW ("1", "10")
                  ROW ("0", "0") ROW ("0", "10") ROW ("0", "20") ROW ("1", "0") ROW ("1", "10")
                      ROW ("1", "20"));
    ok (r.step_n == 60 && has_note (&r, "several attempts") && r.note[0].line == 6,
        "of two attempts the last one counts");
    rec_clear (&r);
    rec_text (&r, "two.log",
              ROW ("0", "0") ROW ("0", "10") ROW ("0", "20") ROW ("1", "0") ROW ("1", "10")
                  ROW ("1", "20") ROW ("0", "0") ROW ("0", "10"));
    ok (r.step_n == 60 && has_note (&r, "several attempts") && r.note[0].line == 1,
        "unless it broke off, and the one before did not");
    rec_clear (&r);

    rec_text (&r, "ranks.log",
              "[rank1]: " ROW ("0", "0") "[rank0]: " ROW ("0", "0") "[rank1]: " ROW (
                  "0", "10") "[rank0]: " ROW ("0", "10") "[rank0]: " ROW ("0", "20"));
    ok (r.step_n == 30 && has_note (&r, "other ranks"), "the lines of the lowest rank count");
    rec_clear (&r);
    rec_text (&r, "crlf.log",
              "Epoch: [0][0/20]\tTime 0.2 (0.2)\r\n"
              "Epoch: [0][10/20]\tTime 0.2 (0.2)\r\n");
    ok_int ((long long)r.step_n, 20, "CRLF");
    rec_clear (&r);

    /* a number without a unit: by the stamps, or unknown */
    rec_text (&r, "unit.log",
              "2026-03-02 09:00:00 DLL 1 - Epoch: 0 Iteration: 1  compute_time : 1900 "
              "data_time : 100\n"
              "2026-03-02 09:00:02 DLL 1 - Epoch: 0 Iteration: 2  compute_time : 1900 "
              "data_time : 100\n");
    ok (r.step_n == 2 && has_note (&r, "no unit") && r.step[1].load_s < 0,
        "a number without a unit is unknown");
    rec_clear (&r);
    rec_text (&r, "unit.log",
              "DLL 1 - Epoch: 0 Iteration: 1  compute_time : 0.3 s data_time : 20 ms\n"
              "DLL 1 - Epoch: 0 Iteration: 2  compute_time : 0.3 s data_time : 20 ms\n");
    ok (r.step_n == 2 && r.step[1].load_s == .02 && fabs (r.step[1].step_s - .32) < 1e-9,
        "units beside the numbers");
    rec_clear (&r);

    /* one stall in an epoch is none of the steps behind its last row */
    rec_text (&r, "stall.log",
              "Epoch: [0][0/8]\tTime 0.300 (0.300)\tData 0.100 (0.100)\n"
              "Epoch: [0][4/8]\tTime 0.300 (0.700)\tData 0.100 (0.500)\n");
    ok (r.step_n == 8 && fabs (r.step[1].step_s - .8) < 1e-9 &&
            fabs (r.step[1].load_s - .6) < 1e-9 && fabs (r.step[7].step_s - .3) < 1e-9 &&
            fabs (r.step[7].load_s - .1) < 1e-9,
        "means add up to the time of an epoch; steps that no row tells are as long as the "
        "last");
    rec_clear (&r);

    rec_text (&r, "keras.log",
              "Train on 1313 samples, validate on 329 samples\nEpoch 1/2\n"
              "1313/1313 [====] - 13s 10ms/step - loss: 0.1\nEpoch 2/2\n"
              "1313/1313 [====] - 12s 9ms/step - loss: 0.1\n");
    ok (r.reader && r.step_n == 0 && has_note (&r, "2 epochs"), "samples are no steps");
    rec_clear (&r);

    /* a bar that does not end its line, as Keras leaves it */
    rec_text (&r, "glued.log",
              "Epoch 1/2\n1/3 - loss: 0.5131 step training time: 0.3s\n"
              "2/3 - loss: 0.5122 step training time: 0.3s\n"
              "3/3 - loss: 0.57 step training time: 0.4s\nEpoch time: 1.0s\n");
    ok (r.step_n == 2 && has_note (&r, "other text runs into their numbers") &&
            r.note[0].line == 4,
        "the step that is due, out of a fraction");
    rec_clear (&r);

    /* midnight, and lines of a megabyte */
    rec_text (&r, "night.log",
              "[23:59:58] Epoch: [0][0/20]\tTime 0.400 (0.400)\n"
              "[00:00:02] Epoch: [0][10/20]\tTime 0.400 (0.400)\n");
    describe (&r, got);
    ok_str (got, "epoch1 8", "stamps pass midnight");
    rec_clear (&r);
    size_t n = 0, most = 2 << 20;
    char *text = malloc (most + 1000);
    for (int i = 1; text && n < most; i++)
        n += (size_t)snprintf (
            text + n, 200,
            "\rEpoch 0:  50%%|#####     | %d/100000 [%d:%02d<00:30, 1.00it/s, "
            "v_num=0]",
            i, i / 60, i % 60);
    if (text) {
        rec_bytes (&r, "long.log", text, n, 0);
        diag ("%d %zu %s", r.rc, r.step_n, r.err.text);
        ok (r.rc == 0 && r.step_n > 25000 && r.step_n < 40000,
            "a line of two megabytes of bars");
        rec_clear (&r);
    }
    free (text);
}

int main (void)
{
    test_layouts ();
    test_others ();
    test_oddities ();
    return tap_done ();
}
