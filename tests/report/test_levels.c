/* test_levels.c - finer values of a page: what they hold, and in how little room */
#include "tests/tap.h"
#include <math.h>
#include "report/html/sections.h"

enum { LONG = 6000 };

static unsigned seed = 7;

static unsigned
draw (void)
{
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

/* A run's finer values, 10 ms each from bucket `first`, some of them gaps. */
static void
fill (struct fid_series_track *t, int first, size_t n, bool noisy)
{
    struct fid_series_fine *f = &t->fine;
    *t = (struct fid_series_track){.dt_s = 10, .n = n / 1000 + 1};
    *f = (struct fid_series_fine){.t0_s = first * .01,
                                  .dt_s = .01,
                                  .native_dt_s = .01,
                                  .n = n,
                                  .from_n = n,
                                  .ruler = {.step = .5}};
    f->value = malloc (n * sizeof *f->value);
    if (!f->value)
        abort ();
    for (size_t i = 0; i < n; i++)
        f->value[i] = noisy          ? (uint16_t)(draw () % 50 ? draw () % 65535 + 1 : 0)
                      : draw () % 40 ? 1
                      : draw () % 3  ? (uint16_t)(draw () % 900 + 1)
                                     : 0;
}

/* What is written for s in so much room, or NULL where that is nothing.  *n: bytes. */
static cJSON *
levels (const struct fid_series *s, size_t room, size_t *n, char **html)
{
    struct fid_error err = {0};
    struct fid_page page = {.err = &err};
    char *text = NULL;
    page.f = open_memstream (&text, n);
    if (!page.f || fid_page_levels (&page, s, room))
        abort ();
    fclose (page.f);
    const char *from = strstr (text, "class=\"fine\">");
    cJSON *doc = from ? cJSON_Parse (from + strlen ("class=\"fine\">")) : NULL;
    if (html)
        *html = text;
    else
        free (text);
    return doc;
}

static double
number (const cJSON *o, const char *key)
{
    return cJSON_GetNumberValue (cJSON_GetObjectItemCaseSensitive (o, key));
}

static uint16_t *
list (const cJSON *o, const char *key, size_t n)
{
    const char *text = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (o, key));
    uint16_t *q = text ? malloc ((n + 1) * sizeof *q) : NULL;
    if (q && fid_quanta_read (text, q, n))
        abort ();
    return q;
}

/* Whether a run on the page is the slow plain join of its values; *each: of how many. */
static bool
is_join (const cJSON *o, const struct fid_series_fine *f, long *each)
{
    size_t n = (size_t)number (o, "n");
    long start = lround (f->t0_s / f->dt_s);
    *each = lround (number (o, "dt") / f->dt_s);
    long first = lround (number (o, "t0") / number (o, "dt"));
    uint16_t *y = list (o, "y", n), *low = list (o, "low", n), *high = list (o, "high", n);
    bool good = y && !low == !high && (*each > 1) == (low != NULL) &&
                number (o, "step") == f->ruler.step && number (o, "from") == (double)f->n;
    size_t seen = 0;
    for (size_t k = 0; good && k < n; k++) {
        unsigned least = 70000, most = 0;
        double sum = 0, m = 0;
        for (size_t i = 0; i < f->n; i++) {
            long at = start + (long)i;
            if (at < (first + (long)k) * *each || at >= (first + (long)k + 1) * *each)
                continue;
            seen++;
            if (!f->value[i])
                continue;
            least = f->value[i] < least ? f->value[i] : least;
            most = f->value[i] > most ? f->value[i] : most;
            sum += f->value[i];
            m++;
        }
        if (m == 0)
            good = y[k] == 0 && (!low || (low[k] == 0 && high[k] == 0));
        else
            good =
                fabs (y[k] - sum / m) <= .5 && (!low || (low[k] == least && high[k] == most));
    }
    free (y);
    free (low);
    free (high);
    return good && seen == f->n;
}

int
main (void)
{
    struct fid_series_time t[3] = {{.resource = FID_RESOURCE_BLOCK_READ,
                                    .quantity = FID_QUANTITY_BYTES,
                                    .unit = FID_IN_MIB_PER_S},
                                   {.resource = FID_RESOURCE_BLOCK_READ,
                                    .quantity = FID_QUANTITY_OPS,
                                    .unit = FID_IN_PER_SECOND},
                                   {.resource = FID_RESOURCE_DATA_READ,
                                    .quantity = FID_QUANTITY_BYTES,
                                    .unit = FID_IN_MIB_PER_S}};
    struct fid_series s = {.time = t, .time_n = 3};
    size_t n, before = 0;
    char *html;
    fill (&t[0].side[0], -213, LONG, true);
    fill (&t[0].side[1], 18, LONG - 77, true);
    fill (&t[1].side[0], 0, 10, false);
    fill (&t[2].side[0], -1, LONG, false);
    t[2].side[1] = (struct fid_series_track){.dt_s = 10, .n = 6};

    cJSON *doc = levels (&s, 1 << 20, &n, &html);
    const cJSON *one = cJSON_GetArrayItem (doc, 0), *two = cJSON_GetArrayItem (doc, 1);
    long each[3];
    ok (cJSON_GetArraySize (doc) == 2, "one element for each resource that is drawn");
    ok (is_join (cJSON_GetArrayItem (one, 0), &t[0].side[0].fine, each) && each[0] == 1 &&
            is_join (cJSON_GetArrayItem (one, 1), &t[0].side[1].fine, each) && each[0] == 1 &&
            is_join (cJSON_GetArrayItem (two, 0), &t[2].side[0].fine, each) && each[0] == 1,
        "with room enough, all values as they are");
    ok (cJSON_IsNull (cJSON_GetArrayItem (two, 1)), "null for a run without");
    ok (!strstr (html, "zooming ends"), "and nothing is said of it");
    free (html);
    cJSON_Delete (doc);

    bool fits = true, joined = true, said = true, shrinks = true;
    long widest = 0;
    for (size_t room = 120000; room > 100; room = room * 3 / 4) {
        doc = levels (&s, room, &n, &html);
        one = cJSON_GetArrayItem (doc, 0);
        two = cJSON_GetArrayItem (doc, 1);
        fits &= n < room + 600; /* the note, and the brackets */
        shrinks &= !before || n <= before + 100;
        before = n;
        each[0] = each[1] = each[2] = 0;
        if (!cJSON_IsNull (one))
            joined &= is_join (cJSON_GetArrayItem (one, 0), &t[0].side[0].fine, &each[0]) &&
                      is_join (cJSON_GetArrayItem (one, 1), &t[0].side[1].fine, &each[1]) &&
                      each[0] == each[1];
        if (!cJSON_IsNull (two))
            joined &= is_join (cJSON_GetArrayItem (two, 0), &t[2].side[0].fine, &each[2]);
        widest = each[0] > widest ? each[0] : widest;
        said &= (each[0] == 1 && each[2] == 1) == !strstr (html, "zooming ends") &&
                (each[0] == 0) == !!strstr (html, "drawn first for block reads");
        free (html);
        cJSON_Delete (doc);
    }
    ok (joined, "joined: every mean, lowest and highest is that of the values it covers");
    ok (fits, "in the room there is");
    ok (shrinks, "less in less room");
    ok (said, "what is left out is said");
    ok (widest == 256, "joined until it is hardly finer than what is drawn first");

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            free (t[i].side[k].fine.value);
            t[i].side[k] = (struct fid_series_track){0};
        }
    doc = levels (&s, 1 << 20, &n, NULL);
    ok (!doc && n == 0, "without finer values nothing is written");
    return tap_done ();
}
