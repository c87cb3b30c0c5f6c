/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived_text.c - a derived configuration as YAML with comments, and as JSON */
#include "derive/derive.h"

/* "high: 80 files ...", or "not known: ..."; NULL without memory. */
static char *note_of (const struct fid_claim *c, struct fid_error *err)
{
    return fid_format (err, "%s: %s",
                       c->confidence ? fid_confidence_name (c->confidence) : "not known",
                       c->evidence);
}

static char *head_of (const struct fid_derived *d, struct fid_error *err)
{
    char *text = fid_strdup ("DLIO workload, derived by fidlio from", err);
    for (size_t i = 0; i < d->run_n && text; i++) {
        char *more = fid_format (err, "%s%s %s", text, i ? "," : "", d->run[i]);
        free (text);
        text = more;
    }
    char *all = text ? fid_format (err,
                                   "%s\nSteps are from: %s.\n"
                                   "Above each key: how certain it is, and why.\n",
                                   text, d->steps_from)
                     : NULL;
    free (text);
    return all;
}

static char *tail_of (const struct fid_derived *d, struct fid_error *err)
{
    char *text = fid_strdup (d->claims.remark_n ? "\nWhat DLIO cannot express:" : "", err);
    for (size_t i = 0; i < d->claims.remark_n && text; i++) {
        char *more = fid_format (err, "%s\n- %s", text, d->claims.remark[i]);
        free (text);
        text = more;
    }
    return text;
}

int fid_derived_write (const struct fid_derived *d, FILE *f, struct fid_error *err)
{
    struct fid_dlio_notes notes = {0};
    char *note[FID_DLIO_KEY_N] = {NULL};
    char *head = head_of (d, err), *tail = tail_of (d, err);
    int rc = head && tail ? 0 : -1;
    for (int k = 0; k < FID_DLIO_KEY_N && !rc; k++)
        if (*d->claims.of[k].evidence) {
            notes.key[k] = note[k] = note_of (&d->claims.of[k], err);
            rc = note[k] ? 0 : -1;
        }
    notes.head = head;
    notes.tail = tail && *tail ? tail : NULL;
    if (!rc)
        rc = fid_dlio_config_write (&d->config, &notes, f, err);
    for (int k = 0; k < FID_DLIO_KEY_N; k++)
        free (note[k]);
    FID_FREE (head, tail);
    return rc;
}

static void put_value (struct fid_doc *doc, cJSON *in, const struct fid_claim *c,
                       enum fid_dlio_type type)
{
    if (!c->confidence)
        fid_doc_null (doc, in, "value");
    else if (type == FID_DLIO_IS_TEXT)
        fid_doc_text (doc, in, "value", c->text);
    else if (type == FID_DLIO_IS_FLAG)
        fid_doc_bool (doc, in, "value", c->number != 0);
    else
        fid_doc_number (doc, in, "value", c->number);
}

cJSON *fid_derived_json (const struct fid_derived *d, struct fid_error *err)
{
    struct fid_doc doc;
    fid_doc_begin (&doc);
    cJSON *runs = fid_doc_list (&doc, doc.root, "runs");
    for (size_t i = 0; i < d->run_n; i++)
        fid_doc_text (&doc, runs, NULL, d->run[i]);
    fid_doc_text (&doc, doc.root, "steps_from", d->steps_from);
    cJSON *keys = fid_doc_object (&doc, doc.root, "keys");
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        const struct fid_claim *c = &d->claims.of[k];
        if (!*c->evidence)
            continue;
        cJSON *key = fid_doc_object (&doc, keys, fid_dlio_keys[k].path);
        put_value (&doc, key, c, fid_dlio_keys[k].type);
        fid_doc_text (&doc, key, "confidence", fid_confidence_name (c->confidence));
        fid_doc_text (&doc, key, "evidence", c->evidence);
    }
    cJSON *tensors = fid_doc_list (&doc, doc.root, "layer_parameters");
    for (size_t i = 0; i < d->claims.tensors.n; i++)
        fid_doc_number (&doc, tensors, NULL, d->claims.tensors.byte_n[i]);
    cJSON *remarks = fid_doc_list (&doc, doc.root, "not_expressed");
    for (size_t i = 0; i < d->claims.remark_n; i++)
        fid_doc_text (&doc, remarks, NULL, d->claims.remark[i]);
    return fid_doc_end (&doc, err);
}
