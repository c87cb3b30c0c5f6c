/* verdict_words.c - see verdict_words.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/wrap.h"
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

const struct fid_word fid_glossary[] = {
    {"real run", "a recording of the training job itself: the run to resemble", false},
    {"emulation",
     "a recording of a benchmark (DLIO, for example) that should behave like the job", false},
    {"second run", "what is compared with the real run: an emulation, or another real run",
     false},
    {"repeat", "another recording of the same real job", false},
    {"score",
     "from 0 to 1: how well an emulation does what its profile asks for; the geometric mean of "
     "the grades of the groups, never above twice the worst grade of a key clause",
     true},
    {"grade",
     "from 0 to 1, of a measure, a resource or a group: 1 is as near as repeats of the real run "
     "are to each other, 0.5 off by the tolerance",
     true},
    {"noise", "how far repeats of the real run are apart: no emulation needs to be nearer",
     false},
    {"tolerance", "how far off, beyond the noise, is still acceptable; declared by the profile",
     false},
    {"profile",
     "what an emulation is for: which resources are graded, with which tolerances, and which "
     "clauses are key (fidlio list profiles)",
     true},
    {"clause",
     "one quantity of one resource, data.read.bytes for example: met, not met, or open where its "
     "interval holds both",
     true},
    {"valid for", "the profiles whose verdict is valid", true},
    {"configuration",
     "runs of the emulator with the same settings; they share one place, with the median of "
     "their scores",
     true},
    {"95 % interval",
     "where the score of another run of the same configuration would lie; of several runs from "
     "the lowest to the highest end of theirs",
     true},
    {"group",
     "resources that belong together (6/7: six of seven groups could be compared). Groups that "
     "could not be compared are left out, not counted as 0; groups declared out of scope "
     "(--exclude-group) do not count",
     true},
    {"block requests and system calls",
     "a program calls read and write on files (vfs); what the page cache does not have reaches "
     "the disk as block requests",
     false},
    {"volume (how much)", "totals: operations, bytes, busy time", false},
    {"marginal (which values)",
     "the distribution of sizes, latencies, levels, whenever they occur", false},
    {"timing (when)", "where in the job it happens", false},
    {"shape (course over time)",
     "the series over time, point by point, after small delays are evened out (dynamic time "
     "warping)",
     false},
    {"rhythm (how often it repeats)", "the spectrum of the series and its main period", false},
    {"coupling (what moves together)",
     "whether reads, CPU and GPU rise and fall together alike", false},
    {"phase", "a span the application names: INIT, TRAINING, EVAL, CHECKPOINT", false},
    {"window",
     "the part of both runs that is compared; the job leaves out start-up, when libraries are "
     "loaded, and takes what serves training from training",
     true},
    {"range over weights",
     "the score gives every group the same weight. If all other weights are as good, it lies in "
     "this range in nine of ten cases; a wide one shows that groups disagree. It is not an "
     "interval: it does not cover chance from run to run",
     true},
    {"keeps place",
     "the probability that a configuration stays in its place under such weights; near 1: the "
     "order does not depend on the weights",
     true},
    {"place", "position among all compared with one real run; = marks a tie", false},
    {0},
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

char *
fid_words_join (char *text, const char *more, struct fid_error *err)
{
    char *out = text ? fid_format (err, "%s%s%s", text, *text ? ", " : "", more) : NULL;
    free (text);
    return out;
}

int
fid_words_wrap (FILE *f, const char *first, char *text, struct fid_error *err)
{
    int rc = !text ? -1 : *text ? fid_wrap (f, first, text, FID_WIDTH, err) : 0;
    free (text);
    return rc;
}

char *
fid_valid_for (const struct fid_result_head *r, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (size_t i = 0; text && i < r->profile_n; i++)
        if (r->profile_of[i].verdict == FID_VALID)
            text = fid_words_join (text, r->profile_of[i].name, err);
    return text && !*text ? fid_words_join (text, "nothing", err) : text;
}

const char *
fid_cause_headline (const char *text, char out[FID_HEADLINE])
{
    static const char *const ends[] = {": ", "; ", " ("};
    size_t n = strlen (text);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *at = strstr (text, ends[i]);
        n = at && (size_t)(at - text) < n ? (size_t)(at - text) : n;
    }
    snprintf (out, FID_HEADLINE, "%.*s", (int)(n < FID_HEADLINE ? n : FID_HEADLINE - 1), text);
    return out;
}

char *
fid_side_words (const char *what, const struct fid_result_side *side, struct fid_error *err)
{
    char runs[40] = "";
    if (side->run_n > 1)
        snprintf (runs, sizeof runs, ", %zu runs", side->run_n);
    return fid_format (err, "%s (%s%s%s%s)", side->id, what, *side->workload ? ", " : "",
                       side->workload, runs);
}

const char *
fid_noise_words (const struct fid_result_head *r)
{
    return r->noise ? r->noise
                    : "not known, taken as 0: record the real job again to know how far its "
                      "repeats are apart";
}

bool
fid_cause_raises (const struct fid_result_cause *c, double score)
{
    return c->score_after - score >= GAIN_LEAST;
}

char *
fid_cause_words (const struct fid_result_cause *c, double score, struct fid_error *err)
{
    char after[40] = "";
    if (fid_cause_raises (c, score))
        snprintf (after, sizeof after, "; score then %.2f", c->score_after);
    return c->key ? fid_format (err, "%s; %s: %s -> %s%s", c->text, c->key,
                                c->from ? c->from : "?", c->to ? c->to : "?", after)
                  : fid_format (err, "%s%s", c->text, after);
}
