/* op_pair.c - see op_pair.h */
#include "config.h"
#include "base/jsonbuild.h"
#include "tools/trace/op_pair.h"
#include "tools/trace/op_place.h"
#include "tools/trace/op_stats.h"

static const char *const sides[] = {"real", "emulation"};

static void
put_role (struct fid_doc *d, cJSON *in, const char *side, const struct fid_op_stats *s,
          int role)
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
both_json (const struct fid_op_stats s[2], struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    for (int k = 0; k < 2; k++) {
        cJSON *side = fid_doc_object (&d, d.root, sides[k]);
        fid_doc_number (&d, side, "traces", (double)s[k].source_n);
        fid_doc_number (&d, side, "spans", (double)s[k].span_n);
        fid_doc_number (&d, side, "length_s", s[k].length_us / 1e6);
    }
    cJSON *roles = fid_doc_list (&d, d.root, "roles");
    for (int role = 0; role < FID_OP_ROLE_N; role++) {
        if (!s[0].role[role].n && !s[1].role[role].n)
            continue;
        cJSON *row = fid_doc_object (&d, roles, NULL);
        fid_doc_text (&d, row, "role", fid_op_role_name ((enum fid_op_role)role));
        for (int k = 0; k < 2; k++)
            put_role (&d, row, sides[k], &s[k], role);
    }
    return fid_doc_end (&d, err);
}

int
fid_op_pair_json (const char *real, const char *emulation, cJSON **out, struct fid_error *err)
{
    static const struct fid_op_stats_opts opts = {.first_only = false};
    const char *const path[2] = {real, emulation};
    struct fid_op_stats s[2] = {{.n = 0}, {.n = 0}};
    struct fid_op_place place;
    bool both = true;
    int rc = 0;
    *out = NULL;
    for (int k = 0; k < 2 && both && !rc; k++) { /* looking is cheap, reading is not */
        rc = fid_op_place_find (&place, path[k], err);
        both = rc == 0;
        fid_op_place_clear (&place);
    }
    for (int k = 0; k < 2 && both && !rc; k++) {
        rc = fid_op_stats_read (&s[k], path[k], &opts, err);
        both = rc == 0;
    }
    if (both)
        rc = (*out = both_json (s, err)) ? 0 : -1;
    else if (err->status == FID_EINPUT)
        rc = 0;
    for (int k = 0; k < 2; k++)
        fid_op_stats_clear (&s[k]);
    return rc;
}
