/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_document.h - a result as the document it is written as */
#ifndef FID_AS_DOCUMENT_H
#define FID_AS_DOCUMENT_H

#include "results/result.h"

/* Frees the result.  NULL for NULL, or with err. */
static inline cJSON *document_of (struct fid_result *result, struct fid_error *err)
{
    cJSON *doc = result ? fid_record_doc (fid_result_record, result, err) : NULL;
    fid_result_destroy (result);
    return doc;
}

#endif
