/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_config.c - see dlio_config.h
 *
 * libyaml reads files.  It cannot write comments, so writing is done here: nested mappings of
 * scalars, two spaces a level. */
#ifdef HAVE_YAML
#include <yaml.h>
#endif
#include "base/decimal.h"
#include "model/dlio_config.h"

#define INFO_DLIO_KEY(id, path, type, fallback, words)                                         \
    {path, FID_DLIO_IS_##type, fallback, words},
const struct fid_dlio_key_info fid_dlio_keys[FID_DLIO_KEY_N] = {FID_DLIO_KEYS (INFO_DLIO_KEY)};

#define COUNT_MAX 1e15

/* Other spellings of keys and of sections: of DLIO's older versions, and of configurations that it
 * and MLPerf Storage came with. */
static const struct {
    const char *name, *path;
} spellings[] = {
    {"data_loader.", "reader."},
    {"data_reader.", "reader."},
    {"checkpoint.do_checkpoint", "workflow.checkpoint"},
    {"checkpoint.model_size", "model.model_size_bytes"},
    {"checkpoint.num_checkpoints", "checkpoint.num_checkpoints_write"},
    {"dataset.batch_size", "reader.batch_size"},
    {"dataset.batch_size_eval", "reader.batch_size_eval"},
    {"dataset.num_files_val", "dataset.num_files_eval"},
    {"dataset.num_subfolders_val", "dataset.num_subfolders_eval"},
    {"dataset.record-length", "dataset.record_length_bytes"},
    {"dataset.record_length", "dataset.record_length_bytes"},
    {"dataset.record_length_byte_stdev", "dataset.record_length_bytes_stdev"},
    {"dataset.record_length_resize", "dataset.record_length_bytes_resize"},
    {"dataset.record_length_std", "dataset.record_length_bytes_stdev"},
    {"dataset.record_length_stdev", "dataset.record_length_bytes_stdev"},
    {"model", "model.name"},
    {"model.model_size", "model.model_size_bytes"},
    {"output_folder", "output.folder"},
    {"reader.memory_shuffle", "reader.sample_shuffle"},
    {"reader.read_shuffle", "reader.file_shuffle"},
    {"train.do_eval", "workflow.evaluation"},
    {"train.epoch", "train.epochs"},
    {"train.eval_after_epoch", "evaluation.eval_after_epoch"},
    {"train.eval_time", "evaluation.eval_time"},
    {"workflow.do_eval", "workflow.evaluation"},
};

/* A number in place of the mapping of a computation time. */
static const struct {
    const char *name, *path;
} means[] = {
    {"reader.preprocess_time", "reader.preprocess_time.mean"},
    {"reader.preprocess_time_stdev", "reader.preprocess_time.stdev"},
    {"train.computation_time", "train.computation_time.mean"},
    {"train.computation_time_stdev", "train.computation_time.stdev"},
    {"evaluation.eval_time", "evaluation.eval_time.mean"},
    {"evaluation.eval_time_stdev", "evaluation.eval_time.stdev"},
};

/* Keys of some version of DLIO that change nothing here; those that end in '*': all that begin so. */
static const char others[] =
    "checkpoint.checkpoint_daos_*|"
    "checkpoint.checkpoint_mechanism*|checkpoint.checkpoint_model_*|"
    "checkpoint.checkpoint_optimizer_*|checkpoint.hash_consing*|checkpoint.ksm*|"
    "checkpoint.layer_parameters|checkpoint.load_rank_shift|checkpoint.mode|"
    "checkpoint.model_datatype|checkpoint.num_layers|checkpoint.optimization_groups|"
    "checkpoint.optimizer_datatype|checkpoint.output_folder|checkpoint.pipeline_parallelism|"
    "checkpoint.randomize_tensor|checkpoint.rank_sync|checkpoint.recovery_*|"
    "checkpoint.tensor_parallelism|checkpoint.type|dataset.chunk_size|dataset.compression*|"
    "dataset.daos_*|dataset.data_gen_method|dataset.enable_chunking|"
    "dataset.eval_num_samples_per_file|dataset.file_access|dataset.files_per_record|"
    "dataset.generation_buffer_size|dataset.hdf5.*|dataset.keep_files|dataset.listing_*|"
    "dataset.original_num_files_*|dataset.parquet.*|dataset.record_dims|"
    "dataset.record_element_*|dataset.skip_listing|defaults|evaluation.eval_every_step|"
    "evaluation.eval_num_samples_per_file|evaluation.steps_between_evals|hydra.*|logdir|"
    "logging.*|metric.*|model.layer_parameters|model.model_datatype|model.num_layers|"
    "model.optimization_groups|model.optimizer_datatype|model.parallelism.*|"
    "model.pipeline_parallelism|model.tensor_parallelism|model.transformer.*|"
    "model.zero_stage|output.log_*|output.metric.*|profiling.*|reader.computatation_threads|"
    "reader.computation_threads|"
    "reader.data_loader_*|reader.dont_use_mmap|reader.eval_every_step|"
    "reader.eval_num_samples_per_file|reader.file_access|reader.multiprocessing_context|"
    "reader.odirect|reader.pin_memory|reader.prefetch|reader.protocol|"
    "reader.reader_classname|reader.shuffle_size|reader.steps_between_evals|"
    "reader.storage_*|reader.transformed_*|reader.write_threads|reporting.*|storage.*|"
    "train.communication|train.compute|train.seed*|train.total_eval_steps|transformer.*|"
    "workflow.debug|workflow.log_level|workflow.profiling";

bool fid_dlio_decodes (const char *format)
{
    return strcmp (format, "npz") == 0 || strcmp (format, "jpeg") == 0 ||
           strcmp (format, "png") == 0;
}

static const char *without_prefix (const char *path, const char *prefix)
{
    size_t n = strlen (prefix);
    return strncmp (path, prefix, n) == 0 ? path + n : path;
}

const char *fid_dlio_spelled (const char *path, char buf[FID_DLIO_TEXT])
{
    const char *p = without_prefix (path, "workload.");
    int above = (int)(p - path);
    snprintf (buf, FID_DLIO_TEXT, "%s", path);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        size_t n = strlen (spellings[i].name);
        bool section = spellings[i].name[n - 1] == '.';
        if (strncmp (buf + above, spellings[i].name, n) == 0 &&
            (section || !buf[above + (int)n]))
            snprintf (buf, FID_DLIO_TEXT, "%.*s%s%s", above, path, spellings[i].path,
                      section ? p + n : "");
    }
    return buf;
}

int fid_dlio_key_find (const char *path)
{
    char name[FID_DLIO_TEXT];
    const char *p = fid_dlio_spelled (without_prefix (path, "workload."), name);
    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        if (strcmp (p, means[i].name) == 0)
            p = means[i].path;
    for (int k = 0; k < FID_DLIO_KEY_N; k++)
        if (strcmp (p, fid_dlio_keys[k].path) == 0)
            return k;
    return -1;
}

/* Whether a text is one of those between '|'; one that ends in '*' stands for all that begin so. */
static bool is_one_of (const char *words, const char *text)
{
    struct fid_span rest = fid_span_of (words), word;
    while (fid_span_field (&rest, '|', &word))
        if (fid_span_is (word, text) ||
            (fid_span_ends (word, "*") && strncmp (word.p, text, word.n - 1) == 0))
            return true;
    return false;
}

/* Insertions, deletions and changes of one byte from a to b; for texts that fit into a key. */
static size_t edits_between (const char *a, const char *b)
{
    size_t n = strlen (b), row[FID_DLIO_TEXT];
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t before = row[0]++;
        for (size_t j = 0; j < n; j++) {
            size_t changed = before + (a[i] != b[j]);
            before = row[j + 1];
            size_t other = 1 + (before < row[j] ? before : row[j]);
            row[j + 1] = changed < other ? changed : other;
        }
    }
    return row[n];
}

/* The key whose name is most like an unknown one, which may be in the wrong section, or in none;
 * NULL if none is. */
static const char *nearest_key (const char *path)
{
    const char *own = strrchr (path, '.'), *found = NULL;
    size_t least = strlen (own ? own + 1 : path) / 2 + 1;
    for (size_t i = 0; i < FID_DLIO_KEY_N + sizeof spellings / sizeof *spellings; i++) {
        bool newest = i < FID_DLIO_KEY_N;
        const char *key = newest ? fid_dlio_keys[i].path : spellings[i - FID_DLIO_KEY_N].path;
        const char *name = newest ? key : spellings[i - FID_DLIO_KEY_N].name;
        const char *last = strrchr (name, '.');
        size_t whole = edits_between (path, name);
        size_t part = 1 + edits_between (own ? own + 1 : path, last ? last + 1 : name);
        size_t n = whole < part ? whole : part;
        if (n < least) {
            least = n;
            found = key;
        }
    }
    return found;
}

static bool read_flag (const char *text, double *out)
{
    static const char *const words[] = {"false", "no", "off", "0", "true", "yes", "on", "1"};
    for (size_t i = 0; i < 8; i++)
        if (strcasecmp (text, words[i]) == 0) {
            *out = i >= 4;
            return true;
        }
    return false;
}

static int set_key (struct fid_dlio_config *c, enum fid_dlio_key k, const char *text,
                    struct fid_error *err)
{
    const struct fid_dlio_key_info *info = &fid_dlio_keys[k];
    struct fid_dlio_value v = {.set = true};
    struct fid_span s = fid_span_of (text);
    switch (info->type) {
    case FID_DLIO_IS_FLAG:
        if (!read_flag (text, &v.number))
            return fid_errorf (err, FID_EINPUT, "%s is True or False, not '%.*s'", info->path,
                               FID_SPAN_ARG (s));
        break;
    case FID_DLIO_IS_COUNT:
        if (!fid_span_decimal (s, &v.number) || v.number < -1 || v.number > COUNT_MAX ||
            (v.number != floor (v.number) && !strstr (info->path, "record_length")))
            return fid_errorf (err, FID_EINPUT, "%s is a whole number, not '%.*s'", info->path,
                               FID_SPAN_ARG (s));
        v.number = floor (v.number); /* MLPerf's ResNet-50 has records of 114660.07 bytes */
        break;
    case FID_DLIO_IS_NUMBER:
        if (!fid_span_decimal (s, &v.number))
            return fid_errorf (err, FID_EINPUT, "%s is a number, not '%.*s'", info->path,
                               FID_SPAN_ARG (s));
        break;
    case FID_DLIO_IS_TEXT:
        if (*info->words && !is_one_of (info->words, text))
            return fid_errorf (err, FID_EINPUT, "%s is one of %s, not '%.*s'", info->path,
                               info->words, FID_SPAN_ARG (s));
        if (s.n >= sizeof v.text)
            return fid_errorf (err, FID_EINPUT, "%s is longer than %zu bytes", info->path,
                               sizeof v.text - 1);
        memcpy (v.text, text, s.n + 1);
    }
    c->value[k] = v;
    return 0;
}

static size_t find_other (const struct fid_dlio_config *c, const char *path)
{
    size_t i = 0;
    while (i < c->other_n && strcmp (c->other[i].path, path) != 0)
        i++;
    return i;
}

static int set_other (struct fid_dlio_config *c, const char *path, const char *text,
                      bool quoted, struct fid_error *err)
{
    size_t i = find_other (c, path);
    char *copy = fid_strdup (text, err);
    FID_TRY (!copy);
    if (i == c->other_n) {
        char *name = fid_strdup (path, err);
        if (!name || fid_array_grow (&c->other, &c->other_cap, i + 1, sizeof *c->other, err)) {
            FID_FREE (name, copy);
            return -1;
        }
        c->other[i] = (struct fid_dlio_other){.path = name};
        c->other_n++;
    }
    free (c->other[i].text);
    c->other[i].text = copy;
    c->other[i].quoted = quoted;
    return 0;
}

/* Drops a key that is not in the list; NULL if it is not set, else its text, which the caller
 * frees. */
static char *take_other (struct fid_dlio_config *c, const char *path)
{
    size_t i = find_other (c, path);
    if (i == c->other_n)
        return NULL;
    char *text = c->other[i].text;
    free (c->other[i].path);
    memmove (&c->other[i], &c->other[i + 1], (--c->other_n - i) * sizeof *c->other);
    return text;
}

/* DLIO computes the length of a record from its dimensions, where there are some, and does not look
 * at the length that is set. */
static int take_dimensions (struct fid_dlio_config *c, struct fid_error *err)
{
    FID_FREED char *dims = take_other (c, "dataset.record_dims");
    if (!dims || strcmp (dims, "[]") == 0)
        return 0;
    FID_FREED char *type = take_other (c, "dataset.record_element_type");
    FID_FREED char *size = take_other (c, "dataset.record_element_bytes");
    struct fid_span rest = fid_span_of (dims), part;
    double v, byte_n = 1;
    if (type) { /* float32, uint8 */
        if (!fid_span_decimal (fid_span_of (type + strcspn (type, "0123456789")), &byte_n))
            return fid_errorf (err, FID_EINPUT,
                               "dataset.record_element_type: '%s' has no width", type);
        byte_n /= 8;
    } else if (size && !fid_span_decimal (fid_span_of (size), &byte_n))
        return fid_errorf (err, FID_EINPUT, "dataset.record_element_bytes is a number");
    rest.p++;
    rest.n -= 2;
    while (fid_span_field (&rest, ',', &part)) {
        part = fid_span_trim (part);
        if (!fid_span_decimal (part, &v) || v < 1)
            return fid_errorf (err, FID_EINPUT, "dataset.record_dims is a list of numbers");
        byte_n *= v;
    }
    fid_dlio_set_number (c, FID_DLIO_RECORD, byte_n);
    return 0;
}

/* fid_dlio_config_set, for a value that was in quotes or not. */
static int put_config (struct fid_dlio_config *c, const char *path, const char *text,
                       bool quoted, struct fid_error *err)
{
    char spelled[FID_DLIO_TEXT];
    const char *p = without_prefix (path, "workload.");
    int k = fid_dlio_key_find (p);
    if (k < 0) {
        if (is_one_of (others, fid_dlio_spelled (p, spelled)))
            return set_other (c, p, text, quoted, err);
        const char *nearest = nearest_key (p);
        return fid_errorf (err, FID_EINPUT, "DLIO has no key %s%s%s", p,
                           nearest ? "; the nearest is " : "", nearest ? nearest : "");
    }
    FID_TRY (set_key (c, (enum fid_dlio_key)k, text, err));
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strcmp (spellings[i].name, p) == 0 && strchr (p, '.') &&
            strcmp (spellings[i].path, fid_dlio_keys[k].path) == 0)
            c->spelling[k] = spellings[i].name;
    return 0;
}

int fid_dlio_config_set (struct fid_dlio_config *c, const char *path, const char *text,
                         struct fid_error *err)
{
    return put_config (c, path, text, false, err);
}

int fid_dlio_config_override (struct fid_dlio_config *c, const char *text,
                              struct fid_error *err)
{
    const char *p = text + strspn (text, "+"), *eq = strchr (p, '=');
    if (!eq || eq == p)
        return fid_errorf (err, FID_EUSAGE, "'%s' is not ++KEY=VALUE", text);
    FID_FREED char *path = fid_strndup (p, (size_t)(eq - p), err);
    FID_TRY (!path);
    /* a time that is set as one number is a constant: the parameters of a family before it go */
    const char *key = without_prefix (path, "workload.");
    size_t n = strlen (key);
    for (int k = 0; k < FID_DLIO_KEY_N && fid_dlio_key_find (key) >= 0; k++)
        if (strncmp (fid_dlio_keys[k].path, key, n) == 0 && fid_dlio_keys[k].path[n] == '.')
            c->value[k] = (struct fid_dlio_value){0};
    FID_TRY (fid_dlio_config_set (c, path, eq + 1, err));
    return take_dimensions (c, err);
}

void fid_dlio_set_number (struct fid_dlio_config *c, enum fid_dlio_key k, double v)
{
    c->value[k] = (struct fid_dlio_value){.set = true, .number = v};
}

void fid_dlio_set_text (struct fid_dlio_config *c, enum fid_dlio_key k, const char *text)
{
    c->value[k] = (struct fid_dlio_value){.set = true};
    snprintf (c->value[k].text, sizeof c->value[k].text, "%s", text);
}

double fid_dlio_number (const struct fid_dlio_config *c, enum fid_dlio_key k)
{
    const struct fid_dlio_key_info *info = &fid_dlio_keys[k];
    double v = 0;
    if (c->value[k].set)
        return c->value[k].number;
    if (info->type == FID_DLIO_IS_FLAG)
        read_flag (info->fallback, &v);
    else
        fid_span_decimal (fid_span_of (info->fallback), &v);
    return v;
}

const char *fid_dlio_text (const struct fid_dlio_config *c, enum fid_dlio_key k)
{
    return c->value[k].set ? c->value[k].text : fid_dlio_keys[k].fallback;
}

double fid_dlio_time_mean (const struct fid_dlio_config *c, enum fid_dlio_key type)
{
    enum { MEAN = 1, MIN = 3, MAX, SHAPE, SCALE };
    const char *name = fid_dlio_text (c, type);
    double v[SCALE + 1];
    for (int i = 1; i <= SCALE; i++)
        v[i] = fid_dlio_number (c, (enum fid_dlio_key) ((int)type + i));
    if (strcmp (name, "uniform") == 0)
        return (v[MIN] + v[MAX]) / 2;
    if (strcmp (name, "gamma") == 0)
        return v[SHAPE] * v[SCALE];
    if (strcmp (name, "exponential") == 0)
        return v[SCALE];
    return v[MEAN];
}

const char *fid_dlio_value_text (const struct fid_dlio_config *c, enum fid_dlio_key k,
                                 char buf[FID_DLIO_VALUE])
{
    char number[FID_DECIMAL_TEXT];
    double v = fid_dlio_number (c, k);
    switch (fid_dlio_keys[k].type) {
    case FID_DLIO_IS_FLAG:
        snprintf (buf, FID_DLIO_VALUE, "%s", v != 0 ? "True" : "False");
        break;
    case FID_DLIO_IS_COUNT:
        snprintf (buf, FID_DLIO_VALUE, "%.0f", v);
        break;
    case FID_DLIO_IS_NUMBER:
        fid_decimal_text (v, FID_DECIMAL_DIGITS, number);
        /* PyYAML takes "1e-05" for a text: the point makes it a number */
        char *e = strchr (number, 'e');
        if (e && !memchr (number, '.', (size_t)(e - number)))
            snprintf (buf, FID_DLIO_VALUE, "%.*s.0%s", (int)(e - number), number, e);
        else
            snprintf (buf, FID_DLIO_VALUE, "%s", number);
        break;
    case FID_DLIO_IS_TEXT:
        snprintf (buf, FID_DLIO_VALUE, "%s", fid_dlio_text (c, k));
    }
    return buf;
}

uint64_t fid_dlio_config_hash (const struct fid_dlio_config *c)
{
    char text[FID_DLIO_VALUE];
    uint64_t hash = 0;
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        const char *v = fid_dlio_value_text (c, (enum fid_dlio_key)k, text);
        hash = fid_hash_bytes (v, strlen (v), fid_hash_number ((uint64_t)k, hash));
    }
    for (size_t i = 0; i < c->other_n; i++) {
        hash = fid_hash_bytes (c->other[i].path, strlen (c->other[i].path), hash);
        hash = fid_hash_bytes (c->other[i].text, strlen (c->other[i].text), hash);
    }
    return hash;
}

int fid_dlio_config_copy (struct fid_dlio_config *to, const struct fid_dlio_config *from,
                          struct fid_error *err)
{
    *to = (struct fid_dlio_config){0};
    memcpy (to->value, from->value, sizeof to->value);
    memcpy (to->spelling, from->spelling, sizeof to->spelling);
    FID_EACH (const struct fid_dlio_other, o, from->other) {
        if (set_other (to, o->path, o->text, o->quoted, err)) {
            fid_dlio_config_clear (to);
            return -1;
        }
    }
    return 0;
}

void fid_dlio_config_clear (struct fid_dlio_config *c)
{
    for (size_t i = 0; i < c->other_n; i++) {
        FID_FREE (c->other[i].path, c->other[i].text);
    }
    free (c->other);
    *c = (struct fid_dlio_config){0};
}

/* --- YAML */

#define DEPTH_MAX 12
#define KEY_MOST  1000      /* of one file */
#define LIST_MOST (1 << 16) /* bytes of the text of a list */

#ifdef HAVE_YAML

struct walk {
    struct fid_dlio_config *c; /* borrowed */
    const char *file;          /* borrowed */
    char *key[DEPTH_MAX];      /* owned; of the open mappings */
    bool wants_key[DEPTH_MAX];
    size_t depth;
    char *list; /* owned; the list being read; NULL: none */
};

static int fail_at (const struct walk *w, const yaml_event_t *ev, const char *what,
                    struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s:%zu: %s", w->file, ev->start_mark.line + 1, what);
}

/* "reader.batch_size" of the open mappings; NULL without memory. */
static char *path_of (const struct walk *w, struct fid_error *err)
{
    char *path = fid_strdup ("", err);
    for (size_t i = 0; i < w->depth && path; i++) {
        if (i == 0 && w->depth > 1 && strcmp (w->key[0], "workload") == 0)
            continue;
        path = fid_more (path, err, "%s%s", *path ? "." : "", w->key[i]);
    }
    return path;
}

static int put_value (struct walk *w, const yaml_event_t *ev, const char *text, bool quoted,
                      struct fid_error *err)
{
    struct fid_error why;
    struct fid_dlio_config *c = w->c;
    FID_FREED char *path = path_of (w, err);
    FID_TRY (!path);
    if (c->other_n >= KEY_MOST)
        return fail_at (w, ev, "more keys than a configuration can have (1000)", err);
    int k = fid_dlio_key_find (path);
    struct fid_dlio_value before = {.set = k < 0 && find_other (c, path) < c->other_n};
    if (k >= 0)
        before = c->value[k];
    if (put_config (c, path, text, quoted, &why))
        return why.status == FID_EINPUT ? fail_at (w, ev, why.text, err)
                                        : fid_errorf (err, why.status, "%s", why.text);
    if (before.set && (k < 0 || before.number != c->value[k].number ||
                       strcmp (before.text, c->value[k].text) != 0))
        return fid_errorf (err, FID_EINPUT, "%s:%zu: %s is there twice", w->file,
                           ev->start_mark.line + 1, k < 0 ? path : fid_dlio_keys[k].path);
    return 0;
}

static int take_scalar (struct walk *w, const yaml_event_t *ev, struct fid_error *err)
{
    const char *text = (const char *)ev->data.scalar.value;
    bool quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (strlen (text) != ev->data.scalar.length)
        return fail_at (w, ev, "a value with a NUL byte", err);
    if (!w->depth)
        return fail_at (w, ev, "not a mapping of keys to values", err);
    if (w->list && strlen (w->list) + strlen (text) > LIST_MOST)
        return fail_at (w, ev, "a list of more than 64 KiB", err);
    if (w->list) {
        w->list = fid_more (w->list, err, "%s%s", strcmp (w->list, "[") ? ", " : "", text);
        return w->list ? 0 : -1;
    }
    size_t top = w->depth - 1;
    w->wants_key[top] = !w->wants_key[top];
    if (w->wants_key[top]) /* "key:" alone is null: as if it were not there */
        return !quoted && (!*text || !strcmp (text, "~") || !strcmp (text, "null"))
                   ? 0
                   : put_value (w, ev, text, quoted, err);
    free (w->key[top]);
    w->key[top] = fid_strdup (text, err);
    return w->key[top] ? 0 : -1;
}

static int close_list (struct walk *w, const yaml_event_t *ev, struct fid_error *err)
{
    FID_FREED char *text = fid_format (err, "%s]", w->list);
    free (w->list);
    w->list = NULL;
    w->wants_key[w->depth - 1] = true;
    return text ? put_value (w, ev, text, false, err) : -1;
}

static int take_event (struct walk *w, const yaml_event_t *ev, struct fid_error *err)
{
    switch (ev->type) {
    case YAML_MAPPING_START_EVENT:
        if (w->list || (w->depth && w->wants_key[w->depth - 1]) || w->depth == DEPTH_MAX)
            return fail_at (w, ev, "a mapping where none can be", err);
        w->wants_key[w->depth++] = true;
        return 0;
    case YAML_MAPPING_END_EVENT:
        w->depth--;
        free (w->key[w->depth]);
        w->key[w->depth] = NULL;
        if (w->depth)
            w->wants_key[w->depth - 1] = true;
        return 0;
    case YAML_SEQUENCE_START_EVENT:
        if (!w->depth || w->list || w->wants_key[w->depth - 1])
            return fail_at (w, ev, "a list where none can be", err);
        w->list = fid_strdup ("[", err);
        return w->list ? 0 : -1;
    case YAML_SEQUENCE_END_EVENT:
        return close_list (w, ev, err);
    case YAML_SCALAR_EVENT:
        return take_scalar (w, ev, err);
    case YAML_ALIAS_EVENT:
        return fail_at (w, ev, "aliases are not supported", err);
    default:
        return 0;
    }
}

static int read_events (struct walk *w, yaml_parser_t *parser, struct fid_error *err)
{
    for (bool more = true; more;) {
        yaml_event_t ev;
        bool good = yaml_parser_parse (parser, &ev);
        if (!good && parser->error == YAML_MEMORY_ERROR)
            return fid_error_nomem (err);
        if (!good)
            return fid_errorf (err, FID_EINPUT, "%s:%zu: %s", w->file,
                               parser->problem_mark.line + 1,
                               parser->problem ? parser->problem : "not YAML");
        int rc = take_event (w, &ev, err);
        more = ev.type != YAML_STREAM_END_EVENT;
        yaml_event_delete (&ev);
        FID_TRY (rc);
    }
    return 0;
}

static int read_text (struct fid_dlio_config *c, struct fid_text *text, struct fid_error *err)
{
    struct fid_span all;
    struct walk w = {.c = c, .file = text->path};
    yaml_parser_t parser;
    FID_TRY (fid_text_rest (text, &all, err));
    if (!yaml_parser_initialize (&parser))
        return fid_error_nomem (err);
    yaml_parser_set_input_string (&parser, (const unsigned char *)all.p, all.n);
    int rc = read_events (&w, &parser, err);
    yaml_parser_delete (&parser);
    for (size_t i = 0; i < DEPTH_MAX; i++)
        free (w.key[i]);
    free (w.list);
    return rc;
}
#else
static int read_text (struct fid_dlio_config *c, struct fid_text *text, struct fid_error *err)
{
    (void)c;
    return fid_errorf (err, FID_EINPUT, "%s: this fidlio was built without libyaml",
                       text->path);
}
#endif

int fid_dlio_config_read (struct fid_dlio_config *c, const char *path, struct fid_error *err)
{
    struct fid_text text;
    struct fid_error why;
    *c = (struct fid_dlio_config){0};
    FID_TRY (fid_text_open (&text, path, err));
    int rc = read_text (c, &text, err);
    if (!rc && take_dimensions (c, &why))
        rc = fid_errorf (err, why.status, "%s: %s", path, why.text);
    if (!rc && !c->other_n) {
        bool any = false;
        for (int k = 0; k < FID_DLIO_KEY_N; k++)
            any |= c->value[k].set;
        if (!any)
            rc = fid_errorf (err, FID_EINPUT, "%s: has no keys", path);
    }
    fid_text_close (&text);
    if (rc)
        fid_dlio_config_clear (c);
    return rc;
}

/* --- writing */

/* Whether a text needs quotes to be read as a text again. */
static bool needs_quotes (const char *s)
{
    static const char *const words[] = {"true", "false", "yes", "no", "on",
                                        "off",  "null",  "y",   "n"};
    struct fid_span all = fid_span_of (s);
    double number;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp (s, words[i]) == 0)
            return true;
    for (const char *p = s; *p; p++)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
              (*p >= '0' && *p <= '9') || strchr ("_./", *p) || (*p == '-' && p > s)))
            return true;
    return !*s || (*s >= '0' && *s <= '9') || strcmp (s, ".") == 0 ||
           fid_span_f64 (all, &number);
}

static void put_text (const char *s, FILE *f)
{
    if (!needs_quotes (s)) {
        fputs (s, f);
        return;
    }
    fputc ('"', f);
    for (; *s; s++)
        if ((unsigned char)*s < 32 || *s == 127)
            fprintf (f, "\\x%02x", (unsigned char)*s);
        else
            fprintf (f, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fputc ('"', f);
}

/* Each line of a text behind '#', broken after width bytes. */
static void put_comment (const char *text, int indent, size_t width, FILE *f)
{
    struct fid_span rest = fid_span_of (text), line;
    while (fid_span_field (&rest, '\n', &line)) {
        do {
            size_t n = line.n;
            if (n > width)
                for (n = width; n > 1 && line.p[n] != ' ';)
                    n--;
            if (n <= 1)
                n = line.n;
            fprintf (f, "%*s#%s%.*s\n", indent, "", n ? " " : "", (int)n, line.p);
            line.p += n;
            line.n -= n;
            if (line.n && *line.p == ' ') {
                line.p++;
                line.n--;
            }
        } while (line.n);
    }
}

/* One line of the file, to be sorted into the tree of keys. */
struct entry {
    const char *path;                   /* borrowed */
    const char *note;                   /* borrowed */
    int key;                            /* -1: other */
    const struct fid_dlio_other *other; /* borrowed */
};

#define COMMENT_WIDTH 88

static void put_entry (const struct fid_dlio_config *c, const struct entry *e, const char *name,
                       int indent, FILE *f)
{
    char buf[FID_DLIO_VALUE];
    bool set = e->key < 0 || c->value[e->key].set;
    if (e->note && *e->note && set)
        put_comment (e->note, indent, COMMENT_WIDTH, f);
    if (!set) {
        char line[512];
        snprintf (line, sizeof line, "%s: %s", name, e->note);
        put_comment (line, indent, COMMENT_WIDTH, f);
        return;
    }
    fprintf (f, "%*s%s: ", indent, "", name);
    if (e->key >= 0 && fid_dlio_keys[e->key].type != FID_DLIO_IS_TEXT)
        fputs (fid_dlio_value_text (c, (enum fid_dlio_key)e->key, buf), f);
    else if (e->key >= 0)
        put_text (fid_dlio_text (c, (enum fid_dlio_key)e->key), f);
    else if (e->other->quoted)
        put_text (e->other->text, f);
    else
        fputs (e->other->text, f);
    fputc ('\n', f);
}

/* Whether only the mean of a computation time is set: it is written as a number. */
static bool is_mean_alone (const struct fid_dlio_config *c, const struct fid_dlio_notes *notes,
                           int mean)
{
    for (int i = mean - 1; i <= mean + 5; i++)
        if (i != mean && (c->value[i].set || (notes && notes->key[i] && *notes->key[i])))
            return false;
    return true;
}

/* The entries whose path starts with `above`, nested; done: those written. */
static void put_below (const struct fid_dlio_config *c, const struct entry *e, size_t n,
                       bool *done, const char *above, size_t above_n, int indent, FILE *f)
{
    for (size_t i = 0; i < n; i++) {
        if (done[i] || strncmp (e[i].path, above, above_n) != 0)
            continue;
        const char *name = e[i].path + above_n, *dot = strchr (name, '.');
        if (!dot) {
            put_entry (c, &e[i], name, indent, f);
            done[i] = true;
            continue;
        }
        /* a mapping without a key that is set would be null */
        bool any = false;
        size_t below_n = (size_t)(dot + 1 - e[i].path);
        for (size_t k = i; k < n; k++)
            any |= !done[k] && strncmp (e[k].path, e[i].path, below_n) == 0 &&
                   (e[k].key < 0 || c->value[e[k].key].set);
        fprintf (f, "%*s%s%.*s:\n", indent, "", any ? "" : "# ", (int)(dot - name), name);
        put_below (c, e, n, done, e[i].path, below_n, indent + 2, f);
    }
}

static size_t list_entries (const struct fid_dlio_config *c, const struct fid_dlio_notes *notes,
                            struct entry *e)
{
    size_t n = 0;
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        const char *note = notes ? notes->key[k] : NULL;
        const char *path = c->spelling[k] ? c->spelling[k] : fid_dlio_keys[k].path;
        if (!c->value[k].set && !(note && *note))
            continue;
        if ((k == FID_DLIO_COMPUTE || k == FID_DLIO_EVAL_TIME || k == FID_DLIO_PREPROCESS) &&
            is_mean_alone (c, notes, k))
            path = k == FID_DLIO_COMPUTE     ? "train.computation_time"
                   : k == FID_DLIO_EVAL_TIME ? "evaluation.eval_time"
                                             : "reader.preprocess_time";
        e[n++] = (struct entry){path, note, k, NULL};
    }
    for (size_t i = 0; i < c->other_n; i++)
        e[n++] = (struct entry){c->other[i].path, NULL, -1, &c->other[i]};
    return n;
}

int fid_dlio_config_write (const struct fid_dlio_config *c, const struct fid_dlio_notes *notes,
                           FILE *f, struct fid_error *err)
{
    size_t max = FID_DLIO_KEY_N + c->other_n;
    FID_FREED struct entry *e = malloc (max * sizeof *e);
    FID_FREED bool *done = calloc (max, sizeof *done);
    int rc = e && done ? 0 : fid_error_nomem (err);
    if (!rc) {
        if (notes && notes->head)
            put_comment (notes->head, 0, COMMENT_WIDTH, f);
        put_below (c, e, list_entries (c, notes, e), done, "", 0, 0, f);
        if (notes && notes->tail)
            put_comment (notes->tail, 0, COMMENT_WIDTH, f);
    }
    return rc;
}
