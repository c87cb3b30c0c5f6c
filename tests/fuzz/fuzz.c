/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz.c - see fuzz.h */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/jsonread.h"
#include "tests/fuzz/fuzz.h"

#define FILES_MAX 32
#define PATH_ROOM 512

static char dir[PATH_ROOM];
static pid_t owner;

void fuzz_want (bool good, const char *what)
{
    if (good)
        return;
    fuzz_give_up ();
    fprintf (stderr, "fuzz: %s\n", what);
    abort ();
}

static int remove_one (const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st;
    (void)kind;
    (void)at;
    return remove (path);
}

void fuzz_remove (const char *path)
{
    nftw (path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void remove_dir (void)
{
    if (getpid () == owner)
        fuzz_remove (dir);
}

const char *fuzz_dir (void)
{
    if (!dir[0]) {
        const char *in = getenv ("TMPDIR");
        if (!in)
            in = access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf (dir, sizeof dir, "%s/fidlio-fuzz.XXXXXX", in);
        fuzz_want (mkdtemp (dir) != NULL, "no folder for files");
        owner = getpid ();
        atexit (remove_dir);
    }
    return dir;
}

/* Whether a name stays in the folder. */
static bool is_tame (struct fid_span name)
{
    static const char other[] = "._-+/";
    if (!name.n || name.n > 120 || name.p[0] == '/' || name.p[name.n - 1] == '/')
        return false;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (c == '\0' || !strchr (other, c)))
            return false;
        if (c == '.' && i + 1 < name.n && name.p[i + 1] == '.')
            return false;
    }
    return true;
}

const char *fuzz_file (struct fid_span name, struct fid_span content)
{
    static char path[PATH_ROOM + 128];
    if (!is_tame (name))
        return NULL;
    int at = snprintf (path, sizeof path, "%s/", fuzz_dir ());
    snprintf (path + at, sizeof path - (size_t)at, "%.*s", (int)name.n, name.p);
    int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 && errno == ENOENT) {
        for (char *p = path + at; (p = strchr (p, '/')); *p++ = '/') {
            *p = '\0';
            mkdir (path, 0700);
        }
        fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
    if (fd < 0) /* a folder of that name, or a file where a folder should be */
        return NULL;
    ssize_t n = content.n ? write (fd, content.p, content.n) : 0;
    fuzz_want (n == (ssize_t)content.n && close (fd) == 0, "a file cannot be written");
    return path;
}

struct fid_span fuzz_line (struct fid_span *rest)
{
    struct fid_span line = {NULL, 0};
    if (rest->n && !fid_span_field (rest, '\n', &line))
        line.n = 0;
    if (!rest->p)
        *rest = (struct fid_span){"", 0};
    return line;
}

/* The part of a text before the next line that begins with "%% ". */
static struct fid_span take_content (struct fid_span *rest)
{
    struct fid_span content = *rest;
    const char *p = rest->p, *end = rest->p + rest->n;
    while (p < end) {
        if (end - p >= 3 && memcmp (p, "%% ", 3) == 0)
            break;
        const char *nl = memchr (p, '\n', (size_t)(end - p));
        p = nl ? nl + 1 : end;
    }
    content.n = (size_t)(p - content.p);
    rest->p = p;
    rest->n = (size_t)(end - p);
    return content;
}

struct fid_span fuzz_head (struct fid_span input)
{
    return take_content (&input);
}

bool fuzz_option (struct fid_span line, const char *name, struct fid_span *value)
{
    struct fid_span word;
    if (!fid_span_word (&line, &word) || !fid_span_is (word, name))
        return false;
    *value = fid_span_trim (line);
    return true;
}

size_t fuzz_unpack (struct fid_span input)
{
    size_t n = 0;
    fuzz_remove (fuzz_dir ());
    fuzz_want (mkdir (fuzz_dir (), 0700) == 0, "the folder cannot be made again");
    take_content (&input);
    for (int i = 0; input.n && i < FILES_MAX; i++) {
        struct fid_span name = fuzz_line (&input);
        name.p += 3;
        name.n -= 3;
        n += fuzz_file (name, take_content (&input)) != NULL;
    }
    return n;
}

char *fuzz_text (int (*write_to) (const void *what, FILE *f, struct fid_error *err),
                 const void *what, size_t *n, int *rc)
{
    char *text = NULL;
    struct fid_error err = {0};
    FILE *f = open_memstream (&text, n);
    fuzz_want (f != NULL, "no memory");
    *rc = write_to (what, f, &err);
    fclose (f);
    if (*rc)
        fuzz_want_error (&err);
    return text;
}

void fuzz_want_json (const char *text, size_t n)
{
    struct fid_error err;
    cJSON *doc = fid_json_parse (text, n, "output", &err);
    fuzz_want (doc != NULL, "an output is not JSON");
    cJSON_Delete (doc);
}

void fuzz_want_error (const struct fid_error *err)
{
    fuzz_want (err->status > FID_OK && err->status <= FID_EOPEN, "an error without a status");
    fuzz_want (err->text[0] && memchr (err->text, '\0', sizeof err->text),
               "an error without a text");
    if (fuzz_lost_memory () && err->status == FID_EINTERNAL && !strstr (err->text, "memory")) {
        fprintf (stderr, "fuzz: another reason than lost memory: %s\n", err->text);
        abort ();
    }
    fuzz_want (fuzz_lost_memory () || err->status != FID_EINTERNAL, err->text);
}
