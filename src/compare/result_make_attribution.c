/* result_make_attribution.c - where a pair differs in time, and causes; see result_make.h */
#include "compare/attribution.h"
#include "compare/repeats.h"
#include "compare/result_make.h"

static void
make_where (struct fid_making *m, const struct fid_comparison *pair)
{
    if (!(m->r->where = fid_making_rows (m, FID_STREAM_N, sizeof *m->r->where)))
        return;
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_where where;
        if (fid_attribution_where (pair, (enum fid_stream_id)id, &where))
            m->r->where[m->r->where_n++] =
                (struct fid_result_where){.resource = (enum fid_resource_id)id,
                                          .from_s = where.from_s,
                                          .to_s = where.to_s,
                                          .part = where.part};
    }
}

static struct fid_result_setting
make_setting (struct fid_making *m, const struct fid_key_change *c)
{
    return (struct fid_result_setting){fid_making_text (m, c->key), fid_making_text (m, c->from),
                                       fid_making_text (m, c->to)};
}

static void
make_cause (struct fid_making *m, struct fid_result_cause *to, const struct fid_cause *k)
{
    struct fid_result_setting first = {NULL, NULL, NULL};
    const struct fid_change *mended = &k->mended;
    bool of_job = mended->traits != 0, hides = mended->with != FID_JOB_TRAIT_N;
    if (k->change_n)
        first = make_setting (m, &k->change[0]);
    *to = (struct fid_result_cause){
        .code = k->code,
        .what = fid_making_text (m, k->what),
        .resource = k->worst ? (int)k->worst->resource : -1,
        .quantity = k->worst ? (int)k->worst->measure->quantity : -1,
        .side = {of_job ? mended->of.real : FID_ABSENT,
                 of_job ? mended->of.emulation : FID_ABSENT},
        .share = fid_share_written (k->share),
        .key = first.key,
        .from = first.from,
        .to = first.to,
        .also = fid_making_rows (m, k->change_n, sizeof *to->also),
        .error_after = mended->error_after,
        .with = hides ? fid_job_traits[mended->with].name : NULL,
        .error_with = mended->error_with,
        .similarity_after = k->similarity_after >= 0 ? k->similarity_after : FID_ABSENT,
        .text = fid_making_text (m, k->text)};
    for (size_t i = 1; i < k->change_n && to->also; i++)
        to->also[to->also_n++] = make_setting (m, &k->change[i]);
}

void
fid_making_attribution (struct fid_making *m)
{
    struct fid_cause cause[FID_CAUSES_MAX];
    /* a place in time and a setting are those of two runs: the middle pair's */
    const struct fid_comparison *c = m->c, *pair = c->repeats ? &c->repeats->pair[c->middle] : c;
    struct fid_result_head *h = &m->r->head;
    make_where (m, pair);
    size_t n = 0;
    if (fid_attribution_causes (c, fid_comparison_verdict (c), &m->opts->answer, cause, &n,
                                m->err)) {
        m->failed = true;
        return;
    }
    if (!(h->cause = fid_making_rows (m, n, sizeof *h->cause)))
        return;
    for (size_t i = 0; i < n; i++)
        make_cause (m, &h->cause[h->cause_n++], &cause[i]);
}
