/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings.h - what a reader has to know so that numbers give no false comfort
 *
 * A finding is a code and fields (found.def); words are made when results are written. */
#pragma once

#include "compare/reason.h"
#include "run/run.h"

enum fid_found_code {
#define FID_FOUND(code, ...) FID_FOUND_##code,
#include "compare/found.def"
#undef FID_FOUND
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
