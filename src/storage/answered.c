/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answered.c - see answered.h */
#include "storage/answered.h"

int fid_answered_make (struct fid_answered *a, const struct fid_answer_sources *real,
                       const struct fid_answer_sources *emulation,
                       const struct fid_answer_opts *opts, struct fid_error *err)
{
    FID_SCOPED (fid_answer_clear) struct fid_answer answer = {.point = NULL};
    size_t first = 0;
    int rc = fid_answer (&answer, real->run, real->n, emulation->run, emulation->n, opts, err);
    if (!rc)
        rc = fid_answer_doc (&answer, &a->arena, &a->doc, err);
    if (!rc)
        rc = fid_answer_first (&first, emulation->run, emulation->n, err);
    if (!rc && emulation->n)
        rc = fid_changes_find (a->change, &a->change_n, answer.error, real->run, real->n,
                               emulation->run[first].job, opts, err);
    return rc;
}

void fid_answered_put (struct fid_doc *d, const char *schema, const struct fid_answered *a,
                       const struct fid_answer_sources *real,
                       const struct fid_answer_sources *emulation)
{
    static const char *const keys[] = {"real", "emulation"};
    const struct fid_answer_sources *side[] = {real, emulation};
    fid_doc_text (d, d->root, "schema", schema);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        cJSON *list = fid_doc_list (d, d->root, keys[k]);
        for (size_t i = 0; i < side[k]->n; i++)
            fid_doc_text (d, list, NULL, side[k]->run[i].name);
    }
    fid_doc_take (d, d->root, "answer", fid_record_json (&fid_answer_record, &a->doc));
    fid_changes_put (d, d->root, "differences", a->change, a->change_n);
}

void fid_answered_clear (struct fid_answered *a)
{
    fid_arena_clear (&a->arena);
}
