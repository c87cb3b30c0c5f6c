/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_epoch_stats.c - the phases in DLIO's per_epoch_stats.json
 *
 *     {"1": {"start": "2023-02-11T11:34:40.120001",
 *            "block1": {"start": ..., "end": ..., "duration": "8.88"},
 *            "save_ckpt1": {"start": ..., "end": ..., "duration": 2.25, "throughput": 0.4},
 *            "eval": {...}, "end": ..., "duration": "12.89"}}
 *
 * Local time of the process, durations in s: texts with two decimals, or (of
 * checkpoints) numbers.  A span that was broken off has a start only. */
#include "readers/dlio/dlio_text.h"
#include "readers/reader.h"

/* Durations as text are rounded to this. */
#define ROUND_NS (FID_S / 100)

struct dlio_span {
    int64_t start_ns, end_ns; /* INT64_MIN: unknown */
    double duration_s;        /* < 0: unknown */
    double gb_per_s;          /* of a checkpoint; < 0: unknown */
};

struct epoch_stats_state {
    const struct fid_sink *sink; /* borrowed */
    int64_t last_ns;             /* the latest stamp of the file; INT64_MIN: none */
    double gb_per_s[2];          /* sums over saves and loads */
    unsigned n[2];
};

/* What a member of an epoch is; *block its number, or -1. */
static bool name_of (struct fid_span key, enum fid_phase_name *name, int *block)
{
    static const struct {
        const char *word;
        enum fid_phase_name name;
    } words[] = {
        {"block", FID_NAME_BLOCK},
        {"eval", FID_NAME_EVAL},
        {"ckpt", FID_NAME_CHECKPOINT},
        {"save_ckpt", FID_NAME_CHECKPOINT},
        {"load_ckpt", FID_NAME_CHECKPOINT_LOAD},
    };
    size_t stem = key.n;
    while (stem && key.p[stem - 1] >= '0' && key.p[stem - 1] <= '9')
        stem--;
    if (!fid_dlio_int ((struct fid_span){key.p + stem, key.n - stem}, block))
        *block = -1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (fid_span_is ((struct fid_span){key.p, stem}, words[i].word)) {
            *name = words[i].name;
            return true;
        }
    return false;
}

/* Take a member that every span has; false, nothing consumed, if it is another. */
static bool take_member (struct fid_json *j, struct fid_span key, struct dlio_span *s)
{
    struct fid_span text;
    bool start = fid_span_is (key, "start");
    if (start || fid_span_is (key, "end")) {
        int64_t ns;
        if (fid_json_string (j, &text) && fid_time_iso (text, &ns, NULL, NULL))
            *(start ? &s->start_ns : &s->end_ns) = ns;
        return true;
    }
    if (fid_span_is (key, "throughput")) {
        if (!fid_json_f64 (j, &s->gb_per_s) || s->gb_per_s < 0)
            s->gb_per_s = -1;
        return true;
    }
    if (!fid_span_is (key, "duration"))
        return false;
    if (!fid_json_f64 (j, &s->duration_s))
        s->duration_s = -1;
    return true;
}

static const struct dlio_span nothing = {INT64_MIN, INT64_MIN, -1, -1};

/* Gives a span, or with only_look sees its stamps. */
static int put_span (struct epoch_stats_state *st, const struct dlio_span *s,
                     enum fid_phase_name name, int epoch, int block, bool only_look,
                     struct fid_error *err)
{
    struct fid_phase p = {.kind = fid_phase_kind_of (name),
                          .name = name,
                          .start_ns = s->start_ns,
                          .end_ns = s->end_ns,
                          .epoch = epoch,
                          .block = block};
    int64_t told_ns = INT64_MIN;
    if (only_look) {
        st->last_ns = s->start_ns > st->last_ns ? s->start_ns : st->last_ns;
        st->last_ns = s->end_ns > st->last_ns ? s->end_ns : st->last_ns;
        return 0;
    }
    if (s->start_ns == INT64_MIN) {
        fid_put_reject (st->sink, 0, FID_REMARK_SPAN_WITHOUT_START);
        return 0;
    }
    if (s->duration_s >= 0 && s->duration_s < 1e9)
        told_ns = s->start_ns + (int64_t)(s->duration_s * 1e9 + 0.5);
    /* today's DLIO writes the end of an epoch again after its evaluation, but not
     * the duration, which is that of the training */
    if (p.end_ns == INT64_MIN ||
        (name == FID_NAME_EPOCH && told_ns != INT64_MIN && told_ns + ROUND_NS < p.end_ns))
        p.end_ns = told_ns;
    if (p.end_ns == INT64_MIN) {
        p.end_ns = st->last_ns;
        p.flags = FID_PHASE_TRUNCATED;
        fid_put_note (st->sink, 0, FID_REMARK_SPAN_OPEN);
    }
    if (p.end_ns < p.start_ns) {
        fid_put_note (st->sink, 0, FID_REMARK_SPAN_BACKWARD);
        return 0;
    }
    if (s->gb_per_s >= 0 && p.kind == FID_PHASE_CHECKPOINT) {
        bool load = name == FID_NAME_CHECKPOINT_LOAD;
        st->gb_per_s[load] += s->gb_per_s;
        st->n[load]++;
    }
    return fid_put_phase (st->sink, &p, err);
}

/* What the rank of the file says about the throughput of its checkpoints, as "KEY@rank_3". */
static int put_throughputs (const struct epoch_stats_state *st, struct fid_span name,
                            struct fid_error *err)
{
    static const char *const keys[] = {"save_GB_per_second", "load_GB_per_second"};
    char key[64], value[32];
    struct fid_span rank;
    int number = 0;
    fid_span_field (&name, '_', &rank);
    bool ranked = fid_dlio_int (rank, &number);
    for (int k = 0; k < 2; k++) {
        if (!st->n[k])
            continue;
        snprintf (value, sizeof value, "%.9g", st->gb_per_s[k] / st->n[k]);
        if (ranked)
            snprintf (key, sizeof key, "%s@rank_%d", keys[k], number);
        else
            snprintf (key, sizeof key, "%s", keys[k]);
        FID_TRY (fid_put_fact (st->sink, &(struct fid_fact){key, fid_span_of (value)}, err));
    }
    return 0;
}

/* An epoch; only_look: its stamps are seen, and nothing is given. */
static int read_epoch (struct epoch_stats_state *st, struct fid_json *j, int epoch,
                       bool only_look, struct fid_error *err)
{
    struct dlio_span whole = nothing;
    struct fid_span key, inner;
    enum fid_phase_name name;
    int block;
    if (!fid_json_into (j, '{')) {
        if (!only_look)
            fid_put_reject (st->sink, 0, FID_REMARK_EPOCH_NOT_OBJECT);
        return 0;
    }
    while (fid_json_member (j, &key)) {
        struct dlio_span part = nothing;
        if (take_member (j, key, &whole))
            continue;
        if (!name_of (key, &name, &block) || !fid_json_enter (j, '{')) {
            fid_json_skip (j);
            continue;
        }
        while (fid_json_member (j, &inner))
            if (!take_member (j, inner, &part))
                fid_json_skip (j);
        FID_TRY (put_span (st, &part, name, epoch, block, only_look, err));
    }
    return put_span (st, &whole, FID_NAME_EPOCH, epoch, -1, only_look, err);
}

static int probe_dlio_epoch_stats (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    struct dlio_span whole = nothing;
    int number;
    enum fid_phase_name name;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '{') || !fid_json_member (&j, &key) ||
        !fid_dlio_int (key, &number) || !fid_json_enter (&j, '{'))
        return 0;
    while (fid_json_member (&j, &key)) {
        if (name_of (key, &name, &number) && fid_json_peek (&j) == '{')
            return 85;
        if (!take_member (&j, key, &whole))
            fid_json_skip (&j);
    }
    return whole.start_ns != INT64_MIN ? 60 : 0;
}

static int read_dlio_epoch_stats (struct fid_input *in, struct fid_error *err)
{
    struct epoch_stats_state st = {.sink = in->sink, .last_ns = INT64_MIN};
    struct fid_span all, key;
    struct fid_json j;
    int epoch;
    FID_TRY (fid_text_rest (in->text, &all, err));
    /* first the latest stamp, where spans that were broken off are cut */
    for (int only_look = 1; only_look >= 0; only_look--) {
        fid_json_init (&j, all);
        if (!fid_json_enter (&j, '{'))
            return fid_errorf (err, FID_EINPUT, "%s: not a JSON object", in->text->path);
        while (fid_json_member (&j, &key))
            if (!fid_dlio_int (key, &epoch))
                fid_json_skip (&j);
            else
                FID_TRY (read_epoch (&st, &j, epoch, only_look, err));
    }
    FID_TRY (put_throughputs (&st, in->head.name, err));
    return fid_jsondoc_end (in, &j, err);
}

FID_READER_IS (dlio_epoch_stats, APP, FID_GIVES_PHASES | FID_GIVES_FACTS, 10,
               "phases in a result file of DLIO (per_epoch_stats.json)", .once = true,
               .of_benchmark = true)
