/* pair_parts.c - see pair_parts.h */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "report/html/pair_parts.h"

#define FRAME_BYTES 512 /* of a section: its links and notes */
#define WHOLE_PAIRS 100 /* of more, those without pictures do without the table of measures */

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
write_section (const struct fid_page *page, const struct fid_result *r, struct fid_page_made *m)
{
    struct fid_page into;
    struct fid_page_part *part = &m->part;
    size_t measures_n = 0;
    if (!begin (&into, page, &part->section, &m->n))
        return -1;
    int rc = fid_page_verdict (&into, r);
    fid_page_sides (&into, r);
    fid_page_validity (&into, r);
    fid_page_breakdown (&into, r);
    part->upper_n = (size_t)ftell (into.f);
    fid_page_windows (&into, r);
    part->middle_n = (size_t)ftell (into.f) - part->upper_n;
    fid_page_method (&into, r);
    rc = end (&into, rc);
    if (!rc && page->report->all.result_n <= WHOLE_PAIRS) {
        rc = begin (&into, page, &part->measures, &measures_n) ? 0 : -1;
        if (!rc) {
            fid_page_measures (&into, r);
            rc = end (&into, 0);
        }
    }
    m->n += measures_n + FRAME_BYTES;
    return rc;
}

static int
make_section (const struct fid_page *page, const struct fid_result_head *head, size_t room,
              struct fid_page_made *m)
{
    (void)room;
    struct fid_result *r = fid_result_load (head->path, page->err);
    int rc = r ? write_section (page, r, m) : -1;
    fid_result_destroy (r);
    return rc;
}

/* --- pictures */

/* The pictures of a pair, and where there are many pairs the table of measures. */
static int
draw (const struct fid_page *page, const struct fid_result *r, const struct fid_series *s,
      struct fid_page_made *m)
{
    struct fid_page into;
    size_t measures_n = 0;
    if (!begin (&into, page, &m->part.pictures, &m->n))
        return -1;
    int rc = fid_page_times (&into, s);
    m->part.time_n = (size_t)ftell (into.f);
    rc = end (&into, rc ? rc : fid_page_pictures (&into, r, s));
    if (rc || m->part.measures)
        return rc;
    if (!begin (&into, page, &m->part.measures, &measures_n))
        return -1;
    fid_page_measures (&into, r);
    rc = end (&into, 0);
    m->n += measures_n;
    return rc;
}

static int
make_pictures (const struct fid_page *page, const struct fid_result_head *head, size_t room,
               struct fid_page_made *m)
{
    struct fid_error why;
    struct fid_series *s = NULL;
    (void)room;
    if (!m->part.section)
        return 0;
    if (fid_series_beside (head, &s, &why)) {
        m->why = fid_strdup (why.text, page->err);
        return m->why ? 0 : -1;
    }
    struct fid_result *r = s ? fid_result_load (head->path, page->err) : NULL;
    int rc = !s ? 0 : r ? draw (page, r, s, m) : -1;
    fid_result_destroy (r);
    fid_series_destroy (s);
    return rc;
}

/* Finer values behind what was drawn of the pair, as the room allows. */
static int
make_fine (const struct fid_page *page, const struct fid_result_head *head, size_t room,
           struct fid_page_made *m)
{
    struct fid_page into;
    struct fid_error ignored;
    struct fid_series *s = m->part.pictures ? fid_series_of_result (head, &ignored) : NULL;
    if (!s)
        return 0;
    int rc = begin (&into, page, &m->part.fine, &m->n) ? 0 : -1;
    if (!rc)
        rc = end (&into, fid_page_levels (&into, s, room));
    fid_series_destroy (s);
    return rc;
}

const struct fid_page_pass fid_page_sections = {.make = make_section};
const struct fid_page_pass fid_page_drawn = {.make = make_pictures, .pictures = true};
const struct fid_page_pass fid_page_fine = {.make = make_fine, .smaller = true};
