/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_files.c - see log_files.h */
#include "base/listing.h"
#include "readers/discover.h"
#include "tools/logs/log_files.h"
#include "program/must.h"

#define NAME_MAX_N 200 /* FID_SPAN_ARG truncates longer names */

/* Split the part after the last dash off *s; false if there is no dash. */
static bool split_off (struct fid_span *s, struct fid_span *part)
{
    size_t n = s->n;
    while (n && s->p[n - 1] != '-')
        n--;
    if (!n)
        return false;
    *part = (struct fid_span){s->p + n, s->n - n};
    s->n = n - 1;
    return true;
}

static bool is_number (struct fid_span s)
{
    uint64_t v;
    return fid_span_u64 (s, &v);
}

/* Splits the last part of a path; false if it is not such a name. */
static bool log_name_of (const char *path, struct fid_log_name *out)
{
    static const char head[] = "result-", tail[] = ".txt";
    struct fid_span s = fid_file_name (path);
    if (!fid_span_starts (s, head) || !fid_span_ends (s, tail) ||
        s.n < sizeof head + sizeof tail - 2 || s.n > NAME_MAX_N)
        return false;
    s.p += sizeof head - 1;
    s.n -= sizeof head + sizeof tail - 2;
    if (!split_off (&s, &out->experiment) || !split_off (&s, &out->batch))
        return false;
    out->system = s; /* becomes the name of a folder: not hidden */
    struct fid_span e = out->experiment;
    return s.n && s.p[0] != '.' && is_number (out->batch) && e.n > 1 && e.p[0] == 'e' &&
           is_number ((struct fid_span){e.p + 1, e.n - 1});
}

static int compare_names (struct fid_span a, struct fid_span b)
{
    int c = memcmp (a.p, b.p, a.n < b.n ? a.n : b.n);
    return c ? c : a.n < b.n ? -1 : a.n > b.n;
}

/* In numeric order, then as text ("07" and "7" differ). */
static int compare_numbers (struct fid_span a, struct fid_span b)
{
    uint64_t x = 0, y = 0;
    fid_span_u64 (a, &x);
    fid_span_u64 (b, &y);
    return x != y ? (x < y ? -1 : 1) : compare_names (a, b);
}

static struct fid_span after_e (const struct fid_log_file *f)
{
    return (struct fid_span){f->name.experiment.p + 1, f->name.experiment.n - 1};
}

static int by_name (const void *a, const void *b)
{
    const struct fid_log_file *x = a, *y = b;
    if (!x->name.system.n || !y->name.system.n)
        return x->name.system.n ? -1 : y->name.system.n ? 1 : strcmp (x->path, y->path);
    int c = compare_names (x->name.system, y->name.system);
    if (!c)
        c = compare_numbers (x->name.batch, y->name.batch);
    if (!c)
        c = compare_numbers (after_e (x), after_e (y));
    return c ? c : strcmp (x->path, y->path);
}

const char *fid_log_heading (const struct fid_training_log *log, const char *path)
{
    struct fid_log_name name;
    if (log_name_of (path, &name))
        return fid_textf ("%.*s / %.*s / %.*s", FID_SPAN_ARG (name.system),
                          FID_SPAN_ARG (name.batch), FID_SPAN_ARG (name.experiment));
    const char *file = fid_span_last_part (fid_span_of (path)).p, *dot = strrchr (file, '.');
    size_t end = dot && dot > file ? (size_t)(dot - path) : strlen (path);
    if (log->system && log->batch)
        return fid_textf ("%s / %s / %.*s", log->system, log->batch,
                          (int)(end - (size_t)(file - path)), file);
    return fid_textf ("%.*s", (int)end, path);
}

bool fid_log_file_same (const struct fid_log_file *a, const struct fid_log_file *b)
{
    return a->name.system.n && b->name.system.n &&
           compare_names (a->name.system, b->name.system) == 0 &&
           compare_names (a->name.batch, b->name.batch) == 0 &&
           compare_names (a->name.experiment, b->name.experiment) == 0;
}

/* "DIR/p2-1/256/e1.json"; false if the path behind DIR has other parts. */
static bool tree_name_of (const char *path, size_t dir_n, struct fid_log_name *out)
{
    struct fid_span rest = fid_span_of (path + dir_n + 1);
    if (!fid_span_ends (rest, ".json") || rest.n > NAME_MAX_N ||
        !fid_span_field (&rest, '/', &out->system) ||
        !fid_span_field (&rest, '/', &out->batch) ||
        !fid_span_field (&rest, '/', &out->experiment) || rest.p)
        return false;
    out->experiment.n -= strlen (".json");
    return out->system.n && out->batch.n && out->experiment.n;
}

/* Takes the names of files in dir, some of which may be those of logs. */
static void take_names (struct fid_log_files *files, const char *dir, char *const *name,
                        size_t n, bool tree)
{
    *files = (struct fid_log_files){fid_take (n, sizeof *files->file), n};
    for (size_t i = 0; i < n; i++) {
        struct fid_log_file *f = &files->file[i];
        f->path = fid_textf ("%s/%s", dir, name[i]);
        if (!(tree ? tree_name_of (f->path, strlen (dir), &f->name)
                   : log_name_of (f->path, &f->name)))
            f->name = (struct fid_log_name){0};
    }
    qsort (files->file, n, sizeof *files->file, by_name);
}

int fid_log_files_list (struct fid_log_files *files, const char *dir)
{
    FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
    if (fid_listing_read (&names, dir, NULL, 0, &fid_why))
        return -1;
    take_names (files, dir, names.at, names.n, false);
    return 0;
}

int fid_log_files_tree (struct fid_log_files *files, const char *dir)
{
    FID_SCOPED (fid_files_clear) struct fid_files found = {0};
    if (fid_discover (dir, FID_SEARCH_TREE, &found, &fid_why))
        return -1;
    take_names (files, dir, found.path, found.n, true);
    return 0;
}
