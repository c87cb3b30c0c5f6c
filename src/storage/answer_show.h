/* answer_show.h - an answer as JSON, and as text for people */
#ifndef FID_STORAGE_ANSWER_SHOW_H
#define FID_STORAGE_ANSWER_SHOW_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include "storage/answer.h"

/* The object `answer' of results (doc/answer.md); freed by the caller.  NULL without memory. */
cJSON *fid_answer_json (const struct fid_answer *a, struct fid_error *err);

/* The sentences and the table of scenarios; name[]: of the sides. */
int fid_answer_print (const struct fid_answer *a, const char *const name[FID_ANSWER_SIDE_N],
                      FILE *f, struct fid_error *err);

#endif
