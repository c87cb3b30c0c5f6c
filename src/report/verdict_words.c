/* verdict_words.c - see verdict_words.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonread.h"
#include "report/verdict_words.h"

/* U+FE0E keeps phones from drawing the signs as coloured pictures */
#define TEXT_STYLE "\xEF\xB8\x8E"

#define GAIN_LEAST 0.005 /* a score after a change that would be printed alike */

const struct fid_verdict_info fid_verdicts[FID_VALIDITY_N] = {
    [FID_VALID] = {"valid", "\xE2\x9C\x94" TEXT_STYLE,
                   "every key clause is met, and the score is at least 0.5", "valid"},
    [FID_NOT_VALID] = {"not valid", "\xE2\x9C\x98" TEXT_STYLE,
                       "a key clause is not met, or the score is below 0.5", "invalid"},
    [FID_CANNOT_TELL] = {"cannot tell", "?", "a key clause is open or could not be compared",
                         "open"},
};

char *
fid_profile_words (const struct fid_result_profile *p, struct fid_error *err)
{
    return fid_format (err, "%s%s%s", p->text, p->reason ? ": " : "",
                       p->reason ? p->reason : "");
}

char *
fid_profile_short (const struct fid_result_profile *p, bool clause, struct fid_error *err)
{
    const char *clauses = p->verdict == FID_NOT_VALID ? strstr (p->text, "): ") : NULL;
    if (!clauses)
        return fid_profile_words (p, err);
    size_t n = (size_t)(clauses + 1 - p->text);
    if (clause)
        n += 2 + strcspn (clauses + 3, ";");
    return fid_format (err, "%.*s", (int)n, p->text);
}

size_t
fid_profile_of_score (const struct fid_result_head *r)
{
    size_t i = 0;
    while (i < r->profile_n && strcmp (r->profile_of[i].name, r->profile) != 0)
        i++;
    return i;
}

/* text + between + more; frees text, NULL after a failure. */
static char *
join (char *text, const char *between, const char *more, struct fid_error *err)
{
    char *out = text && more ? fid_format (err, "%s%s%s", text, *text ? between : "", more) : NULL;
    free (text);
    return out;
}

char *
fid_valid_for (const struct fid_result_head *r, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (size_t i = 0; text && i < r->profile_n; i++)
        if (r->profile_of[i].verdict == FID_VALID)
            text = join (text, ", ", r->profile_of[i].name, err);
    return text && !*text ? join (text, "", "nothing", err) : text;
}

char *
fid_cause_words (const struct fid_result_cause *c, double score, struct fid_error *err)
{
    char after[40] = "";
    if (c->score_after - score >= GAIN_LEAST)
        snprintf (after, sizeof after, "; score then %.2f", c->score_after);
    return c->key ? fid_format (err, "%s; %s: %s -> %s%s", c->text, c->key,
                                c->from ? c->from : "?", c->to ? c->to : "?", after)
                  : fid_format (err, "%s%s", c->text, after);
}

static double
number_in (const cJSON *o, const char *key)
{
    double x;
    return fid_get_amount (o, key, 1, &x) ? x : FID_ABSENT;
}

bool
fid_cause_at (const struct fid_result *r, size_t i, struct fid_result_cause *c)
{
    const cJSON *o = cJSON_GetArrayItem (fid_get (r->doc, "causes"), (int)i);
    const char *text = fid_get_string (o, "text");
    if (!text)
        return false;
    *c = (struct fid_result_cause){.text = text,
                                   .key = fid_get_string (o, "key"),
                                   .from = fid_get_string (o, "from"),
                                   .to = fid_get_string (o, "to"),
                                   .share = number_in (o, "share"),
                                   .score_after = number_in (o, "score_after")};
    return true;
}

static int
by_share (const void *a, const void *b)
{
    const struct fid_clause_row *x = a, *y = b;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return strcmp (x->name, y->name);
}

int
fid_clauses_of (const struct fid_result *r, const char *profile, enum fid_clause_status status,
                struct fid_clause_row **out, size_t *n, struct fid_error *err)
{
    const cJSON *p, *c, *clauses = NULL;
    cJSON_ArrayForEach (p, fid_get (r->doc, "profiles"))
    {
        const char *name = fid_get_string (p, "profile");
        if (name && strcmp (name, profile) == 0)
            clauses = fid_get (p, "clauses");
    }
    *n = 0;
    *out = calloc (fid_get_length (clauses) + 1, sizeof **out);
    if (!*out)
        return fid_error_nomem (err);
    cJSON_ArrayForEach (c, clauses)
    {
        const char *name = fid_get_string (c, "name"), *is = fid_get_string (c, "status");
        const char *text = fid_get_string (c, "text");
        if (name && is && strcmp (is, fid_clause_name (status)) == 0)
            (*out)[(*n)++] = (struct fid_clause_row){.name = name,
                                                     .text = text ? text : "",
                                                     .share = number_in (c, "share"),
                                                     .key = cJSON_IsTrue (fid_get (c, "key"))};
    }
    if (*n > 1)
        qsort (*out, *n, sizeof **out, by_share);
    return 0;
}
