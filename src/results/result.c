/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.c - names of result files, and what is looked up in results (see result.h) */
#include "base/decimal.h"
#include "results/result.h"

/* Names of files have 255 bytes at most; temporary ones are up to 40 longer than these. */
#define BOTH_MAX 200
#define SHORT_N  60

void fid_result_head_clear (struct fid_result_head *head)
{
    fid_arena_clear (&head->arena);
    *head = (struct fid_result_head){0};
}

void fid_result_destroy (struct fid_result *r)
{
    if (!r)
        return;
    fid_arena_clear (&r->arena);
    fid_result_head_clear (&r->head);
    free (r);
}

/* The length of an id without "+20260724_100000" (and "+run" before it) at its end, as MLPerf
 * Storage calls its runs. */
static size_t without_stamp (const char *id, size_t n)
{
    static const char form[] = "+dddddddd_dddddd";
    size_t k = sizeof form - 1;
    if (n <= k)
        return n;
    for (size_t i = 0; i < k; i++) {
        char c = id[n - k + i];
        if (form[i] == 'd' ? c < '0' || c > '9' : c != form[i])
            return n;
    }
    n -= k;
    return n > 4 && strncmp (id + n - 4, "+run", 4) == 0 ? n - 4 : n;
}

size_t fid_configuration_length (const char *id)
{
    size_t n = strlen (id), end = n, stampless = without_stamp (id, n);
    if (stampless < n)
        return stampless;
    while (end > 0 && id[end - 1] >= '0' && id[end - 1] <= '9')
        end--;
    if (end == n)
        return n;
    if (end > 2 && id[end - 1] == 'r' && id[end - 2] == '_')
        return end - 2;
    if (end > 1 && strchr ("_-", id[end - 1]))
        end--;
    return end > 4 && strncmp (id + end - 3, "run", 3) == 0 && strchr ("+_-", id[end - 4])
               ? end - 4
               : n;
}

/* Whether the byte at id + i has to be written as %XX in the name of a file. */
static bool is_coded (const char *id, size_t i, bool real)
{
    bool end = id[i + 1] == '\0';
    if (id[i] == '_')
        return real && (end || id[i + 1] == '_');
    if (id[i] == '.')
        return real ? i == 0 : strcmp (id + i, ".series") == 0;
    return id[i] == '/' || (id[i] == '%' && isxdigit ((unsigned char)id[i + 1]) &&
                            isxdigit ((unsigned char)id[i + 2]));
}

/* An id as a part of the name of a file. */
static char *code_id (const char *id, bool real, struct fid_error *err)
{
    if (!*id) {
        fid_errorf (err, FID_EINPUT, "a run has an empty name");
        return NULL;
    }
    char *out = malloc (3 * strlen (id) + 1), *to = out;
    if (!out)
        return fid_null_nomem (err);
    for (size_t i = 0; id[i]; i++)
        if (is_coded (id, i, real))
            to += sprintf (to, "%%%02X", (unsigned char)id[i]);
        else
            *to++ = id[i];
    *to = '\0';
    return out;
}

/* The first bytes of a coded id, whole characters, and a hash of the id. */
static int shorten_id (char **coded, const char *id, struct fid_error *err)
{
    char hex[FID_HASH_TEXT], *was = *coded;
    size_t n = strlen (was);
    if (n <= SHORT_N + FID_HASH_TEXT)
        return 0;
    for (n = SHORT_N; n && ((unsigned char)was[n] & 0xC0) == 0x80;)
        n--;
    *coded = fid_format (err, "%.*s~%s", (int)n, was,
                         fid_hash_text (fid_hash_bytes (id, strlen (id), 0), hex));
    free (was);
    return *coded ? 0 : -1;
}

char *fid_pair_name (const char *real_id, const char *emulation_id, const char *suffix,
                     struct fid_error *err)
{
    FID_FREED char *real = code_id (real_id, true, err);
    FID_FREED char *emulation = real ? code_id (emulation_id, false, err) : NULL;
    char *name = NULL;
    int rc = emulation ? 0 : -1;
    if (!rc && strlen (real) + strlen (emulation) > BOTH_MAX)
        rc = FID_FAILED (shorten_id (&real, real_id, err) ||
                         shorten_id (&emulation, emulation_id, err));
    if (!rc)
        name = fid_format (err, "%s__%s%s", real, emulation, suffix);
    return name;
}

char *fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err)
{
    return fid_pair_name (real_id, emulation_id, ".json", err);
}

const struct fid_result_profile *fid_profile_named (const struct fid_result_head *r,
                                                    const char *name)
{
    for (size_t i = 0; i < r->profile_n; i++)
        if (strcmp (r->profile_of[i].name, name) == 0)
            return &r->profile_of[i];
    return NULL;
}

int fid_clauses_compared (const struct fid_result_head *r)
{
    const struct fid_result_profile *p = fid_profile_named (r, r->profile);
    return p ? p->of_n : 0;
}

const struct fid_result_profile *fid_profile_at (const struct fid_result_head *r, size_t k)
{
    const struct fid_result_profile *first = fid_profile_named (r, r->profile);
    if (!first || k >= r->profile_n)
        return NULL;
    return k == 0 ? first : &r->profile_of[k - (r->profile_of + k <= first)];
}

const struct fid_result_resource *fid_result_resource (const struct fid_result *r, int id)
{
    for (size_t i = 0; i < r->resource_n; i++)
        if ((int)r->resource[i].id == id)
            return &r->resource[i];
    return NULL;
}

const struct fid_result_resource *fid_result_resource_named (const struct fid_result *r,
                                                             const char *name)
{
    return name ? fid_result_resource (r, fid_resource_find (name)) : NULL;
}

const struct fid_result_measure *fid_result_worst (const struct fid_result_resource *r)
{
    const struct fid_result_measure *worst = NULL;
    FID_EACH (const struct fid_result_measure, m, r->measure)
        if (m->clause >= 0 && m->grade != FID_ABSENT && (!worst || m->grade < worst->grade))
            worst = m;
    return worst;
}

bool fid_measure_amount (const struct fid_result_measure *m, const char *name, double *x)
{
    for (size_t i = 0; i < m->detail_n; i++)
        if (strcmp (m->detail[i].name, name) == 0) {
            *x = m->detail[i].value;
            return true;
        }
    return false;
}

const char *fid_measure_sign (const struct fid_result_measure *m)
{
    double real, emulation;
    if (!fid_measure_amount (m, "real", &real) ||
        !fid_measure_amount (m, "emulation", &emulation))
        return NULL;
    return emulation > real ? "+" : emulation < real ? "-" : "0";
}

/* How well a measure shows its column. */
static int plainness (const struct fid_result_measure *m)
{
    bool bytes = m->quantity_id == FID_QUANTITY_BYTES || m->quantity_id == FID_QUANTITY_MIB ||
                 m->quantity_id == FID_QUANTITY_SIZE;
    return 4 * (m->distance != FID_ABSENT) + 2 * bytes + (m->clause >= 0);
}

#define RATIO_DIGITS 6 /* the same before a result is written and after it is read */

static struct fid_breakdown_cell breakdown_cell (const struct fid_result_measure *m)
{
    double real, emulation;
    bool ratio = m->unit == FID_IN_LN && fid_measure_amount (m, "real", &real) &&
                 fid_measure_amount (m, "emulation", &emulation) && m->distance != FID_ABSENT;
    return (struct fid_breakdown_cell){
        .quantity = m->quantity,
        .metric = m->metric,
        .unit = m->unit,
        .distance = m->distance,
        .grade = m->grade,
        .ratio = ratio ? fid_decimal_round (
                             exp (emulation >= real ? m->distance : -m->distance), RATIO_DIGITS)
                       : FID_ABSENT,
        .reason = m->reason};
}

struct fid_breakdown_row fid_breakdown_of (const struct fid_result_resource *r)
{
#define COLUMN(id, name, facet, metric) {FID_FACET_##facet, metric},
    static const struct {
        enum fid_facet_id facet;
        const char *metric;
    } column[] = {FID_BREAKDOWN (COLUMN)};
    struct fid_breakdown_row row = {.of = r,
                                    .resource = (int)r->id,
                                    .status = (int)r->status,
                                    .similarity = r->grade,
                                    .reason = r->reason};
    for (size_t i = 0; i < FID_BREAKDOWN_N; i++) {
        const struct fid_result_measure *best = NULL;
        FID_EACH (const struct fid_result_measure, m, r->measure)
            if (m->facet == column[i].facet &&
                strncmp (m->metric, column[i].metric, strlen (column[i].metric)) == 0 &&
                (!best || plainness (m) > plainness (best)))
                best = m;
        row.cell[i] = best ? breakdown_cell (best)
                           : (struct fid_breakdown_cell){.unit = -1,
                                                         .distance = FID_ABSENT,
                                                         .grade = FID_ABSENT,
                                                         .ratio = FID_ABSENT};
    }
    return row;
}

static int order_rows (const void *va, const void *vb)
{
    const struct fid_breakdown_row *a = va, *b = vb;
    int d = (a->similarity == FID_ABSENT) - (b->similarity == FID_ABSENT);
    d = d ? d : fid_order_doubles (&a->similarity, &b->similarity);
    return d ? d : a->resource - b->resource;
}

size_t fid_breakdown_sorted (const struct fid_result *r,
                             struct fid_breakdown_row row[FID_RESOURCE_N])
{
    size_t n = 0;
    FID_EACH (const struct fid_result_resource, o, r->resource)
        if (o->status == FID_STATUS_COMPARED && n < FID_RESOURCE_N)
            row[n++] = fid_breakdown_of (o);
    qsort (row, n, sizeof *row, order_rows);
    return n;
}

const char *fid_breakdown_text (const struct fid_breakdown_cell *cell,
                                char out[FID_BREAKDOWN_TEXT])
{
    static const char *const unit[FID_IN_N] = {
        [FID_IN_OCTAVES] = " oct", [FID_IN_DECADES] = " dec", [FID_IN_SECONDS] = " s"};
    const char *behind = cell->unit < 0 || !unit[cell->unit] ? "" : unit[cell->unit];
    if (!cell->quantity || cell->distance == FID_ABSENT)
        snprintf (out, FID_BREAKDOWN_TEXT, "%s", cell->quantity ? "-" : "");
    else if (cell->ratio >= 0)
        snprintf (out, FID_BREAKDOWN_TEXT, cell->ratio < 100 ? "x%.2f" : "x%.0f", cell->ratio);
    else
        snprintf (out, FID_BREAKDOWN_TEXT, "%.2f%s", cell->distance, behind);
    return out;
}

/* --- verdicts that follow from the numbers */

enum fid_validity fid_validity_of (const struct fid_error_range *e, double limit)
{
    if (e->low > limit || e->least > 2 * limit)
        return FID_NOT_VALID;
    return e->high <= limit && fabs (e->worst) <= 2 * limit ? FID_VALID : FID_CANNOT_TELL;
}

enum fid_answer_quantity fid_checkpoints_apart (const double real[FID_ANSWER_QUANTITY_N],
                                                const double emulation[FID_ANSWER_QUANTITY_N],
                                                double tolerance)
{
    static const enum fid_answer_quantity counted[] = {
        FID_ANSWER_OF_SAVE_N, FID_ANSWER_OF_LOAD_N, FID_ANSWER_OF_SAVE_BYTES,
        FID_ANSWER_OF_LOAD_BYTES};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        double r = real[counted[i]], e = emulation[counted[i]];
        if (r != e && !(r > 0 && e > 0 && fabs (log (e / r)) <= log1p (tolerance)))
            return counted[i];
    }
    return FID_ANSWER_OF_NOTHING;
}

struct fid_error_range fid_answer_range (const struct fid_result_answer *a)
{
    bool worst = a->worst.scenario != NULL;
    return (struct fid_error_range){a->low, a->high, worst ? a->worst.error : 0,
                                    worst ? a->worst.least : 0};
}

bool fid_answer_known (const struct fid_result_answer *a)
{
    return a->error != FID_ABSENT && a->proof != FID_PROOF_NONE &&
           a->fact.quantity != FID_ANSWER_OF_SELF_CHECK;
}

enum fid_validity fid_answer_validity (const struct fid_result_answer *a, double tolerance)
{
    if (!(a->runs[1].run_n > 0))
        return FID_VALIDITY_N;
    if (a->profile == FID_ANSWER_FOR_CHECKPOINT && a->proof != FID_PROOF_NONE &&
        fid_checkpoints_apart (a->runs[0].count, a->runs[1].count, tolerance))
        return FID_NOT_VALID;
    if (a->fact.quantity == FID_ANSWER_OF_READ_BYTES && a->fact.side[0] > 0 &&
        a->fact.side[1] == 0)
        return FID_NOT_VALID; /* the benchmark reads nothing */
    if (!fid_answer_known (a))
        return FID_CANNOT_TELL;
    const struct fid_error_range e = fid_answer_range (a);
    enum fid_validity is = fid_validity_of (&e, log1p (tolerance));
    return is == FID_VALID && a->proof != FID_PROOF_FULL ? FID_CANNOT_TELL : is;
}

static int doubt_profile (struct fid_result_head *h, struct fid_result_profile *p,
                          const char *reason, struct fid_error *err)
{
    p->verdict = FID_CANNOT_TELL;
    p->says_answer = false;
    p->reason = reason;
    p->text = fid_arena_format (&h->arena, err, "cannot tell for %s", p->name);
    return p->text ? 0 : -1;
}

int fid_result_doubt (struct fid_result_head *h, const char *why, struct fid_error *err)
{
    const char *reason = fid_arena_text (&h->arena, why, err);
    FID_TRY (!reason);
    h->verdict = FID_CANNOT_TELL;
    if (h->answer.verdict != FID_VALIDITY_N)
        h->answer.verdict = FID_CANNOT_TELL;
    h->answer.reason = reason;
    FID_EACH_OF (struct fid_result_profile, p, h->profile_of, h->profile_n)
        FID_TRY (doubt_profile (h, p, reason, err));
    return 0;
}

/* Why a file's verdict does not hold. */
static const char *contradiction (struct fid_result_head *h, enum fid_validity stated,
                                  struct fid_error *err)
{
    return fid_arena_format (&h->arena, err,
                             "the file says \"%s\", which does not follow from its numbers",
                             fid_validity_name (stated));
}

/* Whether the answer of the result decides the profile. */
static bool is_by_answer (const struct fid_result_head *h, const struct fid_result_profile *p)
{
    return p->by_answer &&
           (strcmp (p->name, h->profile) == 0 ||
            strcmp (p->name,
                    fid_answer_profile_name ((enum fid_answer_profile)h->answer.profile)) == 0);
}

int fid_result_judge (struct fid_result_head *h, struct fid_error *err)
{
    struct fid_result_answer *a = &h->answer;
    const int is = (int)fid_answer_validity (a, a->tolerance), stated = a->verdict;
    if (h->incomplete) {
        const char *why =
            fid_arena_format (&h->arena, err, "not all was read: %s", h->incomplete);
        return why ? fid_result_doubt (h, why, err) : -1;
    }
    if (stated != is && stated != FID_CANNOT_TELL) {
        a->reason = contradiction (h, (enum fid_validity)stated, err);
        a->verdict = FID_CANNOT_TELL;
        FID_TRY (!a->reason);
    }
    FID_EACH_OF (struct fid_result_profile, p, h->profile_of, h->profile_n) {
        if (is_by_answer (h, p) && (int)p->verdict != is && p->verdict != FID_CANNOT_TELL) {
            const char *why = contradiction (h, p->verdict, err);
            FID_TRY (!why);
            FID_TRY (doubt_profile (h, p, why, err));
        }
        if (strcmp (p->name, h->profile) == 0 && p->verdict != h->verdict)
            h->verdict = FID_CANNOT_TELL;
    }
    return 0;
}
