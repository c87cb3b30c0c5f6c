/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_files.c - files that are written, linked, copied and removed, of names that mean harm
 *
 * Each line is something to do, its words separated by tabs (see `acts'):
 *
 *     write   NAME    TEXT    N       N times the text, into the file
 *     link    FROM    NAME            copy: from another file system
 *     fill    NAME    TEXT            a folder of that name, made beside it
 *     left    NAME    AGE_S   1       by a process that is no more, and swept; left-folder
 *     symlink NAME    TARGET
 *     pair    REAL    EMULATION       the name of a result
 *     failed  REAL    EMULATION       a line of failed.tsv
 *
 * What was written is read; where that failed, all is as before.  Nothing outside is removed,
 * and no temporary file stays.  Names lead out of the folder through symbolic links only. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/outfile.h"
#include "base/plain.h"
#include "base/text.h"
#include "results/results.h"
#include "tests/fuzz/fuzz.h"

#define ACTS_MAX  40
#define BYTES_MAX ((size_t)200000)
#define DEAD      "2147483647" /* no process has this number */

struct act {
    char *name;           /* owned; below the folder that we stand in */
    struct fid_span word; /* borrowed; what follows the name */
    uint64_t number;
};

/* What the names of our temporary files hold. */
static const char *our_mark (void)
{
    static char mark[32];
    snprintf (mark, sizeof mark, ".%ld-", (long)getpid ());
    return mark;
}

/* What a walk of a folder finds; nftw passes no context. */
static struct {
    const char *except; /* a path that is not counted, with what is in it */
    bool content;
    uint64_t sum;
    size_t ours, dead;
} seen;

static uint64_t sum_of (const char *path)
{
    uint64_t hash = 0, bytes = 0;
    struct fid_error err;
    fuzz_want (fid_file_hash (path, &hash, &bytes, &err) == 0, "a file cannot be read again");
    return hash;
}

static int see (const char *path, const struct stat *st, int type, struct FTW *at)
{
    char to[256];
    const char *name = path + at->base;
    uint64_t sum = fid_hash_bytes (path, strlen (path), st->st_mode & S_IFMT);
    size_t n = seen.except ? strlen (seen.except) : 0;
    seen.ours += strstr (name, our_mark ()) != NULL;
    if (strstr (name, "." DEAD "-0.tmp")) {
        seen.dead++;
        return 0;
    }
    if (strstr (path, "." DEAD "-0.tmp") ||
        (n && strncmp (path, seen.except, n) == 0 && (path[n] == '\0' || path[n] == '/')))
        return 0;
    if (type == FTW_F && S_ISREG (st->st_mode))
        sum = fid_hash_pair (sum, sum_of (path));
    ssize_t to_n = type == FTW_SL ? readlink (path, to, sizeof to) : 0;
    if (to_n > 0)
        sum = fid_hash_bytes (to, (size_t)to_n, sum);
    seen.sum += sum; /* in any order */
    return 0;
}

/* A sum over the names, kinds and contents below a folder, without what killed processes left
 * and what is at `except'. */
static uint64_t state (const char *dir, const char *except)
{
    memset (&seen, 0, sizeof seen);
    seen.except = except;
    nftw (dir, see, 16, FTW_PHYS);
    return seen.sum;
}

static void want_failed (const struct fid_error *err)
{
    fuzz_want (err->status == FID_EINTERNAL || err->status == FID_EINPUT,
               "a file that cannot be written has no status");
    fuzz_want (err->text[0] && memchr (err->text, '\0', sizeof err->text),
               "an error without a text");
}

static mode_t kind_of (const char *path, bool follow)
{
    struct stat st;
    return (follow ? stat (path, &st) : lstat (path, &st)) ? 0 : st.st_mode & S_IFMT;
}

/* The text of an act, as often as it wants. */
static char *content (const struct act *a, size_t *n)
{
    size_t times =
        a->number && a->word.n ? (size_t)(a->number % (BYTES_MAX / a->word.n + 1)) : 1;
    char *text = malloc (times * a->word.n + 1);
    fuzz_want (text != NULL, "no memory");
    for (size_t i = 0; i < times && a->word.n; i++)
        memcpy (text + i * a->word.n, a->word.p, a->word.n);
    *n = times * a->word.n;
    return text;
}

static void want_content (const char *path, const char *text, size_t n)
{
    uint64_t hash, bytes;
    struct fid_error err = {0};
    fuzz_want (fid_file_hash (path, &hash, &bytes, &err) == 0, err.text);
    fuzz_want (bytes == n && hash == fid_hash_bytes (text, n, 0), "other bytes are read");
}

static void do_write (const struct act *a)
{
    struct fid_error err = {0};
    size_t n;
    char *text = content (a, &n);
    mode_t before = kind_of (a->name, false), target = kind_of (a->name, true);
    int fd = target == S_IFIFO ? open (a->name, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    uint64_t all = state (".", NULL);
    if (target == S_IFIFO && n > 1000)
        n = 1000; /* nobody reads it meanwhile */
    if (fid_outfile_write (a->name, NULL, text, n, &err)) {
        want_failed (&err);
        fuzz_want (state (".", NULL) == all, "what could not be written is changed");
    } else if (target == 0 || target == S_IFREG) {
        want_content (a->name, text, n);
        fuzz_want (before != S_IFLNK || kind_of (a->name, false) == S_IFLNK,
                   "a link is replaced");
    }
    if (fd >= 0)
        close (fd);
    free (text);
}

/* Begun, and not ended. */
static void do_abort (const struct act *a)
{
    struct fid_error err = {0};
    struct fid_outfile o;
    mode_t target = kind_of (a->name, true);
    uint64_t all = state (".", NULL);
    if (target && target != S_IFREG && target != S_IFDIR)
        return;
    if (fid_outfile_open (&o, a->name, NULL, &err)) {
        want_failed (&err);
    } else {
        fwrite (a->word.p, 1, a->word.n, o.f);
        fid_outfile_abort (&o);
    }
    fid_outfile_abort (&o);
    fuzz_want (state (".", NULL) == all, "what was given up is there");
}

/* Another name for the file `from'. */
static void do_link_of (const char *from, const struct act *a, const char *text, size_t n)
{
    struct fid_error err = {0};
    uint64_t all = state (".", NULL);
    if (fid_outfile_link (from, a->name, NULL, &err)) {
        want_failed (&err);
        fuzz_want (state (".", NULL) == all, "what could not be linked is changed");
    } else {
        want_content (a->name, text, n);
        fuzz_want (kind_of (a->name, false) == S_IFREG, "a link is no file");
    }
}

static void do_link (const struct act *a)
{
    char *from = fid_strndup (a->word.p, a->word.n, NULL), text[1024];
    fuzz_want (from != NULL, "no memory");
    mode_t kind = kind_of (from, true);
    int fd = kind == S_IFREG ? open (from, O_RDONLY | O_CLOEXEC) : -1;
    struct fid_error err = {0};
    ssize_t n = fd < 0 ? 0 : read (fd, text, sizeof text);
    if (fd >= 0)
        close (fd);
    if (fd >= 0 && n >= 0 && n < (ssize_t)sizeof text)
        do_link_of (from, a, text, (size_t)n);
    else if (fd < 0 && (!kind || kind == S_IFDIR)) {
        fuzz_want (fid_outfile_link (from, a->name, NULL, &err) != 0,
                   "a link to what is no file");
        want_failed (&err);
    }
    free (from);
}

static void do_copy (const struct act *a)
{
    char from[64];
    size_t n;
    char *text = content (a, &n);
    int fd = memfd_create ("copy", MFD_CLOEXEC); /* on a file system of its own */
    if (fd >= 0 && write (fd, text, n) == (ssize_t)n) {
        snprintf (from, sizeof from, "/proc/self/fd/%d", fd);
        if (access (from, R_OK) == 0)
            do_link_of (from, a, text, n);
    }
    if (fd >= 0)
        close (fd);
    free (text);
}

static void do_folder (const struct act *a)
{
    struct fid_error err = {0};
    if (fid_make_dirs (a->name, NULL, &err))
        want_failed (&err);
    else
        fuzz_want (kind_of (a->name, true) == S_IFDIR, "a folder is not there");
}

static void do_remove (const struct act *a)
{
    struct fid_error err = {0};
    uint64_t out = state ("../out", NULL), rest = 0;
    char *path = fid_format (NULL, "./%s", a->name);
    bool top = path && a->name[0] && a->name[0] != '.' && !strchr (a->name, '/');
    if (top)
        rest = state (".", path);
    if (strchr (a->name, '/') && kind_of (a->name, true) != kind_of (a->name, false)) {
        free (path); /* through a link, its target's slash is the caller's word */
        return;
    }
    if (fid_remove_tree (a->name, &err))
        want_failed (&err);
    else
        fuzz_want (!kind_of (a->name, false), "what was removed is there");
    fuzz_want (!top || state (".", path) == rest, "more is removed");
    fuzz_want (a->name[0] == '\0' || strchr (a->name, '/') || state ("../out", NULL) == out,
               "what is outside is removed");
    free (path);
}

static void do_sync (const struct act *a)
{
    struct fid_error err = {0};
    if (fid_sync_tree (a->name, &err))
        want_failed (&err);
}

/* A folder that is filled, and then gets its name or is removed. */
static void do_fill (const struct act *a)
{
    struct fid_error err = {0};
    uint64_t all = state (".", NULL);
    char *temp = fid_outfolder (a->name, &err);
    if (!temp) {
        want_failed (&err);
        fuzz_want (state (".", NULL) == all,
                   "a folder that could not be made leaves something");
        return;
    }
    size_t n;
    char *text = content (a, &n), *file = fid_format (NULL, "%s/file", temp);
    fuzz_want (file && fid_outfile_write (file, NULL, text, n, &err) == 0, err.text);
    want_content (file, text, n);
    fuzz_want (fid_sync_tree (temp, &err) == 0, err.text);
    if (rename (temp, a->name)) {
        fuzz_want (fid_remove_tree (temp, &err) == 0 && state (".", NULL) == all,
                   "a folder that was filled stays");
    }
    free (file);
    free (text);
    free (temp);
}

/* What a killed process left, changed so long ago; its name, NULL if it cannot be there. */
static char *leave (const struct act *a, bool folder, int64_t *age_s)
{
    size_t n = strlen (a->name);
    if (!n || a->name[n - 1] == '/') /* no file is written under such a name */
        return NULL;
    char *name = fid_format (NULL, "%s." DEAD "-0.tmp", a->name);
    if (!fid_span_i64 (a->word, age_s) || *age_s < 0 || *age_s > 100000)
        *age_s = 0;
    struct timespec at = {.tv_sec = time (NULL) - *age_s};
    fuzz_want (name != NULL, "no memory");
    if (folder && mkdir (name, 0700) == 0) {
        char *in = fid_format (NULL, "%s/out", name); /* must not be followed */
        fuzz_want (in && symlink ("../../out", in) == 0, "no link");
        free (in);
    } else if (!folder) {
        int fd = open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0)
            close (fd);
    }
    if (utimensat (AT_FDCWD, name, (struct timespec[]){at, at}, AT_SYMLINK_NOFOLLOW) ||
        kind_of (name, false) != (folder ? S_IFDIR : S_IFREG)) {
        free (name);
        return NULL;
    }
    return name;
}

/* Whether what was left is there, or not, as its age wants it. */
static void want_swept (char *name, int64_t age_s)
{
    bool there = kind_of (name, false) != 0;
    fuzz_want (age_s < FID_STALE_S || !there, "what was left is not swept");
    fuzz_want (age_s > FID_STALE_S - 100 || there, "what is young is swept");
}

static void do_leave (const struct act *a)
{
    int64_t age_s = 0;
    char *name = leave (a, false, &age_s);
    if (name && a->number && !strchr (name, '/')) {
        fid_outfile_sweep (".", NULL, FID_STALE_S);
        want_swept (name, age_s);
    }
    free (name);
}

static void do_leave_folder (const struct act *a)
{
    int64_t age_s = 0;
    struct fid_error err;
    uint64_t out = state ("../out", NULL);
    char *name = leave (a, true, &age_s), *temp = NULL;
    if (name && a->number) {
        fuzz_want ((temp = fid_outfolder (a->name, &err)) != NULL, err.text);
        want_swept (name, age_s);
        fuzz_want (fid_remove_tree (temp, &err) == 0, err.text);
        fuzz_want (state ("../out", NULL) == out, "what is outside is swept");
    }
    free (temp);
    free (name);
}

static void do_sweep (const struct act *a)
{
    uint64_t all = state (".", NULL), out = state ("../out", NULL);
    fid_outfile_sweep (a->name, NULL, a->number ? (int)(a->number % 100000) : FID_STALE_S);
    fuzz_want (state (".", NULL) == all && state ("../out", NULL) == out,
               "more is swept than what was left");
}

static void do_symlink (const struct act *a)
{
    static const char *const targets[] = {"../out", "../out/file", "../out/none", "/dev/full"};
    char *to = fid_strndup (a->word.p, a->word.n, NULL);
    fuzz_want (to != NULL, "no memory");
    bool good = to[0] != '/' && !strstr (to, "..");
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        good |= strcmp (to, targets[i]) == 0;
    if (good && symlink (to, a->name))
        errno = 0; /* of a name that is taken, or no name */
    free (to);
}

static void do_fifo (const struct act *a)
{
    mkfifo (a->name, 0600);
}

/* A part of the name of a result as the id it stands for. */
static void decode (char *part)
{
    char *to = part;
    for (unsigned byte; *part; part++)
        if (*part == '%' && strspn (part + 1, "0123456789ABCDEFabcdef") > 1 &&
            sscanf (part + 1, "%2x", &byte) == 1) {
            *to++ = (char)byte;
            part += 2;
        } else {
            *to++ = *part;
        }
    *to = '\0';
}

/* The name of a result tells both ids, and is a name. */
static void do_pair (const struct act *a)
{
    struct fid_error err = {0};
    char *emulation = fid_strndup (a->word.p, a->word.n, &err);
    fuzz_want (emulation != NULL, "no memory");
    char *name = fid_result_name (a->name, emulation, &err);
    if (!name) {
        fuzz_want (!*a->name || !*emulation, "a pair has no name");
    } else {
        size_t n = strlen (name);
        char *mid = strstr (name, "__");
        fuzz_want (mid && n > 5 && strcmp (name + n - 5, ".json") == 0 && n < 230 &&
                       !strchr (name, '/') && name[0] != '.',
                   "a result has no good name");
        fuzz_want (!fid_span_ends (fid_span_of (name), ".series.json"),
                   "a result is called as a series");
        name[n - 5] = *mid = '\0';
        if (strlen (a->name) + strlen (emulation) < 60) { /* else a hash is in it */
            decode (name);
            decode (mid + 2);
            fuzz_want (strcmp (name, a->name) == 0 && strcmp (mid + 2, emulation) == 0,
                       "two pairs may have the same name");
        }
    }
    free (name);
    free (emulation);
}

/* One more pair that failed: all are there again, with their reasons. */
static void do_failed (const struct act *a)
{
    struct fid_results all = {0}, again = {0};
    struct fid_error err = {0};
    char *word = fid_strndup (a->word.p, a->word.n, &err);
    fuzz_want (word != NULL, "no memory");
    char *real = fid_plain_name (a->name, &err), *emulation = fid_plain_name (word, &err);
    fuzz_want (real && emulation, "no memory");
    if (kind_of (FID_FAILED_FILE, true) != S_IFIFO &&
        fid_results_load_failed (&all, ".", &err) == 0) {
        fuzz_want (fid_results_fail (&all, real, emulation, NULL, "two\twords\n", &err) == 0,
                   err.text);
        all.failure[all.failure_n - 1].kept = a->number != 0;
        if (fid_results_write_failed (&all, ".", &err))
            want_failed (&err);
        else
            fuzz_want (fid_results_load_failed (&again, ".", &err) == 0 &&
                           again.failure_n == all.failure_n,
                       "a pair that failed is lost");
        for (size_t i = 0; i < again.failure_n; i++) {
            const struct fid_failure *x = &all.failure[i], *y = &again.failure[i];
            fuzz_want (!strcmp (x->real, y->real) && !strcmp (x->emulation, y->emulation) &&
                           x->kept == y->kept,
                       "a pair that failed is another one");
        }
    }
    fid_results_clear (&again);
    fid_results_clear (&all);
    free (emulation);
    free (real);
    free (word);
}

static const struct {
    const char *name;
    void (*run) (const struct act *a);
} acts[] = {
    {"write", do_write}, {"abort", do_abort},     {"link", do_link},
    {"copy", do_copy},   {"folder", do_folder},   {"remove", do_remove},
    {"sync", do_sync},   {"fill", do_fill},       {"left", do_leave},
    {"sweep", do_sweep}, {"symlink", do_symlink}, {"left-folder", do_leave_folder},
    {"fifo", do_fifo},   {"pair", do_pair},       {"failed", do_failed},
};

/* Whether a name stays in the folder, as far as it is no link. */
static bool is_inside (struct fid_span name)
{
    struct fid_span part;
    if (fid_span_starts (name, "/") || (name.n && memchr (name.p, '\0', name.n)) ||
        fid_span_find (name, our_mark ()) >= 0)
        return false;
    while (name.p && fid_span_field (&name, '/', &part))
        if (fid_span_is (part, ".."))
            return false;
    return true;
}

static void run_line (struct fid_span line)
{
    struct fid_span word, name = {"", 0}, number = {"", 0};
    struct act a = {.word = {"", 0}};
    if (!line.p || !fid_span_field (&line, '\t', &word))
        return;
    if (line.p)
        fid_span_field (&line, '\t', &name);
    if (line.p)
        fid_span_field (&line, '\t', &a.word);
    if (line.p)
        fid_span_field (&line, '\t', &number);
    fid_span_u64 (number, &a.number);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (!fid_span_is (word, acts[i].name))
            continue;
        if ((!is_inside (name) && acts[i].run != do_pair) ||
            (acts[i].run == do_link && !is_inside (a.word)) ||
            (acts[i].run == do_symlink && fid_span_find (a.word, our_mark ()) >= 0))
            return;
        a.name = fid_strndup (name.p, name.n, NULL);
        fuzz_want (a.name != NULL, "no memory");
        acts[i].run (&a);
        state (".", NULL);
        fuzz_want (!seen.ours, "a temporary file stays");
        free (a.name);
    }
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    static const char *const made[] = {"", "/in", "/out"};
    struct fid_span rest = {(const char *)data, n};
    char path[600];
    fuzz_remove (fuzz_dir ());
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf (path, sizeof path, "%s%s", fuzz_dir (), made[i]);
        fuzz_want (mkdir (path, 0700) == 0, "no folder");
    }
    fuzz_want (fuzz_file (fid_span_of ("out/file"), fid_span_of ("outside")) != NULL,
               "no file");
    snprintf (path, sizeof path, "%s/in", fuzz_dir ());
    int back = open (".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fuzz_want (back >= 0 && chdir (path) == 0, "no folder to stand in");
    for (int i = 0; rest.n && i < ACTS_MAX; i++)
        run_line (fuzz_line (&rest));
    fuzz_want (fchdir (back) == 0, "no way back");
    close (back);
    return 0;
}
