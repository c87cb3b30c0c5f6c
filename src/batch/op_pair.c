/* op_pair.c - see op_pair.h */
#include "config.h"
#include <string.h>
#include "base/jsonbuild.h"
#include "batch/op_pair.h"
#include "readers/chrome/op_place.h"

static const char *const sides[] = {"real", "emulation"};

static void
put_role (struct fid_doc *d, cJSON *in, const char *side, const struct fid_op_side *s, int role)
{
    const struct fid_op_role_time *t = &s->role[role];
    if (!t->n) {
        fid_doc_null (d, in, side);
        return;
    }
    cJSON *o = fid_doc_object (d, in, side);
    fid_doc_number (d, o, "count", (double)t->n);
    fid_doc_number (d, o, "busy_s", t->busy_us / 1e6);
    fid_doc_maybe (d, o, "share", s->length_us > 0, t->busy_us / s->length_us);
}

static cJSON *
both_json (const struct fid_op_side *const s[2], struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    for (int k = 0; k < 2; k++) {
        cJSON *side = fid_doc_object (&d, d.root, sides[k]);
        fid_doc_number (&d, side, "traces", (double)s[k]->trace_n);
        fid_doc_number (&d, side, "spans", (double)s[k]->span_n);
        fid_doc_number (&d, side, "length_s", s[k]->length_us / 1e6);
    }
    cJSON *roles = fid_doc_list (&d, d.root, "roles");
    for (int role = 0; role < FID_OP_ROLE_N; role++) {
        if (!s[0]->role[role].n && !s[1]->role[role].n)
            continue;
        cJSON *row = fid_doc_object (&d, roles, NULL);
        fid_doc_text (&d, row, "role", fid_op_role_name ((enum fid_op_role)role));
        for (int k = 0; k < 2; k++)
            put_role (&d, row, sides[k], s[k], role);
    }
    return fid_doc_end (&d, err);
}

/* Finds out whether there is a trace. */
static int
look (struct fid_op_side *s, const char *dir, struct fid_error *err)
{
    struct fid_op_place place;
    if (s->state != FID_OP_SIDE_NEW)
        return 0;
    int rc = fid_op_place_find (&place, dir, err);
    fid_op_place_clear (&place);
    if (rc && err->status != FID_EINPUT)
        return -1;
    s->state = rc ? FID_OP_SIDE_NONE : FID_OP_SIDE_FOUND;
    return 0;
}

static int
read_side (struct fid_op_side *s, const char *dir, struct fid_error *err)
{
    static const struct fid_op_stats_opts opts = {.first_only = false};
    struct fid_op_stats stats = {.n = 0};
    if (s->state != FID_OP_SIDE_FOUND)
        return 0;
    int rc = fid_op_stats_read (&stats, dir, &opts, err);
    bool unusable = rc && err->status == FID_EINPUT;
    if (!rc) {
        s->trace_n = stats.source_n;
        s->span_n = stats.span_n;
        s->length_us = stats.length_us;
        memcpy (s->role, stats.role, sizeof s->role);
    }
    if (!rc || unusable)
        s->state = rc ? FID_OP_SIDE_NONE : FID_OP_SIDE_READ;
    fid_op_stats_clear (&stats);
    return unusable ? 0 : rc;
}

int
fid_op_pair_add (cJSON *result, const char *real, struct fid_op_side *a, const char *emulation,
                 struct fid_op_side *b, struct fid_error *err)
{
    const struct fid_op_side *const both[2] = {a, b};
    cJSON *operators;
    if (look (a, real, err) || look (b, emulation, err))
        return -1;
    if (a->state == FID_OP_SIDE_NONE || b->state == FID_OP_SIDE_NONE)
        return 0;
    if (read_side (a, real, err) || read_side (b, emulation, err))
        return -1;
    if (a->state != FID_OP_SIDE_READ || b->state != FID_OP_SIDE_READ)
        return 0;
    if (!(operators = both_json (both, err)))
        return -1;
    if (cJSON_AddItemToObject (result, "operators", operators))
        return 0;
    cJSON_Delete (operators);
    return fid_error_nomem (err);
}
