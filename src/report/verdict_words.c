/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_words.c - see verdict_words.h */
#include "report/verdict_words.h"
#include "results/answer_words.h"

#define GAIN_LEAST 0.005 /* a similarity after a change that would be printed alike */

/* The rows of doc/glossary.md. */
static const struct {
    const char *word, *meaning;
} glossary[] = {
#include "src/report/glossary.inc"
};

const struct fid_word fid_words_shown[] = {
    {"real run", false},      {"emulation", false},
    {"second run", false},    {"repeat", false},
    {"configuration", true},  {"similarity", true},
    {"grade", true},          {"noise", false},
    {"tolerance", false},     {"profile", true},
    {"clause", true},         {"key clause", true},
    {"verdict", true},        {"valid", true},
    {"not valid", true},      {"cannot tell", true},
    {"interval", true},       {"resource", false},
    {"group", true},          {"facet", false},
    {"block request", false}, {"phase", false},
    {"window", true},         {"cause", true},
    {"trend", false},         {"place", false},
    {"prefix", true},         {0},
};

const char *fid_word_meaning (const char *word)
{
    for (size_t i = 0; i < sizeof glossary / sizeof *glossary; i++)
        if (strcmp (glossary[i].word, word) == 0)
            return glossary[i].meaning;
    return NULL;
}

char *fid_profile_words (const struct fid_result_profile *p, struct fid_error *err)
{
    return fid_format (err, "%s%s%s", p->text,
                       !p->reason       ? ""
                       : p->says_answer ? "; "
                                        : ": ",
                       p->reason ? p->reason : "");
}

char *fid_profile_short (const struct fid_result_profile *p, bool clause, struct fid_error *err)
{
    if (p->by_answer || p->verdict != FID_NOT_VALID)
        return fid_profile_words (p, err);
    bool shown = clause && p->clause;
    return fid_format (err, "%s for %s (%d of %d)%s%s", fid_validity_name (p->verdict), p->name,
                       p->met_n, p->of_n, shown ? ": " : "", shown ? p->clause : "");
}

char *fid_words_join (char *text, const char *more, struct fid_error *err)
{
    char *out = text ? fid_format (err, "%s%s%s", text, *text ? ", " : "", more) : NULL;
    free (text);
    return out;
}

char *fid_valid_for (const struct fid_result_head *r, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (size_t i = 0; text && i < r->profile_n; i++)
        if (r->profile_of[i].verdict == FID_VALID)
            text = fid_words_join (text, r->profile_of[i].name, err);
    return text && !*text ? fid_words_join (text, "nothing", err) : text;
}

char *fid_side_words (const char *what, const struct fid_result_side *side,
                      struct fid_error *err)
{
    const char *comma = *side->workload ? ", " : "";
    size_t n = strlen (side->shown);
    if (side->run.n > 1 && side->shown[n - 1] == ')') /* "UNET3D_real (r2, r4; real, unet3d)" */
        return fid_format (err, "%.*s; %s%s%s)", (int)n - 1, side->shown, what, comma,
                           side->workload);
    return fid_format (err, "%s (%s%s%s)", side->shown, what, comma, side->workload);
}

const char *fid_noise_words (const struct fid_result_head *r)
{
    return r->noise ? r->noise
                    : "not known, taken as 0: record the real job again to know how far its "
                      "repeats are apart";
}

/* What the answer is without the cause, or without it and the one that cancels it. */
static void put_answer_after (const struct fid_result_cause *c, const struct fid_result_head *r,
                              char *out, size_t n)
{
    char now[16], after[16], both[16];
    const char *with = c->with;
    if (c->error_after == FID_ABSENT || r->answer.error == FID_ABSENT)
        return;
    fid_answer_percent (r->answer.error, now);
    fid_answer_percent (c->error_after, after);
    for (size_t i = 0; with && i < r->cause_n; i++)
        if (strcmp (r->cause[i].code, with) == 0)
            with = r->cause[i].what;
    if (with)
        snprintf (
            out, n,
            "alone it makes the answer worse, %s -> %s off; together with \"%s\" it is %s "
            "off: the two errors cancel",
            now, after, with, fid_answer_percent (c->error_with, both));
    else if (fabs (c->error_after - r->answer.error) <= FID_ANSWER_MODEL_ERROR)
        snprintf (out, n, "the answer stays about %s off", now);
    else
        snprintf (out, n, "answer %s -> %s off", now, after);
}

const char *fid_cause_after (const struct fid_result_cause *c, const struct fid_result_head *r,
                             char out[FID_CAUSE_AFTER])
{
    *out = '\0';
    put_answer_after (c, r, out, FID_CAUSE_AFTER - 40);
    size_t n = strlen (out);
    if (c->similarity_after - r->similarity >= GAIN_LEAST)
        snprintf (out + n, FID_CAUSE_AFTER - n, "%ssimilarity then %.2f at best", n ? "; " : "",
                  c->similarity_after);
    return out;
}

char *fid_cause_words (const struct fid_result_cause *c, const struct fid_result_head *r,
                       struct fid_error *err)
{
    char after[FID_CAUSE_AFTER];
    char *text = c->key ? fid_format (err, "%s; %s: %s -> %s", c->text, c->key,
                                      c->from ? c->from : "?", c->to ? c->to : "?")
                        : fid_strdup (c->text, err);
    for (size_t i = 0; i < c->also_n && text; i++) {
        char *longer = fid_format (err, "%s, %s: %s -> %s", text, c->also[i].key,
                                   c->also[i].from, c->also[i].to);
        free (text);
        text = longer;
    }
    fid_cause_after (c, r, after);
    char *all = text && *after ? fid_format (err, "%s; %s", text, after) : text;
    if (all != text)
        free (text);
    return all;
}
