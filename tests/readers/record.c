/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.c - see record.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "base/array.h"
#include "tests/readers/record.h"

#define GROW(r, what, err)                                                                     \
    fid_array_grow (&(r)->what, &(r)->what##_cap, (r)->what##_n + 1, sizeof *(r)->what, err)

static const char *own (struct rec *r, struct fid_span s)
{
    if (GROW (r, text, NULL))
        abort ();
    return r->text[r->text_n++] = fid_strndup (s.p ? s.p : "", s.n, NULL);
}

static void keep (struct rec *r, struct fid_span *s)
{
    s->p = own (r, *s);
}

#define KEEP(what, type, spans)                                                                \
    static int on_##what (void *self, const type *v, struct fid_error *err)                    \
    {                                                                                          \
        struct rec *r = self;                                                                  \
        if (GROW (r, what, err))                                                               \
            return -1;                                                                         \
        type *k = &r->what[r->what##_n++];                                                     \
        *k = *v;                                                                               \
        spans;                                                                                 \
        return 0;                                                                              \
    }
KEEP (event, struct fid_event,
      (keep (r, &k->comm), keep (r, &k->file), keep (r, &k->path), keep (r, &k->device)))
KEEP (sample, struct fid_sample, keep (r, &k->key))
KEEP (phase, struct fid_phase, (void)k)
KEEP (step, struct fid_step, (void)k)
KEEP (anchor, struct fid_anchor, (void)k)
KEEP (logline, struct fid_logline, (void)k)
KEEP (fact, struct fid_fact, (keep (r, &k->value), k->key = own (r, fid_span_of (v->key))))

static void on_reject (void *self, const struct fid_remark *remark)
{
    struct rec *r = self;
    if (GROW (r, reject, NULL))
        abort ();
    struct rec_line *l = &r->reject[r->reject_n++];
    l->line = remark->line;
    fid_remark_text (remark, l->text, sizeof l->text);
}

static void on_note (void *self, const struct fid_remark *remark)
{
    struct rec *r = self;
    if (GROW (r, note, NULL))
        abort ();
    struct rec_line *l = &r->note[r->note_n++];
    l->line = remark->line;
    fid_remark_text (remark, l->text, sizeof l->text);
}

struct fid_sink rec_sink (struct rec *r)
{
    return (struct fid_sink){.self = r,
                             .event = on_event,
                             .sample = on_sample,
                             .phase = on_phase,
                             .step = on_step,
                             .anchor = on_anchor,
                             .logline = on_logline,
                             .fact = on_fact,
                             .reject = on_reject,
                             .note = on_note};
}

static int read_path (struct rec *r, const char *path)
{
    struct fid_sink sink = rec_sink (r);
    struct fid_text text;
    struct fid_input in = {.text = &text, .sink = &sink};
    *r = (struct rec){0};
    r->rc = fid_reader_open (&text, path, &in.head, &r->reader, &r->err);
    if (r->rc)
        return r->rc;
    r->rc = r->reader ? r->reader->read (&in, &r->err) : -1;
    fid_text_close (&text);
    return r->rc;
}

/* path below the source tree */
static void full_path (char full[4096], const char *path)
{
    const char *src = getenv ("srcdir");
    snprintf (full, 4096, "%s/%s", src ? src : ".", path);
}

int rec_read (struct rec *r, const char *path)
{
    char full[4096];
    full_path (full, path);
    return read_path (r, full);
}

char *rec_file (const char *path, size_t *n)
{
    char full[4096];
    struct stat st;
    full_path (full, path);
    FILE *f = fopen (full, "rb");
    size_t size = f && fstat (fileno (f), &st) == 0 ? (size_t)st.st_size : 0;
    char *data = f ? malloc (size + 1) : NULL;
    *n = data ? fread (data, 1, size, f) : 0;
    if (f)
        fclose (f);
    return data;
}

/* Spans are told apart by their text, not by where it lies. */
static bool same_span (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && (a.n == 0 || memcmp (a.p, b.p, a.n) == 0);
}

static bool same_event (const struct fid_event *a, const struct fid_event *b)
{
    return a->start_ns == b->start_ns && a->dur_ns == b->dur_ns && a->bytes == b->bytes &&
           a->offset == b->offset && a->pid == b->pid && a->op == b->op &&
           a->flags == b->flags && same_span (a->comm, b->comm) &&
           same_span (a->file, b->file) && same_span (a->device, b->device);
}

static bool same_sample (const struct fid_sample *a, const struct fid_sample *b)
{
    return a->t_ns == b->t_ns && a->channel == b->channel && a->value == b->value &&
           a->index == b->index && a->pid == b->pid && same_span (a->key, b->key);
}

static bool same_phase (const struct fid_phase *a, const struct fid_phase *b)
{
    return a->kind == b->kind && a->name == b->name && a->start_ns == b->start_ns &&
           a->end_ns == b->end_ns && a->epoch == b->epoch && a->block == b->block &&
           a->flags == b->flags;
}

static bool same_step (const struct fid_step *a, const struct fid_step *b)
{
    return a->end_ns == b->end_ns && a->load_s == b->load_s && a->compute_s == b->compute_s &&
           a->step_s == b->step_s && a->epoch == b->epoch && a->eval == b->eval;
}

static bool same_anchor (const struct fid_anchor *a, const struct fid_anchor *b)
{
    return a->from == b->from && a->to == b->to && a->from_ns == b->from_ns &&
           a->to_min_ns == b->to_min_ns && a->to_max_ns == b->to_max_ns;
}

static bool same_logline (const struct fid_logline *a, const struct fid_logline *b)
{
    return a->t_ns == b->t_ns && a->quantum_ns == b->quantum_ns && a->offset == b->offset &&
           a->len_n == b->len_n;
}

static bool same_fact (const struct fid_fact *a, const struct fid_fact *b)
{
    return strcmp (a->key, b->key) == 0 && same_span (a->value, b->value);
}

static bool same_line (const struct rec_line *a, const struct rec_line *b)
{
    return a->line == b->line && strcmp (a->text, b->text) == 0;
}

#define ALL(what, equal)                                                                       \
    if (a->what##_n != b->what##_n)                                                            \
        return false;                                                                          \
    for (size_t i = 0; i < a->what##_n; i++)                                                   \
        if (!equal (&a->what[i], &b->what[i]))                                                 \
    return false

bool rec_same (const struct rec *a, const struct rec *b)
{
    if (a->reader != b->reader || a->rc != b->rc)
        return false;
    ALL (event, same_event);
    ALL (sample, same_sample);
    ALL (phase, same_phase);
    ALL (step, same_step);
    ALL (anchor, same_anchor);
    ALL (logline, same_logline);
    ALL (fact, same_fact);
    ALL (reject, same_line);
    ALL (note, same_line);
    return true;
}

int rec_bytes (struct rec *r, const char *name, const void *data, size_t n, int gz)
{
    char dir[] = "/tmp/fidlio-test.XXXXXX", path[512], sub[512];
    if (!mkdtemp (dir))
        abort ();
    snprintf (path, sizeof path, "%s/%s%s", dir, name, gz ? ".gz" : "");
    snprintf (sub, sizeof sub, "%s/%s", dir, name);
    *strrchr (sub, '/') = '\0';
    if (strcmp (sub, dir) != 0)
        mkdir (sub, 0700);
    if (gz) {
        gzFile f = gzopen (path, "wb");
        gzwrite (f, data, (unsigned)n);
        gzclose (f);
    } else {
        FILE *f = fopen (path, "wb");
        fwrite (data, 1, n, f);
        fclose (f);
    }
    int rc = read_path (r, path);
    unlink (path);
    if (strcmp (sub, dir) != 0)
        rmdir (sub);
    rmdir (dir);
    return rc;
}

int rec_text (struct rec *r, const char *name, const char *text)
{
    return rec_bytes (r, name, text, strlen (text), 0);
}

void rec_clear (struct rec *r)
{
    for (size_t i = 0; i < r->text_n; i++)
        free (r->text[i]);
    free (r->text);
    free (r->event);
    free (r->sample);
    free (r->phase);
    free (r->step);
    free (r->anchor);
    free (r->logline);
    free (r->fact);
    free (r->reject);
    free (r->note);
    *r = (struct rec){0};
}

const char *rec_fact (const struct rec *r, const char *key)
{
    for (size_t i = 0; i < r->fact_n; i++)
        if (strcmp (r->fact[i].key, key) == 0)
            return r->fact[i].value.p;
    return NULL;
}
