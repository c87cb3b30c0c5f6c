/* reason.h - why a resource or a measure was not compared
 *
 * Code decides by the reason's code and the sides it concerns; the words are made
 * where results are written. */
#ifndef FID_REASON_H
#define FID_REASON_H

#include <stdbool.h>
#include <stddef.h>

enum fid_reason_code {
    FID_REASON_NONE,
    /* of a resource */
    FID_REASON_NOT_TRACED,      /* sides */
    FID_REASON_NOT_PLACED,      /* sides: no event has a place on the time axis */
    FID_REASON_NOT_RECORDED,    /* sides */
    FID_REASON_INCOMPLETE,      /* sides; number[0]: from which second of the job on */
    FID_REASON_NO_PHASES,       /* sides */
    FID_REASON_NO_JOB_PHASE,    /* sides: the log names no phase after INIT */
    FID_REASON_NO_STEPS,        /* sides */
    FID_REASON_DATA_NOT_TRACED, /* sides: data.read */
    FID_REASON_SAMPLES_MISSING, /* number: samples missing in the real run, the emulation */
    FID_REASON_SAMPLED_SLOWLY,  /* number[0]: seconds between samples */
    FID_REASON_UNCOUPLED,       /* fewer than two components */
    FID_REASON_WHOLE_RUN,       /* is not of single phases */
    FID_REASON_NO_MEASURE,      /* none is defined */
    /* of a resource that was compared or is idle */
    FID_REASON_ONE_SIDED,      /* sides: where it is active */
    FID_REASON_FEW_OPERATIONS, /* number: operations in the real run, the emulation */
    /* of a measure */
    FID_REASON_FEW_VALUES,
    FID_REASON_NO_SIZES, /* sides */
    FID_REASON_TOO_FEW_VALUES, /* number: values in the real run, the emulation */
    FID_REASON_NO_OFFSETS,   /* sides: no two operations in one file or device */
    FID_REASON_NO_REUSE,     /* sides: no file is used again */
    FID_REASON_NO_FILES,     /* sides: the trace does not tell files apart */
    FID_REASON_NO_PROCESSES, /* sides */
    FID_REASON_FEW_BINS,
    FID_REASON_LONG_BINS,
    FID_REASON_FEW_MOMENTS,
    FID_REASON_SLOW_SAMPLES,
    FID_REASON_OTHER_INTERVALS,
    FID_REASON_FEW_SAMPLES,
    FID_REASON_NO_PERIOD,
    FID_REASON_NOT_DEFINED,
    FID_REASON_FEW_PAIRS,   /* of several runs: fewer than half of the pairs define it */
    FID_REASON_NOT_IN_PAIRS /* of several runs: no pair defines it */
};

enum { FID_SIDE_REAL = 1, FID_SIDE_EMULATION = 2, FID_SIDE_BOTH = 3 };

struct fid_reason {
    enum fid_reason_code code;
    unsigned sides;   /* FID_SIDE_... */
    double number[2]; /* as said beside the code */
    bool others;      /* of several pairs: some have another reason */
};

/* Whether two say the same. */
bool fid_reason_same (const struct fid_reason *a, const struct fid_reason *b);

#define FID_REASON_MAX 200

/* The reason in words, in buf; "" without one. */
const char *fid_reason_text (const struct fid_reason *r, char buf[FID_REASON_MAX]);

#endif
