/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_verdict.c - the verdict and what decides it; the answer as results have it */
#include "results/result.h"
#include "storage/answer_priv.h"

const char *fid_answer_reason_words (enum fid_answer_reason r)
{
#define REASON_WORDS(id, words) words,
    static const char *const name[] = {FID_ANSWER_REASONS (REASON_WORDS)};
    return name[r];
}

/* --- what is counted */

/* Mean bytes of the checkpoints that are saved, or loaded; 0: there are none. */
static double checkpoint_bytes (const struct fid_job *job, bool load)
{
    double sum = 0;
    size_t n = fid_job_checkpoint_n (job, load);
    for (size_t i = 0; i < job->checkpoint_n; i++)
        sum += job->checkpoint[i].load == load ? job->checkpoint[i].byte_n : 0;
    return n ? sum / (double)n : 0;
}

static bool sees_no_steps (const struct fid_job *job)
{
    bool any = false;
    FID_EACH (const struct fid_job_rank, r, job->rank)
        any |= r->step_n > 0;
    return !any && !job->books.none_certain;
}

void fid_answer_count (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++) {
            const struct fid_job *job = w->side[k].run[i].job;
            double *count = w->a->side[k].count, share = 1. / (double)w->side[k].n;
            count[FID_ANSWER_OF_SAVE_N] += share * (double)fid_job_checkpoint_n (job, false);
            count[FID_ANSWER_OF_LOAD_N] += share * (double)fid_job_checkpoint_n (job, true);
            count[FID_ANSWER_OF_SAVE_BYTES] += share * checkpoint_bytes (job, false);
            count[FID_ANSWER_OF_LOAD_BYTES] += share * checkpoint_bytes (job, true);
            w->a->stepless |= sees_no_steps (job);
            if (!w->a->side[k].books.gap)
                w->a->side[k].books = job->books;
            count[FID_ANSWER_OF_META_N] += share * fid_job_times (job) * fid_job_meta_n (job);
        }
}

/* --- the verdict */

/* Whether a side has neither steps nor phases, and the other one has: its start-up is in its time. */
static bool one_has_phases (const struct answering *w)
{
    bool lacks[FID_ANSWER_SIDE_N] = {false}, has[FID_ANSWER_SIDE_N] = {false};
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
            has[k] |= r->run && r->run->phases.known;
            lacks[k] |= r->run && !r->run->phases.known && sees_no_steps (r->job);
        }
    return ((has[0] && lacks[1]) || (has[1] && lacks[0])) && !w->a->measured;
}

/* Withholds the error: what some job reads is not known. */
static void forget_error (struct fid_answer *a, enum fid_answer_reason reason)
{
    const double unseen[] = {a->side[0].books.missing_n, a->side[1].books.missing_n};
    a->reason = reason;
    if (unseen[0] || unseen[1])
        a->fact = (struct fid_answer_fact){.quantity = FID_ANSWER_OF_UNSEEN,
                                           .value = {unseen[0], unseen[1]}};
    a->error = a->low = a->high = a->modelled = FID_ABSENT;
    a->side[0].capacity = a->side[1].capacity = FID_ABSENT;
    a->worst = SIZE_MAX;
    FID_EACH (struct fid_answer_point, p, a->point)
        p->counts = false;
}

/* Whether the emulation reads nothing, for certain, and the real job something. */
static bool reads_nothing (const struct answering *w)
{
    const struct fid_answer_side *side = w->a->side;
    bool none = w->a->profile != FID_ANSWER_FOR_CHECKPOINT && !side[0].unknown &&
                !side[0].books.gap && side[0].books.data_n >= FID_BOOKS_SOME &&
                !side[1].unknown;
    FID_EACH_OF (const struct fid_answer_run, r, w->side[1].run, w->side[1].n)
        none &= r->job->books.none;
    return none;
}

/* Whether the model gives the recorded times back; the fact is the side that is farther off. */
static bool passes_self_check (struct fid_answer *a)
{
    double real = fabs (a->side[0].self_check), emulation = fabs (a->side[1].self_check);
    bool asked = false; /* by a storage that was not measured */
    FID_EACH (const struct fid_answer_point, p, a->point)
        asked |= p->counts && !p->measured;
    if (!asked || fmax (real, emulation) <= log1p (FID_ANSWER_SELF_CHECK))
        return true;
    a->fact = (struct fid_answer_fact){
        .quantity = FID_ANSWER_OF_SELF_CHECK,
        .value = {exp (a->side[0].self_check), exp (a->side[1].self_check)},
        .allowed = FID_ANSWER_SELF_CHECK};
    a->reason = real > log1p (FID_ANSWER_SELF_CHECK) ? FID_ANSWER_REASON_SELF_REAL
                                                     : FID_ANSWER_REASON_SELF_EMULATION;
    return false;
}

/* Whether bytes and number of checkpoints agree; the fact is the first that does not. */
static bool checkpoints_agree (struct fid_answer *a)
{
    enum fid_answer_quantity apart =
        fid_checkpoints_apart (a->side[0].count, a->side[1].count, a->tolerance);
    if (apart)
        a->fact = (struct fid_answer_fact){
            .quantity = apart,
            .value = {a->side[0].count[apart], a->side[1].count[apart]},
            .allowed = a->tolerance};
    return !apart;
}

/* What a side does on a storage, in the answer's unit. */
static double value_of (const struct fid_answer *a, const struct fid_answer_point *p, int k)
{
    const struct fid_answer_point_side *s = &p->side[k];
    double time_s = p->measured ? s->measured_s : s->time_s;
    if (a->unit == FID_ANSWER_IN_SLOWDOWNS)
        return p->measured ? s->measured : s->ratio;
    return !(time_s > 0)                      ? FID_ABSENT
           : a->unit == FID_ANSWER_IN_SECONDS ? time_s
                                              : a->work[k] / time_s;
}

static void set_fact (struct fid_answer *a, enum fid_answer_quantity quantity, double allowed)
{
    a->fact = (struct fid_answer_fact){.quantity = quantity,
                                       .allowed = allowed,
                                       .scenario = a->worst,
                                       .value = {FID_ABSENT, FID_ABSENT}};
    for (int k = 0; k < FID_ANSWER_SIDE_N && quantity != FID_ANSWER_OF_ERROR; k++)
        a->fact.value[k] = quantity == FID_ANSWER_OF_CAPACITY
                               ? a->side[k].capacity
                               : value_of (a, &a->point[a->worst], k);
}

/* Whether the capacities of both sides are certainly further apart than that. */
static bool capacities_apart (const struct fid_answer *a, double allowed)
{
    const struct fid_answer_side *r = &a->side[0], *e = &a->side[1];
    return r->capacity > 0 && e->capacity > 0 &&
           (log (e->capacity_low / r->capacity_high) > allowed ||
            log (r->capacity_low / e->capacity_high) > allowed);
}

/* Verdict, reason and fact: by E, by the storage that is farthest off, which may be by twice as
 * much, and by the capacity, likewise. */
static void judge_error (struct fid_answer *a)
{
    double allowed = log1p (a->tolerance), twice = expm1 (2 * allowed);
    if (a->error < 0) {
        a->reason = FID_ANSWER_REASON_NO_DEMAND;
        return;
    }
    double worst = a->point[a->worst].error;
    const struct fid_error_range e = {a->low, a->high, worst, a->worst_least};
    bool apart = e.least > 2 * allowed;
    set_fact (a, FID_ANSWER_OF_ERROR, a->tolerance);
    if (!a->discriminates && (!apart || a->profile == FID_ANSWER_FOR_CHECKPOINT)) {
        a->reason = FID_ANSWER_REASON_NOTHING_SLOWED;
        return;
    }
    a->verdict = fid_validity_of (&e, allowed);
    if ((apart && !(a->low > allowed)) || (a->verdict == FID_CANNOT_TELL && a->high <= allowed))
        set_fact (a, FID_ANSWER_OF_WORST, twice);
    if (a->verdict == FID_CANNOT_TELL)
        a->reason = FID_ANSWER_REASON_WIDE;
    if (a->verdict == FID_VALID && capacities_apart (a, 2 * allowed)) {
        a->verdict = FID_CANNOT_TELL;
        a->reason = FID_ANSWER_REASON_CAPACITY;
        set_fact (a, FID_ANSWER_OF_CAPACITY, twice);
    }
}

static void judge_checkpoints (struct answering *w, enum fid_answer_reason unknown)
{
    struct fid_answer *a = w->a;
    const double *real = a->side[0].count;
    bool any = real[FID_ANSWER_OF_SAVE_N] + real[FID_ANSWER_OF_LOAD_N] > 0;
    if (unknown)
        forget_error (a, unknown);
    if (unknown == FID_ANSWER_REASON_NO_SAVES)
        return;
    if (!checkpoints_agree (a)) {
        a->verdict = FID_NOT_VALID;
        a->reason = FID_ANSWER_REASON_NONE;
    } else if (!any)
        a->reason = FID_ANSWER_REASON_NO_SAVES;
    else if (!unknown)
        judge_error (a);
}

/* Nothing is shown to be valid by runs that show too little for that; the error stays. */
static void withhold_valid (struct fid_answer *a)
{
    bool apart = a->reason == FID_ANSWER_REASON_CAPACITY;
    bool open = a->reason && a->reason != FID_ANSWER_REASON_WIDE && !apart;
    bool tested = a->discriminates && !apart;
    a->proof = open                                                    ? FID_PROOF_NONE
               : !tested || a->side[0].no_proof || a->side[1].no_proof ? FID_PROOF_PARTIAL
                                                                       : FID_PROOF_FULL;
    for (int k = 0; k < FID_ANSWER_SIDE_N && a->verdict == FID_VALID; k++) {
        if (!a->side[k].no_proof)
            continue;
        a->verdict = FID_CANNOT_TELL;
        a->reason = a->side[k].no_proof;
    }
}

/* Why nothing is known of what the scenarios act on in the job of side k alone. */
static enum fid_answer_reason find_unknown (const struct answering *w, int k)
{
    const struct fid_answer_side *side = &w->a->side[k];
    bool sized = true, saves = true, synced = true, read = true, stated = false;
    FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
        const struct fid_job *job = r->job;
        saves &= job->checkpoint_n || job->checkpoints.from != FID_JOB_UNKNOWN;
        FID_EACH (const struct fid_job_checkpoint, c, job->checkpoint) {
            sized &= c->byte_n > 0;
            synced &= c->synced != FID_NOT_TOLD;
        }
        stated |= job->stated;
        read &= job->data_seen || !job->books.gap; /* a job may read nothing */
    }
    if (side->unknown)
        return side->unknown;
    if (w->a->profile == FID_ANSWER_FOR_CHECKPOINT)
        return !saves    ? FID_ANSWER_REASON_NO_SAVES
               : !sized  ? FID_ANSWER_REASON_SIZES
               : !synced ? FID_ANSWER_REASON_SYNC
                         : FID_ANSWER_REASON_NONE;
    return !read                        ? FID_ANSWER_REASON_NO_DATA
           : side->books.gap && !stated ? FID_ANSWER_REASON_OF (BOOKS, k)
           : side->books.none && !synced && w->a->profile == FID_ANSWER_FOR_STORAGE
               ? FID_ANSWER_REASON_SYNC
           : fabs (side->self_check) > log1p (FID_ANSWER_SELF_MOST)
               ? FID_ANSWER_REASON_OF (SELF, k)
               : FID_ANSWER_REASON_NONE;
}

/* What is said of the real job alone; nothing where that is not known. */
static void judge_alone (struct fid_answer *a, enum fid_answer_reason unknown, bool both)
{
    a->reason = both ? FID_ANSWER_REASON_NONE : unknown ? unknown : FID_ANSWER_REASON_ONE_SIDE;
    if (!unknown)
        return;
    a->bound = FID_NOT_TOLD;
    a->bound_byte_s = a->bound_meta_s = a->side[0].capacity = FID_ABSENT;
    a->point_n = both ? a->point_n : 0;
}

/* Runs of a side that do not agree make the interval wider; where they give one answer all the
 * same, nothing is in doubt. */
static bool in_doubt (const struct fid_answer *a, int k)
{
    const struct fid_answer_side *s = &a->side[k];
    return s->doubt && (s->doubt != FID_ANSWER_REASON_OF (REPEATS, k) || a->error < 0 ||
                        s->spread > log1p (a->tolerance) / 2);
}

void fid_answer_judge (struct answering *w)
{
    struct fid_answer *a = w->a;
    bool both = w->side[FID_ANSWER_EMULATION].n > 0;
    bool stated = false, unread = false;
    enum fid_answer_reason unknown = FID_ANSWER_REASON_NONE, of[] = {find_unknown (w, 0), 0};
    judge_alone (a, of[0], both);
    FID_EACH_OF (const struct fid_answer_run, r, w->side[0].run, w->side[0].n)
        a->stated |= r->job->stated;
    if (a->stated) {
        a->bound = FID_NOT_TOLD; /* of figures that nobody measured */
        a->bound_byte_s = a->bound_meta_s = FID_ABSENT;
    }
    if (!both)
        return;
    of[1] = find_unknown (w, 1);
    for (int k = FID_ANSWER_SIDE_N; k-- > 0;) {
        if (of[k] == FID_ANSWER_REASON_OF (REPEATS, k) && !in_doubt (a, k))
            of[k] = FID_ANSWER_REASON_NONE;
        unknown = of[k] ? of[k] : unknown;
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
            stated |= r->job->stated;
            unread |= !r->job->data_seen && !r->job->books.none_certain;
        }
    }
    if (reads_nothing (w)) {
        forget_error (a, FID_ANSWER_REASON_NONE);
        a->verdict = FID_NOT_VALID;
        a->fact = (struct fid_answer_fact){.quantity = FID_ANSWER_OF_READ_BYTES,
                                           .value = {a->side[0].books.data_n, 0}};
    } else if (stated) {
        judge_error (a);
        a->verdict = FID_CANNOT_TELL;
        a->reason = FID_ANSWER_REASON_STATED;
    } else if (in_doubt (a, 0) || in_doubt (a, 1))
        forget_error (a, a->side[in_doubt (a, 0) ? 0 : 1].doubt);
    else if (a->profile == FID_ANSWER_FOR_CHECKPOINT)
        judge_checkpoints (w, unknown);
    else if (unread)
        forget_error (a, FID_ANSWER_REASON_NO_DATA);
    else if (a->side[0].books.gap)
        forget_error (a, FID_ANSWER_REASON_BOOKS_REAL);
    else if (a->side[1].books.gap)
        forget_error (a, FID_ANSWER_REASON_BOOKS_EMULATION);
    else if (unknown == FID_ANSWER_REASON_SYNC)
        forget_error (a, unknown);
    else if (one_has_phases (w))
        forget_error (a, FID_ANSWER_REASON_NO_STEPS);
    else if (a->point_n < 2) /* full speed alone */
        a->reason = FID_ANSWER_REASON_NO_DEMAND;
    else if (passes_self_check (a))
        judge_error (a);
    else if (unknown) /* it fails by so much that nothing is said */
        forget_error (a, unknown);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        a->side[k].hidden =
            of[k] && a->error < 0 && a->fact.quantity != FID_ANSWER_OF_READ_BYTES;
    withhold_valid (a);
    if (a->reason == FID_ANSWER_REASON_WIDE && a->stepless)
        a->reason = FID_ANSWER_REASON_NO_STEPS;
}

static void put_times (struct fid_answer_times *to, const struct fid_answer_point *p,
                       const struct fid_answer_side *side, size_t k)
{
    static const enum fid_job_segment_kind kind[FID_ANSWER_PART_N] = {
        [FID_ANSWER_TRAINING] = FID_JOB_TRAINING,
        [FID_ANSWER_EVALUATION] = FID_JOB_EVALUATION,
        [FID_ANSWER_SAVE] = FID_JOB_SAVE,
        [FID_ANSWER_LOAD] = FID_JOB_LOAD};
    const struct fid_answer_point_side *s = &p->side[k];
    *to = (struct fid_answer_times){.time_s = s->time_s,
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
        .meta_ms = fid_storage_value (&p->storage, FID_STORAGE_META_WAIT),
        .iops = fid_storage_value (&p->storage, FID_STORAGE_IOPS),
        .counts = p->counts,
        .error = a->worst < a->point_n && isfinite (p->error) ? p->error : FID_GAP};
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++) {
        to->ratio[k] = to->times[k].time_s = FID_ABSENT;
        to->value[k] = to->measured[k] = FID_ABSENT;
        if (!a->side[k].run_n || a->side[k].hidden)
            continue;
        to->value[k] = value_of (a, p, (int)k);
        to->measured[k] = p->side[k].measured;
        to->ratio[k] = p->side[k].ratio;
        put_times (&to->times[k], p, &a->side[k], k);
    }
    return to->name ? 0 : -1;
}

static int put_runs (struct fid_answer_runs *to, const struct fid_answer_side *s,
                     struct fid_arena *arena, struct fid_error *err)
{
    FID_FREED char *remarks = NULL;
    *to = (struct fid_answer_runs){.run_n = FID_ABSENT};
    if (!s->run_n)
        return 0;
    bool known = !s->unknown && !s->books.gap;
    *to = (struct fid_answer_runs){.run_n = (double)s->run_n,
                                   .recorded_s = s->recorded_s,
                                   .model_s = s->times.total_s,
                                   .self_check = s->self_check,
                                   .demand_mib_s =
                                       known ? s->demand_byte_s / 1048576 : FID_ABSENT,
                                   .did = s->did};
    memcpy (to->count, s->count, sizeof to->count);
    if (s->books.gap)
        to->books_gap = fid_books_gap_names[s->books.gap];
    FID_TRY (fid_answer_remarks_text (s, &remarks, err));
    if (!*remarks)
        return 0;
    to->remarks = fid_arena_text (arena, remarks, err);
    return to->remarks ? 0 : -1;
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
        .proof = both ? (int)a->proof : -1,
        .reason = a->reason ? fid_answer_reason_words (a->reason) : NULL,
        .tolerance = a->tolerance,
        .stepless = a->stepless,
        .unit = (int)a->unit,
        .same_work = a->same_work,
        .measured = a->measured,
        .stated = a->stated,
        .modelled = a->modelled,
        .way = a->reason == FID_ANSWER_REASON_WIDE ? (int)a->way : 0,
        .way_width = a->way_width,
        .bound = a->bound,
        .bound_mib_s = a->bound_byte_s >= 0 ? a->bound_byte_s / 1048576 : FID_ABSENT,
        .bound_meta_ms = a->bound_meta_s >= 0 ? a->bound_meta_s * 1e3 : FID_ABSENT,
        .fact = {.quantity = (int)a->fact.quantity,
                 .side = {a->fact.value[0], a->fact.value[1]},
                 .allowed = a->fact.allowed}};
    FID_TRY (!out->scenario);
    for (size_t i = 0; i < a->point_n; i++)
        FID_TRY (put_scenario (&out->scenario[i], a, &a->point[i], arena, err));
    if (a->worst < a->point_n) {
        out->worst.scenario = out->scenario[a->worst].name;
        out->worst.error = a->point[a->worst].error;
        out->worst.least = a->worst_least;
    }
    if (a->fact.quantity == FID_ANSWER_OF_WORST)
        out->fact.scenario = out->scenario[a->fact.scenario].name;
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++) {
        FID_TRY (put_runs (&out->runs[k], &a->side[k], arena, err));
        const struct fid_answer_side *side = &a->side[k];
        bool known = side->run_n && side->capacity > 0;
        out->capacity.side[k] = known ? side->capacity : FID_ABSENT;
        out->capacity.low[k] = known ? side->capacity_low : FID_ABSENT;
        out->capacity.high[k] = known ? side->capacity_high : FID_ABSENT;
    }
    return 0;
}
