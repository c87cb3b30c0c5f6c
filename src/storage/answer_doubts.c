/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_doubts.c - what is to be known of the runs of a side before anything is concluded */
#include "base/memstream.h"
#include "base/units.h"
#include "job/of_run.h"
#include "storage/answer_priv.h"

#define CACHED_LEAST 0.25       /* share of the reads that is worth a remark */
#define SLOWER_LEAST 2.         /* times as long a byte; repeats are up to 1.9 times apart */
#define TIMED_LEAST  (1 << 20)  /* bytes; of fewer the time a byte tells nothing */
#define IDLE_RATE    150e6      /* bytes a second: 183 to 2500 in 37 recordings */
#define IDLE_LEAST   (16 << 20) /* bytes */
#define FEWER_LEAST  1.1        /* times the bytes of data */
#define ROLES_LEAST  0.01       /* of the bytes that were read */
#define ASKED_LEAST  0.1        /* of all metadata calls, that only one side could show */
#define SAVED_LEAST  (16 << 20) /* bytes: fewer may stay in memory */
#define REACHES_NONE 0.02       /* share of what was saved that block requests wrote */
#define COPY_LONG_NS 200000     /* reads that take so long vary from run to run */
#define COPY_ALIKE   .005       /* by more than this share, most of them */
#define COPY_LEAST   64         /* such reads */
#define COPY_OTHERS  20         /* reads that may change places when their times are rounded */

/* Adds a remark to side k; without memory fid_answer_doubt fails. */
static void remark (struct answering *w, int k, struct fid_answer_remark r)
{
    struct fid_answer_side *to = &w->a->side[k];
    w->failed = FID_PUSH (to->remark, w->err, r) || w->failed;
}

#define REMARK(w, k, id, ...)                                                                  \
    remark (w, k, (struct fid_answer_remark){.code = FID_REMARK_##id, __VA_ARGS__})

int fid_answer_remark_account (struct answering *w, const double cached[2], double error)
{
    REMARK (w, 1, ACCOUNT, .value = {cached[0], cached[1], error});
    return w->failed ? -1 : 0;
}

/* --- each side by itself */

/* Holds n runs against each other.  Clear *a even after a failure. */
static int hold_runs (struct fid_agreement *a, const struct fid_answer_run *run, size_t n,
                      struct fid_error *err)
{
    FID_FREED const struct fid_job **job = malloc ((n + 1) * sizeof *job);
    *a = (struct fid_agreement){.odd = NULL};
    FID_NEED (job, err);
    for (size_t i = 0; i < n; i++)
        job[i] = run[i].job;
    return fid_jobs_agree (a, job, n, err);
}

int fid_answer_first (size_t *first, const struct fid_answer_run *run, size_t n,
                      struct fid_error *err)
{
    FID_SCOPED (fid_agreement_clear) struct fid_agreement a;
    int rc = hold_runs (&a, run, n, err);
    for (*first = 0; !rc && !fid_agreement_keeps (&a, *first);)
        ++*first;
    return rc;
}

/* Holds the runs of a side against each other, and leaves out outliers. */
static int hold_repeats (struct answering *w, int k)
{
    struct answering_side *side = &w->side[k];
    struct fid_answer_side *to = &w->a->side[k];
    FID_SCOPED (fid_agreement_clear) struct fid_agreement a;
    for (int f = 0; f < FID_REPEAT_FACT_N; f++)
        to->did.of[f] = -1;
    if (side->n == 1)
        fid_job_did (&to->did, side->run->job);
    FID_TRY (hold_runs (&a, side->run, side->n, w->err));
    FID_EACH (const struct fid_odd_repeat, o, a.odd)
        REMARK (w, k, LEFT_OUT, .name = {side->run[o->run].name}, .odd = *o);
    if (a.differ) {
        to->doubt = FID_ANSWER_REASON_OF (REPEATS, k);
        REMARK (w, k, DIFFER,
                .name = {side->run[a.by.run].name,
                         a.by.other < side->n ? side->run[a.by.other].name : NULL},
                .odd = a.by);
    }
    if (!a.odd_n)
        return 0;
    side->kept = fid_array_copy (side->run, side->n, sizeof *side->kept, w->err);
    FID_TRY (!side->kept);
    side->n = fid_agreement_filter (&a, side->kept, side->n, sizeof *side->kept);
    side->run = side->kept;
    return 0;
}

/* Finds what leaves open what a run did. */
static void find_flaws (struct answering *w, int k)
{
    struct fid_answer_side *to = &w->a->side[k];
    FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
        for (size_t j = 0; r->run && j < r->run->findings.n; j++) {
            const struct fid_run_finding *f = &r->run->findings.at[j];
            bool forbids = fid_run_finding_forbids (f);
            /* beside others' work on its disks, and filtered, it still shows what the run did */
            bool shows = f->code == FID_RUN_DISTURBED || f->code == FID_RUN_TREE_IN_PART;
            enum fid_answer_reason *why = shows ? &to->no_proof : &to->doubt;
            if (forbids && !*why)
                *why = FID_ANSWER_REASON_OF (FLAW, k);
            if (forbids || (f->code == FID_RUN_FIGURES_APART && !r->job->data_seen))
                REMARK (w, k, FINDING, .name = {w->side[k].n > 1 ? r->name : NULL},
                        .finding = f);
        }
    }
}

/* Says where it is a guess whether a loader reads while steps compute: one model has each way. */
static void find_guesses (struct answering *w, int k)
{
    FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
        const struct fid_job *job = r->job;
        if (!job->data_seen || job->books.gap || !job->rank_n || !job->rank->step_n ||
            !fid_loader_guessed (&job->rank->loader))
            continue;
        if (w->opts->profile == FID_ANSWER_FOR_STORAGE)
            REMARK (w, k, LOADER, .name = {NULL});
        return;
    }
}

/* --- the machines of both sides */

/* Bytes of memory that a run had: its limit, or the machine's; 0: it is not known. */
static double memory_of (const struct fid_run *run)
{
    double limit_n = fid_run_fact_number (run, "memory_limit_bytes");
    return limit_n > 0 ? limit_n : 1024 * fid_run_fact_number (run, "system.memory_kib");
}

/* Remarks on what the recorders of two runs state of the machine, where it differs; true if it
 * does. */
static bool remark_conditions (struct answering *w, const struct fid_run *real,
                               const struct fid_run *emulation)
{
    static const struct {
        const char *fact;
        enum fid_answer_remark_code code;
        const char *otherwise; /* where it is not stated; NULL: unknown */
    } facts[] = {{"page_cache_dropped", FID_REMARK_DROPPED, NULL},
                 {"system.cpus", FID_REMARK_CPUS, NULL},
                 {"system.kernel", FID_REMARK_KERNEL, NULL},
                 {"conditions", FID_REMARK_LIMITED, "nothing known"}};
    size_t before = w->a->side[1].remark_n;
    double memory_n[2] = {memory_of (real), memory_of (emulation)};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *of[2] = {fid_run_fact (real, facts[i].fact),
                             fid_run_fact (emulation, facts[i].fact)};
        for (int k = 0; k < 2; k++)
            of[k] = of[k] ? of[k] : facts[i].otherwise;
        if (of[0] && of[1] && strcmp (of[0], of[1]) != 0)
            remark (w, 1,
                    (struct fid_answer_remark){.code = facts[i].code, .name = {of[1], of[0]}});
    }
    if (memory_n[0] > 0 && memory_n[1] > 0 &&
        fabs (log (memory_n[1] / memory_n[0])) > log (1.1))
        REMARK (w, 1, MEMORY, .value = {memory_n[1], memory_n[0]});
    return w->a->side[1].remark_n > before;
}

/* How many times as long the reads of a run take as those of another, if they are the same and
 * most take longer by as much, as no two runs do; else 0. */
static double stretched_by (const struct fid_run *run, const struct fid_run *of)
{
    struct fid_event_row x, y;
    double run_ns = 0, of_ns = 0, n = 0, alike = 0, other = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0, j = 0; fid_events_next_of (&run->events, FID_OP_READ, &i, &x) &&
                                  fid_events_next_of (&of->events, FID_OP_READ, &j, &y);) {
            other += x.byte_n != y.byte_n || x.offset != y.offset;
            if (other > COPY_OTHERS)
                return 0;
            if (y.dur_ns < COPY_LONG_NS)
                continue;
            n += pass;
            run_ns += pass ? 0 : (double)x.dur_ns;
            of_ns += pass ? 0 : (double)y.dur_ns;
            alike += pass && fabs ((double)x.dur_ns / (double)y.dur_ns * of_ns / run_ns - 1) <
                                 COPY_ALIKE;
        }
    return n >= COPY_LEAST && alike > n / 2 ? run_ns / of_ns : 0;
}

/* Finds runs that hold the calls of one of the other side. */
static void find_copies (struct answering *w)
{
    FID_EACH_OF (const struct fid_answer_run, r, w->side[0].run, w->side[0].n)
        FID_EACH_OF (const struct fid_answer_run, e, w->side[1].run, w->side[1].n) {
            bool same = r->job->calls && r->job->calls == e->job->calls;
            double times = same ? 0 : stretched_by (e->run, r->run);
            if (!same && !(times > 0))
                continue;
            w->a->side[1].no_proof = FID_ANSWER_REASON_COPY;
            REMARK (w, 1, COPY, .name = {e->name, r->name}, .value = {times});
        }
}

/* --- how the sides read */

/* How long the calls of a run take for a byte of data; 0: it reads too little. */
static double ns_a_byte (const struct fid_answer_run *run)
{
    const struct fid_books *b = &run->job->books;
    return b->data_n >= TIMED_LEAST ? b->busy_s / b->data_n * 1e9 : 0;
}

/* The run of a side whose reads take longest, or least; NULL: none reads. */
static const struct fid_answer_run *extreme_reader (const struct answering_side *side,
                                                    bool slowest)
{
    const struct fid_answer_run *found = NULL;
    for (size_t i = 0; i < side->n; i++) {
        double ns = ns_a_byte (&side->run[i]);
        if (ns > 0 && (!found || (ns > ns_a_byte (found)) == slowest))
            found = &side->run[i];
    }
    return found;
}

/* Finds runs whose reads take long though their disk has nothing to do for them, or that are
 * much slower than those of any other run. */
static void find_slow (struct answering *w)
{
    const struct fid_answer_run *fast = NULL;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
            const struct fid_books *b = &r->job->books;
            if (b->idle_byte_n >= IDLE_LEAST && b->idle_byte_n < IDLE_RATE * b->idle_s)
                REMARK (w, k, IDLE, .name = {r->name},
                        .value = {b->idle_s * 1e9 / b->idle_byte_n});
        }
        const struct fid_answer_run *r = extreme_reader (&w->side[k], false);
        if (r && (!fast || ns_a_byte (r) < ns_a_byte (fast)))
            fast = r;
    }
    for (int k = 0; k < FID_ANSWER_SIDE_N && fast; k++) {
        const struct fid_answer_run *slow = extreme_reader (&w->side[k], true);
        if (!slow || !(ns_a_byte (slow) > SLOWER_LEAST * ns_a_byte (fast)))
            continue;
        const struct fid_books *s = &slow->job->books, *f = &fast->job->books;
        bool blocks = s->block_s > 0 && f->block_s > 0 && s->block_n > 0 && f->block_n > 0;
        double times =
            blocks ? s->block_s / s->block_n / (f->block_s / f->block_n) : FID_ABSENT;
        REMARK (w, k, SLOW, .name = {slow->name, fast->name},
                .value = {ns_a_byte (slow) / ns_a_byte (fast), ns_a_byte (slow), times});
    }
}

/* Finds how much the page cache served, and whether one side reads much less than the other,
 * though its disk delivered as much: then calls of that side were not traced. */
static void find_reads (struct answering *w)
{
    double n[FID_ANSWER_SIDE_N], block[FID_ANSWER_SIDE_N];
    bool reads =
        w->opts->profile == FID_ANSWER_FOR_STORAGE || w->opts->profile == FID_ANSWER_FOR_READ;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_job *job = w->side[k].run->job;
        n[k] = job->books.data_n;
        block[k] = job->books.block_n;
        if (job->cache_seen && !job->books.gap && job->cached >= CACHED_LEAST && reads)
            REMARK (w, k, CACHED, .value = {job->cached});
    }
    double apart = n[0] >= FID_BOOKS_SOME && n[1] >= FID_BOOKS_SOME ? log (n[1] / n[0]) : 0;
    if (fabs (apart) > log (FEWER_LEAST)) {
        int less = apart < 0;
        REMARK (w, 1, READS, .value = {n[1], n[0]});
        if (block[0] > 0 && block[1] > 0 && log (block[1] / block[0]) / apart <= .5) {
            REMARK (w, less, UNTRACED, .value = {less});
            w->a->side[less].no_proof = FID_ANSWER_REASON_OF (UNSEEN, less);
        }
    }
    find_slow (w);
}

/* Finds what memory may have kept where no block request was traced: nothing shows it of files
 * that were read again, and with or without that part two jobs may be alike. */
static void find_kept (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N && w->opts->profile == FID_ANSWER_FOR_STORAGE; k++) {
        const struct fid_answer_run *r = w->side[k].run;
        const struct fid_books *b = &r->job->books;
        double memory_n = memory_of (r->run);
        double kept = b->train_n > 0 ? 1 - b->reach_n / b->train_n : 0;
        if (memory_n > 0 && memory_n < b->reach_n)
            kept = kept * memory_n / b->reach_n;
        if (r->job->cache_seen || !(kept >= CACHED_LEAST))
            continue;
        w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
        REMARK (w, k, KEPT, .value = {b->reach_n, kept});
    }
}

/* --- roles */

/* Bytes that a run's patterns of roles take for something else than data and checkpoints, as a
 * share of all that was read; *most: the role and rule with most of them. */
static double share_of_patterns (const struct fid_run *run, const struct fid_role_use **most,
                                 int *role)
{
    double taken = 0, all = 0;
    *most = NULL;
    for (int r = 0; r < FID_ROLE_N; r++)
        for (int by = 0; by < FID_ROLE_RULE_N; by++) {
            const struct fid_role_use *u = &run->role[r][by];
            all += (double)u->read_byte_n;
            if (by != FID_ROLE_BY_USER || r == FID_ROLE_DATA || r == FID_ROLE_CHECKPOINT)
                continue;
            taken += (double)u->read_byte_n;
            if (!*most || u->read_byte_n > (*most)->read_byte_n) {
                *most = u;
                *role = r;
            }
        }
    return all > 0 ? taken / all : 0;
}

/* Finds what the patterns of roles take from side k; where the other side has not the same
 * patterns, nothing may be concluded. */
static void find_roles (struct answering *w, int k)
{
    const struct fid_answer_run *of = w->side[k].run;
    const struct fid_role_use *most, *unused;
    int role = 0, unused_role = 0;
    double share = share_of_patterns (of->run, &most, &role);
    if (share <= ROLES_LEAST)
        return;
    if (share_of_patterns (w->side[1 - k].run->run, &unused, &unused_role) <= ROLES_LEAST &&
        !w->a->side[k].doubt)
        w->a->side[k].doubt = FID_ANSWER_REASON_OF (FLAW, k);
    REMARK (w, k, ROLES, .name = {of->name, most->example, fid_roles[role].name},
            .value = {share});
}

/* --- evidence */

/* Finds what the traces of all runs of each side show; a job that nobody ran shows all.  Block
 * requests on one side alone show nothing of the difference. */
static void find_evidence (struct answering *w)
{
    bool with = false, lacks[FID_ANSWER_SIDE_N] = {false};
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        w->a->side[k].seen = ~0u;
        FID_EACH_OF (const struct fid_answer_run, r, w->side[k].run, w->side[k].n) {
            const struct fid_run *run = r->run;
            if (!run)
                continue;
            const struct fid_stream *data = &run->stream[FID_STREAM_DATA_READ];
            bool timed = data->timed || !r->job->data_seen;
            bool saw = fid_run_saw (run, FID_GIVES_BLOCK) && timed;
            bool traced = run->stream[FID_STREAM_BLOCK_READ].traced && timed;
            const bool shows[] = {[FID_EVIDENCE_READS] = r->job->data_seen,
                                  [FID_EVIDENCE_OPENS] = fid_run_saw (run, FID_GIVES_OPEN),
                                  [FID_EVIDENCE_DEVICE] = saw || (!traced && data->timed),
                                  [FID_EVIDENCE_CPU] = run->gauge[FID_GAUGE_CPU].n > 0};
            unsigned seen = 0;
            for (size_t e = 0; e < sizeof shows / sizeof *shows; e++)
                seen |= shows[e] ? 1u << e : 0;
            w->a->side[k].seen &= seen;
            with |= saw;
            lacks[k] |= !traced;
        }
    }
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        if (with && lacks[k]) {
            w->a->side[k].seen &= ~(1u << FID_EVIDENCE_DEVICE);
            w->needs |=
                w->opts->profile == FID_ANSWER_FOR_METADATA ? 0 : 1u << FID_EVIDENCE_DEVICE;
        }
}

/* Whether a trace of the run holds calls that ask (stat) where there are any. */
static bool shows_asking (const struct fid_run *run)
{
    for (size_t i = 0; run && i < run->source_n; i++)
        if ((run->source[i].gives & FID_GIVES_STAT) && (run->source[i].seen & FID_GIVES_VFS))
            return true;
    return !run;
}

/* Calls like stat that one side alone could show tell nothing of the difference. */
static void find_asking (struct answering *w)
{
    int k = shows_asking (w->side[1].run->run); /* the side that may show some */
    if (w->opts->profile != FID_ANSWER_FOR_METADATA || w->a->side[1 - k].doubt ||
        shows_asking (w->side[0].run->run) == (k == 1))
        return;
    const struct fid_job *job = w->side[k].run->job;
    double all_n = fid_job_meta_n (job);
    if (!(job->asked_n > ASKED_LEAST * all_n))
        return;
    w->a->side[1 - k].doubt = FID_ANSWER_REASON_OF (UNSEEN, 1 - k);
    REMARK (w, 1 - k, ASKING, .value = {k, job->asked_n, all_n - job->asked_n});
}

/* --- checkpoints */

/* Finds how fast both sides save and load, and checkpoints that only results name. */
static void find_checkpoints (struct answering *w)
{
    if (w->opts->profile != FID_ANSWER_FOR_CHECKPOINT || !w->side[1].n)
        return;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_answer_run *r = w->side[k].run;
        double stated_n = 0;
        if (r->run && !r->run->stream[FID_STREAM_CHECKPOINT_WRITE].traced)
            FID_EACH (const struct fid_job_checkpoint, c, r->job->checkpoint)
                stated_n += c->byte_n;
        if (!(stated_n > 0))
            continue;
        w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
        REMARK (w, k, STATED, .value = {stated_n});
    }
    for (int load = 0; load < 2; load++) {
        double rate[FID_ANSWER_SIDE_N];
        for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
            rate[k] =
                fid_mean_rate (w->side[k].run->job, load ? FID_STORAGE_READ : FID_STORAGE_WRITE,
                               FID_TIME_OF (load ? FID_JOB_LOAD : FID_JOB_SAVE));
        if (rate[0] > 0 && rate[1] > 0 && fabs (log (rate[1] / rate[0])) > log (FEWER_LEAST))
            REMARK (w, 1, RATE, .value = {load, rate[1], rate[0]});
    }
}

/* Finds what of the saved bytes reaches the disk.  Where they do not, the device was not seen;
 * where that was not traced, nothing shows that saving is right on other storage: a job that
 * waits for the disk (fsync) looks like one that does not. */
static void find_saves (struct answering *w)
{
    bool checkpoint = w->opts->profile == FID_ANSWER_FOR_CHECKPOINT;
    double saved_n[FID_ANSWER_SIDE_N] = {0}, share[FID_ANSWER_SIDE_N] = {-1, -1};
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_run *run = w->side[k].n ? w->side[k].run->run : NULL;
        if (!run)
            continue;
        const uint64_t *to_disk = run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n;
        saved_n[k] =
            (double)run->stream[FID_STREAM_CHECKPOINT_WRITE].owner_byte_n[FID_OWNER_SELF];
        if (fid_run_saw (run, FID_GIVES_BLOCK) && saved_n[k] >= SAVED_LEAST)
            share[k] =
                (double)(to_disk[FID_OWNER_SELF] + to_disk[FID_OWNER_WRITEBACK]) / saved_n[k];
    }
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        if (share[k] < REACHES_NONE && saved_n[k] >= SAVED_LEAST && checkpoint)
            w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
        if (share[k] < 0 && saved_n[k] >= SAVED_LEAST && checkpoint)
            REMARK (w, k, SYNC, .value = {saved_n[k]});
        if (share[k] < 0 || share[k] > REACHES_NONE || share[1 - k] < 0)
            continue;
        w->a->side[k].seen &= ~(1u << FID_EVIDENCE_DEVICE);
        REMARK (w, k, REACHES, .value = {saved_n[k], share[k], k, share[1 - k]});
    }
}

/* --- all */

int fid_answer_doubt (struct answering *w)
{
    const struct answering_side *real = &w->side[0], *emulation = &w->side[1];
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        FID_TRY (hold_repeats (w, k));
        find_flaws (w, k);
    }
    find_evidence (w);
    find_saves (w);
    find_checkpoints (w);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        find_guesses (w, k);
    if (emulation->n && real->run->run && emulation->run->run) {
        const struct fid_run *of[] = {real->run->run, emulation->run->run};
        bool differ = false; /* one pair of runs is enough */
        for (size_t i = 0; i < real->n * emulation->n && !differ; i++)
            differ = remark_conditions (w, real->run[i / emulation->n].run,
                                        emulation->run[i % emulation->n].run);
        if (of[0]->emulation && !of[1]->emulation)
            REMARK (w, 1, SWAPPED, .name = {emulation->run->name, real->run->name});
        find_copies (w);
        find_reads (w);
        find_kept (w);
        find_asking (w);
        find_roles (w, 0);
        find_roles (w, 1);
    }
    /* last: other profiles may need less (compare/answers.h), but share the doubts above */
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        struct fid_answer_side *to = &w->a->side[k];
        /* of reads the books say more */
        unsigned lacks = (fid_answer_needs (w->opts->profile) | w->needs) & ~to->seen &
                         ~(1u << FID_EVIDENCE_READS);
        to->unknown = to->doubt;
        if (to->doubt || !lacks)
            continue;
        to->doubt = FID_ANSWER_REASON_OF (UNSEEN, k);
        /* by itself a job may get from the storage all that it reads */
        if (lacks & ~(1u << FID_EVIDENCE_DEVICE))
            to->unknown = to->doubt;
        REMARK (w, k, LACKS, .value = {lacks});
    }
    return w->failed ? -1 : 0;
}

/* --- the remarks in words */

#define TEXT_N 640

static const char *side_name (bool emulation)
{
    return emulation ? "emulation" : "real job";
}

static const char *requests_text (double times, char out[TEXT_N])
{
    snprintf (out, TEXT_N, ", its block requests %.1f times", times);
    return times >= 0 ? out : "";
}

static const char *length_text (double times, char out[TEXT_N])
{
    snprintf (out, TEXT_N, "each %.3g times as long", times);
    return times > 0 ? out : "to the nanosecond";
}

/* Used in answer_remarks.def. */
#define NAME(i)     r->name[i]
#define VALUE(i)    r->value[i]
#define BYTES(i)    fid_format_bytes (r->value[i], size[i], sizeof size[i])
#define SIDE(k)     side_name (k)
#define REQUESTS(i) requests_text (r->value[i], text)
#define LENGTH(i)   length_text (r->value[i], text)
#define ODD         fid_odd_repeat_text (&r->odd, NAME (0), NAME (1), text, sizeof text)
#define FOUND       fid_run_finding_text (r->finding, text, sizeof text)
#define EVIDENCE    fid_evidence_words ((unsigned)r->value[0], text, sizeof text)

static void print_remark (const struct fid_answer_remark *r, FILE *f)
{
    char text[TEXT_N], size[2][FID_UNITS_TEXT];
    switch (r->code) {
#define FID_ANSWER_REMARK(code, ...)                                                           \
    case FID_REMARK_##code:                                                                    \
        fprintf (f, __VA_ARGS__);                                                              \
        break;
#include "storage/answer_remarks.def"
#undef FID_ANSWER_REMARK
    }
}

int fid_answer_remarks_text (const struct fid_answer_side *s, char **text,
                             struct fid_error *err)
{
    char books[TEXT_N];
    size_t n;
    FILE *f = fid_memstream_open (text, &n, err);
    FID_TRY (!f);
    FID_EACH (const struct fid_answer_remark, r, s->remark) {
        print_remark (r, f);
        if (r + 1 < s->remark + s->remark_n)
            fprintf (f, "; ");
    }
    fid_books_text (&s->books, books, sizeof books);
    fprintf (f, "%s%s", s->remark_n && *books ? "; " : "", books);
    return fid_memstream_end (f, 0, err);
}
