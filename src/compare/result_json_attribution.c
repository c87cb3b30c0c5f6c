/* result_json_attribution.c - the result document's members "where" and "causes"; see
 * result_json.h */
#include <stdlib.h>
#include "compare/attribution.h"
#include "compare/repeats.h"
#include "compare/result_json.h"

void
fid_json_attribution (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c)
{
    struct fid_cause cause[FID_CAUSES_MAX];
    const struct fid_verdict *v = fid_comparison_verdict (c);
    /* a place in time and a setting are those of two runs: the middle pair's */
    const struct fid_comparison *pair = c->repeats ? &c->repeats->pair[c->middle] : c;
    cJSON *list = fid_doc_list (d, doc, "where");
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
    list = fid_doc_list (d, doc, "causes");
    size_t n = fid_attribution_causes (pair, v, cause);
    for (size_t i = 0; i < n; i++) {
        const struct fid_cause *k = &cause[i];
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "code", k->code);
        fid_doc_text (d, one, "resource",
                      k->worst ? fid_resources[k->worst->resource].name : NULL);
        fid_doc_text (d, one, "quantity",
                      k->worst ? fid_quantities[k->worst->measure->quantity].name : NULL);
        fid_doc_number (d, one, "share", fid_share_written (k->share));
        fid_doc_bool (d, one, "inherent", k->inherent);
        fid_doc_text (d, one, "key", k->key[0] ? k->key : NULL);
        fid_doc_text (d, one, "from", k->key[0] ? k->from : NULL);
        fid_doc_text (d, one, "to", k->key[0] ? k->to : NULL);
        fid_doc_maybe (d, one, "score_after", k->score_after >= 0, k->score_after);
        fid_doc_text (d, one, "text", k->text);
    }
}
