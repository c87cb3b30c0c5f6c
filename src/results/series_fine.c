/* series_fine.c - the finer values behind a series, read; see series_read.h */
#include <stdlib.h>
#include "results/series_read.h"

#define FINE_MAX ((size_t)1 << 24) /* 16 times what is written */

/* A packed list of n; NULL where there is none, and where something was wrong. */
static uint16_t *
read_packed (struct fid_walk *w, const cJSON *o, const char *key, size_t n)
{
    const char *text = fid_walk_maybe_text (w, o, key, "finer values");
    if (!text || w->bad)
        return NULL;
    uint16_t *q = malloc (n * sizeof *q);
    if (!q)
        fid_walk_nomem (w);
    else if (fid_quanta_read (text, q, n))
        fid_walk_complain (w, "'%s' of finer values is not %zu packed numbers", key, n);
    return q;
}

void
fid_series_read_fine (struct fid_walk *w, const cJSON *track, struct fid_series_fine *f)
{
    const cJSON *o = fid_walk_member (track, "fine");
    if (!o || cJSON_IsNull (o)) /* older files know none */
        return;
    o = fid_walk_object (w, track, "fine");
    f->t0_s = fid_walk_number_from (w, o, "t0_s", -HUGE_VAL);
    f->dt_s = fid_walk_number_from (w, o, "dt_s", 0);
    f->native_dt_s = fid_walk_number_from (w, o, "native_dt_s", 0);
    int n = fid_walk_count_from (w, o, "n", 1, false);
    int from = fid_walk_count_from (w, o, "from_n", n, false);
    f->ruler.offset = fid_walk_number_from (w, o, "offset", -HUGE_VAL);
    f->ruler.step = fid_walk_number_from (w, o, "step", 0);
    if (!(f->native_dt_s > 0 && f->dt_s >= f->native_dt_s && f->ruler.step > 0))
        fid_walk_complain (w, "finer values of no length or step");
    if ((size_t)n > FINE_MAX)
        fid_walk_complain (w, "%d finer values are too many", n);
    f->value = read_packed (w, o, "values", (size_t)n);
    f->min = read_packed (w, o, "min", (size_t)n);
    f->max = read_packed (w, o, "max", (size_t)n);
    if (!w->bad && (!f->value || !f->min != !f->max))
        fid_walk_complain (w, "finer values are not whole");
    for (int i = 0; !w->bad && f->min && i < n; i++)
        if (f->min[i] > f->value[i] || f->value[i] > f->max[i] || !f->min[i] != !f->max[i])
            fid_walk_complain (w, "finer value %d is not between 'min' and 'max'", i);
    if (w->bad)
        return;
    f->n = (size_t)n;
    f->from_n = (size_t)from;
}
