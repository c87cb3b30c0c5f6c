/* SPDX-License-Identifier: GPL-3.0-or-later */
/* causes_derived.c - keys of causes held against what derive finds in the real run
 *
 * A cause scales a key by a ratio of the two runs; derive reads the key's value off the real
 * run. Where they differ, derive is right: it looks at samples, steps and checkpoints of their
 * own. */
#include "compare/attribution.h"

#define NEAR 0.1 /* numbers that agree */

/* Whether a value of a key is the one claimed. */
static bool is_claimed (const struct fid_claim *c, enum fid_dlio_type type, const char *text)
{
    double v;
    if (type == FID_DLIO_IS_TEXT)
        return strcasecmp (c->text, text) == 0;
    if (type == FID_DLIO_IS_FLAG)
        return (strcasecmp (text, "true") == 0) == (c->number != 0);
    if (!fid_span_f64 (fid_span_of (text), &v))
        return false;
    /* bytes are never exact */
    bool small = type == FID_DLIO_IS_COUNT && fabs (c->number) < 1e4;
    return small ? v == c->number : fabs (v - c->number) <= NEAR * fabs (c->number);
}

static void write_claimed (const struct fid_claim *c, enum fid_dlio_type type, char *to,
                           size_t n)
{
    if (type == FID_DLIO_IS_TEXT)
        snprintf (to, n, "%.*s", (int)n - 1, c->text);
    else if (type == FID_DLIO_IS_FLAG)
        snprintf (to, n, "%s", c->number != 0 ? "true" : "false");
    else
        snprintf (to, n, "%.9g", c->number);
}

/* Mends the new value of a key; false if the key has the right one already. */
static bool mend_change (const struct fid_causes_derived *d, struct fid_key_change *change)
{
    int k = fid_dlio_key_find (change->key);
    const struct fid_claim *sure = NULL;
    bool agrees = false, is_right = false, same = true;
    for (size_t i = 0; k >= 0 && i < d->n; i++) {
        const struct fid_claim *c = &d->of[i].of[k];
        enum fid_dlio_type type = fid_dlio_keys[k].type;
        char now[64], first[64];
        if (c->confidence < FID_CONFIDENCE_MEDIUM)
            continue;
        agrees |= is_claimed (c, type, change->to);
        is_right |= is_claimed (c, type, change->from);
        write_claimed (c, type, now, sizeof now);
        if (sure) {
            write_claimed (sure, type, first, sizeof first);
            same &= strcmp (first, now) == 0;
        }
        sure = sure ? sure : c;
    }
    if (!sure || agrees)
        return true;
    if (is_right)
        return false;
    if (same) /* whatever a sample is */
        write_claimed (sure, fid_dlio_keys[k].type, change->to, sizeof change->to);
    return true;
}

/* A cause that would change a flag which is right is a misunderstanding, and is dropped; one
 * that would change a number which is right keeps its words. */
size_t fid_causes_agree (struct fid_cause *cause, size_t n, const struct fid_causes_derived *d)
{
    size_t left = 0;
    FID_EACH_OF (struct fid_cause, c, cause, n) {
        size_t kept = 0;
        bool first = c->change_n > 0 && mend_change (d, &c->change[0]);
        int k = c->change_n ? fid_dlio_key_find (c->change[0].key) : -1;
        if (c->change_n && !first && k >= 0 && fid_dlio_keys[k].type == FID_DLIO_IS_FLAG)
            continue;
        for (size_t j = 0; first && j < c->change_n; j++)
            if (j == 0 || mend_change (d, &c->change[j]))
                c->change[kept++] = c->change[j];
        c->change_n = kept;
        cause[left++] = *c;
    }
    return left;
}
