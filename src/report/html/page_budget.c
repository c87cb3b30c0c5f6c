/* page_budget.c - what of each pair fits onto report.html
 *
 * The page stays below PAGE_BYTES.  As many pairs as fit are on it with all of their text and
 * pictures, those in the first places first; finer values get what is left.  The others have
 * pages of their own (pages.c). */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "report/html/sections.h"

#define PAGE_BYTES  ((size_t)18 << 20)
#define FIXED_BYTES ((size_t)100 << 10) /* styles, scripts, words */
#define LEAST_BYTES ((size_t)2 << 20)   /* for pairs, however long the overview */
#define AHEAD       4                   /* pairs made for each thread before they are kept */
#define FRAME_BYTES 512                 /* of a section: its links and notes */

/* One pair's part in the making, apart from the page. */
struct fid_page_made {
    struct fid_page_part part; /* what the pair has, and what is new */
    size_t n;                  /* bytes of that; 0: nothing */
    char *why;                 /* owned; why its series cannot be used */
};

/* One pass over all pairs. */
struct fid_page_pass {
    /* Fill m->part and m->n, for so much room: called by several threads, each with a
     * page of its own, where order does not matter. */
    int (*make) (const struct fid_page *page, const struct fid_result_head *head, size_t room,
                 struct fid_page_made *m);
    bool smaller; /* with less room it may be made smaller */
};

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
write_section (const struct fid_page *page, const struct fid_result *r, struct fid_page_made *m)
{
    struct fid_page into;
    struct fid_page_part *part = &m->part;
    size_t measures_n = 0;
    if (!begin_text (&into, page, &part->section, &m->n))
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
    m->n += measures_n + FRAME_BYTES;
    return rc;
}

/* --- pictures */

static int
draw_pictures (const struct fid_page *page, const struct fid_result *r,
               const struct fid_series *s, struct fid_page_made *m)
{
    struct fid_page into;
    size_t n = 0;
    if (!begin_text (&into, page, &m->part.pictures, &n))
        return -1;
    int rc = fid_page_times (&into, s);
    m->part.time_n = (size_t)ftell (into.f);
    rc = end_text (&into, rc ? rc : fid_page_pictures (&into, r, s));
    m->n += n;
    return rc;
}

/* Text and pictures; the caller destroys *s, which is NULL if there are no series. */
static int
make_both (const struct fid_page *page, const struct fid_result_head *head,
           struct fid_page_made *m, struct fid_series **s)
{
    struct fid_error why;
    *s = NULL;
    if (fid_series_beside (head, s, &why)) {
        if (why.status != FID_EINPUT) {
            *page->err = why;
            return -1;
        }
        m->why = fid_strdup (why.text, page->err);
        if (!m->why)
            return -1;
    }
    struct fid_result *r = fid_result_load (head->path, page->err);
    int rc = r ? write_section (page, r, m) : -1;
    if (rc == 0 && *s)
        rc = draw_pictures (page, r, *s, m);
    fid_result_destroy (r);
    return rc;
}

static int
make_pair (const struct fid_page *page, const struct fid_result_head *head, size_t room,
           struct fid_page_made *m)
{
    struct fid_series *s;
    (void)room;
    int rc = make_both (page, head, m, &s);
    fid_series_destroy (s);
    return rc;
}

/* Finer values behind the pair's pictures, as far as they fit. */
static int
put_fine (const struct fid_page *page, const struct fid_series *s, size_t room,
          struct fid_page_made *m)
{
    struct fid_page into;
    if (!begin_text (&into, page, &m->part.fine, &m->n))
        return -1;
    return end_text (&into, fid_page_levels (&into, s, room));
}

static int
make_fine (const struct fid_page *page, const struct fid_result_head *head, size_t room,
           struct fid_page_made *m)
{
    struct fid_error why;
    if (!m->part.pictures)
        return 0;
    struct fid_series *s = fid_series_of_result (head, &why);
    if (!s) {
        *page->err = why;
        return why.status == FID_EINPUT ? 0 : -1;
    }
    int rc = put_fine (page, s, room, m);
    fid_series_destroy (s);
    return rc;
}

static const struct fid_page_pass fid_page_pairs = {.make = make_pair};
static const struct fid_page_pass fid_page_fine = {.make = make_fine, .smaller = true};

/* --- what fits */

static struct fid_page_part *
part_of (const struct fid_page *page, const struct fid_result_head *r)
{
    return &page->part[fid_page_pair (page, r) - 1];
}

/* Free what m has beyond the part it was made from. */
static void
forget_made (struct fid_page_made *m, const struct fid_page_part *had)
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

/* Put what was made of a pair onto the page if it fits; called in order of places. */
static int
keep_made (struct fid_page *page, const struct fid_result_head *r,
           const struct fid_page_pass *pass, struct fid_page_made *m, size_t *room)
{
    struct fid_page_part *to = part_of (page, r);
    if (m->n > *room && pass->smaller) { /* pairs before it took space meanwhile */
        forget_made (m, to);
        if (pass->make (page, r, *room, m))
            return -1;
    }
    if (m->n > *room && !pass->smaller)
        page->full = true; /* no later pair may overtake this one */
    if (page->full || !m->n)
        return 0;
    *to = m->part;
    m->part = (struct fid_page_part){0};
    *room -= m->n < *room ? m->n : *room;
    if (!m->why)
        return 0;
    to->why = m->why;
    m->why = NULL;
    return fid_page_blame (page, to->why);
}

/* Pairs that are made at the same time. */
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

/* Make the parts of all pairs, several at a time, and keep them in order. */
static int
each_pair (struct fid_page *page, size_t *room, const struct fid_page_pass *pass)
{
    size_t n, most = AHEAD * page->report->thread_n;
    const struct fid_result_head **all = pairs_by_place (page, &n);
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
            rc = rc ? rc : keep_made (page, all[at + i], pass, &made[i], room);
            forget_made (&made[i], &had);
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
    page->part = calloc (page->report->all.result_n + 1, sizeof *page->part);
    if (!page->part)
        return fid_error_nomem (page->err);
    if (each_pair (page, &room, &fid_page_pairs) || each_pair (page, &room, &fid_page_fine))
        return -1;
    for (size_t i = 0; i < page->report->all.result_n; i++) {
        page->section_n += page->part[i].section != NULL;
        page->plot_n += page->part[i].pictures != NULL;
    }
    return 0;
}

int
fid_page_fill_alone (const struct fid_page *page, const struct fid_result_head *r,
                     struct fid_page_part *part)
{
    struct fid_page_made m = {.n = 0};
    struct fid_series *s;
    int rc = make_both (page, r, &m, &s);
    size_t room = m.n + FIXED_BYTES < PAGE_BYTES ? PAGE_BYTES - m.n - FIXED_BYTES : 0;
    if (rc == 0 && s)
        rc = put_fine (page, s, room, &m);
    fid_series_destroy (s);
    *part = m.part;
    part->why = m.why;
    return rc;
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
