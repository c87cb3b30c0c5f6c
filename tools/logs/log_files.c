/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_files.c - the training logs in a folder of experiments, found by name */
#include <regex.h>
#include "base/listing.h"
#include "readers/discover.h"
#include "tools/logs/logs.h"

/* Sets machine, batch size and experiment if the name has the form of a log, or of JSON below
 * the folder of a tree; then true. */
static bool take_name (struct fid_log_file *f, const char *name, bool tree)
{
    /* the machine becomes the name of a folder: not hidden, and no longer than names are */
    static const char *const forms[] = {
        "^result-([^.].{0,180})-([0-9]{1,19})-(e[0-9]{1,19})\\.txt$",
        "^([^/]{1,190})/([^/]{1,190})/([^/]{1,190})\\.json$"};
    const char **const part[] = {&f->system, &f->batch, &f->experiment};
    regmatch_t m[4];
    regex_t form;
    if (regcomp (&form, forms[tree], REG_EXTENDED))
        fid_must (fid_error_nomem (&fid_why));
    int rc = regexec (&form, name, 4, m, 0);
    bool fits = rc == 0;
    fid_must (rc == REG_ESPACE ? fid_error_nomem (&fid_why) : 0);
    regfree (&form);
    for (int i = 0; i < 3 && fits; i++)
        *part[i] =
            fid_textf ("%.*s", (int)(m[i + 1].rm_eo - m[i + 1].rm_so), name + m[i + 1].rm_so);
    return fits;
}

/* In numeric order behind a first letter e, then as text ("07" and "7" differ). */
static int compare_numbers (const char *a, const char *b)
{
    uint64_t x = 0, y = 0;
    fid_span_u64 (fid_span_of (a + (*a == 'e')), &x);
    fid_span_u64 (fid_span_of (b + (*b == 'e')), &y);
    return x != y ? (x < y ? -1 : 1) : strcmp (a, b);
}

static int by_name (const void *a, const void *b)
{
    const struct fid_log_file *x = a, *y = b;
    int c = !x->system - !y->system;
    if (!c && x->system)
        c = strcmp (x->system, y->system);
    if (!c && x->system)
        c = compare_numbers (x->batch, y->batch);
    if (!c && x->system)
        c = compare_numbers (x->experiment, y->experiment);
    return c ? c : strcmp (x->path, y->path);
}

int fid_log_files_list (struct fid_log_files *files, const char *dir, bool tree)
{
    FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
    FID_SCOPED (fid_files_clear) struct fid_files found = {0};
    FID_TRY (tree ? fid_discover (dir, FID_SEARCH_TREE, &found, &fid_why)
                  : fid_listing_read (&names, dir, NULL, 0, &fid_why));
    char *const *name = tree ? found.path : names.at;
    files->n = tree ? found.n : names.n;
    files->file = fid_take (files->n, sizeof *files->file);
    for (size_t i = 0; i < files->n; i++) {
        struct fid_log_file *f = &files->file[i];
        f->path = fid_textf ("%s/%s", dir, name[i]);
        take_name (f, tree ? name[i] : fid_copy (fid_file_name (name[i])), tree);
    }
    FID_SORT (files->file, files->n, by_name);
    return 0;
}

const char *fid_log_heading (const struct fid_training_log *log, const char *path)
{
    struct fid_log_file f = {.path = path};
    if (take_name (&f, fid_copy (fid_file_name (path)), false))
        return fid_textf ("%s / %s / %s", f.system, f.batch, f.experiment);
    const char *file = fid_span_last_part (fid_span_of (path)).p, *dot = strrchr (file, '.');
    size_t end = dot && dot > file ? (size_t)(dot - path) : strlen (path);
    if (log->system && log->batch)
        return fid_textf ("%s / %s / %.*s", log->system, log->batch,
                          (int)(end - (size_t)(file - path)), file);
    return fid_textf ("%.*s", (int)end, path);
}
