/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outfile.c - see outfile.h */
#include <dirent.h>
#include <signal.h>
#include "base/outfile.h"

#define TRIES     1000 /* names for a temporary file */
#define LINKS_MAX 40   /* symbolic links that point to links */

static void (*on_begin) (void), (*on_end) (void);

void fid_outfile_watch (void (*begin) (void), void (*end) (void))
{
    on_begin = begin;
    on_end = end;
}

/* --- below a folder */

/* What is left of path below that folder; NULL if it is not there. */
static const char *rest_of (const char *path, const char *below)
{
    size_t n = strlen (below);
    if (strncmp (path, below, n) != 0 ||
        (n && below[n - 1] != '/' && path[n] && path[n] != '/'))
        return NULL;
    return path + n + strspn (path + n, "/");
}

static int refuse_path (const char *path, int why, mode_t mode, struct fid_error *err)
{
    const char *kind = S_ISLNK (mode)    ? "a symbolic link, through which nothing is written"
                       : S_ISFIFO (mode) ? "a FIFO"
                       : S_ISDIR (mode)  ? "a folder"
                       : S_ISREG (mode)  ? "a file, and no folder"
                       : S_ISSOCK (mode) ? "a socket"
                                         : "a device";
    bool other = mode && (!why || !fid_is_system_error (why));
    return other ? fid_errorf (err, FID_EINTERNAL, "%s: is %s", path, kind)
                 : fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", path,
                               strerror (why));
}

static mode_t mode_at (int dir, const char *name)
{
    struct stat st;
    return fstatat (dir, name, &st, AT_SYMLINK_NOFOLLOW) ? 0 : st.st_mode;
}

/* Enters one folder; the descriptor of the one it is in is closed.  link: it may be one. */
static int enter_folder (int dir, const char *name, bool make, bool link)
{
    int fd =
        make && mkdirat (dir, name, 0777) && errno != EEXIST
            ? -1
            : openat (dir, name, O_PATH | O_DIRECTORY | O_CLOEXEC | (link ? 0 : O_NOFOLLOW));
    int why = errno;
    if (fd >= 0 && dir != AT_FDCWD)
        close (dir);
    errno = why;
    return fd;
}

/* Opens the folder that path is in, and gives its name there; below: no link is entered on the
 * way from there.  make: the folders between them are made.  Without below the folder is
 * AT_FDCWD, the name path.  -1 with FID_EINTERNAL. */
static int folder_of (const char *path, const char *below, bool make, const char **name,
                      struct fid_error *err)
{
    *name = path;
    if (!below)
        return AT_FDCWD;
    const char *rest = rest_of (path, below);
    if (!rest)
        return fid_errorf (err, FID_EINTERNAL, "%s: is not below %s", path, below);
    int dir = enter_folder (AT_FDCWD, *below ? below : ".", false, true);
    if (dir < 0)
        return refuse_path (path, errno, 0, err);
    for (const char *slash; (slash = strchr (rest, '/')); rest = slash + strspn (slash, "/")) {
        char *part = fid_strndup (rest, (size_t)(slash - rest), err);
        bool up = part && strcmp (part, "..") == 0;
        int next = part && !up ? enter_folder (dir, part, make, false) : -1;
        if (next < 0) {
            int why = errno;
            FID_FREED char *at = part ? fid_strndup (path, (size_t)(slash - path), err) : NULL;
            if (at)
                refuse_path (at, up ? EINVAL : why, up ? 0 : mode_at (dir, part), err);
            free (part);
            close (dir);
            return -1;
        }
        free (part);
        dir = next;
    }
    *name = rest;
    return dir;
}

static void leave_folder (int dir)
{
    if (dir != AT_FDCWD)
        close (dir);
}

int fid_open_below (const char *path, const char *below, int flags, mode_t mode,
                    struct fid_error *err)
{
    const char *name;
    struct stat st;
    int dir = folder_of (path, below, false, &name, err);
    FID_TRY (dir == -1);
    int fd = openat (dir, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode);
    bool unknown = fd < 0 || fstat (fd, &st);
    int why = errno;
    if (unknown || !S_ISREG (st.st_mode)) {
        mode_t is = mode_at (dir, name);
        if (fd >= 0)
            close (fd);
        fd = refuse_path (path, unknown ? why : 0, S_ISREG (is) ? 0 : is, err);
    }
    leave_folder (dir);
    return fd;
}

int fid_remove_file (const char *path, const char *below, struct fid_error *err)
{
    const char *name;
    int dir = folder_of (path, below, false, &name, err), rc = 0;
    FID_TRY (dir == -1);
    if (unlinkat (dir, name, 0) && errno != ENOENT)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be removed: %s", path,
                         strerror (errno));
    leave_folder (dir);
    return rc;
}

/* --- whole files */

/* Create a file that was not there, named after path; its descriptor, and its
 * name in *temp, or -1 with errno.  The kernel applies the umask: asking for
 * it would change it for other threads. */
static int create_temp (int dir, const char *path, char **temp, struct fid_error *err)
{
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        free (*temp);
        *temp = fid_format (err, "%s.%ld-%d.tmp", path, (long)getpid (), i);
        if (!*temp) {
            errno = ENOMEM;
            return -1;
        }
        fd = openat (dir, *temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

/* The length of the directory part of path, its last '/' included. */
static int dir_len (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* The name behind all symbolic links, which need not exist yet; NULL with errno. */
static char *follow_links (const char *path, struct fid_error *err)
{
    char *name = fid_strdup (path, err), to[PATH_MAX];
    for (int links = 0; name; links++) {
        ssize_t n = readlink (name, to, sizeof to - 1);
        if (n < 0 && (errno == EINVAL || errno == ENOENT)) /* no link */
            return name;
        char *next = NULL;
        if (n >= 0 && links == LINKS_MAX)
            errno = ELOOP;
        else if (n >= 0) {
            to[n] = '\0';
            next = *to == '/' ? fid_strdup (to, err)
                              : fid_format (err, "%.*s%s", dir_len (name), name, to);
        }
        int why = errno;
        free (name);
        errno = why;
        name = next;
    }
    return NULL;
}

/* A descriptor to write path without replacing it; -1 if it is, or will be, a
 * regular file; -2 with errno. */
static int open_direct (const char *path)
{
    struct stat st, out;
    if (stat (path, &st))
        return -1;
    bool is_stdout =
        fstat (STDOUT_FILENO, &out) == 0 && st.st_dev == out.st_dev && st.st_ino == out.st_ino;
    if (S_ISREG (st.st_mode) && !is_stdout)
        return -1;
    if (is_stdout)
        fflush (NULL); /* what the program has printed comes first */
    int fd = is_stdout ? fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                       : open (path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    return fd < 0 ? -2 : fd;
}

/* The mode of a block device, which nothing may overwrite; 0 where path is something else. */
static mode_t block_device (const char *path)
{
    struct stat st;
    return stat (path, &st) == 0 && S_ISBLK (st.st_mode) ? st.st_mode : 0;
}

/* replace: what has that name, even if it is a link or a device. */
static int begin_file (struct fid_outfile *o, const char *path, const char *below, bool replace,
                       struct fid_error *err)
{
    const char *name = path;
    if (on_begin)
        on_begin ();
    *o = (struct fid_outfile){
        .dir = AT_FDCWD, .path = fid_strdup (path, err), .begun = on_begin != NULL};
    if (!o->path || (below && (o->dir = folder_of (path, below, false, &name, err)) == -1)) {
        fid_outfile_abort (o);
        return -1;
    }
    mode_t is = below ? mode_at (o->dir, name) : replace ? 0 : block_device (path);
    if (is && !S_ISREG (is)) {
        fid_outfile_abort (o);
        return refuse_path (path, 0, is, err);
    }
    int fd = replace || below ? -1 : open_direct (path);
    if (fd == -1) {
        o->name = replace || below ? fid_strdup (name, err) : follow_links (path, err);
        fd = o->name ? create_temp (o->dir, o->name, &o->temp, err) : -1;
    }
    if (fd >= 0)
        o->f = fdopen (fd, "w");
    if (!o->f) {
        fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", path, strerror (errno));
        if (fd >= 0) {
            close (fd);
            if (o->temp)
                unlinkat (o->dir, o->temp, 0);
        }
        fid_outfile_abort (o);
        return -1;
    }
    return 0;
}

int fid_outfile_open (struct fid_outfile *o, const char *path, const char *below,
                      struct fid_error *err)
{
    return begin_file (o, path, below, false, err);
}

/* Make the directory of path remember its new entry; -1 with errno.  Directories
 * that cannot be read, or file systems that cannot do this, are no error. */
static int sync_dir (int at, const char *path, struct fid_error *err)
{
    char *dir = fid_format (err, "%.*s", dir_len (path), path);
    if (!dir) {
        errno = ENOMEM;
        return -1;
    }
    int fd = openat (at, *dir ? dir : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free (dir);
    if (fd < 0)
        return errno == EACCES ? 0 : -1;
    int rc = fsync (fd) && errno != EINVAL && errno != EROFS ? -1 : 0, why = errno;
    close (fd);
    errno = why;
    return rc;
}

/* Whether something could not be written; errno is set.  That of an earlier write is gone: what
 * failed once (the disk is full) is tried again. */
static bool write_failed (FILE *f)
{
    if (!ferror (f))
        return fflush (f) != 0;
    clearerr (f);
    fputc ('\n', f);
    fflush (f);
    return true;
}

int fid_outfile_commit (struct fid_outfile *o, struct fid_error *err)
{
    errno = 0;
    bool good = !write_failed (o->f) && (!o->temp || o->lazy || fsync (fileno (o->f)) == 0);
    int why = errno ? errno : EIO;
    if (fclose (o->f) && good) {
        good = false;
        why = errno;
    }
    o->f = NULL;
    if (good && o->temp) {
        good = renameat (o->dir, o->temp, o->dir, o->name) == 0;
        if (good) {
            free (o->temp);
            o->temp = NULL;
            good = o->lazy || sync_dir (o->dir, o->name, err) == 0;
        }
        why = errno;
    }
    if (!good) {
        fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", o->path, strerror (why));
        if (o->temp)
            unlinkat (o->dir, o->temp, 0);
    }
    fid_outfile_abort (o);
    return good ? 0 : -1;
}

void fid_outfile_abort (struct fid_outfile *o)
{
    if (o->f) {
        fclose (o->f);
        if (o->temp)
            unlinkat (o->dir, o->temp, 0);
    }
    if (o->path && o->dir >= 0)
        close (o->dir);
    FID_FREE (o->temp, o->name, o->path);
    if (o->begun)
        on_end ();
    *o = (struct fid_outfile){0};
}

int fid_outfile_end (struct fid_outfile *o, int rc, struct fid_error *err)
{
    if (!rc)
        return fid_outfile_commit (o, err);
    fid_outfile_abort (o);
    return -1;
}

int fid_outfile_write (const char *path, const char *below, const char *text, size_t n,
                       struct fid_error *err)
{
    struct fid_outfile o;
    FID_TRY (fid_outfile_open (&o, path, below, err));
    fwrite (text, 1, n, o.f); /* an error shows in commit */
    return fid_outfile_commit (&o, err);
}

/* Whether a name ends as those of temporary files do; *pid: of the process. */
static bool is_temp (const char *name, pid_t *pid)
{
    size_t n = strlen (name), at = n >= 4 ? n - 4 : 0;
    if (!at || strcmp (name + at, ".tmp") != 0)
        return false;
    while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
        at--;
    if (at < 2 || at + 4 == n || name[at - 1] != '-')
        return false;
    for (at--; at && name[at - 1] >= '0' && name[at - 1] <= '9';)
        at--;
    long number = strtol (name + at, NULL, 10);
    *pid = (pid_t)number;
    return at > 1 && name[at - 1] == '.' && number > 0 && number <= INT_MAX;
}

/* Whether an entry of a folder is what a process left that is no more. */
static bool is_left (int dir, const char *name, int age_s, mode_t type)
{
    struct stat st;
    pid_t pid;
    return is_temp (name, &pid) && kill (pid, 0) && errno == ESRCH &&
           fstatat (dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
           (st.st_mode & S_IFMT) == type && st.st_mtime <= time (NULL) - age_s;
}

void fid_outfile_sweep (const char *dir, const char *below, int age_s)
{
    const char *name;
    int in = folder_of (dir, below, false, &name, NULL);
    int fd = in == -1 ? -1
                      : openat (in, *name ? name : ".",
                                O_RDONLY | O_DIRECTORY | O_CLOEXEC | (below ? O_NOFOLLOW : 0));
    DIR *d = fd < 0 ? NULL : fdopendir (fd);
    if (fd >= 0 && !d)
        close (fd);
    if (in >= 0)
        close (in);
    for (const struct dirent *e; d && (e = readdir (d));)
        if (is_left (dirfd (d), e->d_name, age_s, S_IFREG))
            unlinkat (dirfd (d), e->d_name, 0);
    if (d)
        closedir (d);
}

char *fid_outfolder (const char *path, struct fid_error *err)
{
    /* removes the folders beside path that killed processes left when they filled them for
     * it */
    const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
    size_t parent_n = (size_t)(name - path), n = strlen (name);
    FID_FREED char *parent =
        parent_n ? fid_strndup (path, parent_n, NULL) : fid_strdup (".", NULL);
    DIR *d = parent ? opendir (parent) : NULL;
    for (const struct dirent *e; d && (e = readdir (d));) {
        if (strncmp (e->d_name, name, n) != 0 || e->d_name[n] != '.' ||
            !is_left (dirfd (d), e->d_name, FID_STALE_S, S_IFDIR))
            continue;
        FID_FREED char *left = fid_format (NULL, "%s/%s", parent, e->d_name);
        if (left)
            fid_remove_tree (left, NULL);
    }
    if (d)
        closedir (d);
    for (int i = 0;; i++) {
        char *temp = fid_format (err, "%s.%ld-%d.tmp", path, (long)getpid (), i);
        if (!temp || mkdir (temp, 0700) == 0)
            return temp;
        int why = errno;
        free (temp);
        if (why != EEXIST || i == INT_MAX)
            return fid_errorf (err, FID_EINTERNAL, "%s: cannot be created: %s", path,
                               strerror (why)),
                   NULL;
    }
}

static int copy_mode (const char *from, const char *to, const char *below,
                      struct fid_error *err)
{
    struct fid_outfile o;
    struct stat opened;
    char block[1 << 16];
    FILE *f = fopen (from, "rb");
    if (!f)
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", from, strerror (errno));
    int rc = fstat (fileno (f), &opened) ? fid_error_file (err, from, errno)
                                         : begin_file (&o, to, below, true, err);
    if (rc == 0) {
        for (size_t n; (n = fread (block, 1, sizeof block, f)) > 0;)
            fwrite (block, 1, n, o.f); /* an error shows in commit */
        if (ferror (f))
            rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be read: %s", from,
                             strerror (errno));
        else
            rc = fid_file_unchanged (fileno (f), from, &opened, err);
        if (rc)
            fid_outfile_abort (&o);
        else
            rc = fid_outfile_commit (&o, err);
    }
    fclose (f);
    return rc;
}

int fid_outfile_link (const char *from, const char *to, const char *below,
                      struct fid_error *err)
{
    const char *name;
    char *temp = NULL;
    bool linked = false;
    int dir = folder_of (to, below, false, &name, err), rc = 0;
    FID_TRY (dir == -1);
    mode_t is = below ? mode_at (dir, name) : 0;
    if (is && !S_ISREG (is))
        rc = refuse_path (to, 0, is, err);
    for (int i = 0; i < TRIES && !rc && !linked; i++) {
        free (temp);
        temp = fid_format (err, "%s.%ld-%d.tmp", name, (long)getpid (), i);
        rc = temp ? 0 : -1;
        linked = temp && linkat (AT_FDCWD, from, dir, temp, AT_SYMLINK_FOLLOW) == 0;
        if (temp && !linked && errno != EEXIST)
            break;
    }
    if (linked && (renameat (dir, temp, dir, name) || sync_dir (dir, name, err)))
        rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be written: %s", to, strerror (errno));
    if (linked)
        unlinkat (dir, temp, 0); /* renaming one name of a file to another one does nothing */
    free (temp);
    leave_folder (dir);
    return rc || linked ? rc : copy_mode (from, to, below, err);
}

int fid_make_dirs (const char *path, const char *below, struct fid_error *err)
{
    const char *name;
    FID_FREED char *p = fid_format (err, "%s%s", path, below ? "/" : "");
    FID_TRY (!p);
    int rc = 0;
    if (below && (rc = fid_make_dirs (below, NULL, err)) == 0) {
        int dir = folder_of (p, below, true, &name, err);
        rc = dir == -1 ? -1 : 0;
        leave_folder (dir == -1 ? AT_FDCWD : dir);
    }
    for (char *at = p[0] ? p + 1 : p; !below; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char c = *at;
        *at = '\0';
        if (mkdir (p, 0777) && errno != EEXIST) {
            rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be made: %s", p, strerror (errno));
            break;
        }
        *at = c;
        if (c == '\0')
            break;
    }
    bool is = false;
    if (!rc && !(rc = fid_file_is_folder (path, &is, err)) && !is)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: is not a directory", path);
    return rc;
}
