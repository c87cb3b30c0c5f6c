/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cache.c - see cache.h */
#include "base/outfile.h"
#include "batch/cache.h"

#define SKIPPED "another-workload"

/* dir/name, freed by the caller. */
static char *path_of (const struct fid_cache *c, const char *name, struct fid_error *err)
{
    return fid_format (err, "%s/%s", c->dir, name);
}

/* Parses a line; returns 1, 0 if it is malformed, -1 without memory. */
static int parse_entry (struct fid_arena *a, struct fid_span line, struct fid_cache_entry *e,
                        struct fid_error *err)
{
    char *const field[] = {e->result_hash, e->key, e->real_hash, e->emu_hash, e->method};
    struct fid_span part;
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        if (!fid_span_field (&line, '\t', &part) || part.n != 16)
            return 0;
        memcpy (field[i], part.p, 16);
        field[i][16] = '\0';
    }
    if (!line.p || !line.n)
        return 0;
    e->name = fid_arena_format (a, err, "%.*s", FID_SPAN_ARG (line));
    return e->name ? 1 : -1;
}

/* By name, the later line first. */
FID_ORDER_BY (by_name, struct fid_cache_entry, FID_RISING_TEXT (name) FID_FALLING (line_at))

static int read_lines (struct fid_cache *c, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    FID_TRY (fid_text_open (&text, c->path, err));
    fid_text_may_grow (&text); /* other processes append lines */
    int more;
    while ((more = fid_text_next (&text, &line, err)) > 0) {
        struct fid_cache_entry e = {.line_at = text.line_n};
        int parsed = parse_entry (&c->arena, line, &e, err);
        FID_TRY (parsed < 0);
        if (!parsed)
            continue;
        FID_TRY (
            fid_arena_grow (&c->arena, &c->entry, &c->cap, c->n + 1, sizeof *c->entry, err));
        c->entry[c->n++] = e;
    }
    return more;
}

int fid_cache_load (struct fid_cache *cache, const char *dir, struct fid_error *err)
{
    FID_SCOPED (fid_cache_clear) struct fid_cache c = {0};
    bool none;
    *cache = (struct fid_cache){0};
    c.dir = fid_arena_text (&c.arena, dir, err);
    c.path = c.dir ? fid_arena_format (&c.arena, err, "%s/" FID_CACHE_FILE, dir) : NULL;
    FID_TRY (!c.path);
    FID_TRY (fid_file_missing (c.path, &none, err));
    if (!none)
        FID_TRY (read_lines (&c, err));
    if (c.n > 1)
        qsort (c.entry, c.n, sizeof *c.entry, by_name);
    size_t kept_n = 0;
    for (size_t i = 0; i < c.n; i++)
        if (!kept_n || strcmp (c.entry[kept_n - 1].name, c.entry[i].name) != 0)
            c.entry[kept_n++] = c.entry[i];
    c.n = kept_n;
    *cache = c;
    c = (struct fid_cache){0};
    return 0;
}

FID_ORDER_BY (by_name_alone, struct fid_cache_entry, FID_RISING_TEXT (name))

const struct fid_cache_entry *fid_cache_find (const struct fid_cache *c, const char *name)
{
    const struct fid_cache_entry key = {.name = name};
    return c->n ? bsearch (&key, c->entry, c->n, sizeof key, by_name_alone) : NULL;
}

/* The hash of a result file, as 16 hex digits. */
static int hash_result (const struct fid_cache *c, const char *name, char out[17],
                        struct fid_error *err)
{
    uint64_t hash, size;
    FID_FREED char *path = path_of (c, name, err);
    FID_TRY (!path);
    FID_TRY (fid_file_hash (path, &hash, &size, err));
    snprintf (out, 17, "%016" PRIx64, hash);
    return 0;
}

bool fid_cache_skips (const struct fid_cache_entry *e)
{
    return strcmp (e->result_hash, SKIPPED) == 0;
}

int fid_cache_holds (const struct fid_cache *c, const struct fid_cache_entry *e, bool *holds,
                     struct fid_error *err)
{
    struct fid_error why;
    char hash[17];
    int rc = hash_result (c, e->name, hash, &why);
    *holds = rc == 0 && strcmp (hash, e->result_hash) == 0;
    if (rc == 0 || why.status == FID_EINPUT)
        return 0;
    *err = why;
    return -1;
}

/* One write: lines of several processes do not mix. */
static int append_line (const struct fid_cache *c, const char *line, struct fid_error *err)
{
    size_t n = strlen (line);
    int fd = fid_open_below (c->path, c->dir, O_WRONLY | O_CREAT | O_APPEND, 0666, err);
    FID_TRY (fd < 0);
    ssize_t written = write (fd, line, n);
    int why = written < 0 ? errno : ENOSPC;
    close (fd);
    return written == (ssize_t)n ? 0
                                 : fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s",
                                               c->path, strerror (why));
}

static int append_entry (const struct fid_cache *c, const char *hash,
                         const struct fid_cache_origin *from, const char *name,
                         struct fid_error *err)
{
    FID_FREED char *line = fid_format (err, "%s\t%s\t%s\t%s\t%s\t%s\n", hash, from->key,
                                       from->real_hash, from->emu_hash, from->method, name);
    return line ? append_line (c, line, err) : -1;
}

int fid_cache_append (const struct fid_cache *c, const char *name,
                      const struct fid_cache_origin *origin, bool skipped,
                      struct fid_error *err)
{
    char hash[17] = SKIPPED;
    if (strchr (name, '\n')) /* its line could not be read back: the pair is never kept */
        return 0;
    if (!skipped)
        FID_TRY (hash_result (c, name, hash, err));
    return append_entry (c, hash, origin, name, err);
}

int fid_cache_add (const struct fid_cache *c, const struct fid_cache_entry *e,
                   struct fid_error *err)
{
    const struct fid_cache_origin from = {e->key, e->method, e->real_hash, e->emu_hash};
    return append_entry (c, e->result_hash, &from, e->name, err);
}

static bool has_result (const struct fid_cache *c, const struct fid_cache_entry *e)
{
    struct fid_error unused;
    FID_FREED char *path = path_of (c, e->name, &unused);
    return path && access (path, F_OK) == 0;
}

int fid_cache_compact (const char *dir, struct fid_error *err)
{
    struct fid_cache c;
    struct fid_outfile o;
    FID_TRY (fid_cache_load (&c, dir, err));
    int rc = c.n ? fid_outfile_open (&o, c.path, dir, err) : 0;
    for (size_t i = 0; rc == 0 && i < c.n; i++) {
        const struct fid_cache_entry *e = &c.entry[i];
        if (fid_cache_skips (e) || has_result (&c, e))
            fprintf (o.f, "%s\t%s\t%s\t%s\t%s\t%s\n", e->result_hash, e->key, e->real_hash,
                     e->emu_hash, e->method, e->name);
    }
    if (rc == 0 && c.n)
        rc = fid_outfile_commit (&o, err);
    fid_cache_clear (&c);
    return rc;
}

void fid_cache_clear (struct fid_cache *c)
{
    fid_arena_clear (&c->arena);
    *c = (struct fid_cache){0};
}
