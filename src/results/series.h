/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h - the series of a pair (schema fidlio.series/2), read and checked
 *
 * Pictures are drawn from it; doc/series.md describes the layout.  All times
 * are seconds on the aligned axis: 0 is where the job begins, in both runs.
 * Arrays are plain; what is missing in one is FID_GAP. */
#pragma once

#include "base/record.h"
#include "base/packed.h"
#include "model/facets.h"

#define FID_SCHEMA_SERIES "fidlio.series/2"
#define FID_SERIES_SUFFIX ".series.json"
#define FID_SERIES_DIGITS 5 /* of numbers: enough for drawing; no similarity depends on them */

enum { FID_REAL, FID_EMULATION }; /* sides: indices of the pairs below */

struct fid_series_phase {
    enum fid_part kind;
    int epoch, block; /* -1: unknown */
    double start_s, end_s;
};

/* The finer values behind a series, packed (base/packed.h): means of bins of
 * native_dt_s, and the lowest and highest of them where dt_s is wider. */
struct fid_series_fine {
    double t0_s, dt_s, native_dt_s;
    size_t n, from_n; /* n 0: none */
    struct fid_quanta ruler;
    uint16_t *value, *min, *max; /* min and max NULL: as value */
};

/* Bucket i covers [t0_s + i dt_s, t0_s + (i + 1) dt_s); n 0: not recorded. */
struct fid_series_track {
    double t0_s, dt_s;
    size_t n, from_n;            /* from_n: values behind it; n if not thinned */
    size_t thinned_n;            /* the same as files have it; 0 if not thinned */
    struct fid_numbers value;    /* means, FID_GAP for a gap */
    struct fid_numbers min, max; /* x NULL: not thinned, as value */
    struct fid_series_fine fine;
};

/* One quantity of one resource against time. */
struct fid_series_time {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    struct fid_series_track side[2];
};

struct fid_series_warp {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    double dt_s, band_s;
    struct fid_numbers link[2];                    /* real_s, emulation_s; equally many */
    struct fid_numbers at_s, mean_s, min_s, max_s; /* emulation - real, against real_s; FID_GAP
                                                      where either run does nothing */
    struct fid_numbers centre_s; /* the same of the middle of the band; n 0: not known */
};

/* Values at the shares of fid_series.quantile; x NULL: no value. */
struct fid_series_dist {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    struct fid_numbers side[2];
    struct fid_numbers by_bytes[2]; /* of sizes: the same, where each weighs what it moves */
    double count[2];                /* values behind them */
};

struct fid_series_peak {
    double period_s, psd;
};

struct fid_series_spectrum_side {
    struct fid_numbers psd;
    struct fid_series_peak *peak; /* the highest first */
    size_t peak_n;
    double period_s, confidence; /* FID_GAP: no period is sure enough */
};

struct fid_series_spectrum {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    double dt_s, segment_s;
    struct fid_numbers freq_hz;
    struct fid_series_spectrum_side side[2];
};

/* Mean seconds of a training step; n 0: no steps.  FID_GAP: unknown. */
struct fid_series_steps {
    double n, load_s, compute_s, other_s, step_s;
    struct fid_numbers time_s; /* seconds of each step in order, of every so many the mean */
    double every;
};

/* Operations with one before them in the same file (on the same disk). */
struct fid_series_jumps {
    enum fid_resource_id resource;
    double n[2], sequential[2]; /* n 0: not known */
};

struct fid_series_side {
    const char *id, *hash, *run;    /* run: the one that is drawn */
    double from_s, to_s;            /* what was traced */
    struct fid_numbers window;      /* start, end, start, end ... of the headline */
    struct fid_series_phase *phase; /* by start, without overlap */
    size_t phase_n;
};

struct fid_series {
    struct fid_arena arena;            /* owned; all that is pointed to is in it */
    const char *key, *window, *lag_of; /* lag_of NULL: no lag is known */
    int point_n, fine_point_n;
    double lag_s, warp_mean_s, warp_max_s; /* FID_GAP: not known */
    struct fid_series_side side[2];
    struct fid_series_time *time;
    size_t time_n;
    struct fid_series_warp *warp;
    size_t warp_n;
    struct fid_numbers quantile; /* 0 .. 1, ascending */
    struct fid_series_dist *dist;
    size_t dist_n;
    struct fid_series_spectrum *spectrum;
    size_t spectrum_n;
    struct fid_series_steps steps[2];
    struct fid_series_jumps *jumps;
    size_t jump_n;
};

/* Read the file at path.  Returns NULL with FID_EINPUT "path: reason" if it cannot be
 * read, is not JSON, is cut short, or does not have the layout. */
struct fid_series *fid_series_load (const char *path, struct fid_error *err);

/* The same from a document. */
struct fid_series *fid_series_of (const cJSON *doc, const char *name, struct fid_error *err);

/* The document as a table. */
extern const struct fid_record *const fid_series_record;

void fid_series_destroy (struct fid_series *s);

/* Read the series file beside a result into *out; NULL if there is none.  Returns -1 with
 * FID_EINPUT if it cannot be read or belongs to another result (key, hashes). */
struct fid_result_head;
int fid_series_beside (const struct fid_result_head *r, struct fid_series **out,
                       struct fid_error *err);

/* The same for a required file: returns NULL with FID_EINPUT if there is none. */
struct fid_series *fid_series_of_result (const struct fid_result_head *r,
                                         struct fid_error *err);

/* "NAME.series.json" of a result "NAME.json"; freed by the caller. */
char *fid_series_path (const char *result_path, struct fid_error *err);

/* Whether the file belongs to that result (key, hashes of both sides) and was made with
 * these numbers of points and of finer ones.  Reads only the beginning. */
bool fid_series_fits (const char *path, const char *key, const char *real_hash,
                      const char *emulation_hash, size_t point_n, size_t fine_n);

/* Writes the file, whole or not at all.  -1 with FID_EINTERNAL. */
int fid_series_write (const char *path, const char *below, const struct fid_series *s,
                      struct fid_error *err);

/* Its text, freed by the caller; NULL with FID_EINTERNAL. */
char *fid_series_json (const struct fid_series *s, struct fid_error *err);

/* The series of that resource and quantity (FID_QUANTITY_N: its first), or NULL. */
const struct fid_series_time *fid_series_find (const struct fid_series *s,
                                               enum fid_resource_id resource,
                                               enum fid_quantity_id quantity);
