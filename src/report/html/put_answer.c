/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put_answer.c - answers and causes for the page: numbers, and sentences of answer_words.h */
#include "base/units.h"
#include "report/html/page.h"
#include "report/verdict_words.h"
#include "results/answer_words.h"

static double mb_of (double mib)
{
    return mib > 0 ? mib * FID_MB_OF_MIB : FID_ABSENT;
}

/* [times as long, low, high, measured, utilisation, value in the answer's unit] of a side. */
static void put_times (FILE *f, const struct fid_answer_scenario *at, int side)
{
    const struct fid_answer_times *t = &at->times[side];
    fid_put_json (f, "[%g,%g,%g,%g,%g,%g]", at->ratio[side], t->low, t->high,
                  at->measured[side], t->utilisation, at->value[side]);
}

void fid_put_answer (FILE *f, const struct fid_result_head *r)
{
    const struct fid_result_answer *a = &r->answer;
    char said[FID_ANSWER_WORDS], fact[FID_ANSWER_WORDS], capacity[FID_ANSWER_WORDS];
    char why[FID_ANSWER_WORDS];
    fid_put_json (
        f,
        "{\"said\":%s,\"capacity\":%s,\"fact\":%s,\"reason\":%s,\"profile\":%s,"
        "\"unit\":%s,\"error\":%g,\"low\":%g,\"high\":%g,\"bound\":%g,"
        "\"busy\":%g,\"feeds\":[%g,%g],\"allowed\":%g,\"alone\":%d,\"unseen\":[%s,%s]",
        fid_answer_error_words (a, said), fid_answer_capacity_words (a, capacity),
        fid_answer_fact_words (a, fact), *fid_answer_why_words (a, why) ? why : NULL,
        fid_answer_profile_name ((enum fid_answer_profile)a->profile),
        fid_answer_unit_words (a), a->error, a->low, a->high, mb_of (a->bound_mib_s),
        a->capacity.side[0] > 0 ? 1000 / a->capacity.side[0] : FID_ABSENT, a->capacity.side[0],
        a->capacity.side[1], a->tolerance, !fid_no_cause_helps (r), a->runs[0].remarks,
        a->runs[1].remarks);
    fputs (",\"at\":[", f);
    for (size_t i = 0; i < a->scenario_n; i++) {
        const struct fid_answer_scenario *at = &a->scenario[i];
        fid_put_json (f, i ? ",[%s,%g,%g,%g,%g," : "[%s,%g,%g,%g,%g,", at->name,
                      mb_of (at->read_mib_s), mb_of (at->write_mib_s), at->meta_ms,
                      at->read_ms);
        put_times (f, at, 0);
        fputc (',', f);
        put_times (f, at, 1);
        fid_put_json (f, ",%f,%d]", at->error == FID_GAP ? NAN : 100 * expm1 (at->error),
                      at->counts);
    }
    fputs ("]}", f);
}

void fid_put_causes (FILE *f, const struct fid_result_head *r, size_t n)
{
    fputc ('[', f);
    for (size_t i = 0; i < n && i < r->cause_n; i++) {
        const struct fid_result_cause *c = &r->cause[i];
        char after[FID_CAUSE_AFTER];
        fputs (i ? "," : "", f);
        fid_put_json (f, "{\"text\":%s,\"after\":%s,\"set\":[", c->text,
                      fid_cause_after (c, r, after));
        if (c->key)
            fid_put_json (f, "[%s,%s,%s]", c->key, c->from, c->to);
        for (size_t k = 0; k < c->also_n; k++) {
            fputs (k || c->key ? "," : "", f);
            fid_put_json (f, "[%s,%s,%s]", c->also[k].key, c->also[k].from, c->also[k].to);
        }
        fputs ("]}", f);
    }
    fputc (']', f);
}
