/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shim.c - makes the Nth call of a kind fail, in a program that this library is preloaded into
 *
 *     FAULT=open:3:5 FAULT_IN=runs LD_PRELOAD=.../shim.so fidlio compare ...
 *
 * FAULT     KIND:N:ERRNO; a '+' behind it: all calls from the Nth on.  ERRNO 9999: no error,
 *           the process is killed.  For reads also, once for each time a file is opened: 9998,
 *           no error, but the file gets a line end at its end before; 9997, it loses its second
 *           half; 9996, another file takes its name, with its first half.  For renames also
 *           10000 + ERRNO: that error, though it is done, as over NFS when an answer is lost.  KIND is
 *           open    open, openat, fopen, opendir, mkdir, mkdirat
 *           read    read, pread, fread, readdir
 *           stat    stat, fstat, fstatat, access
 *           malloc  malloc, calloc, realloc, memalign and their like
 *           write   write, fwrite, fputs, fputc, fflush
 *           fsync   fsync, fdatasync
 *           rename  rename, renameat, linkat
 *           close   close, fclose (the file is closed all the same, as the kernel does it)
 *           thread  pthread_create
 *           map     mmap
 * FAULT_OF  only in programs whose names begin so
 * FAULT_IN  only files whose path holds this text; malloc, thread, map are not restricted
 * FAULT_N   a file that gets the number of calls of the kind when the program ends, or of
 *           each kind if KIND is none of them
 * FAULT_LOG a folder that gets what is safe from a loss of power, at each fsync: of a file its
 *           content as file-INODE, of a folder its names as folder-INODE ("INODE NAME" a line)
 *
 * What the C library does inside itself (the reads of a getline) is not seen. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FORTIFY_SOURCE
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FD_MAX       4096
#define STREAM_ERROR 0x20 /* what ferror looks at, in glibc */

#pragma GCC visibility push(default)

void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);
void *__libc_memalign (size_t, size_t);

enum kind { OPEN, READ, STAT, MALLOC, WRITE, FSYNC, RENAME, CLOSE, THREAD, MAP, NONE };

#define KILL 9999
#define GROW 9998
#define CUT  9997
#define SWAP 9996
#define DONE 10000

static enum kind wanted = NONE;
static long at;
static int error_number;
static bool from_then_on;
static const char *in = "";
static const char *log_dir; /* NULL: none */
static atomic_long seen[NONE];
static atomic_bool mine[FD_MAX]; /* descriptors of files under FAULT_IN */
static atomic_bool grew[FD_MAX];

__attribute__ ((constructor)) static void begin (void)
{
    static const char *const name[] = {"open",  "read",   "stat",  "malloc", "write",
                                       "fsync", "rename", "close", "thread", "map"};
    const char *s = getenv ("FAULT"), *of = getenv ("FAULT_OF");
    char kind[16] = "", more = '\0';
    if (getenv ("FAULT_IN"))
        in = getenv ("FAULT_IN");
    log_dir = getenv ("FAULT_LOG");
    if (of && strncmp (of, program_invocation_short_name, strlen (of)) != 0)
        return;
    if (!s || sscanf (s, "%15[a-z]:%ld:%d%c", kind, &at, &error_number, &more) < 3)
        return;
    from_then_on = more == '+';
    for (int i = 0; i < NONE; i++)
        if (strcmp (kind, name[i]) == 0)
            wanted = (enum kind)i;
}

__attribute__ ((destructor)) static void end (void)
{
    const char *path = getenv ("FAULT_N");
    enum kind of = wanted;
    long n[NONE];
    for (int i = 0; i < NONE; i++)
        n[i] = seen[i];
    wanted = NONE;
    FILE *f = path ? fopen (path, "w") : NULL;
    if (f) {
        for (int i = 0; i < NONE; i++)
            if (of == NONE || (int)of == i)
                fprintf (f, "%ld\n", n[i]);
        fclose (f);
    }
}

/* Whether this call fails; errno is set. */
static bool fails (enum kind kind)
{
    long n = ++seen[kind];
    if (kind != wanted)
        return false;
    if (n != at && !(from_then_on && n > at && at > 0))
        return false;
    if (error_number == KILL)
        kill (getpid (), SIGKILL);
    errno = error_number;
    return true;
}

static bool is_mine (const char *path)
{
    return path && strstr (path, in);
}

static bool is_my_fd (int fd)
{
    return fd >= 0 && fd < FD_MAX && mine[fd];
}

/* A name in a folder that is open: also where the folder is. */
static bool is_mine_at (int dir, const char *path)
{
    return is_mine (path) || (path && *path != '/' && is_my_fd (dir));
}

static int note (int fd, bool is)
{
    if (fd >= 0 && fd < FD_MAX) {
        mine[fd] = is;
        grew[fd] = false;
    }
    return fd;
}

static void *next (const char *name)
{
    return dlsym (RTLD_NEXT, name);
}

#define NEXT(type, name) ((type)next (name))

static size_t copy (int from, int to, size_t n)
{
    char block[1 << 14];
    size_t done = 0;
    while (done < n) {
        size_t want = n - done < sizeof block ? n - done : sizeof block;
        ssize_t got = NEXT (ssize_t (*) (int, void *, size_t, off64_t),
                            "pread64") (from, block, want, (off64_t)done);
        if (got <= 0 || NEXT (ssize_t (*) (int, const void *, size_t),
                              "write") (to, block, (size_t)got) != got)
            return done;
        done += (size_t)got;
    }
    return done;
}

/* Changes an open file under its reader. */
static void change_file (int fd)
{
    char link[64], path[PATH_MAX], other[PATH_MAX + 8];
    struct stat st;
    snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink (link, path, sizeof path - 1);
    if (n < 0 || NEXT (int (*) (int, struct stat *), "fstat") (fd, &st) ||
        !S_ISREG (st.st_mode))
        return;
    path[n] = '\0';
    if (error_number == CUT) {
        if (truncate (path, st.st_size / 2))
            abort ();
        return;
    }
    snprintf (other, sizeof other, "%s.other", path);
    bool grow = error_number == GROW;
    int to = NEXT (int (*) (const char *, int, ...), "open") (
        grow ? path : other, O_WRONLY | (grow ? O_APPEND : O_CREAT | O_TRUNC), 0666);
    if (to < 0)
        return;
    if (grow ? NEXT (ssize_t (*) (int, const void *, size_t), "write") (to, "\n", 1) != 1
             : copy (fd, to, (size_t)st.st_size / 2) != (size_t)st.st_size / 2)
        abort ();
    NEXT (int (*) (int), "close") (to);
    if (!grow && NEXT (int (*) (const char *, const char *), "rename") (other, path))
        abort ();
}

/* Whether a reading fails; the file may be changed instead. */
static bool read_fails (int fd)
{
    if (!is_my_fd (fd) || !fails (READ))
        return false;
    if (error_number > GROW || error_number < SWAP)
        return true;
    if (!grew[fd])
        change_file (fd);
    grew[fd] = true;
    errno = 0;
    return false;
}

/* --- open */

#define OPEN_LIKE(name)                                                                        \
    int name (const char *path, int flags, ...)                                                \
    {                                                                                          \
        va_list ap;                                                                            \
        va_start (ap, flags);                                                                  \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg (ap, int) : 0;                       \
        va_end (ap);                                                                           \
        if (is_mine (path) && fails (OPEN))                                                    \
            return -1;                                                                         \
        return note (NEXT (int (*) (const char *, int, ...), #name) (path, flags, mode),       \
                     is_mine (path));                                                          \
    }
OPEN_LIKE (open)
OPEN_LIKE (open64)

#define OPENAT_LIKE(name)                                                                      \
    int name (int dir, const char *path, int flags, ...)                                       \
    {                                                                                          \
        va_list ap;                                                                            \
        va_start (ap, flags);                                                                  \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg (ap, int) : 0;                       \
        va_end (ap);                                                                           \
        if (is_mine_at (dir, path) && fails (OPEN))                                            \
            return -1;                                                                         \
        return note (                                                                          \
            NEXT (int (*) (int, const char *, int, ...), #name) (dir, path, flags, mode),      \
            is_mine_at (dir, path));                                                           \
    }
OPENAT_LIKE (openat)
OPENAT_LIKE (openat64)

int __openat_2 (int dir, const char *path, int flags); /* what _FORTIFY_SOURCE calls */

int __openat_2 (int dir, const char *path, int flags)
{
    return openat (dir, path, flags);
}

#define FOPEN_LIKE(name)                                                                       \
    FILE *name (const char *path, const char *mode)                                            \
    {                                                                                          \
        if (is_mine (path) && fails (OPEN))                                                    \
            return NULL;                                                                       \
        FILE *f = NEXT (FILE * (*)(const char *, const char *), #name) (path, mode);           \
        if (f)                                                                                 \
            note (fileno (f), is_mine (path));                                                 \
        return f;                                                                              \
    }
FOPEN_LIKE (fopen)
FOPEN_LIKE (fopen64)

DIR *opendir (const char *path)
{
    if (is_mine (path) && fails (OPEN))
        return NULL;
    DIR *d = NEXT (DIR * (*)(const char *), "opendir") (path);
    if (d)
        note (dirfd (d), is_mine (path));
    return d;
}

int closedir (DIR *d)
{
    note (dirfd (d), false);
    return NEXT (int (*) (DIR *), "closedir") (d);
}

int mkdir (const char *path, mode_t mode)
{
    if (is_mine (path) && fails (OPEN))
        return -1;
    return NEXT (int (*) (const char *, mode_t), "mkdir") (path, mode);
}

int mkdirat (int dir, const char *path, mode_t mode)
{
    if (is_mine_at (dir, path) && fails (OPEN))
        return -1;
    return NEXT (int (*) (int, const char *, mode_t), "mkdirat") (dir, path, mode);
}

/* --- close */

int close (int fd)
{
    bool is = is_my_fd (fd);
    note (fd, false);
    int rc = NEXT (int (*) (int), "close") (fd);
    return is && fails (CLOSE) ? -1 : rc;
}

int fclose (FILE *f)
{
    bool is = is_my_fd (fileno (f));
    note (fileno (f), false);
    int rc = NEXT (int (*) (FILE *), "fclose") (f);
    return is && fails (CLOSE) ? EOF : rc;
}

/* --- read */

ssize_t read (int fd, void *to, size_t n)
{
    if (read_fails (fd))
        return -1;
    return NEXT (ssize_t (*) (int, void *, size_t), "read") (fd, to, n);
}

#define PREAD_LIKE(name)                                                                       \
    ssize_t name (int fd, void *to, size_t n, off64_t from)                                    \
    {                                                                                          \
        if (read_fails (fd))                                                                   \
            return -1;                                                                         \
        return NEXT (ssize_t (*) (int, void *, size_t, off64_t), "pread64") (fd, to, n, from); \
    }
PREAD_LIKE (pread)
PREAD_LIKE (pread64)

size_t fread (void *to, size_t size, size_t n, FILE *f)
{
    if (read_fails (fileno (f))) {
        f->_flags |= STREAM_ERROR;
        return 0;
    }
    return NEXT (size_t (*) (void *, size_t, size_t, FILE *), "fread") (to, size, n, f);
}

struct dirent *readdir (DIR *d)
{
    if (read_fails (dirfd (d)))
        return NULL;
    return NEXT (struct dirent * (*)(DIR *), "readdir") (d);
}

struct dirent64 *readdir64 (DIR *d)
{
    if (read_fails (dirfd (d)))
        return NULL;
    return NEXT (struct dirent64 * (*)(DIR *), "readdir64") (d);
}

/* --- stat */

#define STAT_LIKE(name, type)                                                                  \
    int name (const char *path, struct type *to)                                               \
    {                                                                                          \
        if (is_mine (path) && fails (STAT))                                                    \
            return -1;                                                                         \
        return NEXT (int (*) (const char *, struct type *), #name) (path, to);                 \
    }
STAT_LIKE (stat, stat)
STAT_LIKE (stat64, stat64)

#define FSTAT_LIKE(name, type)                                                                 \
    int name (int fd, struct type *to)                                                         \
    {                                                                                          \
        if (is_my_fd (fd) && fails (STAT))                                                     \
            return -1;                                                                         \
        return NEXT (int (*) (int, struct type *), #name) (fd, to);                            \
    }
FSTAT_LIKE (fstat, stat)
FSTAT_LIKE (fstat64, stat64)

#define FSTATAT_LIKE(name, type)                                                               \
    int name (int dir, const char *path, struct type *to, int flags)                           \
    {                                                                                          \
        if ((is_my_fd (dir) || is_mine (path)) && fails (STAT))                                \
            return -1;                                                                         \
        return NEXT (int (*) (int, const char *, struct type *, int), #name) (dir, path, to,   \
                                                                              flags);          \
    }
FSTATAT_LIKE (fstatat, stat)
FSTATAT_LIKE (fstatat64, stat64)

int access (const char *path, int mode)
{
    if (is_mine (path) && fails (STAT))
        return -1;
    return NEXT (int (*) (const char *, int), "access") (path, mode);
}

/* --- malloc */

void *malloc (size_t n)
{
    return fails (MALLOC) ? NULL : __libc_malloc (n);
}

void *calloc (size_t n, size_t size)
{
    return fails (MALLOC) ? NULL : __libc_calloc (n, size);
}

void *realloc (void *p, size_t n)
{
    return fails (MALLOC) ? NULL : __libc_realloc (p, n);
}

void *memalign (size_t align, size_t n)
{
    return fails (MALLOC) ? NULL : __libc_memalign (align, n);
}

void *aligned_alloc (size_t align, size_t n)
{
    return memalign (align, n);
}

int posix_memalign (void **p, size_t align, size_t n)
{
    void *got = memalign (align, n);
    if (!got)
        return error_number;
    *p = got;
    return 0;
}

/* --- write */

static bool write_fails (FILE *f)
{
    if (!f || !is_my_fd (fileno (f)) || !fails (WRITE))
        return false;
    f->_flags |= STREAM_ERROR;
    return true;
}

ssize_t write (int fd, const void *from, size_t n)
{
    if (is_my_fd (fd) && fails (WRITE))
        return -1;
    return NEXT (ssize_t (*) (int, const void *, size_t), "write") (fd, from, n);
}

size_t fwrite (const void *from, size_t size, size_t n, FILE *f)
{
    if (write_fails (f))
        return 0;
    return NEXT (size_t (*) (const void *, size_t, size_t, FILE *), "fwrite") (from, size, n,
                                                                               f);
}

int fputs (const char *text, FILE *f)
{
    return write_fails (f) ? EOF : NEXT (int (*) (const char *, FILE *), "fputs") (text, f);
}

int fputc (int c, FILE *f)
{
    return write_fails (f) ? EOF : NEXT (int (*) (int, FILE *), "fputc") (c, f);
}

int fflush (FILE *f)
{
    return write_fails (f) ? EOF : NEXT (int (*) (FILE *), "fflush") (f);
}

/* --- fsync, and what it makes safe */

static FILE *open_log (const char *what, ino_t ino)
{
    char path[PATH_MAX];
    snprintf (path, sizeof path, "%s/%s-%llu", log_dir, what, (unsigned long long)ino);
    return NEXT (FILE * (*)(const char *, const char *), "fopen") (path, "w");
}

static void log_folder (int fd, ino_t ino)
{
    char path[64];
    FILE *to = open_log ("folder", ino);
    snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    DIR *d = NEXT (DIR * (*)(const char *), "opendir") (path);
    struct dirent64 *e;
    while (to && d && (e = NEXT (struct dirent64 * (*)(DIR *), "readdir64") (d)))
        fprintf (to, "%llu %s\n", (unsigned long long)e->d_ino, e->d_name);
    if (d)
        NEXT (int (*) (DIR *), "closedir") (d);
    if (to)
        NEXT (int (*) (FILE *), "fclose") (to);
}

static void log_file (int fd, ino_t ino)
{
    char block[1 << 14], path[64];
    FILE *to = open_log ("file", ino);
    snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    FILE *from = NEXT (FILE * (*)(const char *, const char *), "fopen") (path, "r");
    size_t n;
    while (to && from &&
           (n = NEXT (size_t (*) (void *, size_t, size_t, FILE *),
                      "fread") (block, 1, sizeof block, from)))
        NEXT (size_t (*) (const void *, size_t, size_t, FILE *), "fwrite") (block, 1, n, to);
    if (from)
        NEXT (int (*) (FILE *), "fclose") (from);
    if (to)
        NEXT (int (*) (FILE *), "fclose") (to);
}

static void log_sync (int fd)
{
    struct stat st;
    if (!log_dir || NEXT (int (*) (int, struct stat *), "fstat") (fd, &st))
        return;
    if (S_ISDIR (st.st_mode))
        log_folder (fd, st.st_ino);
    else if (S_ISREG (st.st_mode))
        log_file (fd, st.st_ino);
}

#define FSYNC_LIKE(name)                                                                       \
    int name (int fd)                                                                          \
    {                                                                                          \
        if (is_my_fd (fd) && fails (FSYNC))                                                    \
            return -1;                                                                         \
        int rc = NEXT (int (*) (int), #name) (fd);                                             \
        if (rc == 0)                                                                           \
            log_sync (fd);                                                                     \
        return rc;                                                                             \
    }
FSYNC_LIKE (fsync)
FSYNC_LIKE (fdatasync)

/* --- rename */

/* What a call that was to fail returns; rc: of the call where it is done all the same. */
#define RENAMED(is_mine, call)                                                                 \
    if (!(is_mine) || !fails (RENAME))                                                         \
        return call;                                                                           \
    if (error_number > DONE && (call) < 0)                                                     \
        return -1;                                                                             \
    errno = error_number % DONE;                                                               \
    return -1

int rename (const char *from, const char *to)
{
    RENAMED (is_mine (from) || is_mine (to),
             NEXT (int (*) (const char *, const char *), "rename") (from, to));
}

int renameat (int from_dir, const char *from, int to_dir, const char *to)
{
    RENAMED (is_mine_at (from_dir, from) || is_mine_at (to_dir, to),
             NEXT (int (*) (int, const char *, int, const char *), "renameat") (from_dir, from,
                                                                                to_dir, to));
}

int linkat (int from_dir, const char *from, int to_dir, const char *to, int flags)
{
    RENAMED (is_mine_at (from_dir, from) || is_mine_at (to_dir, to),
             NEXT (int (*) (int, const char *, int, const char *, int),
                   "linkat") (from_dir, from, to_dir, to, flags));
}

/* --- threads and maps */

int pthread_create (pthread_t *thread, const pthread_attr_t *attr, void *(*run) (void *),
                    void *arg)
{
    if (fails (THREAD))
        return error_number;
    return NEXT (int (*) (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *),
                 "pthread_create") (thread, attr, run, arg);
}

#define MMAP_LIKE(name)                                                                        \
    void *name (void *to, size_t n, int may, int flags, int fd, off64_t from)                  \
    {                                                                                          \
        if (fails (MAP))                                                                       \
            return MAP_FAILED;                                                                 \
        return NEXT (void *(*)(void *, size_t, int, int, int, off64_t),                        \
                     "mmap64") (to, n, may, flags, fd, from);                                  \
    }
MMAP_LIKE (mmap)
MMAP_LIKE (mmap64)
