/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_doubts.c - what is to be known of the runs of a side before anything is concluded */
#include "base/units.h"
#include "job/of_run.h"
#include "storage/answer_priv.h"

/* Adds a sentence to what is said of a side. */
static void FID_PRINTF (2, 3) say (struct fid_answer_side *side, const char *format, ...)
{
    va_list list;
    size_t at = strlen (side->said);
    va_start (list, format);
    if (at && at + 2 < sizeof side->said) {
        memcpy (side->said + at, "; ", 3);
        at += 2;
    }
    vsnprintf (side->said + at, sizeof side->said - at, format, list);
    va_end (list);
}

/* Keeps the runs of a side that are no outliers. */
static int keep_runs (struct answering_side *side, const struct fid_agreement *a,
                      struct fid_error *err)
{
    if (!a->odd_n)
        return 0;
    if (!(side->kept = malloc (side->n * sizeof *side->kept)))
        return fid_error_nomem (err);
    memcpy (side->kept, side->run, side->n * sizeof *side->kept);
    side->n = fid_agreement_filter (a, side->kept, side->n, sizeof *side->kept);
    side->run = side->kept;
    return 0;
}

/* Holds n runs against each other.  Clear *a even after a failure. */
static int hold_runs (struct fid_agreement *a, const struct fid_answer_run *run, size_t n,
                      struct fid_error *err)
{
    const struct fid_job **job = malloc ((n + 1) * sizeof *job);
    *a = (struct fid_agreement){.odd = NULL};
    for (size_t i = 0; i < n && job; i++)
        job[i] = run[i].job;
    int rc = job ? fid_jobs_agree (a, job, n, err) : fid_error_nomem (err);
    free (job);
    return rc;
}

int fid_answer_first (size_t *first, const struct fid_answer_run *run, size_t n,
                      struct fid_error *err)
{
    struct fid_agreement a;
    int rc = hold_runs (&a, run, n, err);
    for (*first = 0; !rc && !fid_agreement_keeps (&a, *first);)
        ++*first;
    fid_agreement_clear (&a);
    return rc;
}

static int hold_repeats (struct answering *w, int k)
{
    struct answering_side *side = &w->side[k];
    struct fid_answer_side *to = &w->a->side[k];
    struct fid_agreement a;
    char text[300];
    for (int f = 0; f < FID_REPEAT_FACT_N; f++)
        to->did.of[f] = -1;
    if (side->n == 1)
        fid_job_did (&to->did, side->run->job);
    int rc = hold_runs (&a, side->run, side->n, w->err);
    for (size_t i = 0; i < a.odd_n && !rc; i++)
        say (to, "left out: %s",
             fid_odd_repeat_text (&a.odd[i], side->run[a.odd[i].run].name, NULL, text,
                                  sizeof text));
    if (!rc && a.differ) {
        to->doubt = FID_ANSWER_REASON_OF (REPEATS, k);
        say (to, "%s",
             fid_odd_repeat_text (&a.by, side->run[a.by.run].name,
                                  a.by.other < side->n ? side->run[a.by.other].name : NULL,
                                  text, sizeof text));
    }
    if (!rc)
        rc = keep_runs (side, &a, w->err);
    fid_agreement_clear (&a);
    return rc;
}

/* Findings about a run that leave open what it did. */
static void find_flaws (struct answering *w, int k)
{
    struct fid_answer_side *to = &w->a->side[k];
    char text[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; i < w->side[k].n; i++) {
        const struct fid_run *run = w->side[k].run[i].run;
        const struct fid_run_findings *list = run ? &run->findings : NULL;
        for (size_t j = 0; list && j < list->n; j++) {
            if (!fid_run_finding_forbids (&list->at[j]))
                continue;
            /* beside others' work on its disks it still shows what the run did */
            enum fid_answer_reason *why =
                list->at[j].code == FID_RUN_DISTURBED ? &to->no_proof : &to->doubt;
            if (!*why)
                *why = FID_ANSWER_REASON_OF (FLAW, k);
            say (to, "%s: %s", w->side[k].run[i].name,
                 fid_run_finding_text (&list->at[j], text, sizeof text));
        }
    }
}

/* --- both sides */

/* Bytes of memory that a run had: its limit, or the machine's; 0: it is not known. */
static double memory_of (const struct fid_run *run)
{
    double limit_n = fid_run_fact_number (run, "memory_limit_bytes");
    return limit_n > 0 ? limit_n : 1024 * fid_run_fact_number (run, "system.memory_kib");
}

/* Says a condition that both runs state with another text. */
static void say_fact (struct fid_answer_side *to, const struct fid_run *real,
                      const struct fid_run *emulation, const char *fact, const char *what)
{
    const char *is = fid_run_fact (emulation, fact), *was = fid_run_fact (real, fact);
    if (is && was && strcmp (is, was) != 0)
        say (to, "recorded with %s %s, the real run with %s", is, what, was);
}

/* What the recorders of both sides state of the machine, where it differs; true if it does. */
static bool say_conditions (struct fid_answer_side *to, const struct fid_run *real,
                            const struct fid_run *emulation)
{
    size_t before = strlen (to->said);
    double is = memory_of (emulation), was = memory_of (real);
    const char *dropped[2] = {fid_run_fact (real, "page_cache_dropped"),
                              fid_run_fact (emulation, "page_cache_dropped")};
    char text[2][FID_UNITS_TEXT];
    if (dropped[0] && dropped[1] && strcmp (dropped[0], dropped[1]) != 0)
        say (to, "the page cache was dropped before the %s alone",
             strcmp (dropped[0], "true") == 0 ? "real run" : "emulation");
    say_fact (to, real, emulation, "system.cpus", "CPUs");
    say_fact (to, real, emulation, "system.kernel", "as its kernel");
    if (is > 0 && was > 0 && fabs (log (is / was)) > log (1.1))
        say (to, "recorded with %s of memory, the real run with %s",
             fid_format_bytes (is, text[0], sizeof text[0]),
             fid_format_bytes (was, text[1], sizeof text[1]));
    return strlen (to->said) > before;
}

/* The same of the first two runs of which it differs. */
static void say_first_conditions (struct answering *w)
{
    for (size_t i = 0; i < w->side[0].n; i++)
        for (size_t j = 0; j < w->side[1].n; j++)
            if (say_conditions (&w->a->side[1], w->side[0].run[i].run, w->side[1].run[j].run))
                return;
}

#define CACHED_LEAST 0.25       /* share of the reads that is worth a sentence */
#define SLOWER_LEAST 2.         /* times as long a byte; repeats are up to 1.9 times apart */
#define TIMED_LEAST  (1 << 20)  /* bytes, of which a time a byte tells something */
#define IDLE_RATE    150e6      /* bytes a second: 183 to 2500 in 37 recordings */
#define IDLE_LEAST   (16 << 20) /* bytes */
#define FEWER_LEAST  1.1        /* times the bytes of data */

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

/* How long block requests of a run take for a byte beside those of another one, if both are
 * known. */
static const char *block_words (const struct fid_answer_run *slow,
                                const struct fid_answer_run *fast, char *out, size_t n)
{
    const struct fid_books *s = &slow->job->books, *f = &fast->job->books;
    *out = '\0';
    if (s->block_s > 0 && f->block_s > 0 && s->block_n > 0 && f->block_n > 0)
        snprintf (out, n, ", its block requests %.1f times",
                  s->block_s / s->block_n / (f->block_s / f->block_n));
    return out;
}

/* Reads that take long though the disk has nothing to do for them. */
static void say_idle (struct fid_answer_side *to, const struct fid_answer_run *run)
{
    const struct fid_books *b = &run->job->books;
    if (b->idle_byte_n >= IDLE_LEAST && b->idle_byte_n < IDLE_RATE * b->idle_s)
        say (to,
             "reads of %s take %.3g ms a MB while no block request is out: the same storage, "
             "and times in ns?",
             run->name, b->idle_s * 1e9 / b->idle_byte_n);
}

/* Runs whose reads are much slower than those of any other run, or than their disk. */
static void say_slow (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++)
            say_idle (&w->a->side[k], &w->side[k].run[i]);
    const struct fid_answer_run *fast = NULL;
    char text[80];
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_answer_run *r = extreme_reader (&w->side[k], false);
        if (r && (!fast || ns_a_byte (r) < ns_a_byte (fast)))
            fast = r;
    }
    for (int k = 0; k < FID_ANSWER_SIDE_N && fast; k++) {
        const struct fid_answer_run *slow = extreme_reader (&w->side[k], true);
        if (slow && ns_a_byte (slow) > SLOWER_LEAST * ns_a_byte (fast))
            say (&w->a->side[k],
                 "reads of %s take %.1f times as long a byte as those of %s (%.3g ms a MB)%s: "
                 "the "
                 "same storage?",
                 slow->name, ns_a_byte (slow) / ns_a_byte (fast), fast->name, ns_a_byte (slow),
                 block_words (slow, fast, text, sizeof text));
    }
}

/* One side's calls read much less (apart: ln of the emulation's bytes over the real job's), and
 * its disk delivered as much all the same: calls of that side were not traced. */
static void doubt_calls (struct answering *w, double apart)
{
    int k = apart < 0; /* the side that reads less */
    double block[FID_ANSWER_SIDE_N];
    for (int i = 0; i < FID_ANSWER_SIDE_N; i++)
        block[i] = w->side[i].run->job->books.block_n;
    if (!(block[0] > 0 && block[1] > 0) || log (block[1] / block[0]) / apart > .5)
        return;
    say (&w->a->side[k], "the disk delivered as much as to the %s: were all calls traced?",
         k ? "real job" : "emulation");
    w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
}

/* How much the page cache served, and whether one side reads much less than the other. */
static void say_reads (struct answering *w)
{
    double n[FID_ANSWER_SIDE_N];
    char text[2][FID_UNITS_TEXT];
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_job *job = w->side[k].run->job;
        n[k] = job->books.data_n;
        if (job->cache_seen && !job->books.gap && job->cached >= CACHED_LEAST &&
            (w->opts->profile == FID_ANSWER_FOR_STORAGE ||
             w->opts->profile == FID_ANSWER_FOR_READ))
            say (&w->a->side[k], "the page cache served %.0f %% of its data",
                 100 * job->cached);
    }
    if (n[0] >= FID_BOOKS_SOME && n[1] >= FID_BOOKS_SOME &&
        fabs (log (n[1] / n[0])) > log (FEWER_LEAST)) {
        say (&w->a->side[1], "it reads %s of data, the real job %s",
             fid_format_bytes (n[1], text[1], sizeof text[1]),
             fid_format_bytes (n[0], text[0], sizeof text[0]));
        doubt_calls (w, log (n[1] / n[0]));
    }
    say_slow (w);
}

/* Of what a run read, the most that memory can have kept from an earlier read. */
static double most_kept (const struct fid_answer_run *r)
{
    const struct fid_books *b = &r->job->books;
    double memory_n = memory_of (r->run);
    double again = b->train_n > 0 ? 1 - b->reach_n / b->train_n : 0;
    return memory_n > 0 && memory_n < b->reach_n ? again * memory_n / b->reach_n : again;
}

/* Where no block request was traced, nothing shows what memory kept of files that were read
 * again: with or without that part two jobs may be alike. */
static void find_kept (struct answering *w)
{
    char text[FID_UNITS_TEXT];
    if (w->opts->profile != FID_ANSWER_FOR_STORAGE)
        return;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_answer_run *r = w->side[k].run;
        double kept = most_kept (r);
        if (r->job->cache_seen || !(kept >= CACHED_LEAST))
            continue;
        w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
        say (&w->a->side[k],
             "it reads its %s of data again: memory may have served up to %.0f %% of the "
             "bytes, and "
             "no block request was traced",
             fid_format_bytes (r->job->books.reach_n, text, sizeof text), 100 * kept);
    }
}

/* The interval is wide where the models read before and beside the steps. */
static void say_guesses (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++) {
            const struct fid_job *job = w->side[k].run[i].job;
            if (!job->data_seen || job->books.gap || !job->rank_n || !job->rank->step_n ||
                !fid_loader_guessed (&job->rank->loader))
                continue;
            w->a->guessed = true;
            if (w->opts->profile == FID_ANSWER_FOR_STORAGE)
                say (
                    &w->a->side[k],
                    "whether its loader reads while it computes is not known: the interval has "
                    "both");
            break;
        }
}

/* A trace of the run that holds the events of one of the other run; NULL. */
static const struct fid_source *find_copy (const struct fid_run *run, const struct fid_run *of)
{
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t k = 0; k < of->source_n; k++)
            if (fid_source_same_events (&run->source[i], &of->source[k]))
                return &run->source[i];
    return NULL;
}

/* Runs that stand on the wrong side, and copies. */
static void say_mixed_up (struct fid_answer_side *to, const struct fid_answer_run *real,
                          const struct fid_answer_run *emulation)
{
    const struct fid_source *copy = find_copy (emulation->run, real->run);
    if (real->run->emulation && !emulation->run->emulation)
        say (to, "%s looks like a real run, and %s, given as the real one, like an emulation",
             emulation->name, real->name);
    if (copy)
        say (to, "%s of %s holds the same events as that of %s: a copy", copy->path,
             emulation->name, real->name);
}

#define ROLES_LEAST 0.01 /* of the bytes that were read */

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

/* Says what the patterns of roles take from a side; where the other side has not the same
 * patterns, nothing may be concluded. */
static void say_roles (struct fid_answer_side *to, const struct fid_answer_run *of,
                       const struct fid_run *other, enum fid_answer_reason reason)
{
    const struct fid_role_use *most, *unused;
    int role = 0, unused_role = 0;
    double share = share_of_patterns (of->run, &most, &role);
    if (share <= ROLES_LEAST)
        return;
    if (share_of_patterns (other, &unused, &unused_role) <= ROLES_LEAST && !to->doubt)
        to->doubt = reason;
    say (to, "patterns of roles take %.0f %% of what %s reads for no data: %s is %s",
         100 * share, of->name, most->example, fid_roles[role].name);
}

/* --- evidence */

/* What the traces of a run show; of a job that nobody ran nothing has to be seen. */
static unsigned evidence_of (const struct fid_answer_run *r)
{
    const struct fid_run *run = r->run;
    if (!run)
        return ~0u;
    bool timed = run->stream[FID_STREAM_DATA_READ].timed;
    bool blocks = run->stream[FID_STREAM_BLOCK_READ].traced;
    return (r->job->data_seen ? 1u << FID_EVIDENCE_READS : 0) |
           (fid_run_saw (run, FID_GIVES_OPEN) ? 1u << FID_EVIDENCE_OPENS : 0) |
           (fid_run_saw (run, FID_GIVES_BLOCK) || (!blocks && timed) ? 1u << FID_EVIDENCE_DEVICE
                                                                     : 0) |
           (run->gauge[FID_GAUGE_CPU].n ? 1u << FID_EVIDENCE_CPU : 0);
}

/* Block requests on one side alone show nothing of the difference. */
static void find_evidence (struct answering *w)
{
    bool with = false, without = false;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        w->a->side[k].seen = ~0u;
        for (size_t i = 0; i < w->side[k].n; i++) {
            const struct fid_run *run = w->side[k].run[i].run;
            w->a->side[k].seen &= evidence_of (&w->side[k].run[i]);
            with |= run && fid_run_saw (run, FID_GIVES_BLOCK);
            without |= run && !run->stream[FID_STREAM_BLOCK_READ].traced;
        }
    }
    for (int k = 0; k < FID_ANSWER_SIDE_N && with && without; k++)
        for (size_t i = 0; i < w->side[k].n; i++)
            if (w->side[k].run[i].run &&
                !w->side[k].run[i].run->stream[FID_STREAM_BLOCK_READ].traced)
                w->a->side[k].seen &= ~(1u << FID_EVIDENCE_DEVICE);
}

#define ASKED_LEAST 0.1 /* of all metadata calls, that only one side could show */

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
    bool shows[] = {shows_asking (w->side[0].run->run), shows_asking (w->side[1].run->run)};
    int k = shows[1];
    if (w->opts->profile != FID_ANSWER_FOR_METADATA || shows[0] == shows[1])
        return;
    double asked_n = w->side[k].run->job->asked_n, all_n = fid_job_meta_n (w->side[k].run->job);
    struct fid_answer_side *to = &w->a->side[1 - k];
    if (to->doubt || !(asked_n > ASKED_LEAST * all_n))
        return;
    to->doubt = k ? FID_ANSWER_REASON_UNSEEN_REAL : FID_ANSWER_REASON_UNSEEN_EMULATION;
    say (to, "calls like stat were not traced; the %s makes %.0f, beside %.0f opens",
         k ? "emulation" : "real job", asked_n, all_n - asked_n);
}

#define SAVED_LEAST  (16 << 20) /* bytes: fewer may stay in memory */
#define REACHES_NONE 0.02       /* share of what was saved that block requests wrote */

/* What is saved, of one run, and how much was written by block requests; -1: they were not
 * traced. */
static double share_that_reaches (const struct fid_run *run, double *saved_n)
{
    const struct fid_stream *block = run ? &run->stream[FID_STREAM_BLOCK_WRITE] : NULL;
    const uint64_t *saved = run ? run->stream[FID_STREAM_CHECKPOINT_WRITE].owner_byte_n : NULL;
    *saved_n = saved ? (double)saved[FID_OWNER_SELF] : 0;
    if (!block || !fid_run_saw (run, FID_GIVES_BLOCK) || *saved_n < SAVED_LEAST)
        return -1;
    const uint64_t *written = block->owner_byte_n;
    return (double)(written[FID_OWNER_SELF] + written[FID_OWNER_WRITEBACK]) / *saved_n;
}

/* Bytes of checkpoints that the results of a benchmark state and no traced call shows. */
static double stated_bytes (const struct fid_answer_run *r)
{
    double sum = 0;
    if (!r->run || r->run->stream[FID_STREAM_CHECKPOINT_WRITE].traced)
        return 0;
    for (size_t i = 0; i < r->job->checkpoint_n; i++)
        sum += r->job->checkpoint[i].byte_n;
    return sum;
}

/* Checkpoints of which results alone tell, and how fast both sides save and load. */
static void say_checkpoints (struct answering *w)
{
    static const char *const what[] = {"saves", "loads"};
    char text[FID_UNITS_TEXT];
    if (w->opts->profile != FID_ANSWER_FOR_CHECKPOINT || !w->side[1].n)
        return;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        double stated_n = stated_bytes (w->side[k].run);
        if (!(stated_n > 0))
            continue;
        w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
        say (&w->a->side[k],
             "no call shows whether the %s of its checkpoints wait for the disk",
             fid_format_bytes (stated_n, text, sizeof text));
    }
    for (int load = 0; load < 2; load++) {
        double rate[FID_ANSWER_SIDE_N];
        for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
            rate[k] =
                fid_mean_rate (w->side[k].run->job, load ? FID_STORAGE_READ : FID_STORAGE_WRITE,
                               FID_TIME_OF (load ? FID_JOB_LOAD : FID_JOB_SAVE));
        if (rate[0] > 0 && rate[1] > 0 && fabs (log (rate[1] / rate[0])) > log (FEWER_LEAST))
            say (&w->a->side[1], "it %s %.0f MB/s, the real job %.0f MB/s", what[load],
                 rate[1] / 1e6, rate[0] / 1e6);
    }
}

/* Where what is saved does not reach the disk, the device was not seen; where that was not
 * traced, nothing shows that saving is right on other storage: a job that waits for the disk
 * (fsync) looks like one that does not. */
static void find_saves (struct answering *w)
{
    double saved_n[FID_ANSWER_SIDE_N], share[FID_ANSWER_SIDE_N];
    char text[FID_UNITS_TEXT];
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        share[k] = share_that_reaches (w->side[k].n ? w->side[k].run->run : NULL, &saved_n[k]);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        if (share[k] < REACHES_NONE && saved_n[k] >= SAVED_LEAST &&
            w->opts->profile == FID_ANSWER_FOR_CHECKPOINT)
            w->a->side[k].no_proof = FID_ANSWER_REASON_OF (UNSEEN, k);
        if (share[k] < 0 && saved_n[k] >= SAVED_LEAST &&
            w->opts->profile == FID_ANSWER_FOR_CHECKPOINT)
            say (&w->a->side[k],
                 "whether the %s that it saves wait for the disk was not traced",
                 fid_format_bytes (saved_n[k], text, sizeof text));
        if (share[k] < 0 || share[k] > REACHES_NONE || share[1 - k] < 0)
            continue;
        w->a->side[k].seen &= ~(1u << FID_EVIDENCE_DEVICE);
        say (&w->a->side[k], "of %s that it saves, %.0f %% reach the disk (of the %s %.0f %%)",
             fid_format_bytes (saved_n[k], text, sizeof text), 100 * share[k],
             k ? "real job" : "emulation", 100 * share[1 - k]);
    }
}

/* What the profile asks for and the traces of a side do not show. */
static void say_lacks (struct answering *w, int k)
{
    struct fid_answer_side *to = &w->a->side[k];
    char text[200];
    /* of reads the books say more */
    unsigned lacks =
        fid_answer_needs (w->opts->profile) & ~to->seen & ~(1u << FID_EVIDENCE_READS);
    if (to->doubt || !lacks)
        return;
    to->doubt = FID_ANSWER_REASON_OF (UNSEEN, k);
    say (to, "not seen: %s", fid_evidence_words (lacks, text, sizeof text));
}

int fid_answer_doubt (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        if (hold_repeats (w, k))
            return -1;
        find_flaws (w, k);
    }
    find_evidence (w);
    find_saves (w);
    say_checkpoints (w);
    say_guesses (w);
    const struct answering_side *real = &w->side[0], *emulation = &w->side[1];
    if (emulation->n && real->run->run && emulation->run->run) {
        say_first_conditions (w);
        say_mixed_up (&w->a->side[1], real->run, emulation->run);
        say_reads (w);
        find_kept (w);
        find_asking (w);
        say_roles (&w->a->side[0], real->run, emulation->run->run, FID_ANSWER_REASON_FLAW_REAL);
        say_roles (&w->a->side[1], emulation->run, real->run->run,
                   FID_ANSWER_REASON_FLAW_EMULATION);
    }
    /* last: other profiles may need less (compare/answers.h), but share the doubts above */
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        say_lacks (w, k);
    return 0;
}
