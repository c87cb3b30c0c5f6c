/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hold.c - see hold.h */
#include "results/hold.h"
#include "results/result.h"

/* A run of a side, as one of its results has it. */
struct held {
    const char *workload, *configuration, *id, *hash;
    const struct fid_did *did;
};
FID_ORDER_BY (by_configuration, struct held,
              FID_RISING_TEXT (workload) FID_RISING_TEXT (configuration) FID_RISING_TEXT (id))

/* The results of a side while its runs are held. */
struct holding {
    struct fid_results *all;
    bool emulation;
    struct held *run; /* owned; each once */
    size_t run_n;
    bool *drop; /* owned; by result */
};

static const struct fid_result_side *side_of (const struct fid_result_head *r, bool emulation)
{
    return emulation ? &r->emulation : &r->real;
}

static int list_runs (struct holding *h, struct fid_error *err)
{
    h->run = calloc (h->all->result_n + 1, sizeof *h->run);
    h->drop = calloc (h->all->result_n + 1, sizeof *h->drop);
    FID_NEED (h->run && h->drop, err);
    FID_EACH (const struct fid_result_head, r, h->all->result) {
        const struct fid_result_side *side = side_of (r, h->emulation);
        if (side->run.n == 1 && r->answer.runs[h->emulation].run_n == 1)
            h->run[h->run_n++] = (struct held){side->workload, side->configuration, side->id,
                                               side->hash, &r->answer.runs[h->emulation].did};
    }
    qsort (h->run, h->run_n, sizeof *h->run, by_configuration);
    size_t n = 0;
    for (size_t i = 0; i < h->run_n; i++)
        if (!n || by_configuration (&h->run[i], &h->run[n - 1]) != 0)
            h->run[n++] = h->run[i];
    h->run_n = n;
    return 0;
}

static bool is_of (const struct holding *h, size_t result, const struct held *run)
{
    const struct fid_result_side *side = side_of (&h->all->result[result], h->emulation);
    return strcmp (side->id, run->id) == 0 && strcmp (side->workload, run->workload) == 0;
}

/* Whether a real run was given as an emulation, too. */
static bool is_also (const struct holding *h, size_t result, const struct held *run)
{
    const struct fid_result_side *other = side_of (&h->all->result[result], !h->emulation);
    return !h->emulation && strcmp (other->id, run->id) == 0 &&
           strcmp (other->hash, run->hash) == 0;
}

/* text: in the arena, or NULL without memory. */
static int note_reason (struct fid_results *all, const char *text, struct fid_error *err)
{
    FID_TRY (!text);
    FID_TRY (fid_arena_grow (&all->arena, &all->note, &all->note_cap, all->note_n + 1,
                             sizeof *all->note, err));
    all->note[all->note_n++] = text;
    return 0;
}

/* Takes back what a result says, for that reason. */
static int forget_result (struct fid_result_head *r, const char *why, struct fid_error *err)
{
    FID_TRY (fid_result_doubt (r, why, err));
    r->answer.error = r->answer.low = r->answer.high = FID_ABSENT;
    r->answer.capacity.side[0] = r->answer.capacity.side[1] = FID_ABSENT;
    r->similarity_reason = r->answer.reason;
    r->similarity = r->similarity_low = r->similarity_high = FID_ABSENT;
    for (int g = 0; g < FID_GROUP_N; g++)
        r->group[g].grade = FID_ABSENT;
    for (size_t i = 0; i < r->profile_n; i++)
        r->profile_of[i].similarity = r->profile_of[i].low = r->profile_of[i].high = FID_ABSENT;
    return 0;
}

/* What became of the repeats run[0..n). */
static int use_agreement (struct holding *h, const struct held *run, size_t n,
                          const struct fid_agreement *a, struct fid_error *err)
{
    char text[300];
    for (size_t k = 0; k < a->odd_n; k++) {
        const struct held *odd = &run[a->odd[k].run];
        fid_odd_repeat_text (&a->odd[k], odd->id, NULL, text, sizeof text);
        FID_TRY (note_reason (
            h->all, fid_arena_format (&h->all->arena, err, "Left out: %s.", text), err));
        for (size_t i = 0; i < h->all->result_n; i++)
            h->drop[i] |= is_of (h, i, odd) || is_also (h, i, odd);
    }
    if (!a->differ)
        return 0;
    const char *side =
        h->emulation ? "the runs of the emulation differ" : "the real runs differ";
    fid_odd_repeat_text (&a->by, run[a->by.run].id,
                         a->by.other < n ? run[a->by.other].id : NULL, text, sizeof text);
    struct fid_arena *arena = &h->all->arena;
    const char *why = fid_arena_format (arena, err, "%s: %s", side, text);
    FID_TRY (!why);
    for (size_t i = 0; i < h->all->result_n; i++)
        for (size_t k = 0; k < n; k++)
            if (fid_agreement_keeps (a, k) && is_of (h, i, &run[k]))
                FID_TRY (forget_result (&h->all->result[i], why, err));
    FID_TRY (note_reason (h->all,
                          fid_arena_format (arena, err, "Nothing can be said of %s: %s.",
                                            run[0].configuration, why),
                          err));
    if (!h->emulation)
        h->all->real_differ = h->all->note[h->all->note_n - 1];
    return 0;
}

static int hold_configuration (struct holding *h, const struct held *run, size_t n,
                               struct fid_error *err)
{
    FID_FREED struct fid_did *did = malloc (n * sizeof *did);
    FID_SCOPED (fid_agreement_clear) struct fid_agreement a = {.odd = NULL};
    FID_NEED (did, err);
    for (size_t i = 0; i < n; i++)
        did[i] = *run[i].did;
    FID_TRY (fid_repeats_agree (&a, did, n, err));
    return use_agreement (h, run, n, &a, err);
}

static int hold_side (struct fid_results *all, bool emulation, struct fid_error *err)
{
    struct holding h = {.all = all, .emulation = emulation};
    size_t n = 0;
    int rc = list_runs (&h, err);
    for (size_t from = 0, to; from < h.run_n && !rc; from = to) {
        for (to = from + 1; to < h.run_n &&
                            strcmp (h.run[to].workload, h.run[from].workload) == 0 &&
                            strcmp (h.run[to].configuration, h.run[from].configuration) == 0;)
            to++;
        rc = hold_configuration (&h, h.run + from, to - from, err);
    }
    for (size_t i = 0; i < all->result_n && !rc; i++)
        if (h.drop[i])
            fid_result_head_clear (&all->result[i]);
        else
            all->result[n++] = all->result[i];
    if (!rc)
        all->result_n = n;
    FID_FREE (h.run, h.drop);
    return rc;
}

int fid_results_hold (struct fid_results *all, bool emulations, struct fid_error *err)
{
    return hold_side (all, false, err) || (emulations && hold_side (all, true, err)) ? -1 : 0;
}
