/* pages.c - pairs that report.html has no room for: a page each, in a folder beside it
 *
 * FID_PAGES_MADE says what the pages were made with and of (base/file_mark.h):
 *
 *     fidlio-pages/1 VERSION MARK-OF-PROGRAM
 *     KIND MARK-OF-RESULT MARK-OF-SERIES MARK-OF-PAGE NAME     a line each
 *
 * separated by tabs; KIND is "real" if both runs are real ones, else "emulation".  A page for
 * which all of this holds is not made again; one whose pair is gone is removed, unless somebody
 * changed it. */
#include "config.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/file_mark.h"
#include "base/order.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "base/text.h"
#include "report/html/sections.h"

#define PROGRAM   "/proc/self/exe"
#define MADE_HEAD "fidlio-pages/1"

enum { OF_RESULT, OF_SERIES, OF_PAGE, MARK_N };

/* A line of FID_PAGES_MADE. */
struct made {
    char *name; /* owned; of the page */
    char kind[10], mark[MARK_N][FID_MARK_TEXT];
    char *why; /* owned; why its series cannot be used: it is made again to say so */
};

/* All of them, by name. */
struct all_made {
    struct made *page; /* owned */
    size_t n, cap;
    bool exists;  /* there is a FID_PAGES_MADE */
    bool current; /* this very program made them */
};

static void
all_made_clear (struct all_made *m)
{
    for (size_t i = 0; i < m->n; i++) {
        free (m->page[i].name);
        free (m->page[i].why);
    }
    free (m->page);
    *m = (struct all_made){0};
}

FID_ORDER_BY (by_name, struct made, FID_RISING_TEXT (name))

/* --- the file */

/* Take a field of a line as a text of at most n - 1 bytes. */
static bool
take_field (struct fid_span *line, char *out, size_t n)
{
    struct fid_span field;
    if (!fid_span_field (line, '\t', &field) || field.n >= n)
        return false;
    memcpy (out, field.p, field.n);
    out[field.n] = '\0';
    return true;
}

static bool
is_own_head (struct fid_span line)
{
    struct fid_span schema, version;
    char mark[FID_MARK_TEXT];
    return fid_span_field (&line, '\t', &schema) && fid_span_is (schema, MADE_HEAD) &&
           fid_span_field (&line, '\t', &version) && fid_span_is (version, PACKAGE_VERSION) &&
           take_field (&line, mark, sizeof mark) && fid_file_has_mark (PROGRAM, mark);
}

/* Read a line; lines that are no such lines count for nothing. */
static int
add_line (struct all_made *m, struct fid_span line, struct fid_error *err)
{
    struct made e = {.name = NULL};
    bool good = take_field (&line, e.kind, sizeof e.kind);
    for (int i = 0; good && i < MARK_N; i++)
        good = take_field (&line, e.mark[i], sizeof e.mark[i]);
    if (!good || !line.p || !line.n || memchr (line.p, '/', line.n))
        return 0;
    if (fid_array_grow (&m->page, &m->cap, m->n + 1, sizeof *m->page, err) ||
        !(e.name = fid_strndup (line.p, line.n, err)))
        return -1;
    m->page[m->n++] = e;
    return 0;
}

static int
read_made (struct all_made *m, const char *dir, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    *m = (struct all_made){0};
    char *path = fid_format (err, "%s/" FID_PAGES_MADE, dir);
    bool none = false;
    int rc = path ? fid_file_missing (path, &none, err) : -1;
    if (!rc && !none)
        rc = fid_text_open (&text, path, err);
    free (path);
    if (rc || none)
        return rc;
    m->exists = true;
    while (rc == 0 && (rc = fid_text_next (&text, &line, err)) > 0) {
        rc = 0;
        if (text.line_n == 1)
            m->current = is_own_head (line);
        else
            rc = add_line (m, line, err);
    }
    fid_text_close (&text);
    if (rc < 0)
        all_made_clear (m);
    else if (m->n > 1)
        qsort (m->page, m->n, sizeof *m->page, by_name);
    return rc;
}

static int
write_made (const struct made *page, size_t n, const char *dir, struct fid_error *err)
{
    struct fid_outfile o;
    char program[FID_MARK_TEXT], *path = fid_format (err, "%s/" FID_PAGES_MADE, dir);
    if (!path || fid_outfile_open (&o, path, err)) {
        free (path);
        return -1;
    }
    free (path);
    fid_file_mark (PROGRAM, program);
    fprintf (o.f, MADE_HEAD "\t" PACKAGE_VERSION "\t%s\n", program);
    for (size_t i = 0; i < n; i++)
        if (!page[i].why && !strchr (page[i].name, '\n'))
            fprintf (o.f, "%s\t%s\t%s\t%s\t%s\n", page[i].kind, page[i].mark[OF_RESULT],
                     page[i].mark[OF_SERIES], page[i].mark[OF_PAGE], page[i].name);
    return fid_outfile_commit (&o, err);
}

/* --- pages */

/* The pages while they are made. */
struct making {
    const struct fid_page *page;
    const char *dir, *folder; /* folder: of the pages */
    const struct all_made *before;
    const struct fid_result_head **result;
    struct made *now;
    size_t n;
};

/* Whether the page is there as it would be made. */
static bool
is_current (const struct making *m, const struct made *now, const char *const path[MARK_N])
{
    const struct made *e = m->before->current && m->before->n
                               ? bsearch (now, m->before->page, m->before->n, sizeof *now, by_name)
                               : NULL;
    bool same = e && strcmp (e->kind, now->kind) == 0 && e->mark[OF_PAGE][0] != '-';
    for (int i = 0; same && i < MARK_N; i++)
        same = fid_file_has_mark (path[i], e->mark[i]);
    return same;
}

static int
write_page (const struct fid_page *page, const struct fid_result_head *r, const char *path,
            char **why)
{
    struct fid_page_part part;
    struct fid_page into = *page;
    struct fid_outfile o;
    int rc = fid_page_fill_alone (page, r, &part);
    if (rc == 0 && part.why)
        *why = fid_strdup (part.why, page->err);
    if (rc == 0)
        rc = fid_outfile_open (&o, path, page->err);
    if (rc == 0) {
        o.lazy = true; /* its mark is checked before it is kept */
        into.f = o.f;
        fid_page_put_alone (&into, r, &part);
        rc = fid_outfile_commit (&o, page->err);
    }
    rc = rc == 0 && part.why && !*why ? -1 : rc;
    fid_page_part_clear (&part);
    return rc;
}

static int
make_one (void *ctx, size_t i, struct fid_error *err)
{
    struct making *m = ctx;
    const struct fid_result_head *r = m->result[i];
    struct made *now = &m->now[i];
    struct fid_page page = *m->page;
    page.err = err;
    now->name  = fid_page_file_name (r, err);
    char *series = now->name ? fid_series_path (r->path, err) : NULL;
    char *path = series ? fid_format (err, "%s/%s", m->folder, now->name) : NULL;
    const char *const of[MARK_N] = {r->path, series, path};
    strcpy (now->kind, fid_page_two_real (&page, r) ? "real" : "emulation");
    int rc = path ? 0 : -1;
    bool current = rc == 0 && is_current (m, now, of);
    for (int k = 0; rc == 0 && k < OF_PAGE; k++) /* before they are read */
        fid_file_mark (of[k], now->mark[k]);
    if (rc == 0 && !current)
        rc = write_page (&page, r, path, &now->why);
    if (rc == 0)
        fid_file_mark (path, now->mark[OF_PAGE]);
    free (series);
    free (path);
    return rc;
}

/* Remove the pages made before that are not among those of now, which are in order. */
static int
remove_others (const struct making *m, struct fid_error *err)
{
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < m->before->n; i++) {
        const struct made *e = &m->before->page[i];
        if (m->n && bsearch (e, m->now, m->n, sizeof *m->now, by_name))
            continue;
        char *path = fid_format (err, "%s/%s", m->folder, e->name);
        if (!path)
            return -1;
        if (e->mark[OF_PAGE][0] != '-' && fid_file_has_mark (path, e->mark[OF_PAGE]) &&
            unlink (path) && errno != ENOENT)
            rc = fid_errorf (err, FID_EINTERNAL, "%s: %s", path, strerror (errno));
        free (path);
    }
    return rc;
}

/* No page is left: no folder either, unless somebody put something into it. */
static int
remove_folder (const struct making *m, struct fid_error *err)
{
    char *path = fid_format (err, "%s/" FID_PAGES_MADE, m->dir);
    if (!path)
        return -1;
    unlink (path);
    rmdir (m->folder);
    free (path);
    return 0;
}

static int
make_all (struct making *m, struct fid_error *err)
{
    const struct fid_page *page = m->page;
    int rc = m->n ? fid_make_dirs (m->folder, err) : 0;
    if (rc == 0)
        rc = fid_parallel (m->n, page->report->thread_n, make_one, m, err);
    for (size_t i = 0; rc == 0 && i < m->n; i++)
        if (m->now[i].why)
            rc = fid_page_blame (page, m->now[i].why);
    if (rc == 0 && m->n > 1)
        qsort (m->now, m->n, sizeof *m->now, by_name);
    if (rc == 0)
        rc = remove_others (m, err);
    if (rc == 0)
        rc = m->n ? write_made (m->now, m->n, m->dir, err) : remove_folder (m, err);
    return rc;
}

int
fid_report_pages (const struct fid_report *report, const char *dir, const bool *alone,
                  struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    const struct fid_page page = {.report = report, .err = err, .alone = true};
    struct all_made before = {0};
    struct making m = {.page = &page, .before = &before};
    char *folder = fid_format (err, "%s/" FID_PAGES, dir);
    if (!folder || read_made (&before, dir, err)) {
        free (folder);
        return -1;
    }
    m.dir = dir;
    m.folder = folder;
    m.result = malloc ((all->result_n + 1) * sizeof *m.result);
    int rc = m.result ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < all->result_n; i++)
        if (alone[i])
            m.result[m.n++] = &all->result[i];
    m.now = calloc (m.n + 1, sizeof *m.now);
    rc = rc == 0 && !m.now ? fid_error_nomem (err) : rc;
    if (rc == 0 && (m.n || before.exists))
        rc = make_all (&m, err);
    for (size_t i = 0; m.now && i < m.n; i++) {
        free (m.now[i].name);
        free (m.now[i].why);
    }
    free (m.now);
    free (m.result);
    all_made_clear (&before);
    free (folder);
    return rc;
}

static char *
path_of (const char *dir, const struct made *page, struct fid_error *err)
{
    return fid_format (err, "%s/" FID_PAGES "/%s", dir, page->name);
}

static bool
are_same (const struct all_made *m, const char *dir, bool *young)
{
    struct fid_error unused;
    bool same = !m->exists || m->current;
    for (size_t i = 0; same && i < m->n; i++) {
        const char *mark = m->page[i].mark[OF_PAGE];
        char *path = path_of (dir, &m->page[i], &unused);
        same = path && *mark != '-' && fid_file_has_mark (path, mark);
        *young |= *mark == 'c';
        free (path);
    }
    return same;
}

bool
fid_report_pages_same (const char *dir, bool *young)
{
    struct fid_error unused;
    struct all_made m;
    bool same = read_made (&m, dir, &unused) == 0 && are_same (&m, dir, young);
    all_made_clear (&m);
    return same;
}

void
fid_report_pages_refresh (const char *dir)
{
    struct fid_error ignored;
    struct all_made m, before;
    bool young = false;
    m = before = (struct all_made){0};
    int rc = read_made (&before, dir, &ignored) || read_made (&m, dir, &ignored) ? -1 : 0;
    for (size_t i = 0; rc == 0 && i < m.n; i++) {
        char *path = path_of (dir, &m.page[i], &ignored);
        if (path)
            fid_file_mark (path, m.page[i].mark[OF_PAGE]);
        rc = path ? 0 : -1;
        free (path);
    }
    /* fresh marks first: what changes in between has neither these nor the old ones */
    if (rc == 0 && m.n && are_same (&before, dir, &young))
        write_made (m.page, m.n, dir, &ignored);
    all_made_clear (&m);
    all_made_clear (&before);
}
