/* shim.c - makes the Nth call of a kind fail, in a program that this library is preloaded into
 *
 *     FAULT=open:3:5 FAULT_IN=runs LD_PRELOAD=.../shim.so fidlio compare ...
 *
 * FAULT     KIND:N:ERRNO; a '+' behind it: all calls from the Nth on.  KIND is open (open, openat,
 *           fopen, opendir), read (read, pread, readdir), stat (stat, fstat, fstatat, access) or
 *           malloc (malloc, calloc, realloc, memalign and their like)
 * FAULT_IN  only files whose path holds this text; malloc is not restricted
 * FAULT_N   a file that gets the number of calls of the kind when the program ends
 *
 * What the C library does inside itself (the reads of an fread) is not seen. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FD_MAX 4096

#pragma GCC visibility push(default)

void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);
void *__libc_memalign (size_t, size_t);

enum kind { OPEN, READ, STAT, MALLOC, NONE };

static enum kind wanted = NONE;
static long at;
static int error_number;
static bool from_then_on;
static const char *in = "";
static atomic_long seen;
static atomic_bool mine[FD_MAX]; /* descriptors of files under FAULT_IN */

__attribute__ ((constructor)) static void
begin (void)
{
    static const char *const name[] = {"open", "read", "stat", "malloc"};
    const char *s = getenv ("FAULT");
    char kind[16] = "", more = '\0';
    if (getenv ("FAULT_IN"))
        in = getenv ("FAULT_IN");
    if (!s || sscanf (s, "%15[a-z]:%ld:%d%c", kind, &at, &error_number, &more) < 3)
        return;
    from_then_on = more == '+';
    for (int i = 0; i < 4; i++)
        if (strcmp (kind, name[i]) == 0)
            wanted = (enum kind)i;
}

__attribute__ ((destructor)) static void
end (void)
{
    const char *path = getenv ("FAULT_N");
    long n = seen;
    wanted = NONE;
    FILE *f = path ? fopen (path, "w") : NULL;
    if (f) {
        fprintf (f, "%ld\n", n);
        fclose (f);
    }
}

/* Whether this call fails; errno is set. */
static bool
fails (enum kind kind)
{
    if (kind != wanted)
        return false;
    long n = ++seen;
    if (n != at && !(from_then_on && n > at && at > 0))
        return false;
    errno = error_number;
    return true;
}

static bool
is_mine (const char *path)
{
    return path && strstr (path, in);
}

static bool
is_my_fd (int fd)
{
    return fd >= 0 && fd < FD_MAX && mine[fd];
}

static int
note (int fd, bool is)
{
    if (fd >= 0 && fd < FD_MAX)
        mine[fd] = is;
    return fd;
}

static void *
next (const char *name)
{
    return dlsym (RTLD_NEXT, name);
}

#define NEXT(type, name) ((type)next (name))

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
        if (is_mine (path) && fails (OPEN))                                                    \
            return -1;                                                                         \
        return note (                                                                          \
            NEXT (int (*) (int, const char *, int, ...), #name) (dir, path, flags, mode),      \
            is_mine (path));                                                                   \
    }
OPENAT_LIKE (openat)
OPENAT_LIKE (openat64)

#define FOPEN_LIKE(name)                                                                       \
    FILE *name (const char *path, const char *mode)                                            \
    {                                                                                          \
        if (is_mine (path) && fails (OPEN))                                                    \
            return NULL;                                                                       \
        return NEXT (FILE * (*)(const char *, const char *), #name) (path, mode);              \
    }
FOPEN_LIKE (fopen)
FOPEN_LIKE (fopen64)

DIR *
opendir (const char *path)
{
    if (is_mine (path) && fails (OPEN))
        return NULL;
    DIR *d = NEXT (DIR * (*)(const char *), "opendir") (path);
    if (d)
        note (dirfd (d), is_mine (path));
    return d;
}

int
closedir (DIR *d)
{
    note (dirfd (d), false);
    return NEXT (int (*) (DIR *), "closedir") (d);
}

int
close (int fd)
{
    note (fd, false);
    return NEXT (int (*) (int), "close") (fd);
}

/* --- read */

ssize_t
read (int fd, void *to, size_t n)
{
    if (is_my_fd (fd) && fails (READ))
        return -1;
    return NEXT (ssize_t (*) (int, void *, size_t), "read") (fd, to, n);
}

#define PREAD_LIKE(name)                                                                       \
    ssize_t name (int fd, void *to, size_t n, off64_t from)                                    \
    {                                                                                          \
        if (is_my_fd (fd) && fails (READ))                                                     \
            return -1;                                                                         \
        return NEXT (ssize_t (*) (int, void *, size_t, off64_t), "pread64") (fd, to, n, from); \
    }
PREAD_LIKE (pread)
PREAD_LIKE (pread64)

struct dirent *
readdir (DIR *d)
{
    if (is_my_fd (dirfd (d)) && fails (READ))
        return NULL;
    return NEXT (struct dirent * (*)(DIR *), "readdir") (d);
}

struct dirent64 *
readdir64 (DIR *d)
{
    if (is_my_fd (dirfd (d)) && fails (READ))
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

int
access (const char *path, int mode)
{
    if (is_mine (path) && fails (STAT))
        return -1;
    return NEXT (int (*) (const char *, int), "access") (path, mode);
}

/* --- malloc */

void *
malloc (size_t n)
{
    return fails (MALLOC) ? NULL : __libc_malloc (n);
}

void *
calloc (size_t n, size_t size)
{
    return fails (MALLOC) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *p, size_t n)
{
    return fails (MALLOC) ? NULL : __libc_realloc (p, n);
}

void *
memalign (size_t align, size_t n)
{
    return fails (MALLOC) ? NULL : __libc_memalign (align, n);
}

void *
aligned_alloc (size_t align, size_t n)
{
    return memalign (align, n);
}

int
posix_memalign (void **p, size_t align, size_t n)
{
    void *got = memalign (align, n);
    if (!got)
        return error_number;
    *p = got;
    return 0;
}
