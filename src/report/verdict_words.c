/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_words.c - see verdict_words.h */
#include "report/verdict_words.h"

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

char *fid_words_join (char *text, const char *more, struct fid_error *err)
{
    return fid_more (text, err, "%s%s", text && *text ? ", " : "", more);
}

char *fid_valid_for (const struct fid_result_head *r, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (size_t i = 0; text && i < r->profile_n; i++)
        if (r->profile_of[i].verdict == FID_VALID)
            text = fid_words_join (text, r->profile_of[i].name, err);
    return text && !*text ? fid_words_join (text, "nothing", err) : text;
}

char *fid_finding_words (const struct fid_result_finding *o, struct fid_error *err)
{
    const char *resource = o->resource < 0 ? "" : fid_resources[o->resource].name;
    const char *phase = o->phase ? o->phase : "";
    return fid_format (err, "%s%s%s%s%s", resource, *resource && *phase ? ", " : "", phase,
                       *resource || *phase ? ": " : "", o->text);
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
