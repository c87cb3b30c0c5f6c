/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_log.c - see mllog_log.h */
#include "base/listing.h"
#include "readers/mllog/mllog_log.h"
#include "readers/reader.h"

#define SOURCES_MAX 64 /* names of hosts and containers in one log */
#define NAME_MAX_N  64
#define FACT_MAX    96
#define TOGETHER_NS (5 * FID_S) /* ranks begin within */
#define RANKS_MAX   4096        /* that log steps; those of others are left out */

static const struct {
    const char *key, *fact;
} facts[] = {
    {"submission_benchmark", "workload"},
    {"global_batch_size", "global_batch_size"},
    {"train_samples", "train_samples"},
    {"eval_samples", "eval_samples"},
    {"seed", "seed"},
};

#define FACT_N (sizeof facts / sizeof *facts)

#define KIND_N (FID_MLLOG_POINT + 1)

/* The lines of one host or container, or all lines that name none.  For each kind of mark the
 * lowest rank that logs it counts: one rank may train and another evaluate. */
struct fid_mllog_source {
    char name[NAME_MAX_N]; /* "": none */
    uint64_t rank;         /* the lowest so far */
    uint64_t low[KIND_N][FID_NAME_N];
    uint64_t fact_rank[FACT_N];
    char fact[FACT_N][FACT_MAX];
    size_t mark_n;
    bool any; /* whether there was a stamp */
    int64_t last_ns;
};

/* A rank of a source that logs steps. */
struct fid_mllog_rank {
    size_t source;
    uint64_t rank;
    int64_t number;       /* as a rank of the job, when the log has ended */
    const char *name;     /* of its source, then too; borrowed */
    struct fid_step step; /* what is known of the step that runs */
};

void fid_mllog_clear (struct fid_mllog *m)
{
    FID_FREE (m->mark, m->source, m->rank);
    fid_index_clear (&m->rank_index);
    *m = (struct fid_mllog){0};
}

/* --- whose lines count */

static void note_others (struct fid_mllog *m, size_t line)
{
    if (!m->others)
        fid_put_note (m->sink, line, FID_REMARK_OTHER_RANKS);
    m->others = true;
}

static int add_source (struct fid_mllog *m, struct fid_span name, struct fid_error *err)
{
    FID_TRY (
        fid_array_grow (&m->source, &m->source_cap, m->source_n + 1, sizeof *m->source, err));
    struct fid_mllog_source *s = &m->source[m->source_n++];
    memset (s, 0, sizeof *s);
    memset (s->low, 0xff, sizeof s->low);
    s->rank = UINT64_MAX;
    if (name.n)
        memcpy (s->name, name.p, name.n);
    return 0;
}

/* The place of the source of a line with this tag; source_n if it is not known. */
static size_t place_of (const struct fid_mllog *m, const struct fid_log_tag *tag,
                        struct fid_span *name)
{
    size_t i = 1;
    *name = tag->name;
    name->n = name->n < NAME_MAX_N ? name->n : NAME_MAX_N - 1;
    if (!tag->ranked && !name->n)
        return 0;
    while (i < m->source_n && !fid_span_is (*name, m->source[i].name))
        i++;
    return i;
}

/* The source with a name that counts: the one with the most objects, of equal ones the one
 * whose name comes first; 0 if there is none. */
static size_t main_source (const struct fid_mllog *m)
{
    size_t best = 0;
    for (size_t i = 1; i < m->source_n; i++) {
        const struct fid_mllog_source *s = &m->source[i], *b = &m->source[best];
        if (!best || s->mark_n > b->mark_n ||
            (s->mark_n == b->mark_n && fid_path_order (s->name, b->name) < 0))
            best = i;
    }
    return best;
}

/* The lowest rank that logs such marks. */
static uint64_t rank_of (const struct fid_mllog *m, const struct fid_mllog_mark *k)
{
    return m->source[k->source].low[k->kind][k->kind <= FID_MLLOG_STOP ? k->name : 0];
}

FID_ORDER_BY (by_rank, struct fid_mllog_rank, FID_RISING (rank))

static int by_name (const void *va, const void *vb)
{
    const struct fid_mllog_rank *a = va, *b = vb;
    int order = fid_path_order (a->name, b->name);
    return order ? order : by_rank (va, vb);
}

static uint64_t hash_of_rank (size_t source, uint64_t rank)
{
    return fid_hash_number (rank, source);
}

/* Numbers the ranks that log steps: as their lines do, unless two sources have ranks of one
 * number; then in the order of the sources' names.  -1 without memory. */
static int number_ranks (struct fid_mllog *m, struct fid_error *err)
{
    bool differ = true;
    for (size_t i = 0; i < m->rank_n; i++)
        m->rank[i].name = m->source[m->rank[i].source].name;
    FID_SORT (m->rank, m->rank_n, by_rank);
    for (size_t i = 1; i < m->rank_n; i++)
        differ &= m->rank[i].rank != m->rank[i - 1].rank;
    if (!differ)
        qsort (m->rank, m->rank_n, sizeof *m->rank, by_name);
    fid_index_clear (&m->rank_index);
    for (size_t i = 0; i < m->rank_n; i++) {
        struct fid_mllog_rank *r = &m->rank[i];
        r->number = differ ? (int64_t)r->rank : (int64_t)i;
        FID_TRY (fid_index_put (&m->rank_index, hash_of_rank (r->source, r->rank), i, err));
    }
    return 0;
}

/* The rank of a source; NULL if it has logged no step. */
static struct fid_mllog_rank *known_rank (const struct fid_mllog *m, size_t source,
                                          uint64_t rank)
{
    for (size_t at = 0, i;
         fid_index_next (&m->rank_index, hash_of_rank (source, rank), &at, &i);)
        if (m->rank[i].source == source && m->rank[i].rank == rank)
            return &m->rank[i];
    return NULL;
}

/* Keeps the marks that count: of lines without a tag, and of the main source; steps of all. */
static void keep_main (struct fid_mllog *m, size_t main)
{
    size_t kept_n = 0;
    bool several = false;
    for (size_t i = 0; i < m->mark_n; i++) {
        struct fid_mllog_mark *k = &m->mark[i];
        bool lead = k->source == 0 || (k->source == main && k->rank == rank_of (m, k));
        bool keep = lead || k->kind == FID_MLLOG_STEP;
        if (k->kind == FID_MLLOG_STEP) {
            k->step.other = !lead;
            k->step.ranked = k->source > 0 && m->rank_n > 1;
            if (k->step.ranked)
                k->step.rank = known_rank (m, k->source, k->rank)->number;
        }
        several |= lead && k->source && k->rank != m->source[main].rank;
        if (keep)
            m->mark[kept_n++] = *k;
        else
            note_others (m, k->line);
    }
    m->mark_n = kept_n;
    if (several)
        fid_put_note (m->sink, 0, FID_REMARK_RANK_SEVERAL);
    if (main && m->source[main].rank)
        fid_mllog_note (m, 0, FID_REMARK_RANK_LOWEST, m->source[main].rank);
}

/* Whether the run that is begun by the start at i does again what was done before: the first span
 * in it has ended before, or never ends twice, or it begins well after spans that ended.  Processes
 * that log to one file without a tag begin together, and each ends what it began. */
static bool is_begun_again (const struct fid_mllog *m, size_t i)
{
    size_t next = i, first = SIZE_MAX;
    int64_t begun_n[2] = {0}, ended_n[2] = {0}; /* before i, in all */
    int64_t before_ns = INT64_MAX;              /* of the last span before i */
    bool ended = false;
    while (next < m->mark_n &&
           (m->mark[next].kind != FID_MLLOG_START || m->mark[next].name == FID_NAME_INIT ||
            m->mark[next].name == FID_NAME_RUN))
        next++;
    for (size_t k = 0; k < m->mark_n && next < m->mark_n; k++) {
        const struct fid_mllog_mark *at = &m->mark[k];
        bool stop = at->kind == FID_MLLOG_STOP;
        if (k < i && stop && at->name == FID_NAME_RUN)
            return true;
        if (k < i && at->name != FID_NAME_INIT && at->kind <= FID_MLLOG_STOP) {
            ended |= stop;
            before_ns = at->t_ns;
        }
        if (at->kind > FID_MLLOG_STOP || at->name != m->mark[next].name ||
            at->number != m->mark[next].number)
            continue;
        first = first == SIZE_MAX ? k : first;
        (stop ? ended_n : begun_n)[0] += k < i;
        (stop ? ended_n : begun_n)[1]++;
    }
    if (ended && m->mark[i].t_ns - before_ns > TOGETHER_NS)
        return true;
    if (!begun_n[0])
        return false;
    return ended_n[0] >= begun_n[0] ||
           (ended_n[1] < begun_n[1] && m->mark[next].t_ns - m->mark[first].t_ns > TOGETHER_NS);
}

/* Drops what is before the last attempt of a log to which a program that was started anew
 * appended.  One that ended well was no attempt, but a run of its own: both stay, and are told. */
static void keep_last_attempt (struct fid_mllog *m)
{
    enum fid_remark_code code = FID_REMARK_LAST_ATTEMPT;
    size_t from = 0;
    for (size_t i = m->mark_n; i-- > 0 && !from;)
        if (m->mark[i].kind == FID_MLLOG_START && m->mark[i].name == FID_NAME_RUN &&
            is_begun_again (m, i))
            from = i;
    if (!from)
        return;
    while (from && m->mark[from - 1].kind <= FID_MLLOG_STOP &&
           m->mark[from - 1].name == FID_NAME_INIT)
        from--;
    for (size_t i = 0; i < from; i++)
        if (m->mark[i].kind == FID_MLLOG_STOP && m->mark[i].name == FID_NAME_RUN &&
            m->mark[i].success)
            code = FID_REMARK_RUN_AGAIN;
    fid_put_note (m->sink, m->mark[from].line, code);
    if (code == FID_REMARK_RUN_AGAIN)
        return;
    m->mark_n -= from;
    memmove (m->mark, m->mark + from, m->mark_n * sizeof *m->mark);
}

/* --- objects */

/* Whether the object is the start or stop of a span, or the result of an evaluation. */
static bool is_span (const struct fid_mllog_item *it, struct fid_mllog_mark *mark)
{
    bool start = fid_span_ends (it->key, "_start");
    struct fid_span stem = it->key;
    mark->kind = start ? FID_MLLOG_START : FID_MLLOG_STOP;
    if (fid_span_is (it->key, "eval_accuracy")) {
        mark->kind = FID_MLLOG_POINT;
        return true;
    }
    if (!start && !fid_span_ends (it->key, "_stop"))
        return false;
    stem.n -= start ? 6 : 5;
    return fid_phase_by_text (stem, false, &mark->name);
}

/* Whether the object is a piece of an instrumented step; *ends if it completes one. */
static int take_step (struct fid_mllog *m, const struct fid_mllog_item *it,
                      struct fid_mllog_mark *mark, bool *known, bool *ends,
                      struct fid_error *err)
{
    bool load = fid_span_is (it->key, "load_batch_mem");
    bool end = fid_span_is (it->key, "step_end");
    struct fid_mllog_rank *of = known_rank (m, mark->source, mark->rank);
    *known = load || end || fid_span_is (it->key, "all_compute");
    *ends = false;
    if (!*known)
        return 0;
    if (!of && m->rank_n == RANKS_MAX) {
        note_others (m, mark->line);
        return 0;
    }
    if (!of) {
        uint64_t hash = hash_of_rank (mark->source, mark->rank);
        FID_TRY (fid_array_grow (&m->rank, &m->rank_cap, m->rank_n + 1, sizeof *m->rank, err));
        FID_TRY (fid_index_put (&m->rank_index, hash, m->rank_n, err));
        of = &m->rank[m->rank_n++];
        *of = (struct fid_mllog_rank){
            .source = mark->source, .rank = mark->rank, .step = FID_NO_STEP};
    }
    if (load)
        of->step.load_s = it->duration_s;
    else if (!end)
        of->step.compute_s = it->duration_s;
    if (!end)
        return 0;
    mark->kind = FID_MLLOG_STEP;
    mark->step = of->step;
    mark->step.end_ns = it->t_ns;
    mark->step.step_s = it->duration_s;
    of->step = (struct fid_step)FID_NO_STEP;
    *ends = true;
    return 0;
}

static void take_fact (struct fid_mllog_source *s, uint64_t rank,
                       const struct fid_mllog_item *it)
{
    for (size_t i = 0; i < FACT_N; i++) {
        /* every process may log it, and every attempt: the last one of the lowest rank is used */
        if (!fid_span_is (it->key, facts[i].key) || !it->value.n ||
            fid_span_is (it->value, "null") || (s->fact[i][0] && rank > s->fact_rank[i]))
            continue;
        snprintf (s->fact[i], FACT_MAX, "%.*s", FID_SPAN_ARG (it->value));
        s->fact_rank[i] = rank;
    }
}

/* Keeps the mark, unless it is not a step and a lower rank logs such marks. */
static int add_mark (struct fid_mllog *m, const struct fid_mllog_mark *mark,
                     struct fid_error *err)
{
    struct fid_mllog_source *s = &m->source[mark->source];
    uint64_t *low = &s->low[mark->kind][mark->kind <= FID_MLLOG_STOP ? mark->name : 0];
    if (mark->rank > *low && mark->kind != FID_MLLOG_STEP) {
        note_others (m, mark->line);
        return 0;
    }
    *low = mark->rank < *low ? mark->rank : *low;
    FID_TRY (FID_PUSH (m->mark, err, *mark));
    s->mark_n += mark->kind != FID_MLLOG_STEP || mark->rank == *low;
    return 0;
}

int fid_mllog_event (struct fid_mllog *m, const struct fid_log_tag *tag, struct fid_json *j,
                     size_t line, int64_t *t_ns, struct fid_error *err)
{
    struct fid_mllog_item it;
    struct fid_span name;
    bool known = true, ends = false;
    *t_ns = INT64_MIN;
    if (!m->source_n)
        FID_TRY (add_source (m, (struct fid_span){"", 0}, err));
    size_t source = place_of (m, tag, &name);
    if (source == m->source_n && source < SOURCES_MAX)
        FID_TRY (add_source (m, name, err));
    bool good = fid_mllog_item_read (j, &m->recent, &it), timed = it.timed || it.zero;
    if (source == m->source_n) {
        note_others (m, line);
        return 0;
    }
    struct fid_mllog_source *s = &m->source[source];
    uint64_t rank = source ? tag->rank : 0;
    s->rank = rank < s->rank ? rank : s->rank;
    if (!good || !it.key.p || !timed) {
        if (rank == s->rank)
            fid_put_reject (m->sink, line,
                            j->cut  ? FID_REMARK_JSON_CUT
                            : !good ? FID_REMARK_NOT_JSON_OBJECT
                            : timed ? FID_REMARK_KEY_MISSING
                                    : FID_REMARK_TIME_MS_BAD);
        return 0;
    }
    if (it.zero) {
        m->zero_line = m->zero_n++ ? m->zero_line : line;
        take_fact (s, rank, &it);
        return 0;
    }
    struct fid_mllog_mark mark = {.t_ns = it.t_ns,
                                  .number = it.said.number,
                                  .step_num = it.said.step,
                                  .epoch = it.said.epoch,
                                  .block = -1,
                                  .success = it.said.success,
                                  .with = SIZE_MAX,
                                  .line = line,
                                  .source = source,
                                  .rank = rank};
    if (rank == s->rank)
        *t_ns = it.t_ns;
    s->last_ns = s->any && s->last_ns > it.t_ns ? s->last_ns : it.t_ns;
    s->any = true;
    if (is_span (&it, &mark))
        return add_mark (m, &mark, err);
    FID_TRY (take_step (m, &it, &mark, &known, &ends, err));
    if (ends)
        return add_mark (m, &mark, err);
    if (!known)
        take_fact (s, rank, &it);
    return 0;
}

/* --- the end of the log */

bool fid_mllog_counts (const struct fid_mllog *m, const struct fid_log_tag *tag,
                       struct fid_span object)
{
    struct fid_span name;
    struct fid_mllog_item it;
    struct fid_mllog_mark mark = {.source = place_of (m, tag, &name)};
    struct fid_json j;
    if (mark.source == 0)
        return true;
    if (mark.source != main_source (m))
        return false;
    fid_json_init (&j, object);
    return tag->rank == (fid_mllog_item_read (&j, NULL, &it) && is_span (&it, &mark)
                             ? rank_of (m, &mark)
                             : m->source[mark.source].rank);
}

int fid_mllog_finish (struct fid_mllog *m, struct fid_error *err)
{
    size_t main = main_source (m);
    if (!m->source_n)
        return 0;
    FID_TRY (number_ranks (m, err));
    keep_main (m, main);
    keep_last_attempt (m);
    if (m->zero_n)
        fid_mllog_note (m, m->zero_line, FID_REMARK_TIME_ZERO, m->zero_n);
    const struct fid_mllog_source *a = &m->source[0], *b = &m->source[main];
    int64_t last_ns = !a->any || (b->any && b->last_ns > a->last_ns) ? b->last_ns : a->last_ns;
    for (size_t i = 0; i < FACT_N; i++) /* those of lines without a tag come first */
        FID_TRY (fid_mllog_put_fact (m, facts[i].fact, a->fact[i][0] ? a->fact[i] : b->fact[i],
                                     err));
    FID_TRY (fid_mllog_pair (m, err));
    return fid_mllog_phases (m, last_ns, err);
}
