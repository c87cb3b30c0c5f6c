/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docrow.h - several members of a document at once
 *
 *     cJSON *o = fid_doc_row (&d, list, NULL, "file %s bytes %ju whole %hhd", path, n, whole);
 *
 * A key and a conversion for each member: %s a text, null for NULL and ""; %hhd a bool; %d,
 * %zu, %ju (of a uint64_t) and %g numbers, %f one that is null below 0.  FID_GAP is null. */
#pragma once

#include "base/jsonbuild.h"

/* Adds an object with these members (as fid_doc_object), which it returns; adds the members to
 * one that is there. */
cJSON *fid_doc_row (struct fid_doc *d, cJSON *in, const char *key, const char *members, ...)
    FID_PRINTF (4, 5);
void fid_doc_members (struct fid_doc *d, cJSON *in, const char *members, ...) FID_PRINTF (3, 4);
