/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dlio_config.c - configurations of DLIO: reading, overriding, writing, and bad files */
#include "model/dlio_config.h"
#include "tests/tap.h"

#define PATH "./test_dlio_config.tmp"

static struct fid_error err;

static int load (const char *text, struct fid_dlio_config *c)
{
    FILE *f = fopen (PATH, "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        exit (99);
    err = (struct fid_error){0};
    int rc = fid_dlio_config_read (c, PATH, &err);
    remove (PATH);
    return rc;
}

static char *text_of (const struct fid_dlio_config *c, const struct fid_dlio_notes *notes)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    if (!f || fid_dlio_config_write (c, notes, f, &err) || fclose (f))
        exit (99);
    return text;
}

static const char *const sample = "model:\n"
                                  "  name: unet3d\n"
                                  "  transformer:\n"
                                  "    vocab_size: 32000\n"
                                  "framework: pytorch\n"
                                  "workflow: {train: yes, evaluation: False}\n"
                                  "dataset:\n"
                                  "  hdf5: {chunk_dims: [256, 256, 3]}\n"
                                  "  file_access: \"007\"\n"
                                  "data_reader:\n"
                                  "  sample_shuffle: \"off\"\n"
                                  "  batch_size: 4\n"
                                  "  transfer_size:\n"
                                  "train:\n"
                                  "  computation_time: 0.25\n"
                                  "evaluation:\n"
                                  "  eval_time: {type: gamma, shape: 2, scale: 0.125}\n";

static void reading (void)
{
    struct fid_dlio_config c, again;
    if (!ok (load (sample, &c) == 0, "a configuration is read"))
        diag ("%s", err.text);
    ok_str (fid_dlio_text (&c, FID_DLIO_MODEL_NAME), "unet3d", "a text");
    ok_int ((long long)fid_dlio_number (&c, FID_DLIO_BATCH), 4, "data_reader is reader");
    ok (fid_dlio_number (&c, FID_DLIO_DO_TRAIN) == 1, "yes is True");
    ok (c.value[FID_DLIO_DO_EVAL].set && fid_dlio_number (&c, FID_DLIO_DO_EVAL) == 0, "False");
    ok_str (fid_dlio_text (&c, FID_DLIO_SAMPLE_SHUFFLE), "off", "\"off\" is a text");
    ok (!c.value[FID_DLIO_TRANSFER].set, "a key without a value is not there");
    ok_int ((long long)fid_dlio_number (&c, FID_DLIO_PREFETCH), 2, "DLIO's own default");
    ok_close (fid_dlio_time_mean (&c, FID_DLIO_COMPUTE_TYPE), 0.25, 0, "a number is the mean");
    ok_close (fid_dlio_time_mean (&c, FID_DLIO_EVAL_TIME_TYPE), 0.25, 0, "mean of a gamma");
    ok_int ((long long)c.other_n, 3, "keys that change nothing here are kept");
    char *once = text_of (&c, NULL);
    if (!ok (load (once, &again) == 0, "what is written is read"))
        diag ("%s in\n%s", err.text, once);
    char *twice = text_of (&again, NULL);
    ok_str (twice, once, "  and is the same again");
    ok (strstr (once, "file_access: \"007\"\n") && strstr (once, "chunk_dims: [256, 256, 3]\n"),
        "quotes and lists stay");
    ok (!!strstr (once, "sample_shuffle: \"off\"\n"), "\"off\" stays in quotes");
    ok (!!strstr (once, "  computation_time: 0.25\n"), "a mean alone is a number");
    free (twice);
    fid_dlio_config_clear (&again);
    ok (fid_dlio_config_copy (&again, &c, &err) == 0, "a copy");
    twice = text_of (&again, NULL);
    ok_str (twice, once, "  is the same");
    free (once);
    free (twice);
    fid_dlio_config_clear (&again);
    fid_dlio_config_clear (&c);
    ok (load ("workload:\n  reader:\n    batch_size: 7\n", &c) == 0 &&
            fid_dlio_number (&c, FID_DLIO_BATCH) == 7,
        "a configuration below workload");
    fid_dlio_config_clear (&c);
}

static void overriding (void)
{
    struct fid_dlio_config c = {0};
    ok (!fid_dlio_config_override (&c, "++workload.reader.batch_size=4", &err) &&
            fid_dlio_number (&c, FID_DLIO_BATCH) == 4,
        "an override");
    ok (!fid_dlio_config_override (&c, "train.computation_time=0.5", &err) &&
            fid_dlio_number (&c, FID_DLIO_COMPUTE) == 0.5,
        "another, of a mean");
    ok (!fid_dlio_config_set (&c, "storage.storage_root", "/a b", &err) && c.other_n == 1,
        "a key that changes nothing here");
    ok (!fid_dlio_config_set (&c, "storage.storage_root", "/c", &err) && c.other_n == 1 &&
            strcmp (c.other[0].text, "/c") == 0,
        "  is replaced");
    ok (fid_dlio_config_override (&c, "batch", &err) && err.status == FID_EUSAGE,
        "no value is an error");
    ok (fid_dlio_config_override (&c, "reader.batch_size=x", &err) && err.status == FID_EINPUT,
        "a wrong value is an error");
    ok (fid_dlio_number (&c, FID_DLIO_BATCH) == 4, "  and changes nothing");
    fid_dlio_config_clear (&c);
}

/* Spellings of DLIO's versions and of what it came with, each in a file, and what is written. */
static void spellings (void)
{
    static const struct {
        const char *text;
        enum fid_dlio_key key;
        double want;
        const char *written; /* in the file again */
    } cases[] = {
        {"dataset: {record_length: 146600628}", FID_DLIO_RECORD, 146600628,
         "  record_length: 146600628"},
        {"dataset: {record-length: 2500}", FID_DLIO_RECORD, 2500, NULL},
        {"dataset: {record_length_bytes: 114660.07}", FID_DLIO_RECORD, 114660, NULL},
        {"dataset: {record_length: 5, record_length_bytes: 5}", FID_DLIO_RECORD, 5, NULL},
        {"dataset: {record_dims: [256, 256, 3], record_element_type: float32}", FID_DLIO_RECORD,
         786432, "record_length_bytes: 786432"},
        {"dataset: {record_dims: [10, 10], record_element_bytes: 8, record_length_bytes: 7}",
         FID_DLIO_RECORD, 800, NULL},
        {"dataset: {record_dims: [], record_length_bytes: 7}", FID_DLIO_RECORD, 7, NULL},
        {"dataset: {record_length_stdev: 7}", FID_DLIO_RECORD_STDEV, 7,
         "record_length_stdev: 7"},
        {"dataset: {record_length_std: 136075.82}", FID_DLIO_RECORD_STDEV, 136075, NULL},
        {"dataset: {record_length_resize: 7}", FID_DLIO_RECORD_RESIZE, 7, NULL},
        {"dataset: {batch_size: 7}", FID_DLIO_BATCH, 7, NULL},
        {"dataset: {batch_size_eval: 7}", FID_DLIO_BATCH_EVAL, 7, NULL},
        {"dataset: {num_files_val: 7}", FID_DLIO_FILES_EVAL, 7, NULL},
        {"data_loader: {read_threads: 7}", FID_DLIO_THREADS, 7, "reader:\n  read_threads: 7"},
        {"train: {do_eval: True}", FID_DLIO_DO_EVAL, 1, NULL},
        {"train: {epoch: 7}", FID_DLIO_EPOCHS, 7, NULL},
        {"train: {eval_time: 7}", FID_DLIO_EVAL_TIME, 7, "evaluation:\n  eval_time: 7"},
        {"checkpoint: {model_size: 7}", FID_DLIO_MODEL_BYTES, 7, NULL},
        {"model: {name: a, model_size: 7}", FID_DLIO_MODEL_BYTES, 7, NULL},
        {"checkpoint: {num_checkpoints: 7}", FID_DLIO_SAVES, 7, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_dlio_config c;
        if (!ok (!load (cases[i].text, &c) &&
                     fid_dlio_number (&c, cases[i].key) == cases[i].want,
                 "%s", cases[i].text))
            diag ("%s", err.text);
        char *text = text_of (&c, NULL);
        if (cases[i].written && !ok (!!strstr (text, cases[i].written), "  as it is written"))
            diag ("%s", text);
        free (text);
        fid_dlio_config_clear (&c);
    }
    char spelled[FID_DLIO_TEXT];
    ok_str (fid_dlio_spelled ("workload.data_loader.read_shuffle", spelled),
            "workload.reader.file_shuffle", "a section and a key of long ago");
    ok_str (fid_dlio_spelled ("workload.train.computation_time", spelled),
            "workload.train.computation_time", "another key stays");
}

static void comments (void)
{
    struct fid_dlio_config c = {0}, again;
    struct fid_dlio_notes notes = {.head = "made by a test\n\nof fidlio"};
    notes.key[FID_DLIO_BATCH] = "high: logged: 4";
    notes.key[FID_DLIO_FILES_EVAL] = "not known: no file is read in an evaluation";
    fid_dlio_set_number (&c, FID_DLIO_BATCH, 4);
    fid_dlio_set_number (&c, FID_DLIO_COMPUTE, 1e-5);
    fid_dlio_set_text (&c, FID_DLIO_DATA_FOLDER, "a: \"b\" # c");
    char *text = text_of (&c, &notes);
    ok_str (text,
            "# made by a test\n#\n# of fidlio\n"
            "dataset:\n"
            "  data_folder: \"a: \\\"b\\\" # c\"\n"
            "  # num_files_eval: not known: no file is read in an evaluation\n"
            "reader:\n"
            "  # high: logged: 4\n"
            "  batch_size: 4\n"
            "train:\n"
            "  computation_time: 1.0e-05\n",
            "comments, and keys that are not known");
    ok (load (text, &again) == 0 &&
            strcmp (fid_dlio_text (&again, FID_DLIO_DATA_FOLDER), "a: \"b\" # c") == 0 &&
            fid_dlio_number (&again, FID_DLIO_COMPUTE) == 1e-5,
        "it is read again");
    fid_dlio_config_clear (&again);
    fid_dlio_config_clear (&c);
    free (text);
    notes = (struct fid_dlio_notes){0};
    notes.key[FID_DLIO_BATCH] = "not known";
    text = text_of (&c, &notes);
    ok_str (text, "# reader:\n  # batch_size: not known\n", "a section without values");
    free (text);
}

static void bad_files (void)
{
    static char many[20000] = "storage:\n";
    for (size_t n = strlen (many), i = 1; i <= 1001; i++)
        n += (size_t)snprintf (many + n, sizeof many - n, "  k%zu: 1\n", i);
    static char list[80000] = "profiling:\n  b: [1";
    for (size_t n = strlen (list); n < 70000;)
        n += (size_t)snprintf (list + n, sizeof list - n, ", 123456789");
    strcat (list, "]\n");
    static const struct {
        const char *what, *text, *want;
    } cases[] = {
        {"a list of 70 kB", list, PATH ":2: a list of more than 64 KiB"},
        {"a word for a number", "reader:\n  batch_size: many\n",
         PATH ":2: reader.batch_size is a whole number, not 'many'"},
        {"half a file", "dataset:\n  num_files_train: 1.5\n",
         PATH ":2: dataset.num_files_train is a whole number, not '1.5'"},
        {"an unknown format", "dataset: {format: zarr}\n", NULL},
        {"a key twice", "train:\n  epochs: 1\n  epochs: 2\n",
         PATH ":3: train.epochs is there twice"},
        {"a thousand keys and one", many,
         PATH ":1002: more keys than a configuration can have (1000)"},
        {"not YAML", "train: [1,\n", NULL},
        {"a list", "- 1\n- 2\n", PATH ":1: a list where none can be"},
        {"a scalar", "hello\n", PATH ":1: not a mapping of keys to values"},
        {"lists inside lists", "storage:\n  b: [[1], 2]\n",
         PATH ":2: a list where none can be"},
        {"a key that DLIO does not know", "dataset:\n  record_lenght: 1\n",
         PATH ":2: DLIO has no key dataset.record_lenght; the nearest is "
              "dataset.record_length_bytes"},
        {"a key without its section", "batch_size: 4\n",
         PATH ":1: DLIO has no key batch_size; the nearest is reader.batch_size"},
        {"a key like none", "foo: 1\n", PATH ":1: DLIO has no key foo"},
        {"two spellings with two values",
         "dataset:\n  record_length: 1\n  "
         "record_length_bytes: 2\n",
         PATH ":3: dataset.record_length_bytes is there twice"},
        {"dimensions that are none", "dataset: {record_dims: [a, 2]}\n",
         PATH ": dataset.record_dims is a list of numbers"},
        {"elements without a width",
         "dataset: {record_dims: [2], record_element_type: double}\n",
         PATH ": dataset.record_element_type: 'double' has no width"},
        {"nothing", "", PATH ": has no keys"},
        {"no values", "train:\n", PATH ": has no keys"},
        {"an alias", "storage:\n  a: &x 1\n  b: *x\n", PATH ":3: aliases are not supported"},
        {"a long text",
         "model:\n  name: "
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         "aaa"
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
         PATH ":2: model.name is longer than 127 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_dlio_config c;
        ok (load (cases[i].text, &c) && err.status == FID_EINPUT, "%s is refused",
            cases[i].what);
        if (cases[i].want)
            ok_str (err.text, cases[i].want, "  with the reason");
        ok (!c.other && !c.value[FID_DLIO_EPOCHS].set, "  and nothing stays");
    }
}

int main (void)
{
    overriding ();
#ifdef HAVE_YAML
    reading ();
    spellings ();
    comments ();
    bad_files ();
#else
    skip ("reading", "built without libyaml");
#endif
    return tap_done ();
}
