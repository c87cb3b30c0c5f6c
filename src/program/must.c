/* SPDX-License-Identifier: GPL-3.0-or-later */
/* must.c - see must.h */
#include <setjmp.h>
#include "base/arena.h"
#include "base/outfile.h"
#include "base/plain.h"
#include "program/must.h"

#define FILES_MAX 8 /* that are written at the same time */

struct fid_error fid_why;
static jmp_buf *trying; /* where fid_end goes on; NULL: nowhere */
static struct fid_arena pool;
static struct fid_outfile file[FILES_MAX]; /* f NULL: unused */

void fid_complain_list (const char *fmt, va_list ap)
{
    fflush (stdout);
    char *text = NULL, part[2048];
    va_list again;
    va_copy (again, ap);
    if (vasprintf (&text, fmt, ap) < 0) { /* without memory: as much as fits */
        text = NULL;
        vsnprintf (part, sizeof part, fmt, again);
    }
    va_end (again);
    fputs ("fidlio: ", stderr);
    fid_put_plain (stderr, text ? text : part);
    fputc ('\n', stderr);
    free (text);
}

void fid_complain (const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    fid_complain_list (fmt, ap);
    va_end (ap);
}

void fid_say_error (const struct fid_error *err)
{
    fid_complain ("%s", err->text);
}

int fid_exit_status (int rc, const struct fid_error *err)
{
    if (rc >= 0)
        return rc;
    fid_say_error (err);
    return err->status ? (int)err->status : FID_EINTERNAL; /* a failure is never 0 */
}

/* Files that are being written are given up. */
static void drop_files (void)
{
    for (size_t i = 0; i < FILES_MAX; i++)
        if (file[i].f)
            fid_outfile_abort (&file[i]);
}

void fid_end (void)
{
    if (trying)
        longjmp (*trying, 1);
    int status = fid_exit_status (-1, &fid_why);
    drop_files ();
    exit (status);
}

bool fid_try (void (*run) (void *with), void *with)
{
    jmp_buf here;
    trying = &here;
    bool failed = setjmp (here) != 0;
    if (!failed)
        run (with);
    trying = NULL;
    if (failed)
        drop_files ();
    return !failed;
}

void fid_fail (enum fid_status status, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    fid_why.status = status;
    vsnprintf (fid_why.text, sizeof fid_why.text, fmt, ap);
    va_end (ap);
    fid_end ();
}

int fid_must (int rc)
{
    if (rc < 0)
        fid_end ();
    return rc;
}

void *fid_have (void *p)
{
    if (!p)
        fid_end ();
    return p;
}

bool fid_bad_input (int rc)
{
    if (rc < 0 && fid_why.status != FID_EINPUT)
        fid_end ();
    return rc < 0;
}

void *fid_take (size_t n, size_t size)
{
    return fid_have (fid_arena_take (&pool, n, size, &fid_why));
}

char *fid_textf (const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    size_t n = (size_t)vsnprintf (NULL, 0, fmt, ap);
    va_end (ap);
    char *text = fid_take (n + 1, 1);
    va_start (ap, fmt);
    vsnprintf (text, n + 1, fmt, ap);
    va_end (ap);
    return text;
}

char *fid_keep (char *text)
{
    char *kept = fid_textf ("%s", (char *)fid_have (text));
    free (text);
    return kept;
}

char *fid_copy (struct fid_span s)
{
    return fid_textf ("%.*s", (int)s.n, s.n ? s.p : "");
}

void fid_grow (void *array, size_t *cap, size_t need, size_t elem_size)
{
    fid_must (fid_arena_grow (&pool, array, cap, need, elem_size, &fid_why));
}

FILE *fid_file_begin (const char *path, const char *below)
{
    size_t i = 0;
    while (i < FILES_MAX - 1 && file[i].f)
        i++;
    fid_must (fid_outfile_open (&file[i], path, below, &fid_why));
    return file[i].f;
}

void fid_file_end (FILE *f)
{
    size_t i = 0;
    while (file[i].f != f)
        i++;
    fid_must (fid_outfile_commit (&file[i], &fid_why));
}
