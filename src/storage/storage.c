/* SPDX-License-Identifier: GPL-3.0-or-later */
/* storage.c - see storage.h */
#include "base/jsonread.h"
#include "storage/storage.h"

#define SMALL_MAX 65536. /* bytes of a read whose number, not size, is the limit */

/* One direction of one job. */
struct direction {
    double byte_s, iops, size_n, latency_s;
};

/* A number of at least 0; 0 where it is not given. */
static double number_of (const cJSON *o, const char *key, double most)
{
    double x = 0;
    fid_get_amount (o, key, most, &x);
    return fmax (0, x);
}

static struct direction direction_of (const cJSON *job, const char *key)
{
    const cJSON *o = fid_get (job, key);
    double op_n = number_of (o, "total_ios", 1e18);
    return (struct direction){.byte_s = number_of (o, "bw_bytes", 1e18),
                              .iops = number_of (o, "iops", 1e18),
                              .size_n = op_n > 0 ? number_of (o, "io_bytes", 1e24) / op_n : 0,
                              .latency_s =
                                  number_of (fid_get (o, "lat_ns"), "mean", 1e18) * 1e-9};
}

/* A number among the options of a job, or of all jobs; 1 where it is not given. */
static double option_of (const cJSON *doc, const cJSON *job, const char *key)
{
    const char *text = fid_get_string (fid_get (job, "job options"), key);
    if (!text)
        text = fid_get_string (fid_get (doc, "global options"), key);
    double x;
    return text && fid_span_decimal (fid_span_of (text), &x) && x >= 1 && x <= 1e9 ? x : 1;
}

/* What the jobs that ran together with one did. */
struct group {
    double read_s, write_s; /* bytes a second */
    double small_s;         /* small reads a second, */
    double under_way;       /* and how many were asked for at once */
};

static struct group sum_group (const cJSON *doc, const cJSON *jobs, double id)
{
    const cJSON *job;
    struct group g = {0};
    cJSON_ArrayForEach (job, jobs)
    {
        struct direction r = direction_of (job, "read");
        if (number_of (job, "groupid", 1e9) != id)
            continue;
        g.read_s += r.byte_s;
        g.write_s += direction_of (job, "write").byte_s;
        g.small_s += r.size_n <= SMALL_MAX ? r.iops : 0;
        if (r.iops > 0 && r.size_n <= SMALL_MAX)
            g.under_way += option_of (doc, job, "iodepth") * option_of (doc, job, "numjobs");
    }
    return g;
}

static void take_jobs (struct fid_storage *s, const cJSON *doc, const cJSON *jobs)
{
    const cJSON *job;
    struct direction alone = {0}; /* the smallest reads, one at a time */
    cJSON_ArrayForEach (job, jobs)
    {
        struct direction r = direction_of (job, "read");
        struct group g = sum_group (doc, jobs, number_of (job, "groupid", 1e9));
        if (g.read_s > 0)
            s->read_byte_s = fmax (s->read_byte_s, g.read_s);
        if (g.write_s > 0)
            s->write_byte_s = fmax (s->write_byte_s, g.write_s);
        if (g.small_s > 0 && g.under_way > 1)
            s->iops = fmax (s->iops, g.small_s);
        if (r.byte_s > 0 && r.latency_s > 0 && option_of (doc, job, "iodepth") == 1 &&
            option_of (doc, job, "numjobs") == 1 && (!alone.size_n || r.size_n < alone.size_n))
            alone = r;
    }
    if (alone.size_n > 0)
        s->read_s = fmax (0, alone.latency_s - alone.size_n / s->read_byte_s);
}

/* The name of a number of fio's that none can be; NULL: there is none. */
static const char *find_implausible (const cJSON *o)
{
    const char *found = NULL;
    const cJSON *child;
    cJSON_ArrayForEach (child, o)
    {
        double x = fabs (cJSON_IsNumber (child) ? child->valuedouble : 0);
        found = found ? found
                : x > 0 && !(x >= FID_STORAGE_LEAST && x <= 1e24)
                    ? (child->string ? child->string : "an item")
                    : find_implausible (child);
    }
    return found;
}

/* The line of the list of jobs; 1 if it is not found. */
static size_t line_of_jobs (const char *path)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    size_t at = 1;
    if (fid_text_open (&text, path, NULL))
        return at;
    while (fid_text_next (&text, &line, NULL) > 0)
        if (fid_span_find (line, "\"jobs\"") >= 0) {
            at = text.line_n;
            break;
        }
    return at;
}

/* Reads what fio measured (storage.h). */
static int read_fio (struct fid_storage *s, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, err);
    FID_TRY (!doc);
    const char *version = fid_get_string (doc, "fio version");
    const cJSON *jobs = fid_get (doc, "jobs");
    if (!version || !cJSON_IsArray (jobs))
        return fid_errorf (err, FID_EINPUT,
                           "%s:1: this JSON is not of fio: it lacks `fio version' or `jobs'",
                           path);
    const char *bad = find_implausible (jobs);
    if (bad)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: no job has such a number: %s", path,
                           line_of_jobs (path), bad);
    take_jobs (s, doc, jobs);
    snprintf (s->about, sizeof s->about, "measured with %s", version);
    return s->read_byte_s > 0
               ? 0
               : fid_errorf (err, FID_EUSAGE,
                             "%s:%zu: none of fio's jobs reads: a storage needs a job with "
                             "rw=read or rw=randread",
                             path, line_of_jobs (path));
}

#define SAME               1e-6 /* of a number that is written with nine digits */
#define CONTROLLER_BURST_S 0.18

static const struct {
    const char *name, *text;
} shipped[] = {
#define FID_SHIPPED_STORAGE(name, text) {name, text},
#include "src/storage/storages.inc"
};
#define SHIPPED_N (sizeof shipped / sizeof *shipped)

static const size_t member_at[] = {
#define KEY_AT(id, member, ...) offsetof (struct fid_storage, member),
    FID_STORAGE_KEYS (KEY_AT)};

const char *fid_storage_shipped (size_t i, const char **text)
{
    if (i >= SHIPPED_N)
        return NULL;
    if (text)
        *text = shipped[i].text;
    return shipped[i].name;
}

static double *member_of (struct fid_storage *s, enum fid_storage_key key)
{
    return (double *)((char *)s + member_at[key]);
}

void fid_storage_init (struct fid_storage *s, const char *name)
{
    *s = (struct fid_storage){0};
    snprintf (s->name, sizeof s->name, "%s", name);
    for (int k = 0; k < FID_STORAGE_KEY_N; k++)
        *member_of (s, (enum fid_storage_key)k) = FID_ABSENT;
}

double fid_storage_value (const struct fid_storage *s, enum fid_storage_key key)
{
    double x = *(const double *)((const char *)s + member_at[key]);
    return x < 0 ? FID_ABSENT : x / fid_storage_key_unit (key);
}

bool fid_storage_states_reads (const struct fid_storage *s)
{
    return s->read_byte_s >= 0 || s->read_s >= 0 || s->iops >= 0;
}

bool fid_storage_same (const struct fid_storage *a, const struct fid_storage *b)
{
    for (int k = 0; k < FID_STORAGE_KEY_N; k++) {
        double x = fid_storage_value (a, (enum fid_storage_key)k);
        double y = fid_storage_value (b, (enum fid_storage_key)k);
        if (k == FID_STORAGE_BURST && (x < 0 || y < 0))
            continue;
        if (fabs (x - y) > SAME * fmax (fabs (x), fabs (y)))
            return false;
    }
    return a->own == b->own;
}

static bool set_keys (struct fid_storage *s, struct fid_span setting)
{
    struct fid_span rest = setting, bad;
    double x;
    int key;
    if (fid_span_decimal (setting, &x) && x > 0) {
        s->read_byte_s = x;
        return true;
    }
    while (!fid_storage_setting_next (&rest, &key, &x, &bad)) {
        if (key < 0)
            return true;
        *member_of (s, (enum fid_storage_key)key) = x;
    }
    return false;
}

bool fid_storage_set (struct fid_storage *s, struct fid_span setting)
{
    if (!set_keys (s, setting))
        return false;
    if (s->burst_s < 0 && (s->read_byte_s > 0 || s->iops > 0) && s->read_s < 0)
        s->burst_s = CONTROLLER_BURST_S;
    return true;
}

/* A storage while its lines are read. */
struct reading {
    struct fid_storage *s;
    struct fid_text *text;
    size_t line[FID_STORAGE_KEY_N + 2]; /* where a key was given; about and shared last */
    struct fid_error *err;
};

enum { ABOUT = FID_STORAGE_KEY_N, SHARED = FID_STORAGE_KEY_N + 1 };

static int refuse_line (const struct reading *r, const char *what, struct fid_span word)
{
    return fid_errorf (r->err, FID_EUSAGE, "%s:%zu: %s: '%.*s'", r->text->path, r->text->line_n,
                       what, FID_SPAN_ARG (word));
}

/* The number of a key, or -1 after saying which there are. */
static int find_key (const struct reading *r, struct fid_span word)
{
    char list[200] = "";
    int found = fid_storage_key_find (word);
    if (found >= 0)
        return found;
    if (fid_span_is (word, "about"))
        return ABOUT;
    if (fid_span_is (word, "shared"))
        return SHARED;
    for (size_t k = 0, at = 0; k < FID_STORAGE_KEY_N && at < sizeof list; k++)
        at += (size_t)snprintf (list + at, sizeof list - at, "%s, ",
                                fid_storage_key_name ((enum fid_storage_key)k));
    return fid_errorf (r->err, FID_EUSAGE,
                       "%s:%zu: unknown key '%.*s'; choose one of %sshared, "
                       "about",
                       r->text->path, r->text->line_n, FID_SPAN_ARG (word), list);
}

static int set_key (struct reading *r, int k, struct fid_span line)
{
    struct fid_span rest = line, value, more;
    char what[96];
    if (k == ABOUT) {
        snprintf (r->s->about, sizeof r->s->about, "%.*s", FID_SPAN_ARG (line));
        return 0;
    }
    fid_span_word (&rest, &value);
    if (fid_span_word (&rest, &more))
        return refuse_line (r, "one value for a key", line);
    if (k == SHARED) {
        r->s->own = fid_span_is (value, "no");
        return r->s->own || fid_span_is (value, "yes")
                   ? 0
                   : refuse_line (r, "shared is yes or no", value);
    }
    enum fid_storage_key key = (enum fid_storage_key)k;
    const char *wrong = fid_storage_key_read (key, value, member_of (r->s, key));
    snprintf (what, sizeof what, "%s %s", fid_storage_key_name (key), wrong ? wrong : "");
    return wrong ? refuse_line (r, what, value) : 0;
}

static int read_line (struct reading *r, struct fid_span line)
{
    struct fid_span key;
    ptrdiff_t comment = fid_span_find (line, "#");
    if (comment >= 0)
        line.n = (size_t)comment;
    line = fid_span_trim (line);
    if (!fid_span_word (&line, &key))
        return 0;
    int k = find_key (r, key);
    FID_TRY (k < 0);
    if (r->line[k])
        return fid_errorf (r->err, FID_EUSAGE, "%s:%zu: %.*s is given twice, first in line %zu",
                           r->text->path, r->text->line_n, FID_SPAN_ARG (key), r->line[k]);
    r->line[k] = r->text->line_n;
    line = fid_span_trim (line);
    return line.n ? set_key (r, k, line) : refuse_line (r, "a value is missing", key);
}

static int read_lines (struct fid_storage *s, struct fid_text *text, struct fid_error *err)
{
    struct reading r = {.s = s, .text = text, .err = err};
    struct fid_span line;
    int more;
    while ((more = fid_text_next (text, &line, err)) > 0)
        FID_TRY (read_line (&r, line));
    return more;
}

static int load_file (struct fid_storage *s, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line, name = fid_span_last_part (fid_span_of (path));
    FID_TRY (fid_text_open (&text, path, err));
    fid_storage_init (s, "");
    if (name.n > 5 && fid_span_ends (name, ".conf"))
        name.n -= 5;
    snprintf (s->name, sizeof s->name, "%.*s", FID_SPAN_ARG (name));
    int more = fid_text_next (&text, &line, err); /* so that text.first is filled */
    FID_TRY (more < 0);
    size_t blank = 0;
    while (blank < sizeof text.first && strchr (" \t\r\n", text.first[blank]))
        blank++;
    if (more && blank < sizeof text.first && text.first[blank] == '{')
        return read_fio (s, path, err);
    fid_text_close (&text);
    FID_TRY (fid_text_open (&text, path, err));
    return read_lines (s, &text, err);
}

/* "2GB/s" of reads and writes, "5ms" a read, "200iops"; false if it is none, or given before. */
static bool set_amount (struct fid_storage *s, struct fid_span word)
{
    static const struct {
        const char *unit;
        enum fid_storage_key key;
        double factor;
    } units[] = {{"GiB/s", FID_STORAGE_READ, 1073741824.},
                 {"MiB/s", FID_STORAGE_READ, 1048576.},
                 {"GB/s", FID_STORAGE_READ, 1e9},
                 {"MB/s", FID_STORAGE_READ, 1e6},
                 {"ms", FID_STORAGE_READ_WAIT, 1e-3},
                 {"us", FID_STORAGE_READ_WAIT, 1e-6},
                 {"iops", FID_STORAGE_IOPS, 1}};
    double x;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct fid_span number = word;
        if (!fid_span_ends_like (word, units[i].unit))
            continue;
        number.n -= strlen (units[i].unit);
        double *member = member_of (s, units[i].key);
        if (!fid_span_decimal (fid_span_trim (number), &x) || *member >= 0)
            return false;
        *member = x *= units[i].factor;
        x /= fid_storage_key_unit (units[i].key);
        if (units[i].key == FID_STORAGE_READ)
            s->write_byte_s = *member;
        return x >= FID_STORAGE_LEAST && x <= FID_STORAGE_MOST;
    }
    return false;
}

/* Amounts with ',' between them. */
static bool set_amounts (struct fid_storage *s, const char *name)
{
    struct fid_span rest = fid_span_of (name), word;
    fid_storage_init (s, name);
    while (fid_span_field (&rest, ',', &word))
        if (!set_amount (s, word))
            return false;
    return *name;
}

int fid_storage_load (struct fid_storage *s, const char *name, struct fid_error *err)
{
    char list[256] = "";
    for (size_t i = 0; i < SHIPPED_N; i++)
        if (strcasecmp (shipped[i].name, name) == 0) {
            struct fid_text text = fid_text_of (shipped[i].name, shipped[i].text);
            fid_storage_init (s, shipped[i].name);
            return read_lines (s, &text, err);
        }
    if (set_amounts (s, name))
        return 0;
    if (strchr (name, '/') || strchr (name, '.'))
        return load_file (s, name, err);
    for (size_t i = 0, at = 0; i < SHIPPED_N && at < sizeof list; i++)
        at += (size_t)snprintf (list + at, sizeof list - at, "%s%s", i ? ", " : "",
                                shipped[i].name);
    return fid_errorf (err, FID_EUSAGE,
                       "unknown storage '%s'; choose one of %s, give a rate as 500MB/s, 5ms or "
                       "200iops, or name a file with its '/' or '.'",
                       name, list);
}
