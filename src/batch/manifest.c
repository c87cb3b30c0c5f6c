/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.c - see manifest.h */
#include "base/index.h"
#include "base/plain.h"
#include "batch/manifest.h"

/* The next word or, where tabs separate, the text up to the next tab. */
static struct fid_span take_word (struct fid_span *rest, bool tabs)
{
    struct fid_span word = {"", 0};
    if (!tabs)
        fid_span_word (rest, &word);
    else if (fid_span_field (rest, '\t', &word))
        word = fid_span_trim (word);
    return word;
}

static bool is_name (struct fid_span s)
{
    char text[256];
    if (!s.n || s.n >= sizeof text || memchr (s.p, '/', s.n))
        return false;
    memcpy (text, s.p, s.n);
    text[s.n] = '\0';
    for (size_t i = 0, n; i < s.n; i += n)
        if ((n = fid_plain_n (text + i)) == 0)
            return false;
    return text[0] != '.';
}

/* Takes a line apart; the words of *e are not resolved yet. */
static int take_line (struct fid_arena *a, struct fid_span line, struct fid_manifest_entry *e,
                      struct fid_error *err)
{
    struct fid_span word, rest = line, dir[2] = {{"", 0}, {"", 0}}, name = {"", 0}, more;
    fid_span_word (&rest, &word);
    rest = fid_span_trim (rest);
    bool tabs = fid_span_find (rest, "\t") >= 0;
    e->kind = fid_span_is (word, "real")        ? FID_MANIFEST_REAL
              : fid_span_is (word, "emulation") ? FID_MANIFEST_EMULATION
              : fid_span_is (word, "pair")      ? FID_MANIFEST_PAIR
                                                : FID_MANIFEST_NAME;
    if (e->kind == FID_MANIFEST_PAIR) {
        dir[0] = take_word (&rest, tabs);
        dir[1] = take_word (&rest, tabs);
        if (!dir[0].n || !dir[1].n || (rest.p && fid_span_word (&rest, &more)))
            return fid_errorf (err, FID_EUSAGE, "a pair needs two directories");
    } else if (e->kind == FID_MANIFEST_NAME) {
        if (!fid_span_is (word, "name"))
            return fid_errorf (err, FID_EUSAGE,
                               "expected 'real DIR', 'emulation DIR', 'pair REAL EMULATION' or "
                               "'name NAME DIR'");
        name = take_word (&rest, tabs);
        dir[0] = rest.p ? fid_span_trim (rest) : dir[0];
        if (!is_name (name) || !dir[0].n)
            return fid_errorf (err, FID_EUSAGE,
                               "a name is a word without '/', followed by a directory");
    } else if (!rest.n) {
        return fid_errorf (err, FID_EUSAGE, "expected a directory");
    } else {
        dir[0] = rest;
    }
    for (int i = 0; i < 2; i++)
        if (dir[i].n && !(e->dir[i] = fid_arena_format (a, err, "%.*s", FID_SPAN_ARG (dir[i]))))
            return -1;
    if (name.n && !(e->name = fid_arena_format (a, err, "%.*s", FID_SPAN_ARG (name))))
        return -1;
    return 0;
}

/* dir relative to the folder of the manifest, in its place. */
static int resolve_folder (struct fid_arena *a, const char *path, char **dir,
                           struct fid_error *err)
{
    const char *slash = strrchr (path, '/');
    if (*dir && **dir != '/' && slash)
        *dir = fid_arena_format (a, err, "%.*s/%s", (int)(slash - path), path, *dir);
    return *dir ? 0 : -1;
}

/* The directory of another entry, which may be a name; names has the numbers of entries by
 * their names. */
static int use_name (struct fid_manifest *m, const struct fid_index *names, const char *path,
                     char **dir, struct fid_error *err)
{
    uint64_t hash = fid_hash_bytes (*dir, strlen (*dir), 0);
    for (size_t at = 0, i; fid_index_next (names, hash, &at, &i);)
        if (strcmp (m->at[i].name, *dir) == 0) {
            *dir = m->at[i].dir[0];
            return 0;
        }
    return resolve_folder (&m->arena, path, dir, err);
}

int fid_manifest_read (struct fid_manifest *m, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    FID_SCOPED (fid_index_clear) struct fid_index names = {0};
    struct fid_span line;
    struct fid_error why;
    int more;
    *m = (struct fid_manifest){0};
    FID_TRY (fid_text_open (&text, path, err));
    while ((more = fid_text_next (&text, &line, err)) > 0) {
        line = fid_span_trim (line);
        if (!line.n || line.p[0] == '#')
            continue;
        FID_TRY (fid_arena_grow (&m->arena, &m->at, &m->cap, m->n + 1, sizeof *m->at, err));
        m->at[m->n] = (struct fid_manifest_entry){.line = text.line_n};
        if (take_line (&m->arena, line, &m->at[m->n++], &why))
            return fid_errorf (err, why.status, "%s:%zu: %s", path, text.line_n, why.text);
    }
    FID_TRY (more);
    /* the names: each is there once, and each directory has one at most */
    for (size_t i = 0; i < m->n; i++) {
        struct fid_manifest_entry *e = &m->at[i];
        if (!e->name)
            continue;
        FID_TRY (resolve_folder (&m->arena, path, &e->dir[0], err));
        for (size_t k = 0; k < i; k++)
            if (m->at[k].name && (strcmp (m->at[k].name, e->name) == 0 ||
                                  strcmp (m->at[k].dir[0], e->dir[0]) == 0))
                return fid_errorf (err, FID_EUSAGE,
                                   "%s:%zu: line %zu has this name, or names this directory, "
                                   "already",
                                   path, e->line, m->at[k].line);
        FID_TRY (fid_index_put (&names, fid_hash_bytes (e->name, strlen (e->name), 0), i, err));
    }
    for (size_t i = 0; i < m->n; i++)
        for (int k = 0; k < 2 && !m->at[i].name && m->at[i].dir[k]; k++)
            FID_TRY (use_name (m, &names, path, &m->at[i].dir[k], err));
    return 0;
}

/* What a directory is called; NULL: it has no name of its own. */
static const char *name_of_dir (const struct fid_manifest *m, const char *dir)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].name && strcmp (m->at[i].dir[0], dir) == 0)
            return m->at[i].name;
    return NULL;
}

char *fid_manifest_label (const struct fid_manifest *m, const char *dir, struct fid_error *err)
{
    const char *name = name_of_dir (m, dir);
    if (name)
        return fid_strdup (name, err);
    FID_FREED char *real = realpath (dir, NULL);
    struct fid_span last = fid_span_last_part (fid_span_of (real ? real : dir));
    return fid_strndup (last.p, last.n, err);
}

int fid_manifest_runs (const struct fid_manifest *m, char ***dir, size_t *n,
                       struct fid_error *err)
{
    *n = 0;
    FID_NEED (*dir = calloc (2 * m->n + 1, sizeof **dir), err);
    for (size_t i = 0; i < m->n; i++)
        for (int k = 0; k < 2 && !m->at[i].name && m->at[i].dir[k]; k++) {
            size_t at = 0;
            while (at < *n && strcmp ((*dir)[at], m->at[i].dir[k]) != 0)
                at++;
            (*dir)[at] = m->at[i].dir[k];
            *n += at == *n;
        }
    return 0;
}

void fid_manifest_clear (struct fid_manifest *m)
{
    fid_arena_clear (&m->arena);
    *m = (struct fid_manifest){0};
}
