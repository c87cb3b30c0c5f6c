/* html_room.c - what of each pair fits onto report.html
 *
 * The page stays below PAGE_BYTES.  Of what the overview leaves, sections of text
 * get SECTION_SHARE at most, then pictures as much as they need, then finer values
 * what is left; in each the pairs in the first places come first. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "report/html_parts.h"

#define PAGE_BYTES    ((size_t)18 << 20)
#define FIXED_BYTES   ((size_t)100 << 10) /* styles, scripts, words */
#define LEAST_BYTES   ((size_t)2 << 20)   /* for pairs, however long the overview */
#define FRAME_BYTES   512                 /* of a section: its links and notes */
#define SECTION_SHARE .6
#define WHOLE_PAIRS   100 /* of more, those without pictures do without the table of measures */

static struct fid_page_part *
part_of (const struct fid_page *page, const struct fid_result *r)
{
    return &page->part[fid_page_pair (page, r) - 1];
}

/* Begin to write into a text of its own; NULL without memory. */
static FILE *
begin (struct fid_page *into, const struct fid_page *page, char **text, size_t *n)
{
    *into = *page;
    into->f = open_memstream (text, n);
    if (!into->f)
        fid_error_nomem (page->err);
    return into->f;
}

/* End it; what *text is then is owned by the caller.  rc, or -1 without memory. */
static int
end (const struct fid_page *into, int rc)
{
    return fclose (into->f) && !rc ? fid_error_nomem (into->err) : rc;
}

/* --- text */

static int
write_section (struct fid_page *page, const struct fid_result *r, size_t *room)
{
    struct fid_page into;
    struct fid_page_part part = {0}, *to = part_of (page, r);
    size_t n = 0, measures_n = 0;
    if (page->full || !begin (&into, page, &part.section, &n))
        return page->full ? 0 : -1;
    int rc = fid_page_verdict (&into, r);
    fid_page_sides (&into, r);
    fid_page_validity (&into, r);
    fid_page_breakdown (&into, r);
    part.upper_n = (size_t)ftell (into.f);
    fid_page_windows (&into, r);
    part.middle_n = (size_t)ftell (into.f) - part.upper_n;
    fid_page_method (&into, r);
    rc = end (&into, rc);
    if (!rc && page->report->all.result_n <= WHOLE_PAIRS) {
        rc = begin (&into, page, &part.measures, &measures_n) ? 0 : -1;
        if (!rc) {
            fid_page_measures (&into, r);
            rc = end (&into, 0);
        }
    }
    n += measures_n + FRAME_BYTES;
    if (rc || n > *room) {
        page->full = true; /* nothing behind a gap */
        free (part.section);
        free (part.measures);
        return rc;
    }
    *room -= n;
    page->section_n++;
    *to = part;
    return 0;
}

/* --- pictures */

/* The series of the pair are there and of no use: remember why. */
static int
blame_series (struct fid_page *page, const struct fid_result *r, const struct fid_error *why)
{
    struct fid_notes *notes = page->report->notes;
    /* the directory is the reader's: the page has the file's name only */
    size_t dir = (size_t)(fid_base_name (r->path) - r->path);
    bool of_file = strncmp (why->text, r->path, dir) == 0;
    char **to = &part_of (page, r)->why;
    *to = fid_strdup (why->text + (of_file ? dir : 0), page->err);
    if (!*to || !notes)
        return *to ? 0 : -1;
    if (fid_array_grow (&notes->text, &notes->cap, notes->n + 1, sizeof *notes->text,
                        page->err) ||
        !(notes->text[notes->n] = fid_strdup (why->text, page->err)))
        return -1;
    notes->n++;
    return 0;
}

/* The pictures of a pair, and where there are many pairs the table of measures. */
static int
draw (struct fid_page *page, const struct fid_result *r, const struct fid_series *s,
      struct fid_page_part *to, size_t *n)
{
    struct fid_page into;
    size_t measures_n = 0;
    if (!begin (&into, page, &to->pictures, n))
        return -1;
    int rc = fid_page_times (&into, s);
    to->time_n = (size_t)ftell (into.f);
    rc = end (&into, rc ? rc : fid_page_pictures (&into, r, s));
    if (rc || to->measures)
        return rc;
    if (!begin (&into, page, &to->measures, &measures_n))
        return -1;
    fid_page_measures (&into, r);
    rc = end (&into, 0);
    *n += measures_n;
    return rc;
}

static int
draw_pair (struct fid_page *page, const struct fid_result *r, size_t *room)
{
    struct fid_error why;
    struct fid_series *s = NULL;
    struct fid_page_part *to = part_of (page, r), part = *to;
    size_t n = 0;
    to->no_room = page->full;
    if (page->full || !to->section)
        return 0;
    if (fid_series_beside (r, &s, &why))
        return blame_series (page, r, &why);
    if (!s)
        return 0;
    int rc = draw (page, r, s, &part, &n);
    fid_series_destroy (s);
    if (rc || n > *room) {
        page->full = to->no_room = true;
        free (part.pictures);
        if (!to->measures)
            free (part.measures);
        return rc;
    }
    *room -= n;
    page->plot_n++;
    *to = part;
    return 0;
}

/* Put finer values behind what was drawn of the pair, as the room allows. */
static int
refine_pair (struct fid_page *page, const struct fid_result *r, size_t *room)
{
    struct fid_page into;
    struct fid_error ignored;
    struct fid_page_part *to = part_of (page, r);
    struct fid_series *s = to->pictures ? fid_series_of_result (r, &ignored) : NULL;
    size_t n = 0;
    if (!s)
        return 0;
    int rc = begin (&into, page, &to->fine, &n) ? 0 : -1;
    if (!rc)
        rc = end (&into, fid_page_levels (&into, s, *room));
    fid_series_destroy (s);
    *room -= n < *room ? n : *room;
    return rc;
}

/* --- all pairs */

/* Do it with all pairs, those in the first places first, while there is room. */
static int
each_pair (struct fid_page *page, size_t *room,
           int (*with) (struct fid_page *, const struct fid_result *, size_t *))
{
    const struct fid_ranking *real = &page->report->real;
    bool more = true;
    page->full = false;
    for (size_t j = 0; more; j++) {
        more = false;
        for (size_t i = 0; i < real->list_n; i++) {
            if (j >= real->list[i].entry_n)
                continue;
            more = true;
            if (with (page, real->list[i].entry[j].result, room))
                return -1;
        }
    }
    return 0;
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
    if (each_pair (page, &left, write_section))
        return -1;
    room -= text - left;
    return each_pair (page, &room, draw_pair) || each_pair (page, &room, refine_pair) ? -1 : 0;
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
