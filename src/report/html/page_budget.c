/* page_budget.c - what of each pair fits onto report.html
 *
 * The page stays below PAGE_BYTES.  Of what the overview leaves, sections of text
 * get SECTION_SHARE at most, then pictures as much as they need, then finer values
 * what is left; in each the pairs in the first places come first. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/parallel.h"
#include "report/html/pair_parts.h"

#define PAGE_BYTES    ((size_t)18 << 20)
#define FIXED_BYTES   ((size_t)100 << 10) /* styles, scripts, words */
#define LEAST_BYTES   ((size_t)2 << 20)   /* for pairs, however long the overview */
#define SECTION_SHARE .6
#define AHEAD         4 /* pairs made for each thread before they are kept */

static struct fid_page_part *
part_of (const struct fid_page *page, const struct fid_result_head *r)
{
    return &page->part[fid_page_pair (page, r) - 1];
}

/* Free what is in m and not in the part it was made from. */
static void
forget (struct fid_page_made *m, const struct fid_page_part *had)
{
    char *const text[][2] = {{m->part.section, had->section},
                             {m->part.measures, had->measures},
                             {m->part.pictures, had->pictures},
                             {m->part.fine, had->fine},
                             {m->why, NULL}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (text[i][0] != text[i][1])
            free (text[i][0]);
    *m = (struct fid_page_made){.part = *had};
}

/* The series of the pair are there and of no use: remember why. */
static int
blame_series (struct fid_page *page, const struct fid_result_head *r, const char *why)
{
    struct fid_notes *notes = page->report->notes;
    /* the directory is the reader's: the page has the file's name only */
    size_t dir = (size_t)(fid_base_name (r->path) - r->path);
    bool of_file = strncmp (why, r->path, dir) == 0;
    char **to = &part_of (page, r)->why;
    *to = fid_strdup (why + (of_file ? dir : 0), page->err);
    if (!*to || !notes)
        return *to ? 0 : -1;
    if (fid_array_grow (&notes->text, &notes->cap, notes->n + 1, sizeof *notes->text,
                        page->err) ||
        !(notes->text[notes->n] = fid_strdup (why, page->err)))
        return -1;
    notes->n++;
    return 0;
}

/* In turn: what was made of a pair goes onto the page, while there is room. */
static int
keep (struct fid_page *page, const struct fid_result_head *r, const struct fid_page_pass *pass,
      struct fid_page_made *m, size_t *room)
{
    struct fid_page_part *to = part_of (page, r);
    if (m->n > *room && pass->smaller) { /* others took room since */
        forget (m, to);
        if (pass->make (page, r, *room, m))
            return -1;
    }
    if (m->n > *room && !pass->smaller)
        page->full = true; /* nothing behind a gap */
    if (page->full)
        to->no_room = pass->pictures;
    else if (m->why)
        return blame_series (page, r, m->why);
    else if (m->n) {
        *to = m->part;
        m->part = (struct fid_page_part){0};
        *room -= m->n < *room ? m->n : *room;
    }
    return 0;
}

/* Some pairs at a time. */
struct batch {
    const struct fid_page *page;
    const struct fid_page_pass *pass;
    const struct fid_result_head *const *result;
    struct fid_page_made *made;
    size_t room;
};

static int
make_one (void *ctx, size_t i, struct fid_error *err)
{
    struct batch *b = ctx;
    struct fid_page page = *b->page;
    page.err = err;
    return b->pass->make (&page, b->result[i], b->room, &b->made[i]);
}

/* All pairs, those in the first places first; owned by the caller. */
static const struct fid_result_head **
places (const struct fid_page *page, size_t *n)
{
    const struct fid_ranking *real = &page->report->real;
    const struct fid_result_head **all =
        malloc ((page->report->all.result_n + 1) * sizeof *all);
    bool more = all != NULL;
    *n = 0;
    for (size_t j = 0; more; j++) {
        more = false;
        for (size_t i = 0; i < real->list_n; i++)
            if (j < real->list[i].entry_n) {
                more = true;
                all[(*n)++] = real->list[i].entry[j].result;
            }
    }
    if (!all)
        fid_error_nomem (page->err);
    return all;
}

/* Make the parts of all pairs, some ahead, and keep them in order. */
static int
each_pair (struct fid_page *page, size_t *room, const struct fid_page_pass *pass)
{
    size_t n, most = AHEAD * page->report->thread_n;
    const struct fid_result_head **all = places (page, &n);
    struct fid_page_made *made = calloc (most + 1, sizeof *made);
    int rc = all && made ? 0 : fid_error_nomem (page->err);
    most = most ? most : 1;
    page->full = false;
    for (size_t at = 0; at < n && !rc; at += most) {
        size_t count = n - at < most ? n - at : most;
        struct batch b = {page, pass, all + at, made, *room};
        for (size_t i = 0; i < count; i++)
            made[i] = (struct fid_page_made){.part = *part_of (page, all[at + i])};
        if (!page->full)
            rc = fid_parallel (count, page->report->thread_n, make_one, &b, page->err);
        for (size_t i = 0; i < count; i++) {
            struct fid_page_part had = *part_of (page, all[at + i]);
            rc = rc ? rc : keep (page, all[at + i], pass, &made[i], room);
            forget (&made[i], &had);
        }
    }
    free (made);
    free (all);
    return rc;
}

int
fid_page_fill (struct fid_page *page, size_t overview_n)
{
    size_t used = FIXED_BYTES + overview_n;
    size_t room = used + LEAST_BYTES < PAGE_BYTES ? PAGE_BYTES - used : LEAST_BYTES;
    size_t text = (size_t)(SECTION_SHARE * (double)room), left = text;
    page->part = calloc (page->report->all.result_n + 1, sizeof *page->part);
    if (!page->part)
        return fid_error_nomem (page->err);
    if (each_pair (page, &left, &fid_page_sections))
        return -1;
    room -= text - left;
    if (each_pair (page, &room, &fid_page_drawn) || each_pair (page, &room, &fid_page_fine))
        return -1;
    for (size_t i = 0; i < page->report->all.result_n; i++) {
        page->section_n += page->part[i].section != NULL;
        page->plot_n += page->part[i].pictures != NULL;
    }
    return 0;
}

void
fid_page_empty (struct fid_page *page)
{
    for (size_t i = 0; page->part && i < page->report->all.result_n; i++) {
        struct fid_page_part *part = &page->part[i];
        char *const text[] = {part->section, part->measures, part->pictures, part->fine,
                              part->why};
        for (size_t k = 0; k < sizeof text / sizeof *text; k++)
            free (text[k]);
    }
    free (page->part);
    page->part = NULL;
}
