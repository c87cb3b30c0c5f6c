/* tree.c - see tree.h */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"
#include "tools/prepare/tree.h"

int
fid_tree_open (struct fid_tree *t, const char *dir, struct fid_error *err)
{
    *t = (struct fid_tree){0};
    t->dir = fid_strdup (dir, err);
    if (!t->dir)
        return -1;
    for (size_t n = strlen (t->dir); n > 1 && t->dir[n - 1] == '/'; n--)
        t->dir[n - 1] = '\0';
    char *slash = strrchr (t->dir, '/');
    struct stat st;
    if (slash && slash != t->dir) {
        *slash = '\0';
        t->parent_made = stat (t->dir, &st) != 0;
        int rc = fid_make_dirs (t->dir, NULL, err);
        *slash = '/';
        if (rc)
            return -1;
    }
    if (stat (t->dir, &st) == 0 && !S_ISDIR (st.st_mode))
        return fid_errorf (err, FID_EINTERNAL, "%s: exists and is not a directory", t->dir);
    t->staging = fid_outfolder (t->dir, err);
    return t->staging ? 0 : -1;
}

/* Create the folder of a file. */
static int
make_parent (const char *path, const char *below, struct fid_error *err)
{
    char *copy = fid_strdup (path, err);
    if (!copy)
        return -1;
    *strrchr (copy, '/') = '\0';
    int rc = fid_make_dirs (copy, below, err);
    free (copy);
    return rc;
}

FILE *
fid_tree_file (struct fid_tree *t, const char *name, struct fid_error *err)
{
    if (fid_array_grow (&t->file, &t->cap, t->n + 1, sizeof *t->file, err))
        return NULL;
    char *path = fid_format (err, "%s/%s", t->staging, name);
    if (!path)
        return NULL;
    t->file[t->n++] = path;
    if (make_parent (path, t->staging, err))
        return NULL;
    FILE *f = fopen (path, "we");
    if (!f)
        fid_errorf (err, FID_EINTERNAL, "%s/%s: cannot be written: %s", t->dir, name,
                    strerror (errno));
    return f;
}

int
fid_tree_close (struct fid_tree *t, FILE *f, const char *name, int rc, struct fid_error *err)
{
    if (!f)
        return rc;
    errno = 0;
    bool good = fflush (f) == 0 && !ferror (f) && fsync (fileno (f)) == 0;
    int why = errno ? errno : EIO;
    if (fclose (f) && good) {
        good = false;
        why = errno;
    }
    return rc     ? rc
           : good ? 0
                  : fid_errorf (err, FID_EINTERNAL, "%s/%s: cannot be written: %s", t->dir,
                                name, strerror (why));
}

char *
fid_tree_find (const struct fid_tree *t, const char *name)
{
    const char *const dirs[] = {t->staging, t->dir};
    for (int i = 0; i < 2; i++) {
        char *path = fid_format (NULL, "%s/%s", dirs[i], name);
        if (path && access (path, R_OK) == 0)
            return path;
        free (path);
    }
    return NULL;
}

int
fid_tree_commit (struct fid_tree *t, struct fid_error *err)
{
    if (fid_make_dirs (t->dir, NULL, err))
        return -1;
    for (size_t i = t->n; i--;) {
        char *to = fid_format (err, "%s%s", t->dir, t->file[i] + strlen (t->staging));
        int rc = to ? make_parent (to, t->dir, err) : -1;
        if (!rc && rename (t->file[i], to))
            rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", to,
                             strerror (errno));
        free (to);
        if (rc)
            return -1;
    }
    return 0;
}

void
fid_tree_clear (struct fid_tree *t)
{
    /* by name: there may be no memory, or no descriptor, to look into a folder */
    size_t staging_n = t->staging ? strlen (t->staging) : 0;
    for (; t->n; t->n--) {
        char *path = t->file[t->n - 1];
        unlink (path);
        for (char *end; (end = strrchr (path, '/')) > path + staging_n;) {
            *end = '\0';
            rmdir (path);
        }
        free (path);
    }
    if (t->staging)
        rmdir (t->staging);
    if (t->parent_made) { /* stays if it is not empty */
        *strrchr (t->dir, '/') = '\0';
        rmdir (t->dir);
    }
    free (t->file);
    free (t->staging);
    free (t->dir);
    *t = (struct fid_tree){0};
}
