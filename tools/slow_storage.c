/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow_storage.c - a folder as it would be on a slow storage: a pass-through file system (FUSE)
 *
 * slow-storage MOUNT [OPTION...] puts itself over the folder MOUNT, whose files keep their
 * paths, until it is unmounted, or a pipe that is its standard input ends, and then prints what
 * it delayed (tests/tree/slow_storage.sh reads it):
 *
 *     read N SECONDS         reads that waited, and how long together
 *     meta N SECONDS         lookups of files, openings of folders
 *     transfer N SECONDS     bytes, and how long their transfer took
 *
 * Waits of calls at the same time overlap; transfers follow each other, as on one link.  Each
 * call that resolves a path (open, stat, unlink) waits once: the kernel looks the path up each
 * time, and what follows a lookup is free.  Lookups of folders are free, too. */
#define FUSE_USE_VERSION 35
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define FOREVER_S 1e6

static struct {
    const char *mount;
    double read_s, meta_s, read_byte_s, write_byte_s;
    unsigned request_n, ahead_n; /* bytes; 0: as the kernel likes */
    bool direct;                 /* past the page cache */
    int root;                    /* the folder below the mount */
} opts = {.root = -1};

/* What was delayed. */
static struct {
    pthread_mutex_t lock;
    uint64_t read_n, meta_n, byte_n;
    double read_s, meta_s, transfer_s;
    double busy_until_s; /* when the link is free */
} did = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double now_s (void)
{
    struct timespec t;
    clock_gettime (CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void sleep_until (double t_s)
{
    struct timespec t = {.tv_sec = (time_t)t_s};
    t.tv_nsec = (long)((t_s - (double)t.tv_sec) * 1e9);
    while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        continue;
}

/* Of a request that came at start_s: its transfer begins when the one before has ended, a wait
 * is added.  What the disk below took is part of both. */
static void delay_transfer (double start_s, size_t byte_n, double rate, double wait_s)
{
    double length_s = rate > 0 ? (double)byte_n / rate : 0, end_s = start_s;
    pthread_mutex_lock (&did.lock);
    if (length_s > 0) {
        end_s = (did.busy_until_s > end_s ? did.busy_until_s : end_s) + length_s;
        did.busy_until_s = end_s;
    }
    did.byte_n += byte_n;
    did.transfer_s += length_s;
    if (wait_s > 0) {
        did.read_n++;
        did.read_s += wait_s;
    }
    pthread_mutex_unlock (&did.lock);
    if (length_s > 0 || wait_s > 0)
        sleep_until (end_s + wait_s);
}

static void delay_lookup (double start_s)
{
    if (!(opts.meta_s > 0))
        return;
    pthread_mutex_lock (&did.lock);
    did.meta_n++;
    did.meta_s += opts.meta_s;
    pthread_mutex_unlock (&did.lock);
    sleep_until (start_s + opts.meta_s);
}

/* --- the file system */

static const char *path_below (const char *path)
{
    return path[1] ? path + 1 : ".";
}

static int status_of (int rc)
{
    return rc < 0 ? -errno : 0;
}

/* Unmounts once nobody holds the other end of standard input. */
static void *await_end (void *unused)
{
    char text[64];
    while (read (STDIN_FILENO, text, sizeof text) > 0)
        continue;
    kill (getpid (), SIGTERM);
    return unused;
}

static void *slow_init (struct fuse_conn_info *conn, struct fuse_config *config)
{
    struct stat in;
    pthread_t thread;
    if (fstat (STDIN_FILENO, &in) == 0 && S_ISFIFO (in.st_mode) &&
        pthread_create (&thread, NULL, await_end, NULL) == 0)
        pthread_detach (thread);
    conn->want &= ~(unsigned)(FUSE_CAP_READDIRPLUS | FUSE_CAP_READDIRPLUS_AUTO);
    if (opts.request_n)
        conn->max_read = opts.request_n; /* has to be that of the mount option */
    if (opts.ahead_n)
        conn->max_readahead = opts.ahead_n;
    config->entry_timeout = 0; /* each path is looked up */
    config->negative_timeout = 0;
    config->attr_timeout = FOREVER_S;
    config->use_ino = 1;
    config->kernel_cache = !opts.direct;
    config->direct_io = opts.direct;
    return NULL;
}

static int slow_getattr (const char *path, struct stat *st, struct fuse_file_info *fi)
{
    if (fi)
        return status_of (fstat ((int)fi->fh, st));
    double start_s = now_s ();
    int rc = fstatat (opts.root, path_below (path), st, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : 0;
    if (rc || !S_ISDIR (st->st_mode))
        delay_lookup (start_s);
    return rc;
}

static int slow_open (const char *path, struct fuse_file_info *fi)
{
    int fd = openat (opts.root, path_below (path), fi->flags);
    fi->fh = (uint64_t)fd;
    return status_of (fd);
}

static int slow_create (const char *path, mode_t mode, struct fuse_file_info *fi)
{
    int fd = openat (opts.root, path_below (path), fi->flags | O_CREAT, mode);
    fi->fh = (uint64_t)fd;
    return status_of (fd);
}

static int slow_read (const char *path, char *buf, size_t n, off_t offset,
                      struct fuse_file_info *fi)
{
    (void)path;
    double start_s = now_s ();
    ssize_t got = pread ((int)fi->fh, buf, n, offset);
    if (got < 0)
        return -errno;
    if (got > 0)
        delay_transfer (start_s, (size_t)got, opts.read_byte_s, opts.read_s);
    return (int)got;
}

static int slow_write (const char *path, const char *buf, size_t n, off_t offset,
                       struct fuse_file_info *fi)
{
    (void)path;
    double start_s = now_s ();
    ssize_t done = pwrite ((int)fi->fh, buf, n, offset);
    if (done < 0)
        return -errno;
    delay_transfer (start_s, (size_t)done, opts.write_byte_s, 0);
    return (int)done;
}

static int slow_release (const char *path, struct fuse_file_info *fi)
{
    (void)path;
    return status_of (close ((int)fi->fh));
}

static int slow_fsync (const char *path, int data, struct fuse_file_info *fi)
{
    (void)path;
    return status_of (data ? fdatasync ((int)fi->fh) : fsync ((int)fi->fh));
}

static int slow_readdir (const char *path, void *buf, fuse_fill_dir_t fill, off_t offset,
                         struct fuse_file_info *fi, enum fuse_readdir_flags flags)
{
    (void)offset, (void)fi, (void)flags;
    double start_s = now_s ();
    int fd = openat (opts.root, path_below (path), O_RDONLY | O_DIRECTORY);
    DIR *dir = fd < 0 ? NULL : fdopendir (fd);
    struct dirent *entry;
    if (!dir) {
        int rc = -errno;
        if (fd >= 0)
            close (fd);
        return rc;
    }
    delay_lookup (start_s);
    while ((entry = readdir (dir)))
        if (fill (buf, entry->d_name, NULL, 0, (enum fuse_fill_dir_flags)0))
            break;
    closedir (dir);
    return 0;
}

static int slow_readlink (const char *path, char *buf, size_t size)
{
    ssize_t n = readlinkat (opts.root, path_below (path), buf, size - 1);
    if (n < 0)
        return -errno;
    buf[n] = '\0';
    return 0;
}

static int slow_mkdir (const char *path, mode_t mode)
{
    return status_of (mkdirat (opts.root, path_below (path), mode));
}

static int slow_unlink (const char *path)
{
    return status_of (unlinkat (opts.root, path_below (path), 0));
}

static int slow_rmdir (const char *path)
{
    return status_of (unlinkat (opts.root, path_below (path), AT_REMOVEDIR));
}

static int slow_symlink (const char *to, const char *path)
{
    return status_of (symlinkat (to, opts.root, path_below (path)));
}

static int slow_rename (const char *from, const char *to, unsigned flags)
{
    return flags ? -EINVAL
                 : status_of (
                       renameat (opts.root, path_below (from), opts.root, path_below (to)));
}

static int slow_link (const char *from, const char *to)
{
    return status_of (linkat (opts.root, path_below (from), opts.root, path_below (to), 0));
}

static int slow_chmod (const char *path, mode_t mode, struct fuse_file_info *fi)
{
    (void)fi;
    return status_of (fchmodat (opts.root, path_below (path), mode, 0));
}

static int slow_chown (const char *path, uid_t user, gid_t group, struct fuse_file_info *fi)
{
    (void)fi;
    return status_of (
        fchownat (opts.root, path_below (path), user, group, AT_SYMLINK_NOFOLLOW));
}

static int slow_truncate (const char *path, off_t size, struct fuse_file_info *fi)
{
    int fd = fi ? (int)fi->fh : openat (opts.root, path_below (path), O_WRONLY);
    int rc = fd < 0 ? -errno : status_of (ftruncate (fd, size));
    if (!fi && fd >= 0)
        close (fd);
    return rc;
}

static int slow_utimens (const char *path, const struct timespec t[2],
                         struct fuse_file_info *fi)
{
    (void)fi;
    return status_of (utimensat (opts.root, path_below (path), t, AT_SYMLINK_NOFOLLOW));
}

static int slow_statfs (const char *path, struct statvfs *st)
{
    (void)path;
    return status_of (fstatvfs (opts.root, st));
}

static const struct fuse_operations operations = {.init = slow_init,
                                                  .getattr = slow_getattr,
                                                  .readlink = slow_readlink,
                                                  .mkdir = slow_mkdir,
                                                  .unlink = slow_unlink,
                                                  .rmdir = slow_rmdir,
                                                  .symlink = slow_symlink,
                                                  .rename = slow_rename,
                                                  .link = slow_link,
                                                  .chmod = slow_chmod,
                                                  .chown = slow_chown,
                                                  .truncate = slow_truncate,
                                                  .open = slow_open,
                                                  .create = slow_create,
                                                  .read = slow_read,
                                                  .write = slow_write,
                                                  .statfs = slow_statfs,
                                                  .release = slow_release,
                                                  .fsync = slow_fsync,
                                                  .readdir = slow_readdir,
                                                  .utimens = slow_utimens};

/* --- options */

static const struct argp_option options[] = {
    {"read-ms", 'r', "MS", 0, "Each read waits so long", 0},
    {"meta-ms", 'm', "MS", 0, "Each call that names a file (open, stat) waits so long", 0},
    {"mbps", 'b', "MB/S", 0, "Reads transfer so many 10^6 bytes a second, together", 0},
    {"write-mbps", 'w', "MB/S", 0, "Writes", 0},
    {"max-request-kib", 'q', "KIB", 0, "The largest read", 0},
    {"readahead-kib", 'a', "KIB", 0, "How far the kernel reads ahead", 0},
    {"direct", 'd', NULL, 0, "Past the page cache: each read of the program waits", 0},
    {0}};

static error_t take_option (int key, char *arg, struct argp_state *state)
{
    char *end = NULL;
    double x = 0;
    if (arg && key != ARGP_KEY_ARG) {
        x = strtod (arg, &end);
        if (end == arg || *end || !(x >= 0) || x > 1e9)
            argp_error (state, "'%s' is not a number from 0", arg);
    }
    switch (key) {
    case 'r':
        opts.read_s = x * 1e-3;
        break;
    case 'm':
        opts.meta_s = x * 1e-3;
        break;
    case 'b':
        opts.read_byte_s = x * 1e6;
        break;
    case 'w':
        opts.write_byte_s = x * 1e6;
        break;
    case 'q':
        opts.request_n = (unsigned)(x > 1048576 ? 1048576 : x) * 1024;
        break;
    case 'a':
        opts.ahead_n = (unsigned)(x > 1048576 ? 1048576 : x) * 1024;
        break;
    case 'd':
        opts.direct = true;
        break;
    case ARGP_KEY_ARG:
        if (opts.mount)
            argp_error (state, "one folder");
        opts.mount = arg;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "which folder?");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main (int argc, char **argv)
{
    static const struct argp argp = {options,
                                     take_option,
                                     "MOUNT",
                                     "Put a slow storage over the folder MOUNT, until it is "
                                     "unmounted (fusermount3 -u MOUNT).",
                                     NULL,
                                     NULL,
                                     NULL};
    char how[320], request[32] = "";
    argp_parse (&argp, argc, argv, 0, NULL, NULL);
    /* Who serves comes before those who ask: a loader that computes at the same real-time
     * priority would keep the reads of all others waiting for up to 0.1 s.  Without the
     * right nothing changes. */
    struct sched_param p;
    int policy = sched_getscheduler (0);
    if ((policy == SCHED_RR || policy == SCHED_FIFO) && sched_getparam (0, &p) == 0) {
        int most = sched_get_priority_max (policy);
        p.sched_priority = p.sched_priority + 10 < most ? p.sched_priority + 10 : most;
        sched_setscheduler (0, policy, &p);
    } else
        setpriority (PRIO_PROCESS, 0, -20);
    opts.root = open (opts.mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opts.root < 0) {
        fprintf (stderr, "slow-storage: %s: %s\n", opts.mount, strerror (errno));
        return 3;
    }
    if (opts.request_n)
        snprintf (request, sizeof request, ",max_read=%u", opts.request_n);
    /* /proc/mounts says how slow it is */
    snprintf (how, sizeof how,
              "fsname=slow-storage:read_ms=%g:meta_ms=%g:mbps=%g:write_mbps=%g:"
              "max_request_kib=%u:readahead_kib=%u%s%s",
              opts.read_s * 1e3, opts.meta_s * 1e3, opts.read_byte_s * 1e-6,
              opts.write_byte_s * 1e-6, opts.request_n / 1024, opts.ahead_n / 1024,
              opts.direct ? ":direct" : "", request);
    signal (SIGTERM, SIG_DFL);
    char *fuse_argv[] = {argv[0], "-f", "-o", how, (char *)opts.mount, NULL};
    int rc = fuse_main (5, fuse_argv, &operations, NULL);
    printf ("read\t%" PRIu64 "\t%.6f\nmeta\t%" PRIu64 "\t%.6f\ntransfer\t%" PRIu64 "\t%.6f\n",
            did.read_n, did.read_s, did.meta_n, did.meta_s, did.byte_n, did.transfer_s);
    return rc ? 3 : fflush (stdout) ? 5 : 0;
}
