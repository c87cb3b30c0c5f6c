/* findings.h - what a reader has to know so that numbers give no false comfort
 *
 * A finding is a code and fields; words are made when results are written. */
#ifndef FID_FINDINGS_H
#define FID_FINDINGS_H

#include "compare/reason.h"
#include "model/windows.h"
#include "run/run.h"

enum fid_found_code {
    FID_FOUND_ONE_SIDED,     /* reason */
    FID_FOUND_NOT_COMPARED,  /* reason */
    FID_FOUND_SILENT_EPOCHS, /* side; number: epoch, epochs, operations of the other side, 1 if
                              * the page cache served this side's reads */
    FID_FOUND_CUT_SHORT,     /* side; number: phases that never end */
    FID_FOUND_EPOCHS,        /* number: epochs of the real run, of the emulation */
    FID_FOUND_PHASE_MISSING, /* side that has it, window; number: seconds there */
    FID_FOUND_SHORT_WINDOW,  /* window; number: seconds real, emulation */
    FID_FOUND_DURATION,      /* number: seconds real, emulation */
    FID_FOUND_PAGE_CACHE,    /* side; number: bytes read by calls, from the disk */
    FID_FOUND_CALL_SIZES,    /* number: operations and bytes each, real and emulation */
    FID_FOUND_NO_SIZES,      /* reason */
    FID_FOUND_NO_NOISE,      /* no repeats of the real run */
    FID_FOUND_PARTLY         /* number: pairs compared, all, idle, not compared */
};

struct fid_found {
    enum fid_found_code code;
    enum fid_severity severity;
    enum fid_resource_id resource; /* FID_RESOURCE_N: of the run */
    unsigned side;                 /* FID_SIDE_REAL or FID_SIDE_EMULATION */
    enum fid_window window;
    struct fid_reason reason;
    double number[4];
    /* of several pairs: which one the fields are of, in how many it is so */
    const struct fid_run *real, *emu; /* borrowed; NULL: of all alike, or of the only one */
    size_t pair_n, pairs_n;
};

#define FID_FOUND_MAX 600

/* The finding in words, in buf. */
const char *fid_found_text (const struct fid_found *f, char buf[FID_FOUND_MAX]);

#endif
