/* answer_json.c - an answer as JSON; see answer_show.h */
#include "config.h"
#include "base/jsonbuild.h"
#include "storage/answer_show.h"

static void
put_known (struct fid_doc *d, cJSON *in, const char *key, double x)
{
    fid_doc_maybe (d, in, key, x >= 0, x);
}

static void
put_measured (struct fid_doc *d, cJSON *in, const struct fid_answer_point *p)
{
    if (p->side[0].measured < 0 && p->side[1].measured < 0) {
        fid_doc_null (d, in, "measured");
        return;
    }
    cJSON *m = fid_doc_object (d, in, "measured");
    put_known (d, m, "real", p->side[0].measured);
    put_known (d, m, "emulation", p->side[1].measured);
}

/* What one side does in a scenario, besides how many times as long it takes. */
static void
put_detail (struct fid_doc *d, cJSON *in, const char *key, const struct fid_answer_point *p,
            const struct fid_answer_side *side, size_t k)
{
    const struct fid_answer_point_side *s = &p->side[k];
    static const struct {
        enum fid_job_segment_kind kind;
        const char *name;
    } parts[] = {{FID_JOB_TRAINING, "training_s"},
                 {FID_JOB_EVALUATION, "evaluation_s"},
                 {FID_JOB_SAVE, "save_s"},
                 {FID_JOB_LOAD, "load_s"}};
    if (!side->run_n) {
        fid_doc_null (d, in, key);
        return;
    }
    cJSON *o = fid_doc_object (d, in, key);
    fid_doc_number (d, o, "time_s", s->times.total_s);
    fid_doc_number (d, o, "low", s->low);
    fid_doc_number (d, o, "high", s->high);
    fid_doc_number (d, o, "buffer", s->by[FID_MODEL_BUFFER]);
    fid_doc_number (d, o, "fluid", s->by[FID_MODEL_FLUID]);
    fid_doc_number (d, o, "utilisation", s->utilisation);
    cJSON *longer = fid_doc_object (d, o, "longer");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fid_doc_number (d, longer, parts[i].name,
                        s->times.part_s[parts[i].kind] - side->times.part_s[parts[i].kind]);
}

static void
put_scenario (struct fid_doc *d, cJSON *list, const struct fid_answer *a,
              const struct fid_answer_point *p)
{
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "name", p->storage.name);
    put_known (d, o, "read_mib_s", fid_storage_value (&p->storage, FID_STORAGE_READ));
    put_known (d, o, "write_mib_s", fid_storage_value (&p->storage, FID_STORAGE_WRITE));
    put_known (d, o, "read_ms", fid_storage_value (&p->storage, FID_STORAGE_READ_WAIT));
    put_known (d, o, "meta_ms", fid_storage_value (&p->storage, FID_STORAGE_META_WAIT));
    fid_doc_maybe (d, o, "real", a->side[0].run_n > 0, p->side[0].ratio);
    fid_doc_maybe (d, o, "emulation", a->side[1].run_n > 0, p->side[1].ratio);
    put_measured (d, o, p);
    put_detail (d, o, "real_detail", p, &a->side[0], 0);
    put_detail (d, o, "emulation_detail", p, &a->side[1], 1);
}

static void
put_model (struct fid_doc *d, cJSON *in, const char *key, const struct fid_answer_side *s)
{
    if (!s->run_n) {
        fid_doc_null (d, in, key);
        return;
    }
    cJSON *o = fid_doc_object (d, in, key);
    fid_doc_number (d, o, "runs_n", (double)s->run_n);
    fid_doc_number (d, o, "recorded_s", s->recorded_s);
    fid_doc_number (d, o, "model_s", s->times.total_s);
    fid_doc_number (d, o, "self_check", s->self_check);
    fid_doc_number (d, o, "demand_mib_s", s->demand_byte_s / 1048576);
    cJSON *count = fid_doc_object (d, o, "count");
    for (int q = FID_ANSWER_OF_SAVE_N; q < FID_ANSWER_QUANTITY_N; q++)
        fid_doc_number (d, count, fid_answer_quantity_name ((enum fid_answer_quantity)q),
                        s->count[q]);
}

/* What decided the verdict: both sides' values, null where one has none. */
static void
put_fact (struct fid_doc *d, const struct fid_answer *a)
{
    const struct fid_answer_fact *f = &a->fact;
    if (f->quantity == FID_ANSWER_OF_NOTHING) {
        fid_doc_null (d, d->root, "fact");
        return;
    }
    cJSON *o = fid_doc_object (d, d->root, "fact");
    fid_doc_text (d, o, "quantity", fid_answer_quantity_name (f->quantity));
    fid_doc_text (d, o, "scenario",
                  f->quantity == FID_ANSWER_OF_LONGER ? a->point[f->scenario].storage.name
                                                      : NULL);
    put_known (d, o, "real", f->value[0]);
    put_known (d, o, "emulation", f->value[1]);
    fid_doc_number (d, o, "allowed", f->allowed);
}

cJSON *
fid_answer_json (const struct fid_answer *a, struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "profile", fid_answer_profile_name (a->profile));
    put_known (&d, d.root, "error", a->error);
    put_known (&d, d.root, "low", a->low);
    put_known (&d, d.root, "high", a->high);
    if (a->worst < a->point_n) {
        cJSON *worst = fid_doc_object (&d, d.root, "worst");
        fid_doc_text (&d, worst, "scenario", a->point[a->worst].storage.name);
        fid_doc_number (&d, worst, "error", a->worst_error);
    } else
        fid_doc_null (&d, d.root, "worst");
    cJSON *capacity = fid_doc_object (&d, d.root, "capacity");
    fid_doc_text (&d, capacity, "unit", "accelerators per GB/s");
    fid_doc_number (&d, capacity, "utilisation", a->utilisation);
    fid_doc_maybe (&d, capacity, "real", a->side[0].run_n && a->side[0].capacity >= 0,
                   a->side[0].capacity);
    fid_doc_maybe (&d, capacity, "emulation", a->side[1].run_n && a->side[1].capacity >= 0,
                   a->side[1].capacity);
    cJSON *list = fid_doc_list (&d, d.root, "scenarios");
    for (size_t i = 0; i < a->point_n; i++)
        put_scenario (&d, list, a, &a->point[i]);
    fid_doc_text (&d, d.root, "verdict",
                  a->side[1].run_n ? fid_answer_verdict_name (a->verdict) : NULL);
    fid_doc_text (&d, d.root, "reason", fid_answer_reason_words (a->reason));
    put_fact (&d, a);
    fid_doc_number (&d, d.root, "tolerance", a->tolerance);
    fid_doc_bool (&d, d.root, "measured", a->measured);
    put_known (&d, d.root, "modelled", a->modelled);
    fid_doc_maybe (&d, d.root, "bound_mib_s", a->bound_byte_s >= 0, a->bound_byte_s / 1048576);
    fid_doc_maybe (&d, d.root, "bound_meta_ms", a->bound_meta_s >= 0, a->bound_meta_s * 1e3);
    put_model (&d, d.root, "real", &a->side[0]);
    put_model (&d, d.root, "emulation", &a->side[1]);
    return fid_doc_end (&d, err);
}
