/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.c - a folder of files that appears once all of them are written */
#include "base/outfile.h"
#include "tools/prepare/prepare.h"

void fid_tree_open (struct fid_tree *t, const char *dir)
{
    struct stat st;
    *t = (struct fid_tree){.dir = fid_textf ("%s", dir)};
    for (size_t n = strlen (t->dir); n > 1 && t->dir[n - 1] == '/'; n--)
        t->dir[n - 1] = '\0';
    const char *slash = strrchr (t->dir, '/');
    if (slash && slash != t->dir) {
        const char *parent = fid_textf ("%.*s", (int)(slash - t->dir), t->dir);
        t->parent_made = stat (parent, &st) != 0;
        fid_must (fid_make_dirs (parent, NULL, &fid_why));
    }
    if (stat (t->dir, &st) == 0 && !S_ISDIR (st.st_mode))
        fid_fail (FID_EINTERNAL, "%s: exists and is not a directory", t->dir);
    t->staging = fid_have (fid_outfolder (t->dir, &fid_why));
}

/* Create the folder of a file. */
static void make_parent (const char *path, const char *below)
{
    fid_must (fid_make_dirs (fid_textf ("%.*s", (int)(strrchr (path, '/') - path), path), below,
                             &fid_why));
}

_Noreturn static void fail_writing (const struct fid_tree *t, const char *name, int why)
{
    fid_fail (FID_EINTERNAL, "%s/%s: cannot be written: %s", t->dir, name,
              strerror (why ? why : EIO));
}

FILE *fid_tree_file (struct fid_tree *t, const char *name)
{
    char *path = fid_textf ("%s/%s", t->staging, name);
    FID_APPEND (t->file, path);
    make_parent (path, t->staging);
    FILE *f = fopen (path, "we");
    if (!f)
        fail_writing (t, name, errno);
    return f;
}

void fid_tree_close (struct fid_tree *t, FILE *f, const char *name)
{
    if (!f)
        return;
    errno = 0;
    bool bad = fflush (f) || ferror (f) || fsync (fileno (f));
    int why = errno;
    if (fclose (f) && !bad)
        fail_writing (t, name, errno);
    if (bad)
        fail_writing (t, name, why);
}

const char *fid_tree_find (const struct fid_tree *t, const char *name)
{
    const char *const dirs[] = {t->staging, t->dir};
    for (int i = 0; i < 2; i++) {
        const char *path = fid_textf ("%s/%s", dirs[i], name);
        if (access (path, R_OK) == 0)
            return path;
    }
    return NULL;
}

void fid_tree_commit (struct fid_tree *t, bool bare)
{
    fid_must (fid_make_dirs (t->dir, NULL, &fid_why));
    for (size_t i = t->file_n; i--;) {
        const char *name = t->file[i] + strlen (t->staging);
        if (bare &&
            (strncmp (name, "/left_out/", 10) == 0 || strcmp (name, "/fidlio.json") == 0))
            continue; /* fid_tree_clear removes it */
        const char *to = fid_textf ("%s%s", t->dir, name);
        make_parent (to, t->dir);
        if (rename (t->file[i], to))
            fid_fail (FID_EINTERNAL, "%s: cannot be written: %s", to, strerror (errno));
    }
}

void fid_tree_clear (struct fid_tree *t)
{
    /* by name: there may be no memory, or no descriptor, to look into a folder */
    size_t staging_n = t->staging ? strlen (t->staging) : 0;
    FID_EACH (char *const, file, t->file) {
        unlink (*file);
        for (char *end; (end = strrchr (*file, '/')) > *file + staging_n;) {
            *end = '\0';
            rmdir (*file);
        }
    }
    if (t->staging)
        rmdir (t->staging);
    if (t->parent_made) { /* stays if it is not empty */
        *strrchr (t->dir, '/') = '\0';
        rmdir (t->dir);
    }
    free (t->staging);
    *t = (struct fid_tree){0};
}
