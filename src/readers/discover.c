/* SPDX-License-Identifier: GPL-3.0-or-later */
/* discover.c - see discover.h */
#include <dirent.h>
#include <fnmatch.h>
#include "readers/digest.h"
#include "readers/discover.h"

#define DEPTH_MAX 24

bool fid_matches_any (const char *name, const char *const *pattern)
{
    for (; *pattern; pattern++)
        if (fnmatch (*pattern, name, 0) == 0)
            return true;
    return false;
}

/* Folders that tools write into. */
static bool is_output (const char *name)
{
    static const char *const pattern[] = {"processed", "data_processed", "timeline",
                                          "plots*",    "histograms",     NULL};
    return fid_matches_any (name, pattern);
}

bool fid_is_part_folder (const char *name)
{
    static const char *const pattern[] = {
        "processed", "timeline",   "pid",        "all_combined", "bio_data",
        "open_data", "read_data",  "write_data", "st_end_data",  "cpu_data",
        "gpu_data",  "mllog_data", NULL};
    return fid_matches_any (name, pattern);
}

struct found {
    char *path; /* owned */
    uint64_t byte_n;
};

/* A search of one directory. */
struct search {
    const char *dir; /* borrowed */
    enum fid_search what;
    struct found *found; /* owned */
    size_t n, cap;
    struct fid_files *files; /* borrowed; for what is odd */
};

/* A folder on the way: a link to one above it would lead round in a circle. */
struct above {
    dev_t dev;
    ino_t ino;
    const struct above *up; /* NULL: the directory itself */
};

static bool is_circle (const struct above *at)
{
    for (const struct above *a = at->up; a; a = a->up)
        if (a->dev == at->dev && a->ino == at->ino)
            return true;
    return false;
}

/* Files that no run wrote: what macOS keeps beside copied files, and digests that a batch
 * keeps. */
static bool is_litter (const char *name)
{
    return strncmp (name, "._", 2) == 0 || strcmp (name, ".git") == 0 ||
           strcmp (name, FID_DIGESTS_KEPT) == 0;
}

static int add_odd (struct fid_files *files, const char *path, enum fid_oddity what,
                    struct fid_error *err)
{
    FID_TRY (fid_array_grow (&files->odd, &files->odd_cap, files->odd_n + 1, sizeof *files->odd,
                             err));
    struct fid_odd_file *o = &files->odd[files->odd_n];
    *o = (struct fid_odd_file){fid_strdup (path, err), what};
    files->odd_n += o->path != NULL;
    return o->path ? 0 : -1;
}

/* Whether what a link leads to lies outside the directory. */
static bool leads_out (const struct search *s, const char *path)
{
    FID_FREED char *top = realpath (s->dir, NULL),
                   *full = fid_format (NULL, "%s/%s", s->dir, path);
    FID_FREED char *to = full ? realpath (full, NULL) : NULL;
    size_t n = top ? strlen (top) : 0;
    return top && to && !(strncmp (to, top, n) == 0 && (to[n] == '/' || !to[n]));
}

/* Notes an entry that is a link out of the directory, or neither file nor folder. */
static int note_odd (const struct search *s, const char *path, const struct dirent *e,
                     const struct stat *st, struct fid_error *err)
{
    mode_t kind = st->st_mode & S_IFMT;
    if (kind == S_IFIFO || kind == S_IFSOCK)
        return add_odd (s->files, path, kind == S_IFIFO ? FID_PIPE : FID_SOCKET, err);
    if (kind == S_IFCHR || kind == S_IFBLK)
        return add_odd (s->files, path, FID_DEVICE, err);
    return e->d_type == DT_LNK && leads_out (s, path)
               ? add_odd (s->files, path, FID_LINK_OUT, err)
               : 0;
}

static int walk_folder (struct search *s, const char *rel, int depth, bool inside,
                        const struct above *at, struct fid_error *err);

/* Enters a folder, or takes a file.  path is freed, or belongs to the list. */
static int visit_entry (struct search *s, char *path, const char *name, const struct stat *st,
                        int depth, bool inside, const struct above *at, struct fid_error *err)
{
    bool tree = s->what == FID_SEARCH_TREE;
    int rc = 0;
    if (S_ISDIR (st->st_mode)) {
        const struct above here = {st->st_dev, st->st_ino, at};
        bool prepared =
            inside || (s->what == FID_SEARCH_PROCESSED && fid_is_part_folder (name));
        bool enter = prepared || tree || !is_output (name);
        if (enter && depth < DEPTH_MAX && !is_circle (&here))
            rc = walk_folder (s, path, depth + 1, prepared, &here, err);
    } else if (S_ISREG (st->st_mode) && (tree || !fid_digest_named (name))) {
        rc = fid_array_grow (&s->found, &s->cap, s->n + 1, sizeof *s->found, err);
        if (!rc) {
            s->found[s->n++] = (struct found){path, (uint64_t)st->st_size};
            return 0;
        }
    }
    free (path);
    return rc;
}

/* inside: below a folder of prepared traces, whose folders are searched whatever their names.
 */
static int walk_folder (struct search *s, const char *rel, int depth, bool inside,
                        const struct above *at, struct fid_error *err)
{
    int rc = 0;
    FID_FREED char *full =
        rel[0] ? fid_format (err, "%s/%s", s->dir, rel) : fid_strdup (s->dir, err);
    DIR *d = full ? opendir (full) : NULL;
    /* a folder that cannot be read is not an empty one; it may have just been removed */
    if (full && !d && !(rel[0] && errno == ENOENT))
        rc = fid_error_file (err, full, errno);
    struct dirent *e;
    while (d && !rc && (errno = 0, e = readdir (d))) {
        struct stat st;
        if (strcmp (e->d_name, ".") == 0 || strcmp (e->d_name, "..") == 0 ||
            is_litter (e->d_name))
            continue;
        if (fstatat (dirfd (d), e->d_name, &st, 0)) {
            int why = errno;
            FID_FREED char *name = fid_format (err, "%s/%s", full, e->d_name);
            if (!name)
                rc = -1;
            else if (why != ENOENT && why != ELOOP) /* a link that leads nowhere */
                rc = fid_error_file (err, name, why);
            continue;
        }
        char *path =
            rel[0] ? fid_format (err, "%s/%s", rel, e->d_name) : fid_strdup (e->d_name, err);
        rc = path ? note_odd (s, path, e, &st, err) : -1;
        if (rc)
            free (path);
        else
            rc = visit_entry (s, path, e->d_name, &st, depth, inside, at, err);
    }
    if (!full)
        rc = -1;
    else if (d && !rc && errno)
        rc = fid_error_file (err, full, errno);
    if (d)
        closedir (d);
    return rc;
}

FID_ORDER_BY (by_name, struct found, FID_RISING_TEXT (path))

FID_ORDER_BY (odd_by_name, struct fid_odd_file, FID_RISING_TEXT (path))

/* Gives what was found to the list, in order. */
static int take_found (struct search *s, struct fid_error *err)
{
    struct fid_files *files = s->files;
    files->path = malloc ((s->n + 1) * sizeof *files->path);
    files->byte_n = malloc ((s->n + 1) * sizeof *files->byte_n);
    FID_NEED (files->path && files->byte_n, err);
    FID_SORT (s->found, s->n, by_name);
    for (; files->n < s->n; files->n++) {
        files->path[files->n] = s->found[files->n].path;
        files->byte_n[files->n] = s->found[files->n].byte_n;
    }
    files->cap = s->n + 1;
    return 0;
}

int fid_discover (const char *dir, enum fid_search what, struct fid_files *files,
                  struct fid_error *err)
{
    struct search s = {.dir = dir, .what = what, .files = files};
    struct stat st;
    *files = (struct fid_files){0};
    struct above top = {0};
    if (stat (dir, &st) == 0)
        top = (struct above){st.st_dev, st.st_ino, NULL};
    else if (fid_is_system_error (errno))
        return fid_error_file (err, dir, errno);
    int rc = walk_folder (&s, "", 0, false, &top, err);
    if (!rc)
        rc = take_found (&s, err);
    for (size_t i = files->n; i < s.n; i++)
        free (s.found[i].path);
    free (s.found);
    if (rc) {
        fid_files_clear (files);
        return -1;
    }
    FID_SORT (files->odd, files->odd_n, odd_by_name);
    return 0;
}

void fid_files_clear (struct fid_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        free (files->path[i]);
    for (size_t i = 0; i < files->odd_n; i++)
        free (files->odd[i].path);
    FID_FREE (files->odd, files->byte_n, files->path);
    *files = (struct fid_files){0};
}
