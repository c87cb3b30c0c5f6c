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
    const struct fid_comparison *pair = c->repeats ? &c->repeats->pair[c->repeats->middle] : c;
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
    size_t n = fid_attribution_causes (pair, cause);
    for (size_t i = 0; i < n; i++) {
        const struct fid_cause *k = &cause[i];
        double after = fid_verdict_mended (v, k->resource, k->facet, c->pair.excluded);
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "resource", fid_resources[k->resource].name);
        fid_doc_text (d, one, "facet", fid_facets[k->facet].name);
        fid_doc_number (d, one, "share", fid_verdict_share (v, k->resource, k->facet));
        fid_doc_text (d, one, "key", k->key);
        fid_doc_text (d, one, "from", k->from);
        fid_doc_text (d, one, "to", k->to);
        fid_doc_maybe (d, one, "score_after", after >= 0, after);
        fid_doc_text (d, one, "text", k->text);
    }
}
