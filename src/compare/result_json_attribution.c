/* result_json_attribution.c - the result document's members "where" and "causes"; see
 * result_json.h */
#include <stdlib.h>
#include "compare/attribution.h"
#include "compare/repeats.h"
#include "compare/result_json.h"

static void
where_json (struct fid_doc *d, cJSON *list, const struct fid_comparison *pair)
{
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_where where;
        if (!fid_attribution_where (pair, (enum fid_stream_id)id, &where))
            continue;
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "resource", fid_stream_name ((enum fid_stream_id)id));
        fid_doc_number (d, one, "from_s", where.from_s);
        fid_doc_number (d, one, "to_s", where.to_s);
        fid_doc_text (d, one, "phase", fid_part_name (where.part));
    }
}

static void
change_json (struct fid_doc *d, cJSON *o, const struct fid_key_change *c)
{
    fid_doc_text (d, o, "key", c ? c->key : NULL);
    fid_doc_text (d, o, "from", c ? c->from : NULL);
    fid_doc_text (d, o, "to", c ? c->to : NULL);
}

static void
cause_json (struct fid_doc *d, cJSON *o, const struct fid_cause *k)
{
    bool scored = k->score_after >= 0;
    fid_doc_text (d, o, "code", k->code);
    fid_doc_text (d, o, "resource", k->worst ? fid_resources[k->worst->resource].name : NULL);
    fid_doc_text (d, o, "quantity",
                  k->worst ? fid_quantities[k->worst->measure->quantity].name : NULL);
    fid_doc_number (d, o, "share", fid_share_written (k->share));
    fid_doc_bool (d, o, "inherent", k->inherent);
    change_json (d, o, k->change_n ? &k->change[0] : NULL);
    cJSON *also = fid_doc_list (d, o, "also");
    for (size_t i = 1; i < k->change_n; i++)
        change_json (d, fid_doc_object (d, also, NULL), &k->change[i]);
    fid_doc_maybe (d, o, "gain", scored, k->gain);
    fid_doc_text (d, o, "gain_by", !scored ? NULL : fid_gain_by_name (k->gain_by));
    fid_doc_maybe (d, o, "score_after", scored, k->score_after);
    fid_doc_text (d, o, "text", k->text);
}

/* Predicts gains where somebody does: against all real runs, for the emulation that the causes
 * are of. */
static int
predict_gains (const struct fid_comparison *c, const struct fid_comparison *pair,
               const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
               struct fid_cause *cause, size_t n, struct fid_error *err)
{
    const struct fid_verdict *v = fid_comparison_verdict (c);
    struct fid_compare_opts with = *opts;
    with.profile = v->profile;
    const struct fid_gain_pair of = {.real = c->repeats ? c->repeats->run : &pair->pair.real,
                                     .real_n = c->repeats ? c->repeats->real_n : 1,
                                     .emu = pair->pair.emu,
                                     .run_opts = run_opts,
                                     .opts = &with};
    return fid_attribution_gains (opts->gains, &of, v->scores.score, cause, n, err);
}

int
fid_json_attribution (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c,
                      const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                      struct fid_error *err)
{
    struct fid_cause cause[FID_CAUSES_MAX];
    /* a place in time and a setting are those of two runs: the middle pair's */
    const struct fid_comparison *pair = c->repeats ? &c->repeats->pair[c->middle] : c;
    where_json (d, fid_doc_list (d, doc, "where"), pair);
    size_t n = fid_attribution_causes (pair, fid_comparison_verdict (c), cause);
    if (predict_gains (c, pair, run_opts, opts, cause, n, err))
        return -1;
    cJSON *list = fid_doc_list (d, doc, "causes");
    for (size_t i = 0; i < n; i++)
        cause_json (d, fid_doc_object (d, list, NULL), &cause[i]);
    return 0;
}
