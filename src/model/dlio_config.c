/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_config.c - see dlio_config.h */
#include "base/decimal.h"
#include "model/dlio_yaml.h"

#define INFO_DLIO_KEY(id, path, type, fallback, words)                                         \
    {path, FID_DLIO_IS_##type, fallback, words},
const struct fid_dlio_key_info fid_dlio_keys[FID_DLIO_KEY_N] = {FID_DLIO_KEYS (INFO_DLIO_KEY)};

#define COUNT_MAX 1e15

/* Other names of keys: a number in place of the mapping of a computation time, and older
 * ones. */
static const struct {
    const char *name, *path;
} aliases[] = {
    {"reader.preprocess_time", "reader.preprocess_time.mean"},
    {"reader.preprocess_time_stdev", "reader.preprocess_time.stdev"},
    {"train.computation_time", "train.computation_time.mean"},
    {"train.computation_time_stdev", "train.computation_time.stdev"},
    {"evaluation.eval_time", "evaluation.eval_time.mean"},
    {"evaluation.eval_time_stdev", "evaluation.eval_time.stdev"},
};

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

int fid_dlio_key_find (const char *path)
{
    char name[FID_DLIO_TEXT];
    const char *p = without_prefix (path, "workload.");
    if (strncmp (p, "data_reader.", 12) == 0) {
        snprintf (name, sizeof name, "reader.%s", p + 12);
        p = name;
    }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp (p, aliases[i].name) == 0)
            p = aliases[i].path;
    for (int k = 0; k < FID_DLIO_KEY_N; k++)
        if (strcmp (p, fid_dlio_keys[k].path) == 0)
            return k;
    return -1;
}

static bool is_one_of (const char *words, const char *text)
{
    struct fid_span rest = fid_span_of (words), word;
    while (fid_span_field (&rest, '|', &word))
        if (fid_span_is (word, text))
            return true;
    return false;
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
        if (!fid_span_decimal (s, &v.number) || v.number != floor (v.number) || v.number < -1 ||
            v.number > COUNT_MAX)
            return fid_errorf (err, FID_EINPUT, "%s is a whole number, not '%.*s'", info->path,
                               FID_SPAN_ARG (s));
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

static int set_other (struct fid_dlio_config *c, const char *path, const char *text,
                      bool quoted, struct fid_error *err)
{
    size_t i = 0;
    while (i < c->other_n && strcmp (c->other[i].path, path) != 0)
        i++;
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

int fid_dlio_config_put (struct fid_dlio_config *c, const char *path, const char *text,
                         bool quoted, struct fid_error *err)
{
    int k = fid_dlio_key_find (path);
    if (k >= 0)
        return set_key (c, (enum fid_dlio_key)k, text, err);
    return set_other (c, without_prefix (path, "workload."), text, quoted, err);
}

/* A time that is set as one number is a constant: the parameters of a family before it go. */
static void forget_family (struct fid_dlio_config *c, const char *path)
{
    size_t n = strlen (path);
    for (int k = 0; k < FID_DLIO_KEY_N && fid_dlio_key_find (path) >= 0; k++)
        if (strncmp (fid_dlio_keys[k].path, path, n) == 0 && fid_dlio_keys[k].path[n] == '.')
            c->value[k] = (struct fid_dlio_value){0};
}

int fid_dlio_config_set (struct fid_dlio_config *c, const char *path, const char *text,
                         struct fid_error *err)
{
    return fid_dlio_config_put (c, path, text, false, err);
}

int fid_dlio_config_override (struct fid_dlio_config *c, const char *text,
                              struct fid_error *err)
{
    const char *p = text + strspn (text, "+"), *eq = strchr (p, '=');
    if (!eq || eq == p)
        return fid_errorf (err, FID_EUSAGE, "'%s' is not ++KEY=VALUE", text);
    FID_FREED char *path = fid_strndup (p, (size_t)(eq - p), err);
    if (path)
        forget_family (c, without_prefix (path, "workload."));
    return path ? fid_dlio_config_set (c, path, eq + 1, err) : -1;
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
