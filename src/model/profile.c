/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.c - see profile.h */
#include <fnmatch.h>
#include "model/names.h"
#include "model/profile.h"

static const struct {
    const char *name, *text;
} shipped[] = {
#define FID_PROFILE(id, text) {#id, text},
#include "src/model/profiles.inc"
};
/* the last one is the prior */
#define SHIPPED_N (sizeof shipped / sizeof *shipped - 1)

const char *fid_profile_text (size_t i)
{
    return i < SHIPPED_N ? shipped[i].text : NULL;
}

const char *fid_prior_text (void)
{
    return shipped[SHIPPED_N].text;
}

/* A profile while its lines are read. */
struct reading {
    struct fid_profile *p;
    const struct fid_text *text;
    struct fid_error *err;
    size_t key_line; /* of the first line of key clauses; 0: none */
};

enum word {
    WORD_GRADE,
    WORD_REPORT,
    WORD_KEY,
    WORD_TOLERANCE,
    WORD_ABOUT,
    WORD_ANSWER,
    WORD_NEEDS,
    WORD_N
};
static const char *const words[WORD_N] = {"grade", "report", "key",  "tolerance",
                                          "about", "answer", "needs"};

#define PROFILE_NAME(id, name, doc) name,
static const char *const answer_profiles[] = {FID_ANSWER_PROFILES (PROFILE_NAME)};
const struct fid_names fid_names_answer_profile =
    FID_NAMES_OF (answer_profiles, FID_ANSWER_PROFILE_N);

const char *fid_answer_profile_name (enum fid_answer_profile p)
{
    return answer_profiles[p];
}

int fid_answer_profile_find (const char *name, enum fid_answer_profile *out,
                             struct fid_error *err)
{
#define PROFILE_LIST(id, name, doc) " " name
    for (int p = 0; name && p < FID_ANSWER_PROFILE_N; p++)
        if (strcasecmp (name, fid_answer_profile_name ((enum fid_answer_profile)p)) == 0) {
            *out = (enum fid_answer_profile)p;
            return 0;
        }
    return fid_errorf (err, FID_EUSAGE, "no answer exists for '%s'; choose one of%s",
                       name ? name : "", FID_ANSWER_PROFILES (PROFILE_LIST));
}

static int refuse_line (const struct reading *r, const char *what, struct fid_span word)
{
    return fid_errorf (r->err, FID_EUSAGE, "%s:%zu: %s: '%.*s'", r->text->path, r->text->line_n,
                       what, FID_SPAN_ARG (word));
}

/* Applies a line to all clauses that match a pattern. */
static int apply_line (const struct reading *r, enum word word, struct fid_span pattern,
                       double width)
{
    char text[64], name[FID_MEASURE_NAME];
    bool any = false;
    if (pattern.n >= sizeof text)
        return refuse_line (r, "no such clause", pattern);
    snprintf (text, sizeof text, "%.*s", FID_SPAN_ARG (pattern));
    /* most clauses differ before the first wildcard, or behind the last '*' */
    size_t plain_n = strcspn (text, "*?[\\");
    const char *end = text[strcspn (text, "?[\\")] ? NULL : strrchr (text, '*');
    const struct fid_span tail = fid_span_of (end ? end + 1 : "");
    for (int i = 0; i < FID_RESOURCE_N; i++) {
        size_t resource_n = strlen (fid_resources[i].name);
        if (strncmp (text, fid_resources[i].name,
                     plain_n < resource_n ? plain_n : resource_n) != 0)
            continue;
        size_t rest_n = plain_n > resource_n ? plain_n - resource_n - 1 : 0;
        for (int q = 0; q < FID_QUANTITY_N; q++) {
            const struct fid_span quantity = fid_span_of (fid_quantities[q].name);
            if (strncmp (text + plain_n - rest_n, quantity.p, rest_n) != 0 ||
                (tail.n <= quantity.n && !fid_span_ends (quantity, tail.p)))
                continue;
            fid_measure_name ((enum fid_resource_id)i, (enum fid_quantity_id)q, name);
            if (strncmp (text, name, plain_n) != 0 || fnmatch (text, name, 0) != 0)
                continue;
            any = true;
            struct fid_profile_clause *c = &r->p->clause[i][q];
            if (word == WORD_TOLERANCE) {
                c->tolerance = width;
                continue;
            }
            c->graded = word != WORD_REPORT;
            c->key = word == WORD_KEY || (word == WORD_GRADE && c->key);
        }
    }
    return any ? 0 : refuse_line (r, "no clause has such a name (RESOURCE.QUANTITY)", pattern);
}

/* What decides: "answer storage". */
static int read_answer (const struct reading *r, struct fid_span word)
{
    char name[32];
    enum fid_answer_profile p;
    snprintf (name, sizeof name, "%.*s", (int)(word.n < sizeof name ? word.n : 0), word.p);
    if (fid_answer_profile_find (name, &p, r->err))
        return refuse_line (r, "not 'answer' and storage, read, checkpoint or metadata", word);
    r->p->answer = (int)p;
    return 0;
}

static const struct {
    const char *name, *words;
} evidence[] = {
#define EVIDENCE(id, name, words) {name, words},
    FID_EVIDENCES (EVIDENCE)};

const char *fid_evidence_words (unsigned set, char *out, size_t n)
{
    size_t at = 0;
    *out = '\0';
    for (int e = 0; e < FID_EVIDENCE_N && at < n; e++)
        if (set >> e & 1)
            at +=
                (size_t)snprintf (out + at, n - at, "%s%s", at ? ", " : "", evidence[e].words);
    return out;
}

/* What traces have to show: "needs reads device". */
static int read_needs (const struct reading *r, const struct fid_span *word, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int e = 0;
        while (e < FID_EVIDENCE_N && !fid_span_is (word[i], evidence[e].name))
            e++;
        if (e == FID_EVIDENCE_N)
            return refuse_line (r, "not reads, opens, device or cpu", word[i]);
        r->p->needs |= 1u << e;
    }
    return 0;
}

#define PATTERNS_MAX 32

static int read_line (struct reading *r, struct fid_span line)
{
    struct fid_span word[PATTERNS_MAX + 1];
    ptrdiff_t comment = fid_span_find (line, "#");
    double width = 0;
    int w = 0;
    if (comment >= 0)
        line.n = (size_t)comment;
    size_t n = fid_span_words (line, word, PATTERNS_MAX + 1);
    if (!n)
        return 0;
    while (w < WORD_N && !fid_span_is (word[0], words[w]))
        w++;
    if (w == WORD_N)
        return refuse_line (r, "not about, answer, needs, grade, report, key or tolerance",
                            word[0]);
    if (w == WORD_ABOUT) {
        const char *from = n > 1 ? word[1].p : line.p + line.n;
        struct fid_span all = fid_span_trim (line); /* of as many words as it has */
        const char *to = n > 1 ? all.p + all.n : from;
        snprintf (r->p->about, sizeof r->p->about, "%.*s", (int)(to - from), from);
        return 0;
    }
    if (w == WORD_ANSWER)
        return read_answer (r, n == 2 ? word[1] : word[0]);
    if (w == WORD_NEEDS)
        return read_needs (r, word, n);
    if (n > PATTERNS_MAX)
        return refuse_line (r, "too many patterns on a line", word[0]);
    if (n < 2 || (w == WORD_TOLERANCE && n != 3))
        return refuse_line (
            r, w == WORD_TOLERANCE ? "not 'tolerance PATTERN WIDTH'" : "no pattern", word[0]);
    if (w == WORD_TOLERANCE && (!fid_span_decimal (word[2], &width) || !(width > 0)))
        return refuse_line (r, "a tolerance is a number above 0", word[2]);
    if (w == WORD_KEY && !r->key_line)
        r->key_line = r->text->line_n;
    for (size_t i = 1; i < (w == WORD_TOLERANCE ? 2 : n); i++)
        FID_TRY (apply_line (r, (enum word)w, word[i], width));
    return 0;
}

static int read_lines (struct fid_profile *p, const char *name, struct fid_text *text,
                       struct fid_error *err)
{
    struct reading r = {p, text, err, 0};
    struct fid_span line;
    int more;
    *p = (struct fid_profile){.answer = -1};
    snprintf (p->name, sizeof p->name, "%s", name);
    for (int i = 0; i < FID_RESOURCE_N; i++)
        for (int q = 0; q < FID_QUANTITY_N; q++)
            p->clause[i][q].tolerance = fid_tolerances[fid_quantities[q].tolerance].width;
    while ((more = fid_text_next (text, &line, err)) > 0) {
        FID_TRY (read_line (&r, line));
        /* by lines, so that a copy of a shipped profile has its hash */
        p->hash = fid_hash_bytes (line.p, line.n, p->hash);
        p->hash = fid_hash_bytes ("\n", 1, p->hash);
    }
    if (more == 0 && r.key_line && p->answer >= 0)
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: 'key' has no part where the answer decides ('answer %s'); "
                           "say 'grade', or leave the answer out",
                           text->path, r.key_line,
                           fid_answer_profile_name ((enum fid_answer_profile)p->answer));
    return more;
}

static int load_shipped (struct fid_profile *p, size_t i, struct fid_error *err)
{
    struct fid_text text = fid_text_of (shipped[i].name, shipped[i].text);
    return read_lines (p, shipped[i].name, &text, err);
}

static struct fid_profile parsed[SHIPPED_N];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void parse_shipped (void)
{
    struct fid_error err;
    for (size_t i = 0; i < SHIPPED_N; i++)
        load_shipped (&parsed[i], i, &err); /* tests/model shows that they have no mistake */
}

const struct fid_profile *fid_profile_shipped (size_t i)
{
    pthread_once (&once, parse_shipped);
    return i < SHIPPED_N ? &parsed[i] : NULL;
}

const struct fid_profile *fid_profile_default (bool emulation)
{
    return fid_profile_shipped (emulation ? 0 : SHIPPED_N - 1);
}

int fid_profile_load (struct fid_profile *p, const char *name, struct fid_error *err)
{
    for (size_t i = 0; i < SHIPPED_N; i++)
        if (strcasecmp (shipped[i].name, name) == 0)
            return load_shipped (p, i, err);
    const char *slash = strrchr (name, '/');
    if (slash || strchr (name, '.')) {
        FID_SCOPED (fid_text_close) struct fid_text text = {0};
        FID_TRY (fid_text_open (&text, name, err));
        FID_TRY (read_lines (p, slash ? slash + 1 : name, &text, err));
        /* a file that is called as a shipped profile, "storage.conf", has to say which
         * answer decides */
        size_t n = strcspn (p->name, ".");
        for (size_t i = 0; i < SHIPPED_N && p->answer < 0; i++) {
            const struct fid_profile *like = fid_profile_shipped (i);
            if (like->answer >= 0 && strlen (like->name) == n &&
                strncasecmp (like->name, p->name, n) == 0)
                return fid_errorf (
                    err, FID_EUSAGE,
                    "%s: has no line 'answer %s', as the shipped profile %s: add it, "
                    "or rename the file",
                    name, fid_answer_profile_name ((enum fid_answer_profile)like->answer),
                    like->name);
        }
        return 0;
    }
    char list[256] = "";
    for (size_t i = 0, at = 0; i < SHIPPED_N && at < sizeof list; i++)
        at += (size_t)snprintf (list + at, sizeof list - at, "%s%s", i ? ", " : "",
                                shipped[i].name);
    return fid_errorf (err, FID_EUSAGE,
                       "unknown profile '%s'; choose one of %s, or name a file with its '/' or "
                       "'.'",
                       name, list);
}

unsigned fid_answer_needs (enum fid_answer_profile p)
{
    const struct fid_profile *shipped_one;
    for (size_t i = 0; (shipped_one = fid_profile_shipped (i)); i++)
        if (shipped_one->answer == (int)p)
            return shipped_one->needs;
    return 0;
}

/* --- prior: how much runs differ */

#define DEVIATION_MAX 10
#define FREEDOM_MAX   50

const char *fid_prior_name (int id)
{
    static const char *const others[] = {FID_OVERALL, FID_PRIOR_NAME_ANSWER,
                                         FID_PRIOR_NAME_CAPACITY};
    return id < FID_GROUP_N ? fid_groups[id].name : others[id - FID_GROUP_N];
}

int fid_prior_find (struct fid_span name)
{
    for (int g = 0; g < FID_PRIOR_N; g++)
        if (fid_span_is (name, fid_prior_name (g)))
            return g;
    return -1;
}

static int add_line (struct fid_priors *p, struct fid_span line, const struct fid_text *text,
                     struct fid_error *err)
{
    struct fid_span word[4];
    struct fid_prior one;
    ptrdiff_t comment = fid_span_find (line, "#");
    if (comment >= 0)
        line.n = (size_t)comment;
    size_t n = fid_span_words (line, word, 4);
    if (n == 0)
        return 0;
    if (n != 3)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: not 'GROUP DEVIATION FREEDOM'", text->path,
                           text->line_n);
    int g = fid_prior_find (word[0]);
    if (g < 0)
        return fid_errorf (err, FID_EUSAGE, "%s:%zu: no group is called '%.*s'", text->path,
                           text->line_n, FID_SPAN_ARG (word[0]));
    if (!fid_span_decimal (word[1], &one.deviation) ||
        !(one.deviation > 0 && one.deviation <= DEVIATION_MAX) ||
        !fid_span_decimal (word[2], &one.freedom) ||
        !(one.freedom > 0 && one.freedom <= FREEDOM_MAX))
        return fid_errorf (err, FID_EUSAGE,
                           "%s:%zu: a deviation is above 0 and at most %d, its degrees of "
                           "freedom at most %d",
                           text->path, text->line_n, DEVIATION_MAX, FREEDOM_MAX);
    p->of[g] = one;
    return 0;
}

static int read_priors (struct fid_priors *p, const struct fid_priors *fallback,
                        struct fid_text *text, struct fid_error *err)
{
    struct fid_span line;
    int more;
    *p = (struct fid_priors){0};
    while ((more = fid_text_next (text, &line, err)) > 0)
        FID_TRY (add_line (p, line, text, err));
    FID_TRY (more < 0);
    if (!(p->of[FID_PRIOR_SIMILARITY].freedom > 0))
        return fid_errorf (err, FID_EUSAGE, "%s: has no line '" FID_OVERALL " ...'",
                           text->path);
    for (int g = 0; g < FID_GROUP_N; g++)
        if (!(p->of[g].freedom > 0))
            p->of[g] = p->of[FID_PRIOR_SIMILARITY];
    for (int g = FID_PRIOR_ANSWER; g < FID_PRIOR_N; g++)
        if (!(p->of[g].freedom > 0))
            p->of[g] = fallback->of[g];
    return 0;
}

static struct fid_priors built_in;
static pthread_once_t priors_once = PTHREAD_ONCE_INIT;

static void read_shipped (void)
{
    struct fid_text text = fid_text_of ("prior.conf", fid_prior_text ());
    struct fid_error err;
    read_priors (&built_in, &built_in, &text, &err); /* a test shows that it has no mistake */
}

int fid_priors_load (const char *path, struct fid_priors *priors, struct fid_error *err)
{
    struct fid_text text;
    struct fid_priors p;
    pthread_once (&priors_once, read_shipped);
    if (!path) {
        *priors = built_in;
        return 0;
    }
    FID_TRY (fid_text_open (&text, path, err));
    int rc = read_priors (&p, &built_in, &text, err);
    fid_text_close (&text);
    if (!rc)
        *priors = p;
    return rc;
}

struct fid_prior fid_prior_of (int id)
{
    pthread_once (&priors_once, read_shipped);
    return built_in.of[id];
}
