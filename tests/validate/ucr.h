/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ucr.h - UCR-format data sets, 1-NN classification, tables of published results
 *
 * Not a part of the library: what fidlio-ucr and its tests share.  The protocol
 * is that of doc/developers/oracles.md. */
#ifndef FID_UCR_H
#define FID_UCR_H

#include <stdint.h>
#include "base/error.h"
#include "base/span.h"

struct ucr_series {
    double *x; /* owned */
    size_t n;
    char *label; /* owned; numbers in one spelling, so that "1" is "1.0" */
};

struct ucr_set {
    char *path; /* owned */
    struct ucr_series *series;
    size_t n, cap;
    size_t shortest_n, longest_n; /* lengths */
};

/* Read a data set: one series a line, label first, values separated by tabs,
 * blanks or commas; or .ts (recognised by '@' lines or a ':'): values separated
 * by commas, label after the ':'.  '?' and NaN at the end of a series are
 * padding and taken off; elsewhere they are an error.  Gzip is understood.
 * Returns 0, or -1 with *set cleared. */
int ucr_read (struct ucr_set *set, const char *path, struct fid_error *err);

void ucr_clear (struct ucr_set *set);

/* x[n] less its mean, divided by its population standard deviation; zeros if
 * all samples are equal.  out may be x. */
void ucr_znorm (const double *x, size_t n, double *out);

enum ucr_kind { UCR_ED, UCR_CDTW, UCR_DTW, UCR_ADTW };

struct ucr_method {
    enum ucr_kind kind;
    double parameter; /* cdtw: window, percent of the length; adtw: omega */
};

const char *ucr_kind_name (enum ucr_kind kind);

/* A method from its name and parameter ("-" where it has none). */
int ucr_method_parse (struct fid_span name, struct fid_span parameter, struct ucr_method *out,
                      struct fid_error *err);

/* Half-width of a window of `percent` of len samples: rounded up. */
size_t ucr_band (double percent, size_t len);

struct ucr_score {
    size_t correct_n, total_n; /* test series */
};

double ucr_error (struct ucr_score score); /* share of wrong answers, 0 to 1 */

/* Give every series of test the label of its nearest series in train, the first
 * of them in case of a tie, and count the right ones.  Returns 0, or -1: lengths
 * that the method cannot compare, or a series without a finite distance. */
int ucr_classify (const struct ucr_set *train, const struct ucr_set *test,
                  struct ucr_method method, struct ucr_score *score, struct fid_error *err);

/* A line of a table of published results. */
struct ucr_expect {
    char *name, *train, *test; /* owned; paths as in the table */
    struct ucr_method method;
    char *want;   /* owned: as in the table */
    bool counts;  /* correct and total are given, else error is */
    double error; /* 4 decimals */
    uint64_t correct_n, total_n;
    uint64_t slack_n; /* test series by which it may be off */
};

/* Parse a line.  Returns 1, 0 for a comment or an empty line, -1. */
int ucr_expect_parse (struct fid_span line, struct ucr_expect *out, struct fid_error *err);

bool ucr_expect_met (const struct ucr_expect *want, struct ucr_score got);

void ucr_expect_clear (struct ucr_expect *e);

#endif
