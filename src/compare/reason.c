/* reason.c - see reason.h */
#include <stdio.h>
#include <string.h>
#include "compare/reason.h"

#define IDLE_TEXT "%.0f and %.0f operations: fewer than 10 and less than 1 MiB count as idle"

/* %s is the side, %g and %.0f are the numbers. */
static const struct {
    const char *text;
    enum { PLAIN, SIDE, NUMBERS, SIDE_NUMBER } with;
} reasons[] = {
    [FID_REASON_NONE] = {"", PLAIN},
    [FID_REASON_NOT_TRACED] = {"not traced in %s", SIDE},
    [FID_REASON_NOT_PLACED] = {"no event of %s could be placed in time", SIDE},
    [FID_REASON_NOT_RECORDED] = {"not recorded in %s", SIDE},
    [FID_REASON_INCOMPLETE] = {"the trace of %s is incomplete from %.0f s on: not graded",
                               SIDE_NUMBER},
    [FID_REASON_NO_PHASES] = {"no log names phases in %s", SIDE},
    [FID_REASON_NO_JOB_PHASE] = {"the log of %s names no phase after INIT", SIDE},
    [FID_REASON_NO_STEPS] = {"no steps are recorded in %s", SIDE},
    [FID_REASON_DATA_NOT_TRACED] = {"reads of data are not traced in %s", SIDE},
    [FID_REASON_SAMPLES_MISSING] = {"samples are missing: %.0f (real run), %.0f (emulation)",
                                    NUMBERS},
    [FID_REASON_SAMPLED_SLOWLY] = {"sampled every %.3g s: too slow for this window", NUMBERS},
    [FID_REASON_UNCOUPLED] =
        {"fewer than two of data.read, cpu, gpu.sm and disk.read are active "
         "and sampled every second",
         PLAIN},
    [FID_REASON_WHOLE_RUN] = {"concerns the run as a whole", PLAIN},
    [FID_REASON_NO_MEASURE] = {"none of its measures is defined here", PLAIN},
    [FID_REASON_ONE_SIDED] = {"active in %s only", SIDE},
    [FID_REASON_FEW_OPERATIONS] = {IDLE_TEXT, NUMBERS},
    [FID_REASON_FEW_VALUES] = {"fewer than two values", PLAIN},
    [FID_REASON_NO_SIZES] = {"no sizes in the trace of %s", SIDE},
    [FID_REASON_TOO_FEW_VALUES] = {"too few to compare: %.0f (real run), %.0f (emulation)",
                                   NUMBERS},
    [FID_REASON_NO_OFFSETS] = {"no two operations with offsets in one file in %s", SIDE},
    [FID_REASON_NO_REUSE] = {"no file is used again in %s", SIDE},
    [FID_REASON_NO_FILES] = {"no files are told apart in %s", SIDE},
    [FID_REASON_NO_PROCESSES] = {"no processes are told apart in %s", SIDE},
    [FID_REASON_FEW_BINS] = {"shorter than four bins", PLAIN},
    [FID_REASON_LONG_BINS] = {"bins are longer than half a step", PLAIN},
    [FID_REASON_FEW_MOMENTS] = {"too few moments of activity in one of the runs", PLAIN},
    [FID_REASON_SLOW_SAMPLES] = {"sampled less than twice a step", PLAIN},
    [FID_REASON_OTHER_INTERVALS] = {"sampled at different intervals", PLAIN},
    [FID_REASON_FEW_SAMPLES] = {"fewer than four samples", PLAIN},
    [FID_REASON_NO_PERIOD] = {"no period that is sure enough in one of the runs", PLAIN},
    [FID_REASON_NOT_DEFINED] = {"not defined: too little or constant data", PLAIN},
    [FID_REASON_FEW_PAIRS] = {"defined in fewer than half of the pairs", PLAIN},
    [FID_REASON_NOT_IN_PAIRS] = {"not defined on these pairs", PLAIN},
};

static const char *
side_words (const struct fid_reason *r)
{
    if (r->code == FID_REASON_ONE_SIDED)
        return r->sides == FID_SIDE_REAL ? "the real run" : "the emulated run";
    return r->sides == FID_SIDE_REAL        ? "the real run"
           : r->sides == FID_SIDE_EMULATION ? "the emulation"
                                            : "either run";
}

const char *
fid_reason_text (const struct fid_reason *r, char buf[FID_REASON_MAX])
{
    const char *text = reasons[r->code].text;
    if (reasons[r->code].with == SIDE)
        snprintf (buf, FID_REASON_MAX, text, side_words (r));
    else if (reasons[r->code].with == SIDE_NUMBER)
        snprintf (buf, FID_REASON_MAX, text, side_words (r), r->number[0]);
    else if (reasons[r->code].with == NUMBERS)
        snprintf (buf, FID_REASON_MAX, text, r->number[0], r->number[1]);
    else
        snprintf (buf, FID_REASON_MAX, "%s", text);
    size_t n = strlen (buf);
    if (r->others)
        snprintf (buf + n, FID_REASON_MAX - n, " (other pairs: other reasons)");
    return buf;
}

bool
fid_reason_same (const struct fid_reason *a, const struct fid_reason *b)
{
    return a->code == b->code && a->sides == b->sides && a->number[0] == b->number[0] &&
           a->number[1] == b->number[1];
}
