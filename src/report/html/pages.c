/* pages.c - pairs that report.html has no room for: a page each, in a folder beside it
 *
 * The first line of a page is `<!-- fidlio VERSION, KIND -->`; KIND is "real" if both runs are
 * real ones, else "emulation".  A page is as old as the younger of its result and its series,
 * in the state from which it was made.  It is not made again if all of this holds and the
 * program was installed before it was made.  Pages of pairs that are gone are removed, unless
 * somebody changed them. */
#include "config.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/listing.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "base/text.h"
#include "report/html/sections.h"

#define PROGRAM "/proc/self/exe"
#define MADE_BY "<!-- fidlio "
#define HEAD_N  80 /* bytes of a first line, at most */

/* The pages while they are made. */
struct making {
    const struct fid_page *page;
    const char *folder;
    const struct fid_result_head **result; /* owned; of the pairs that have a page */
    char **why; /* owned; of each why its series cannot be used */
    size_t n;
    struct timespec installed; /* when the program was */
};

static bool
is_later (struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* When the younger of a result and its series changed; false if there is no result. */
static bool
changed_at (const char *result, const char *series, struct timespec *t)
{
    struct stat st;
    if (stat (result, &st))
        return false;
    *t = st.st_mtim;
    if (stat (series, &st) == 0 && is_later (st.st_mtim, *t))
        *t = st.st_mtim;
    return true;
}

/* Reads the first line of a file, or as much as there is room for. */
static void
read_head (const char *path, char head[HEAD_N])
{
    FILE *f = fopen (path, "re");
    if (!f || !fgets (head, HEAD_N, f))
        *head = '\0';
    if (f)
        fclose (f);
}

/* Whether the page is there as it would be made. */
static bool
is_current (const struct making *m, const char *path, const char *wanted, struct timespec made_of)
{
    struct stat st;
    char head[HEAD_N];
    if (stat (path, &st) || st.st_mtim.tv_sec != made_of.tv_sec ||
        st.st_mtim.tv_nsec != made_of.tv_nsec || is_later (m->installed, st.st_ctim))
        return false;
    read_head (path, head);
    return strcmp (head, wanted) == 0;
}

static int
write_page (const struct fid_page *page, const struct fid_result_head *r, const char *path,
            const char *head, char **why)
{
    struct fid_page_part part;
    struct fid_page into = *page;
    struct fid_outfile o;
    int rc = fid_page_fill_alone (page, r, &part);
    if (rc == 0)
        rc = fid_outfile_open (&o, path, page->err);
    if (rc == 0) {
        o.lazy = true; /* its head and time are checked before it is kept */
        into.f = o.f;
        fputs (head, o.f);
        fid_page_put_alone (&into, r, &part);
        rc = fid_outfile_commit (&o, page->err);
    }
    *why = part.why;
    part.why = NULL;
    fid_page_part_clear (&part);
    return rc;
}

static int
make_one (void *ctx, size_t i, struct fid_error *err)
{
    struct making *m = ctx;
    const struct fid_result_head *r = m->result[i];
    struct fid_page page = *m->page;
    struct timespec made_of = {0};
    char head[HEAD_N];
    page.err = err;
    snprintf (head, sizeof head, MADE_BY PACKAGE_VERSION ", %s -->\n",
              fid_page_two_real (&page, r) ? "real" : "emulation");
    char *name = fid_page_file_name (r, err);
    char *series = name ? fid_series_path (r->path, err) : NULL;
    char *path = series ? fid_format (err, "%s/%s", m->folder, name) : NULL;
    int rc = path ? 0 : -1;
    bool known = rc == 0 && changed_at (r->path, series, &made_of); /* before they are read */
    if (rc == 0 && !(known && is_current (m, path, head, made_of))) {
        rc = write_page (&page, r, path, head, &m->why[i]);
        if (m->why[i]) /* it is made again to say so */
            made_of = (struct timespec){0};
        if (rc == 0) /* if this fails, the page is made again */
            utimensat (AT_FDCWD, path, (struct timespec[]){made_of, made_of}, 0);
    }
    free (name);
    free (series);
    free (path);
    return rc;
}

/* Whether a page was made here, and nobody wrote to it since: that would have set its time. */
static bool
is_ours (const char *path)
{
    struct stat st;
    char head[HEAD_N];
    read_head (path, head);
    return strncmp (head, MADE_BY, strlen (MADE_BY)) == 0 && stat (path, &st) == 0 &&
           is_later (st.st_ctim, st.st_mtim);
}

/* Removes a page of a pair that has none. */
static int
remove_page (const char *folder, const char *name, struct fid_error *err)
{
    char *path = fid_format (err, "%s/%s", folder, name);
    int rc = path ? 0 : -1;
    if (path && is_ours (path) && unlink (path) && errno != ENOENT)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: %s", path, strerror (errno));
    free (path);
    return rc;
}

static int
remove_others (const struct making *m, struct fid_error *err)
{
    struct fid_listing there = {0}, wanted = {0};
    bool is = false;
    if (fid_file_is_folder (m->folder, &is, err))
        return -1;
    int rc = is ? fid_listing_read (&there, m->folder, ".html", S_IFREG, err) : 0;
    for (size_t i = 0; rc == 0 && i < m->n; i++) {
        char *name = fid_page_file_name (m->result[i], err);
        rc = name ? fid_listing_add (&wanted, name, strlen (name), err) : -1;
        free (name);
    }
    fid_listing_sort (&wanted);
    for (size_t i = 0, k = 0; rc == 0 && i < there.n; i++) {
        while (k < wanted.n && strcmp (wanted.at[k], there.at[i]) < 0)
            k++;
        if (k == wanted.n || strcmp (wanted.at[k], there.at[i]) != 0)
            rc = remove_page (m->folder, there.at[i], err);
    }
    fid_listing_clear (&there);
    fid_listing_clear (&wanted);
    if (rc == 0 && is && !m->n)
        rmdir (m->folder); /* unless somebody put something into it */
    return rc;
}

int
fid_report_pages (const struct fid_report *report, const char *dir, const bool *alone,
                  struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    const struct fid_page page = {.report = report, .err = err, .alone = true};
    struct stat program = {0};
    char *folder = fid_format (err, "%s/" FID_PAGES, dir);
    struct making m = {.page = &page,
                       .folder = folder,
                       .result = malloc ((all->result_n + 1) * sizeof *m.result),
                       .why = calloc (all->result_n + 1, sizeof *m.why)};
    int rc = !folder ? -1 : m.result && m.why ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < all->result_n; i++)
        if (alone[i])
            m.result[m.n++] = &all->result[i];
    if (stat (PROGRAM, &program) == 0)
        m.installed = program.st_ctim;
    if (rc == 0 && m.n)
        rc = fid_make_dirs (folder, err);
    if (rc == 0)
        rc = fid_parallel (m.n, report->thread_n, make_one, &m, err);
    for (size_t i = 0; rc == 0 && i < m.n; i++)
        if (m.why[i])
            rc = fid_page_blame (&page, m.why[i]);
    if (rc == 0)
        rc = remove_others (&m, err);
    for (size_t i = 0; m.why && i < m.n; i++)
        free (m.why[i]);
    free (m.why);
    free (m.result);
    free (folder);
    return rc;
}
