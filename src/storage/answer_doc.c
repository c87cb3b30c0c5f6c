/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_doc.c - see answer_doc.h */
#include "storage/answer_doc.h"

static void put_times (struct fid_answer_times *to, const struct fid_answer_point *p,
                       const struct fid_answer_side *side, size_t k)
{
    static const enum fid_job_segment_kind kind[FID_ANSWER_PART_N] = {
        [FID_ANSWER_TRAINING] = FID_JOB_TRAINING,
        [FID_ANSWER_EVALUATION] = FID_JOB_EVALUATION,
        [FID_ANSWER_SAVE] = FID_JOB_SAVE,
        [FID_ANSWER_LOAD] = FID_JOB_LOAD};
    const struct fid_answer_point_side *s = &p->side[k];
    *to = (struct fid_answer_times){.time_s = s->times.total_s,
                                    .low = s->low,
                                    .high = s->high,
                                    .buffer = s->by[FID_MODEL_BUFFER],
                                    .fluid = s->by[FID_MODEL_FLUID],
                                    .utilisation = s->utilisation};
    for (size_t i = 0; i < FID_ANSWER_PART_N; i++) {
        double longer_s = s->times.part_s[kind[i]] - side->times.part_s[kind[i]];
        to->longer_s[i] = fabs (longer_s) < 1e-6 ? 0 : longer_s; /* rounding errors */
    }
}

static int put_scenario (struct fid_answer_scenario *to, const struct fid_answer *a,
                         const struct fid_answer_point *p, struct fid_arena *arena,
                         struct fid_error *err)
{
    *to = (struct fid_answer_scenario){
        .name = fid_arena_text (arena, p->storage.name, err),
        .read_mib_s = fid_storage_value (&p->storage, FID_STORAGE_READ),
        .write_mib_s = fid_storage_value (&p->storage, FID_STORAGE_WRITE),
        .read_ms = fid_storage_value (&p->storage, FID_STORAGE_READ_WAIT),
        .meta_ms = fid_storage_value (&p->storage, FID_STORAGE_META_WAIT)};
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++) {
        to->ratio[k] = to->times[k].time_s = FID_ANSWER_ABSENT;
        to->measured[k] = p->side[k].measured;
        if (!a->side[k].run_n)
            continue;
        to->ratio[k] = p->side[k].ratio;
        put_times (&to->times[k], p, &a->side[k], k);
    }
    return to->name ? 0 : -1;
}

static int put_runs (struct fid_answer_runs *to, const struct fid_answer_side *s,
                     struct fid_arena *arena, struct fid_error *err)
{
    char remarks[FID_ANSWER_SAID + 310], books[300];
    *to = (struct fid_answer_runs){.run_n = FID_ANSWER_ABSENT};
    if (!s->run_n)
        return 0;
    *to = (struct fid_answer_runs){.run_n = (double)s->run_n,
                                   .recorded_s = s->recorded_s,
                                   .model_s = s->times.total_s,
                                   .self_check = s->self_check,
                                   .demand_mib_s = s->demand_byte_s / 1048576};
    memcpy (to->count, s->count, sizeof to->count);
    to->did = s->did;
    fid_books_text (&s->books, books, sizeof books);
    if (s->books.gap)
        to->books_gap = fid_books_gap_name (s->books.gap);
    snprintf (remarks, sizeof remarks, "%s%s%s", s->said, *s->said && *books ? "; " : "",
              books);
    if (*remarks)
        to->remarks = fid_arena_text (arena, remarks, err);
    return *remarks && !to->remarks ? -1 : 0;
}

int fid_answer_doc (const struct fid_answer *a, struct fid_arena *arena,
                    struct fid_result_answer *out, struct fid_error *err)
{
    bool both = a->side[FID_ANSWER_EMULATION].run_n > 0;
    *out = (struct fid_result_answer){
        .profile = (int)a->profile,
        .error = a->error,
        .low = a->low,
        .high = a->high,
        .capacity = {.utilisation = a->utilisation},
        .scenario = fid_arena_take (arena, a->point_n, sizeof *out->scenario, err),
        .scenario_n = a->point_n,
        .verdict = both ? (int)a->verdict : FID_VALIDITY_N,
        .reason = a->reason ? fid_answer_reason_words (a->reason) : NULL,
        .tolerance = a->tolerance,
        .stepless = a->stepless,
        .measured = a->measured,
        .modelled = a->modelled,
        .bound = a->bound,
        .bound_mib_s = a->bound_byte_s >= 0 ? a->bound_byte_s / 1048576 : FID_ANSWER_ABSENT,
        .bound_meta_ms = a->bound_meta_s >= 0 ? a->bound_meta_s * 1e3 : FID_ANSWER_ABSENT,
        .fact = {.quantity = (int)a->fact.quantity,
                 .side = {a->fact.value[0], a->fact.value[1]},
                 .allowed = a->fact.allowed}};
    if (!out->scenario)
        return -1;
    for (size_t i = 0; i < a->point_n; i++)
        FID_TRY (put_scenario (&out->scenario[i], a, &a->point[i], arena, err));
    if (a->worst < a->point_n) {
        out->worst.scenario = out->scenario[a->worst].name;
        out->worst.error = a->worst_error;
    }
    if (a->fact.quantity == FID_ANSWER_OF_LONGER)
        out->fact.scenario = out->scenario[a->fact.scenario].name;
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++) {
        FID_TRY (put_runs (&out->runs[k], &a->side[k], arena, err));
        out->capacity.side[k] = a->side[k].run_n ? a->side[k].capacity : FID_ANSWER_ABSENT;
    }
    return 0;
}
