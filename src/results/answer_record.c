/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_record.c - answers as a table (see answer.h) */
#include "model/names.h"
#include "results/answer.h"

#define MAYBE     .need = FID_OR_NULL
#define FLAT(rec) .of = &(rec), .flat = true, MAYBE

/* --- names */

#define NAME_OF(id, name, doc)  name,
#define SHORT_NAME_OF(id, name) name,

static const char *quantity_at (int i)
{
    static const char *const name[] = {FID_ANSWER_QUANTITIES (NAME_OF)};
    return i > 0 && i < FID_ANSWER_QUANTITY_N ? name[i] : NULL; /* 0: no fact */
}

static int find_in (const char *(*at) (int), int from, int n, const char *name)
{
    while (from < n && strcmp (at (from), name) != 0)
        from++;
    return from < n ? from : -1;
}

static int find_quantity (const char *name)
{
    return find_in (quantity_at, 1, FID_ANSWER_QUANTITY_N, name);
}

static const char *profile_at (int i)
{
    return i >= 0 && i < FID_ANSWER_PROFILE_N
               ? fid_answer_profile_name ((enum fid_answer_profile)i)
               : NULL;
}

static int find_profile (const char *name)
{
    struct fid_error unused;
    enum fid_answer_profile p;
    return fid_answer_profile_find (name, &p, &unused) ? -1 : (int)p;
}

static const char *proof_at (int i)
{
    static const char *const name[] = {FID_ANSWER_PROOFS (SHORT_NAME_OF)};
    return i >= 0 && i < FID_PROOF_N ? name[i] : NULL;
}

static int find_proof (const char *name)
{
    return find_in (proof_at, 0, FID_PROOF_N, name);
}

static const struct fid_names proofs = {proof_at, find_proof, FID_PROOF_N};
static const char *unit_at (int i)
{
    static const char *const name[] = {FID_ANSWER_UNITS (SHORT_NAME_OF)};
    return i >= 0 && i < FID_ANSWER_UNIT_N ? name[i] : NULL;
}

static const char *way_at (int i)
{
    static const char *const name[] = {FID_ANSWER_WAYS (SHORT_NAME_OF)};
    return i > 0 && i < FID_ANSWER_WAY_N ? name[i] : NULL; /* 0: nothing would */
}

static int find_unit (const char *name)
{
    return find_in (unit_at, 0, FID_ANSWER_UNIT_N, name);
}

static int find_way (const char *name)
{
    return find_in (way_at, 1, FID_ANSWER_WAY_N, name);
}

static const struct fid_names units = {unit_at, find_unit, FID_ANSWER_UNIT_N};
static const struct fid_names ways = {way_at, find_way, FID_ANSWER_WAY_N};
static const struct fid_names profiles = {profile_at, find_profile, FID_ANSWER_PROFILE_N};
static const struct fid_names quantities = {quantity_at, find_quantity, FID_ANSWER_QUANTITY_N};

/* --- tables */

#define LONGER(F, T)                                                                           \
    F (T, NUMBER, "training_s", longer_s[FID_ANSWER_TRAINING], FID_ANY)                        \
    F (T, NUMBER, "evaluation_s", longer_s[FID_ANSWER_EVALUATION], FID_ANY)                    \
    F (T, NUMBER, "save_s", longer_s[FID_ANSWER_SAVE], FID_ANY)                                \
    F (T, NUMBER, "load_s", longer_s[FID_ANSWER_LOAD], FID_ANY)
FID_RECORD (longer, struct fid_answer_times, LONGER);

#define TIMES(F, T)                                                                            \
    F (T, NUMBER, "time_s", time_s, MAYBE)                                                     \
    F (T, NUMBER, "low", low)                                                                  \
    F (T, NUMBER, "high", high)                                                                \
    F (T, NUMBER, "buffer", buffer)                                                            \
    F (T, NUMBER, "fluid", fluid)                                                              \
    F (T, NUMBER, "utilisation", utilisation, MAYBE)                                           \
    F (T, OBJECT, "longer", longer_s, .of = &longer, .flat = true)
FID_RECORD (times, struct fid_answer_times, TIMES);

#define MEASURED(F, T)                                                                         \
    F (T, NUMBER, "real", measured[0], MAYBE)                                                  \
    F (T, NUMBER, "emulation", measured[1], MAYBE)
FID_RECORD (measured, struct fid_answer_scenario, MEASURED);

#define VALUE(F, T)                                                                            \
    F (T, NUMBER, "real", value[0], MAYBE)                                                     \
    F (T, NUMBER, "emulation", value[1], MAYBE)
FID_RECORD (value, struct fid_answer_scenario, VALUE);

#define SCENARIO(F, T)                                                                         \
    F (T, TEXT, "name", name)                                                                  \
    F (T, NUMBER, "read_mib_s", read_mib_s, MAYBE)                                             \
    F (T, NUMBER, "write_mib_s", write_mib_s, MAYBE)                                           \
    F (T, NUMBER, "read_ms", read_ms, MAYBE)                                                   \
    F (T, NUMBER, "meta_ms", meta_ms, MAYBE)                                                   \
    F (T, NUMBER, "iops", iops, MAYBE)                                                         \
    F (T, BOOL, "counts", counts)                                                              \
    F (T, NUMBER, "error", error, MAYBE, FID_ANY)                                              \
    F (T, OBJECT, "value", value, FLAT (value))                                                \
    F (T, NUMBER, "real", ratio[0], MAYBE)                                                     \
    F (T, NUMBER, "emulation", ratio[1], MAYBE)                                                \
    F (T, OBJECT, "measured", measured, FLAT (measured))                                       \
    F (T, OBJECT, "real_detail", times[0], .of = &times, MAYBE)                                \
    F (T, OBJECT, "emulation_detail", times[1], .of = &times, MAYBE)
FID_RECORD (scenario, struct fid_answer_scenario, SCENARIO);

#define WORST(F, T)                                                                            \
    F (T, TEXT, "scenario", worst.scenario)                                                    \
    F (T, NUMBER, "error", worst.error, FID_ANY)                                               \
    F (T, NUMBER, "least", worst.least)
FID_RECORD (worst, struct fid_result_answer, WORST);

#define ENDS(F, T)                                                                             \
    F (T, NUMBER, "real_low", capacity.low[0], MAYBE)                                          \
    F (T, NUMBER, "real_high", capacity.high[0], MAYBE)                                        \
    F (T, NUMBER, "emulation_low", capacity.low[1], MAYBE)                                     \
    F (T, NUMBER, "emulation_high", capacity.high[1], MAYBE)
FID_RECORD (capacity_ends, struct fid_result_answer, ENDS);

#define CAPACITY(F, T)                                                                         \
    F (T, CONST, "unit", capacity, .text = "accelerators per GB/s")                            \
    F (T, NUMBER, "utilisation", capacity.utilisation)                                         \
    F (T, NUMBER, "real", capacity.side[0], MAYBE)                                             \
    F (T, NUMBER, "emulation", capacity.side[1], MAYBE)                                        \
    F (T, OBJECT, "interval", capacity.low, .of = &capacity_ends, .flat = true)
FID_RECORD (capacity, struct fid_result_answer, CAPACITY);

#define COUNTED(F, T)                                                                          \
    F (T, NUMBER, "saves", count[FID_ANSWER_OF_SAVE_N])                                        \
    F (T, NUMBER, "loads", count[FID_ANSWER_OF_LOAD_N])                                        \
    F (T, NUMBER, "save_bytes", count[FID_ANSWER_OF_SAVE_BYTES])                               \
    F (T, NUMBER, "load_bytes", count[FID_ANSWER_OF_LOAD_BYTES])                               \
    F (T, NUMBER, "metadata_calls", count[FID_ANSWER_OF_META_N])
FID_RECORD (counted, struct fid_answer_runs, COUNTED);

#define DID_ROW(id, before, after, allowed, name)                                              \
    FID_MEMBER_ROW (struct fid_answer_runs, NUMBER, name, did.of[FID_REPEAT_##id], MAYBE)
static const struct fid_member did_members[] = {FID_REPEAT_FACTS (DID_ROW)};
static const struct fid_record did = FID_RECORD_IS (did, struct fid_answer_runs, did_members);

#define FACT(F, T)                                                                             \
    F (T, ID, "quantity", quantity, .names = &quantities)                                      \
    F (T, TEXT, "scenario", scenario, MAYBE)                                                   \
    F (T, NUMBER, "real", side[0], MAYBE)                                                      \
    F (T, NUMBER, "emulation", side[1], MAYBE)                                                 \
    F (T, NUMBER, "allowed", allowed)
FID_RECORD (fact, struct fid_answer_decided, FACT);

#define RUNS(F, T)                                                                             \
    F (T, NUMBER, "runs_n", run_n, MAYBE)                                                      \
    F (T, NUMBER, "recorded_s", recorded_s)                                                    \
    F (T, NUMBER, "model_s", model_s)                                                          \
    F (T, NUMBER, "self_check", self_check, FID_ANY)                                           \
    F (T, NUMBER, "demand_mib_s", demand_mib_s, MAYBE)                                         \
    F (T, TEXT, "books_gap", books_gap, MAYBE)                                                 \
    F (T, TEXT, "unseen", remarks, MAYBE)                                                      \
    F (T, OBJECT, "count", count, .of = &counted, .flat = true)                                \
    F (T, OBJECT, "did", did, .of = &did, .flat = true)
FID_RECORD (runs, struct fid_answer_runs, RUNS);

#define ANSWER(F, T)                                                                           \
    F (T, ID, "profile", profile, .names = &profiles)                                          \
    F (T, NUMBER, "error", error, MAYBE)                                                       \
    F (T, NUMBER, "low", low, MAYBE)                                                           \
    F (T, NUMBER, "high", high, MAYBE)                                                         \
    F (T, OBJECT, "worst", worst, FLAT (worst))                                                \
    F (T, OBJECT, "capacity", capacity, .of = &capacity, .flat = true)                         \
    F (T, LIST, "scenarios", scenario, FID_ROWS (T, scenario, scenario_n, scenario))           \
    F (T, ID, "verdict", verdict, FID_IDS (validity), MAYBE)                                   \
    F (T, ID, "proof", proof, .names = &proofs, MAYBE)                                         \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, OBJECT, "fact", fact, .of = &fact, MAYBE)                                            \
    F (T, NUMBER, "tolerance", tolerance)                                                      \
    F (T, BOOL, "stepless", stepless)                                                          \
    F (T, BOOL, "stated", stated)                                                              \
    F (T, ID, "unit", unit, .names = &units)                                                   \
    F (T, BOOL, "same_work", same_work)                                                        \
    F (T, BOOL, "measured", measured)                                                          \
    F (T, NUMBER, "modelled", modelled, MAYBE)                                                 \
    F (T, ID, "way", way, .names = &ways, MAYBE)                                               \
    F (T, NUMBER, "way_width", way_width)                                                      \
    F (T, BOOL, "bound", bound, .most = FID_NOT_TOLD, MAYBE)                                   \
    F (T, NUMBER, "bound_mib_s", bound_mib_s, MAYBE)                                           \
    F (T, NUMBER, "bound_meta_ms", bound_meta_ms, MAYBE)                                       \
    F (T, OBJECT, "real", runs[0], .of = &runs, MAYBE)                                         \
    F (T, OBJECT, "emulation", runs[1], .of = &runs, MAYBE)
static const struct fid_member members[] = {ANSWER (FID_MEMBER_ROW, struct fid_result_answer)};
const struct fid_record fid_answer_record =
    FID_RECORD_IS (answer, struct fid_result_answer, members);

bool fid_answer_unseen (const struct fid_result_answer *a)
{
    return a->fact.quantity == FID_ANSWER_OF_UNSEEN || a->runs[0].books_gap ||
           a->runs[1].books_gap;
}
