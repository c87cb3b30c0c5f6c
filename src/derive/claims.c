/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claims.c - see claims.h */
#include "derive/claims.h"

const char *fid_confidence_name (enum fid_confidence c)
{
#define NAME_CONFIDENCE(id, name) name,
    static const char *const names[] = {FID_CONFIDENCES (NAME_CONFIDENCE)};
    return names[c];
}

#define SAY(buf, fmt)                                                                          \
    do {                                                                                       \
        va_list ap;                                                                            \
        va_start (ap, fmt);                                                                    \
        vsnprintf (buf, sizeof (buf), fmt, ap);                                                \
        va_end (ap);                                                                           \
    } while (0)

enum fid_confidence fid_job_confidence (struct fid_job_known known)
{
    return known.from == FID_JOB_UNKNOWN ? FID_CONFIDENCE_NONE
           : known.sure >= 0.9           ? FID_CONFIDENCE_HIGH
           : known.sure >= 0.7           ? FID_CONFIDENCE_MEDIUM
                                         : FID_CONFIDENCE_LOW;
}

void fid_claim_number (struct fid_claims *c, enum fid_dlio_key k,
                       enum fid_confidence confidence, double v, const char *fmt, ...)
{
    c->of[k] = (struct fid_claim){.confidence = confidence, .number = v};
    SAY (c->of[k].evidence, fmt);
}

void fid_claim_text (struct fid_claims *c, enum fid_dlio_key k, enum fid_confidence confidence,
                     const char *text, const char *fmt, ...)
{
    c->of[k] = (struct fid_claim){.confidence = confidence};
    snprintf (c->of[k].text, sizeof c->of[k].text, "%s", text);
    SAY (c->of[k].evidence, fmt);
}

void fid_claim_unknown (struct fid_claims *c, enum fid_dlio_key k, const char *fmt, ...)
{
    c->of[k] = (struct fid_claim){0};
    SAY (c->of[k].evidence, fmt);
}

void fid_claims_add_remark (struct fid_claims *c, const char *text)
{
    for (size_t i = 0; i < c->remark_n; i++)
        if (strcmp (c->remark[i], text) == 0)
            return;
    if (fid_array_grow (&c->remark, &c->remark_cap, c->remark_n + 1, sizeof *c->remark, NULL) ||
        !(c->remark[c->remark_n] = fid_strdup (text, NULL)))
        c->no_memory = true;
    else
        c->remark_n++;
}

void fid_claim_remark (struct fid_claims *c, const char *fmt, ...)
{
    char text[FID_EVIDENCE];
    SAY (text, fmt);
    fid_claims_add_remark (c, text);
}

void fid_claims_clear (struct fid_claims *c)
{
    for (size_t i = 0; i < c->remark_n; i++)
        free (c->remark[i]);
    free (c->remark);
    for (int i = 0; i < 2; i++)
        free (c->time[i].x);
    free (c->tensors.byte_n);
    *c = (struct fid_claims){0};
}
