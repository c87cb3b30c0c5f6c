/* verdict_words.c - see verdict_words.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
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
