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

/* Whether a folder is one that tools write into. */
static bool is_output (const char *name)
{
    static const char *const pattern[] = {"processed", "data_processed", "plots*", "histograms",
                                          NULL};
    return fid_matches_any (name, pattern);
}

bool fid_is_part_folder (struct fid_span name)
{
    static const char *const part[] = {"processed",  "timeline",    "pid",       "all_combined",
                                       "left_out",   "bio_data",    "open_data", "read_data",
                                       "write_data", "st_end_data", "cpu_data",  "gpu_data",
                                       "mllog_data"};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (fid_span_is (name, part[i]))
            return true;
    return false;
}

struct found {
    char *path; /* owned */
    uint64_t byte_n;
};

/* A search of one directory. */
struct search {
    const char *dir; /* borrowed */
    enum fid_search what;
    FID_LIST (struct found, found); /* owned */
    struct fid_files *files;        /* borrowed; for what is odd */
};

/* A folder on the way. */
struct folder {
    const char *path; /* borrowed; "": the directory itself */
    dev_t dev;
    ino_t ino;
    int depth;
    bool prepared; /* in a folder of prepared traces, all folders are searched */
    const struct folder *up;
};

/* Whether a link led back to a folder above. */
static bool is_circle (const struct folder *at)
{
    for (const struct folder *a = at->up; a; a = a->up)
        if (a->dev == at->dev && a->ino == at->ino)
            return true;
    return false;
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
                     mode_t mode, struct fid_error *err)
{
    enum fid_oddity what = S_ISFIFO (mode)   ? FID_PIPE
                           : S_ISSOCK (mode) ? FID_SOCKET
                                             : FID_DEVICE;
    if (S_ISREG (mode) || S_ISDIR (mode)) {
        if (e->d_type != DT_LNK || !leads_out (s, path))
            return 0;
        what = FID_LINK_OUT;
    }
    struct fid_odd_file odd = {fid_strdup (path, err), what};
    FID_TRY (!odd.path);
    int rc = FID_PUSH (s->files->odd, err, odd);
    if (rc)
        free (odd.path);
    return rc;
}

static int walk_folder (struct search *s, const struct folder *at, struct fid_error *err);

/* Takes a file of a folder, or enters the folder in it. */
static int visit_entry (struct search *s, const struct folder *in, DIR *d,
                        const struct dirent *e, struct fid_error *err)
{
    bool tree = s->what == FID_SEARCH_TREE;
    struct stat st;
    FID_FREED char *path = *in->path ? fid_format (err, "%s/%s", in->path, e->d_name)
                                     : fid_strdup (e->d_name, err);
    FID_TRY (!path);
    if (fstatat (dirfd (d), e->d_name, &st, 0)) {
        int why = errno;
        FID_FREED char *full = fid_format (err, "%s/%s", s->dir, path);
        FID_TRY (!full);
        return why == ENOENT || why == ELOOP ? 0 /* a link that leads nowhere */
                                             : fid_error_file (err, full, why);
    }
    FID_TRY (note_odd (s, path, e, st.st_mode, err));
    if (S_ISREG (st.st_mode) && (tree || !fid_digest_named (e->d_name))) {
        struct found found = {path, (uint64_t)st.st_size};
        FID_TRY (FID_PUSH (s->found, err, found));
        path = NULL;
    }
    if (!S_ISDIR (st.st_mode))
        return 0;
    struct fid_span name = fid_span_of (e->d_name);
    bool part = s->what == FID_SEARCH_PROCESSED && fid_is_part_folder (name);
    const struct folder here = {path, st.st_dev, st.st_ino, in->depth + 1, in->prepared || part,
                                in};
    bool enter = here.prepared || tree || !is_output (e->d_name);
    return enter && here.depth <= DEPTH_MAX && !is_circle (&here) ? walk_folder (s, &here, err)
                                                                  : 0;
}

static void close_folder (DIR **d)
{
    if (*d)
        closedir (*d);
}

static int walk_folder (struct search *s, const struct folder *at, struct fid_error *err)
{
    FID_FREED char *full =
        *at->path ? fid_format (err, "%s/%s", s->dir, at->path) : fid_strdup (s->dir, err);
    FID_TRY (!full);
    FID_SCOPED (close_folder) DIR *d = opendir (full);
    if (!d) /* a folder that cannot be read is not an empty one; it may have just been removed */
        return *at->path && errno == ENOENT ? 0 : fid_error_file (err, full, errno);
    if (*at->path && faccessat (dirfd (d), ".fidlio-paper", F_OK, 0) == 0)
        return 0; /* what `fidlio paper' makes of runs */
    struct dirent *e;
    while ((errno = 0, e = readdir (d)))
        if (strcmp (e->d_name, ".") != 0 && strcmp (e->d_name, "..") != 0 &&
            strncmp (e->d_name, "._", 2) != 0 && /* of macOS, beside copied files */
            strcmp (e->d_name, ".git") != 0 && strcmp (e->d_name, FID_DIGESTS_KEPT) != 0)
            FID_TRY (visit_entry (s, at, d, e, err));
    return errno ? fid_error_file (err, full, errno) : 0;
}

FID_ORDER_BY (by_name, struct found, FID_RISING_TEXT (path))

FID_ORDER_BY (odd_by_name, struct fid_odd_file, FID_RISING_TEXT (path))

static int take_found (struct search *s, struct fid_error *err)
{
    struct fid_files *files = s->files;
    files->path = malloc ((s->found_n + 1) * sizeof *files->path);
    files->byte_n = malloc ((s->found_n + 1) * sizeof *files->byte_n);
    FID_NEED (files->path && files->byte_n, err);
    FID_SORT (s->found, s->found_n, by_name);
    files->cap = s->found_n + 1;
    for (; files->n < s->found_n; files->n++) {
        files->path[files->n] = s->found[files->n].path;
        files->byte_n[files->n] = s->found[files->n].byte_n;
    }
    return 0;
}

int fid_discover (const char *dir, enum fid_search what, struct fid_files *files,
                  struct fid_error *err)
{
    struct search s = {.dir = dir, .what = what, .files = files};
    struct folder top = {.path = ""};
    struct stat st;
    *files = (struct fid_files){0};
    if (stat (dir, &st) == 0) {
        top.dev = st.st_dev;
        top.ino = st.st_ino;
    } else if (fid_is_system_error (errno)) {
        return fid_error_file (err, dir, errno);
    }
    int rc = walk_folder (&s, &top, err);
    rc = rc ? rc : take_found (&s, err);
    for (size_t i = files->n; i < s.found_n; i++)
        free (s.found[i].path);
    free (s.found);
    FID_SORT (files->odd, files->odd_n, odd_by_name);
    if (rc)
        fid_files_clear (files);
    return rc;
}

int fid_files_add (struct fid_files *files, char *path, struct fid_error *err)
{
    if (path && !FID_PUSH_TO (files->path, files->n, files->cap, err, path))
        return 0;
    free (path);
    return -1;
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
