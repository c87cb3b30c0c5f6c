/* page_budget.c - what of each pair fits onto report.html
 *
 * The page stays below PAGE_BYTES.  As many pairs as fit are on it with all of their text and
 * pictures, those in the first places first; each gets an equal share of what is left for finer
 * values.  The others have pages of their own (pages.c). */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memstream.h"
#include "base/parallel.h"
#include "report/html/sections.h"

#define PAGE_BYTES  ((size_t)18 << 20)
#define FIXED_BYTES ((size_t)100 << 10) /* styles, scripts, words */
#define LEAST_BYTES ((size_t)2 << 20)   /* for pairs, however long the overview */
#define AHEAD       4                   /* pairs made for each thread before they are kept */
#define FRAME_BYTES 512                 /* of a section: its links and notes */

/* Begin to write to a text in memory; NULL if memory runs out. */
static FILE *
begin_text (struct fid_page *into, const struct fid_page *page, char **text, size_t *n)
{
    *into = *page;
    into->f = fid_memstream_open (text, n, page->err);
    return into->f;
}

/* End it; the caller owns the text.  Returns rc, or -1 if memory runs out. */
static int
end_text (const struct fid_page *into, int rc)
{
    return fid_memstream_end (into->f, rc, into->err);
}

/* --- text */

static int
write_section (const struct fid_page *page, const struct fid_result *r,
               struct fid_page_part *part)
{
    struct fid_page into;
    size_t measures_n = 0;
    if (!begin_text (&into, page, &part->section, &part->n))
        return -1;
    int rc = fid_page_verdict (&into, r);
    part->lead_n = (size_t)ftell (into.f);
    rc = rc ? rc : fid_page_change (&into, r);
    part->upper_n = (size_t)ftell (into.f);
    fid_page_windows (&into, r);
    fid_page_operators (&into, r);
    fid_page_breakdown (&into, r);
    part->middle_n = (size_t)ftell (into.f) - part->upper_n;
    fid_page_sides (&into, r);
    fid_page_validity (&into, r);
    fid_page_method (&into, r);
    rc = end_text (&into, rc);
    if (rc || !begin_text (&into, page, &part->measures, &measures_n))
        return -1;
    fid_page_measures (&into, r);
    rc = end_text (&into, 0);
    part->n += measures_n + FRAME_BYTES;
    return rc;
}

/* --- pictures */

static int
draw_pictures (const struct fid_page *page, const struct fid_result *r,
               const struct fid_series *s, struct fid_page_part *part)
{
    struct fid_page into;
    size_t n = 0;
    if (!begin_text (&into, page, &part->pictures, &n))
        return -1;
    int rc = fid_page_times (&into, s);
    part->time_n = (size_t)ftell (into.f);
    rc = end_text (&into, rc ? rc : fid_page_pictures (&into, r, s));
    part->n += n;
    return rc;
}

/* Finer values behind the pair's pictures, as far as they fit. */
static int
write_fine (const struct fid_page *page, const struct fid_series *s, size_t room,
            struct fid_page_part *part)
{
    struct fid_page into;
    size_t n = 0;
    if (!begin_text (&into, page, &part->fine, &n))
        return -1;
    return end_text (&into, fid_page_levels (&into, s, room));
}

/* Text and pictures of a pair, and finer values as far as they fit into so much room in all; 0:
 * none. */
static int
make_part (const struct fid_page *page, const struct fid_result_head *head, size_t room,
           struct fid_page_part *part)
{
    struct fid_error why;
    struct fid_series *s = NULL;
    *part = (struct fid_page_part){0};
    if (fid_series_beside (head, &s, &why)) {
        if (why.status != FID_EINPUT) {
            *page->err = why;
            return -1;
        }
        if (!(part->why = fid_strdup (why.text, page->err)))
            return -1;
    }
    struct fid_result *r = fid_result_load (head->path, page->err);
    int rc = r ? write_section (page, r, part) : -1;
    if (rc == 0 && s)
        rc = draw_pictures (page, r, s, part);
    if (rc == 0 && s && room)
        rc = write_fine (page, s, room > part->n ? room - part->n : 0, part);
    fid_result_destroy (r);
    fid_series_destroy (s);
    return rc;
}

/* --- what fits */

int
fid_page_blame (const struct fid_page *page, const char *why)
{
    struct fid_notes *notes = page->report->notes;
    if (!notes)
        return 0;
    if (fid_array_grow (&notes->text, &notes->cap, notes->n + 1, sizeof *notes->text,
                        page->err) ||
        !(notes->text[notes->n] = fid_strdup (why, page->err)))
        return -1;
    notes->n++;
    return 0;
}

/* Pairs that are made at the same time. */
struct batch {
    const struct fid_page *page;
    const struct fid_result_head *const *result;
    struct fid_page_part *made;
    size_t room; /* for the finer values of each */
};

static int
make_one (void *ctx, size_t i, struct fid_error *err)
{
    struct batch *b = ctx;
    struct fid_page page = *b->page;
    page.err = err;
    return make_part (&page, b->result[i], 0, &b->made[i]);
}

static struct fid_page_part *
part_of (const struct fid_page *page, const struct fid_result_head *r)
{
    return &page->part[fid_page_pair (page, r) - 1];
}

/* Adds finer values to a pair on the page. */
static int
add_fine (void *ctx, size_t i, struct fid_error *err)
{
    struct batch *b = ctx;
    struct fid_page page = *b->page;
    struct fid_page_part *part = part_of (b->page, b->result[i]);
    page.err = err;
    if (!part->pictures)
        return 0;
    struct fid_series *s = fid_series_of_result (b->result[i], err);
    if (!s)
        return err->status == FID_EINPUT ? 0 : -1;
    int rc = write_fine (&page, s, b->room, part);
    fid_series_destroy (s);
    return rc;
}

/* Puts what was made of a pair onto the page; false if it does not fit. */
static bool
keep_part (struct fid_page *page, const struct fid_result_head *r, struct fid_page_part *made,
           size_t *room)
{
    if (made->n > *room)
        return false;
    *room -= made->n;
    page->section_n++;
    page->plot_n += made->pictures != NULL;
    *part_of (page, r) = *made;
    *made = (struct fid_page_part){0};
    return true;
}

/* Where a list is, in the order of its places. */
struct cursor {
    size_t entry, run;
};

/* The next pair of a list; NULL at its end. */
static const struct fid_result_head *
next_pair (const struct fid_list *list, struct cursor *at)
{
    while (at->entry < list->entry_n && at->run == list->entry[at->entry].run_n)
        *at = (struct cursor){at->entry + 1, 0};
    return at->entry < list->entry_n ? list->entry[at->entry].run[at->run++] : NULL;
}

/* Append the pairs of the lists of other workloads, or of the rest: the first places of all,
 * then the second ... */
static void
add_places (const struct fid_ranking *real, bool other, struct cursor *at,
            const struct fid_result_head **all, size_t *n)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < real->list_n; i++) {
            const struct fid_result_head *r =
                real->list[i].other == other ? next_pair (&real->list[i], &at[i]) : NULL;
            if (r) {
                more = true;
                all[(*n)++] = r;
            }
        }
    }
}

/* All pairs, those in the first places first, those of different workloads last; owned by the
 * caller. */
static const struct fid_result_head **
pairs_by_place (const struct fid_page *page, size_t *n)
{
    const struct fid_ranking *real = &page->report->real;
    const struct fid_result_head **all =
        malloc ((page->report->all.result_n + 1) * sizeof *all);
    struct cursor *at = calloc (real->list_n + 1, sizeof *at);
    *n = 0;
    if (all && at) {
        add_places (real, false, at, all, n);
        add_places (real, true, at, all, n);
    } else {
        fid_error_nomem (page->err);
        free (all);
        all = NULL;
    }
    free (at);
    return all;
}

int
fid_page_fill (struct fid_page *page, size_t overview_n)
{
    size_t n, used = FIXED_BYTES + overview_n, most = AHEAD * page->report->thread_n;
    size_t room = used + LEAST_BYTES < PAGE_BYTES ? PAGE_BYTES - used : LEAST_BYTES;
    const struct fid_result_head **all = pairs_by_place (page, &n);
    most = most ? most : 1;
    struct fid_page_part *made = calloc (most, sizeof *made);
    page->part = calloc (page->report->all.result_n + 1, sizeof *page->part);
    int rc = all && made && page->part ? 0 : fid_error_nomem (page->err);
    struct batch b = {.page = page, .made = made};
    bool full = false; /* no later pair may overtake the first that does not fit */
    for (size_t at = 0; at < n && !rc && !full; at += most) {
        size_t count = n - at < most ? n - at : most;
        b.result = all + at;
        rc = fid_parallel (count, page->report->thread_n, make_one, &b, page->err);
        for (size_t i = 0; i < count; i++) {
            full = full || rc || !keep_part (page, all[at + i], &made[i], &room);
            if (!full && part_of (page, all[at + i])->why)
                rc = fid_page_blame (page, part_of (page, all[at + i])->why);
            fid_page_part_clear (&made[i]);
        }
    }
    b.result = all; /* those on the page are the first ones */
    b.room = room / (page->section_n ? page->section_n : 1);
    if (rc == 0)
        rc = fid_parallel (page->section_n, page->report->thread_n, add_fine, &b, page->err);
    free (made);
    free (all);
    return rc;
}

int
fid_page_fill_alone (const struct fid_page *page, const struct fid_result_head *r,
                     struct fid_page_part *part)
{
    return make_part (page, r, PAGE_BYTES - FIXED_BYTES, part);
}

void
fid_page_part_clear (struct fid_page_part *part)
{
    char *const text[] = {part->section, part->measures, part->pictures, part->fine, part->why};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        free (text[k]);
    *part = (struct fid_page_part){0};
}

void
fid_page_empty (struct fid_page *page)
{
    for (size_t i = 0; page->part && i < page->report->all.result_n; i++)
        fid_page_part_clear (&page->part[i]);
    free (page->part);
    page->part = NULL;
}
