/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rundir.h - run directories made up by a test, in a temporary directory */
#ifndef FID_TEST_RUNDIR_H
#define FID_TEST_RUNDIR_H

#include <inttypes.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "base/text.h"
#include "compare/compare.h"
#include "metrics/metric.h"
#include "readers/load.h"
#include "tests/tap.h"

#define RUNS_MAX 64

struct rundir {
    char dir[400];
    char file[RUNS_MAX][500]; /* what was written, to be removed */
    size_t n;
};

static char rundir_root[200];

__attribute__ ((unused)) static void rundir_begin (void)
{
    const char *tmp = getenv ("TMPDIR");
    snprintf (rundir_root, sizeof rundir_root, "%.180s/fidlio.XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp (rundir_root))
        abort ();
}

__attribute__ ((unused)) static void rundir_end (void)
{
    rmdir (rundir_root);
}

__attribute__ ((unused)) static void rundir_make (struct rundir *r, const char *name)
{
    *r = (struct rundir){.n = 0};
    snprintf (r->dir, sizeof r->dir, "%s/%s", rundir_root, name);
    if (mkdir (r->dir, 0700))
        abort ();
}

__attribute__ ((unused)) static void rundir_bytes (struct rundir *r, const char *name,
                                                   const void *data, size_t n)
{
    char *path = r->file[r->n++];
    strcpy (path, r->dir);
    strcat (path, "/");
    strncat (path, name, 90);
    char *slash = strrchr (path, '/');
    *slash = '\0';
    mkdir (path, 0700); /* one level of folders */
    *slash = '/';
    FILE *f = fopen (path, "wb");
    if (!f || fwrite (data, 1, n, f) != n || fclose (f))
        abort ();
}

__attribute__ ((unused)) static void rundir_text (struct rundir *r, const char *name,
                                                  const char *text)
{
    rundir_bytes (r, name, text, strlen (text));
}

__attribute__ ((unused)) static void rundir_remove (struct rundir *r)
{
    while (r->n) {
        char *path = r->file[--r->n];
        unlink (path);
        *strrchr (path, '/') = '\0';
        if (strcmp (path, r->dir) != 0)
            rmdir (path);
    }
    rmdir (r->dir);
}

/* Whether a finding of the run holds the text. */
__attribute__ ((unused)) static bool run_says (const struct fid_run *run, const char *text)
{
    char found[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; run && i < run->findings.n; i++)
        if (strstr (fid_run_finding_text (&run->findings.at[i], found, sizeof found), text))
            return true;
    return false;
}

__attribute__ ((unused)) static void run_diag (const struct fid_run *run)
{
    char text[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; run && i < run->findings.n; i++)
        diag ("%s: %s", fid_run_finding_name (run->findings.at[i].code),
              fid_run_finding_text (&run->findings.at[i], text, sizeof text));
}

__attribute__ ((unused)) static const struct fid_source *run_source (const struct fid_run *run,
                                                                     const char *path)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (strcmp (run->source[i].path, path) == 0)
            return &run->source[i];
    return NULL;
}

/* --- texts in the tracers' formats; times in seconds of the boot clock, UTC is
 * BOOT_UTC_S later */

#define BOOT_UTC_S INT64_C (1700000000) /* 2023-11-14 22:13:20 UTC */

struct buffer {
    char text[1 << 18];
    size_t n;
};

__attribute__ ((format (printf, 2, 3), unused)) static void put (struct buffer *b,
                                                                 const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    b->n += (size_t)vsnprintf (b->text + b->n, sizeof b->text - b->n, fmt, ap);
    va_end (ap);
    if (b->n >= sizeof b->text)
        abort ();
}

/* An MLLOG event at a time of UTC ns. */
__attribute__ ((unused)) static void put_mllog (struct buffer *b, double t_s, const char *key,
                                                const char *type, int epoch)
{
    put (b,
         ":::MLLOG {\"namespace\": \"\", \"time_ms\": %" PRId64
         ", \"event_type\": \"%s\", \"key\": \"%s\", \"value\": null, \"metadata\": {",
         BOOT_UTC_S * 1000 + (int64_t)(t_s * 1000), type, key);
    if (epoch >= 0)
        put (b, "\"epoch_num\": %d", epoch);
    put (b, "}}\n");
}

__attribute__ ((unused)) static void put_span (struct buffer *b, double from_s, double to_s,
                                               const char *name, int epoch)
{
    char key[64];
    snprintf (key, sizeof key, "%s_start", name);
    put_mllog (b, from_s, key, "INTERVAL_START", epoch);
    snprintf (key, sizeof key, "%s_stop", name);
    put_mllog (b, to_s, key, "INTERVAL_END", epoch);
}

#endif
