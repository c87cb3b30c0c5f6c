/* result_json_attribution.c - the result document's member "attribution"; see result.h */
#include <stdlib.h>
#include "compare/attribution.h"
#include "compare/repeats.h"
#include "compare/result_json.h"

int
fid_json_attribution (struct fid_doc *d, cJSON *o, const struct fid_comparison *c,
                      struct fid_error *err)
{
    struct fid_share *share;
    struct fid_cause cause[FID_CAUSES_MAX];
    size_t n;
    if (fid_attribution_shares (c, &share, &n, err))
        return -1;
    fid_doc_text (d, o, "by", c->scored ? "score" : "similarity");
    cJSON *list = fid_doc_list (d, o, "shares");
    for (size_t i = 0; i < n; i++) {
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "resource", share[i].result->info->name);
        fid_doc_text (d, one, "facet", fid_facets[share[i].facet].name);
        fid_doc_number (d, one, "share", share[i].share);
    }
    free (share);
    /* a place in time and a setting are those of two runs: the middle pair's */
    if (c->repeats)
        c = &c->repeats->pair[c->repeats->middle];
    list = fid_doc_list (d, o, "where");
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_where where;
        if (!fid_attribution_where (c, (enum fid_stream_id)id, &where))
            continue;
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "resource", fid_stream_name ((enum fid_stream_id)id));
        fid_doc_number (d, one, "from_s", where.from_s);
        fid_doc_number (d, one, "to_s", where.to_s);
        fid_doc_text (d, one, "phase", fid_part_name (where.part));
    }
    list = fid_doc_list (d, o, "causes");
    n = fid_attribution_causes (c, cause);
    for (size_t i = 0; i < n; i++) {
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "resource", fid_resources[cause[i].resource].name);
        fid_doc_text (d, one, "facet", fid_facets[cause[i].facet].name);
        fid_doc_text (d, one, "text", cause[i].text);
        fid_doc_text (d, one, "key", cause[i].key);
        fid_doc_text (d, one, "from", cause[i].from);
        fid_doc_text (d, one, "to", cause[i].to);
    }
    return 0;
}
