/* result_json.h - a compared pair as a document (schema fidlio.pair/2, doc/result.md) */
#ifndef FID_RESULT_JSON_H
#define FID_RESULT_JSON_H

#include "base/jsonbuild.h"
#include "compare/comparison.h"

/* Makes the document; NULL if there is no memory. */
cJSON *fid_comparison_json (const struct fid_comparison *c, const struct fid_run_opts *run_opts,
                            const struct fid_compare_opts *opts, struct fid_error *err);

/* Its parts: the list of resources; the members "groups", "overall" and "profiles"; "where" and
 * "causes"; names of the groups out of scope.  -1 if there is no memory, or a prediction fails.
 */
void fid_json_resources (struct fid_doc *d, cJSON *list, const struct fid_comparison *c);
int fid_json_verdicts (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c,
                       struct fid_error *err);
int fid_json_attribution (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c,
                          const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts, struct fid_error *err);
void fid_json_excluded (struct fid_doc *d, cJSON *list, const struct fid_pair *pair);

#endif
