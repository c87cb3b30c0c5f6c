/* op_clocks.c - see op_clocks.h */
#include <stdlib.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/order.h"
#include "tools/trace/op_clocks.h"
#include "readers/chrome/op_roles.h"

const char *const fid_op_align_names[FID_OP_ALIGN_N + 1] = {"auto", "pull", "comm", "start",
                                                            "none"};

int
fid_op_syncs_add (struct fid_op_syncs *s, const struct fid_trace_event *ev, int rank,
                  struct fid_error *err)
{
    bool pull = fid_span_find (ev->name, "PULL") >= 0;
    struct fid_op_sync_list *l = &s->list[pull];
    s->first_ns = s->started && s->first_ns < ev->ts_ns ? s->first_ns : ev->ts_ns;
    s->started = true;
    if (!pull && fid_op_role (ev) != FID_OP_ROLE_COMM)
        return 0;
    char *name = fid_format (err, "rank%d.%.*s", rank, (int)ev->name.n, ev->name.p);
    char *kept = name ? fid_arena_text (&s->arena, name, err) : NULL;
    free (name);
    if (!kept || fid_arena_grow (&s->arena, &l->at, &l->cap, l->n + 1, sizeof *l->at, err))
        return -1;
    l->at[l->n] = (struct fid_op_sync){kept, ev->ts_ns, ev->ts_ns + ev->dur_ns, l->n};
    l->n++;
    return 0;
}

FID_ORDER_BY (by_time, struct fid_op_sync, FID_RISING (ts_ns) FID_RISING (order))

void
fid_op_syncs_sort (struct fid_op_syncs *s)
{
    for (int k = 0; k < 2; k++)
        if (s->list[k].n > 1)
            qsort (s->list[k].at, s->list[k].n, sizeof *s->list[k].at, by_time);
}

void
fid_op_syncs_clear (struct fid_op_syncs *s)
{
    fid_arena_clear (&s->arena);
    *s = (struct fid_op_syncs){.started = false};
}

static uint64_t
key_of (const struct fid_op_sync *s)
{
    return fid_hash_bytes (s->name, strlen (s->name), 0);
}

/* The biases of all events of b that match one of a: the k-th of a name with the k-th, in the
 * order of a.  *pair_n of them, freed by the caller; first: the event of a that matches first.
 */
static int
match_syncs (const struct fid_op_sync_list *as, const struct fid_op_sync_list *bs,
             int64_t **bias, size_t *pair_n, const struct fid_op_sync **first,
             struct fid_error *err)
{
    const struct fid_op_sync *a = as->at, *b = bs->at;
    size_t a_n = as->n, b_n = bs->n;
    struct fid_index index = {0};
    bool *taken = calloc (b_n + 1, sizeof *taken);
    *bias = malloc ((a_n + 1) * sizeof **bias);
    *pair_n = 0;
    *first = NULL;
    int rc = taken && *bias ? 0 : fid_error_nomem (err);
    for (size_t j = 0; j < b_n && !rc; j++)
        rc = fid_index_put (&index, key_of (&b[j]), j, err);
    for (size_t i = 0; i < a_n && !rc; i++) {
        size_t at = 0, j;
        while (fid_index_next (&index, key_of (&a[i]), &at, &j))
            if (!taken[j] && strcmp (a[i].name, b[j].name) == 0) {
                taken[j] = true;
                *first = *first ? *first : &a[i];
                (*bias)[(*pair_n)++] = b[j].end_ns - a[i].end_ns;
                break;
            }
    }
    fid_index_clear (&index);
    free (taken);
    return rc;
}

/* The bias of one path by the events of a list. */
static int
set_bias (struct fid_op_bias *out, const struct fid_op_sync_list *a,
          const struct fid_op_sync_list *b, struct fid_error *err)
{
    int64_t *bias;
    size_t n;
    const struct fid_op_sync *first;
    int rc = match_syncs (a, b, &bias, &n, &first, err);
    if (!rc && n) {
        out->n = n;
        out->bias_ns = bias[0];
        out->event = fid_strdup (first->name, err);
        qsort (bias, n, sizeof *bias, fid_by_number);
        out->min_ns = bias[0];
        out->max_ns = bias[n - 1];
        out->median_ns = bias[(n - 1) / 2];
        rc = out->event ? 0 : -1;
    }
    free (bias);
    return rc;
}

static enum fid_op_align
choose_alignment (const struct fid_op_syncs *syncs, size_t n, enum fid_op_align wanted)
{
    if (wanted != FID_OP_ALIGN_AUTO)
        return wanted;
    return n == 1             ? FID_OP_ALIGN_NONE
           : syncs->list[1].n ? FID_OP_ALIGN_PULL
                              : FID_OP_ALIGN_COMM;
}

int
fid_op_clocks (struct fid_op_combined *c, const struct fid_op_syncs *syncs, char *const *path,
               enum fid_op_align wanted, struct fid_error *err)
{
    c->align = choose_alignment (syncs, c->n, wanted);
    for (size_t i = 1; i < c->n && c->align != FID_OP_ALIGN_NONE; i++) {
        const struct fid_op_syncs *a = &syncs[0], *b = &syncs[i];
        bool pull = c->align == FID_OP_ALIGN_PULL;
        if (c->align == FID_OP_ALIGN_START) {
            c->path[i].bias_ns = a->started && b->started ? b->first_ns - a->first_ns : 0;
            continue;
        }
        if (set_bias (&c->path[i], &a->list[pull], &b->list[pull], err))
            return -1;
        if (!c->path[i].n)
            return fid_errorf (err, FID_EINPUT,
                               "%s: no %s event that %s has, too: their clocks cannot be "
                               "aligned (see --align)",
                               path[i], pull ? "PULL" : "communication", path[0]);
    }
    return 0;
}
