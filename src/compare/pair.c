/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.c - see pair.h */
#include "base/plain.h"
#include "compare/calibration.h"
#include "compare/pair.h"
#include "metrics/aggregate.h"

void fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                      const struct fid_compare_opts *opts)
{
    pair->scales = *scales;
    pair->step_s = scales->step_s;
    pair->dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, scales->step_s / 8);
    pair->rhythm_dt_s = pair->dt_s;
}

int fid_pair_check_trees (const struct fid_run *a, const struct fid_run *b,
                          struct fid_error *err)
{
    const struct fid_run *raw = a->processed ? b : a, *tree = a->processed ? a : b;
    if (a->processed == b->processed || !raw->raw)
        return 0;
    FID_FREED char *word = raw->digested ? NULL : fid_shell_word (raw->path, err);
    if (!word && !raw->digested)
        return -1;
    fid_errorf (
        err, FID_EINPUT,
        "%s is a processed tree, which lacks part of the traces that %s has; make a tree of "
        "those, too, and compare that (prepared/%s): fidlio prepare --bare -o prepared %s",
        tree->id, raw->id, raw->id, word ? word : "FOLDER");
    return -1;
}

int fid_pair_init (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                   const struct fid_compare_opts *opts, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    if (w < 0)
        return fid_errorf (
            err, FID_EUSAGE,
            "no window is called '%s': job, whole, startup, INIT, TRAINING, EVAL, CHECKPOINT",
            opts->window);
    /* of the rhythm an eighth of the shorter step: the same when sides are swapped */
    double a = real->step_s > 0 ? real->step_s : emu->step_s;
    double b = emu->step_s > 0 ? emu->step_s : a;
    *pair = (struct fid_pair){
        .real = real,
        .emu = emu,
        .window = (enum fid_window)w,
        .step_s = real->step_s,
        .dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, real->step_s / 8),
        .rhythm_dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, fmin (a, b) / 8),
        .band_s = fid_setting_number (FID_SETTING_BAND, opts->band_s),
        .penalty = fid_setting_number (FID_SETTING_PENALTY, opts->penalty),
        .tolerance_s = fid_setting_number (FID_SETTING_TOLERANCE, opts->tolerance_s),
        .excluded = opts->excluded};
    FID_TRY (fid_pair_check_trees (real, emu, err));
    return fid_units_init (&pair->units, opts->per, real, emu, err);
}

double fid_pair_band (const struct fid_pair *pair, double length_s)
{
    if (pair->band_s > 0)
        return pair->band_s;
    double band = 0.05 * length_s;
    return pair->step_s > 0 && 1.5 * pair->step_s < band ? 1.5 * pair->step_s : band;
}

bool fid_pair_sees_steps (const struct fid_pair *pair, double dt_s)
{
    double step_s = pair->step_s;
    if (pair->emu->step_s > 0 && !(step_s > 0 && step_s < pair->emu->step_s))
        step_s = pair->emu->step_s;
    return !(step_s > 0) || 2 * dt_s <= step_s;
}

bool fid_pair_has_phases (const struct fid_pair *pair)
{
    return pair->real->phases.known && pair->emu->phases.known;
}

enum fid_window fid_pair_home (const struct fid_pair *pair, enum fid_resource_id r)
{
    return pair->window == FID_WINDOW_JOB && fid_pair_has_phases (pair) ? fid_resources[r].home
                                                                        : pair->window;
}

double fid_p99_nonzero (const double *x, size_t n, struct fid_error *err)
{
    FID_FREED double *some = malloc ((n ? n : 1) * sizeof *some);
    size_t k = 0;
    FID_NEED (some, err);
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0)
            some[k++] = x[i];
    return k ? fid_quantile_select (some, k, 0.99) : 0;
}

int fid_epochs (const struct fid_run *run, double *n, double *median_s, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    FID_FREED double *length_s = calloc (p->segment_n + 1, sizeof *length_s);
    size_t k = 0;
    int last = -1;
    FID_NEED (length_s, err);
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part != FID_PART_TRAINING)
            continue;
        if (g->epoch < 0) {
            k = 0;
            break;
        }
        k += !k || last != g->epoch;
        last = g->epoch;
        length_s[k - 1] += (double)(g->end_ns - g->start_ns) / 1e9;
    }
    *n = (double)k;
    *median_s = k ? fid_quantile_select (length_s, k, 0.5) : 0;
    return 0;
}

struct fid_part_sums fid_part_sums (const struct fid_run *run, enum fid_part part)
{
    struct fid_part_sums s = {0};
    int64_t end_ns = INT64_MIN;
    FID_EACH (const struct fid_segment, g, run->phases.segment) {
        if (g->part != part)
            continue;
        s.n += g->start_ns != end_ns;
        s.length_s += (double)(g->end_ns - g->start_ns) / 1e9;
        end_ns = g->end_ns;
    }
    return s;
}

struct fid_step_sums fid_step_sums (const struct fid_run *run, bool eval)
{
    struct fid_step_sums s = {0};
    FID_EACH_OF (const struct fid_step, t, run->steps.step, run->steps.n) {
        if (t->eval != eval)
            continue;
        s.n++;
        s.compute_s += fmax (0, t->compute_s);
        s.load_s += fmax (0, t->load_s);
    }
    return s;
}

int fid_last_epoch (const struct fid_run *run)
{
    int last = 0;
    FID_EACH (const struct fid_segment, g, run->phases.segment)
        last = g->epoch > last ? g->epoch : last;
    return last;
}

/* Where training turns to epoch number k, from 0; INT64_MAX if it never does. */
static int64_t epoch_start (const struct fid_run *run, double k)
{
    const struct fid_phases *p = &run->phases;
    double n = 0;
    int last = -1;
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part != FID_PART_TRAINING || (n > 0 && g->epoch == last))
            continue;
        if (n == k)
            return g->start_ns;
        last = g->epoch;
        n++;
    }
    return INT64_MAX;
}

/* Where the first k training steps end, if all of them, end to end, fill the training. */
static int64_t steps_end (const struct fid_run *run, double k)
{
    const struct fid_phases *p = &run->phases;
    double upto = 0, all = 0, n = 0, left;
    int64_t training_ns = 0;
    FID_EACH_OF (const struct fid_step, t, run->steps.step, run->steps.n) {
        double parts = fmax (0, t->compute_s) + fmax (0, t->load_s);
        double length = t->eval ? 0 : t->step_s > 0 ? t->step_s : parts;
        upto += n < k ? length : 0;
        all += length;
        n += !t->eval;
    }
    if (n <= k || !(all > 0))
        return INT64_MAX;
    FID_EACH (const struct fid_segment, g, p->segment)
        if (g->part == FID_PART_TRAINING)
            training_ns += g->end_ns - g->start_ns;
    left = upto / all * (double)training_ns;
    FID_EACH (const struct fid_segment, g, p->segment) {
        double length = (double)(g->end_ns - g->start_ns);
        if (g->part != FID_PART_TRAINING)
            continue;
        if (left <= length)
            return g->start_ns + (int64_t)left;
        left -= length;
    }
    return INT64_MAX;
}

/* Counts the units of both runs, and finds where the run with more of them has as many. */
static int count_units (struct fid_units *u, const struct fid_run *const run[2],
                        struct fid_error *err)
{
    int64_t start_ns[2] = {0, 0};
    double median_s;
    for (int k = 0; k < 2; k++)
        if (u->per == FID_PER_EPOCH) {
            FID_TRY (fid_epochs (run[k], &u->n[k], &median_s, err));
        } else if (u->per == FID_PER_STEP) {
            u->n[k] = (double)fid_step_sums (run[k], false).n;
        } else {
            FID_SCOPED (fid_intervals_clear) struct fid_intervals job = {.n = 0};
            FID_TRY (fid_window_cut (run[k], FID_WINDOW_JOB, false, &job, err));
            u->n[k] = job.length_s;
            start_ns[k] = job.n ? job.at[0].start_ns : 0;
        }
    double both = fmin (u->n[0], u->n[1]);
    for (int k = 0; k < 2; k++)
        u->until_ns[k] = u->per == FID_PER_EPOCH  ? epoch_start (run[k], both)
                         : u->per == FID_PER_STEP ? steps_end (run[k], both)
                         : u->n[k] > both         ? start_ns[k] + (int64_t)(both * 1e9)
                                                  : INT64_MAX;
    return 0;
}

int fid_units_init (struct fid_units *u, enum fid_per wanted, const struct fid_run *real,
                    const struct fid_run *emu, struct fid_error *err)
{
    static const char *const lacks[FID_PER_N] = {[FID_PER_EPOCH] = "its log numbers no epochs",
                                                 [FID_PER_STEP] = "no steps are recorded",
                                                 [FID_PER_SECOND] = "it has no length"};
    const struct fid_run *const run[2] = {real, emu};
    const struct fid_units job = {FID_PER_JOB, {1, 1}, {INT64_MAX, INT64_MAX}};
    *u = job;
    if (wanted == FID_PER_JOB)
        return 0;
    u->per = wanted == FID_PER_CHOSEN ? FID_PER_EPOCH : wanted;
    FID_TRY (count_units (u, run, err));
    bool known = u->n[0] > 0 && u->n[1] > 0;
    if (wanted == FID_PER_CHOSEN) {
        if (!known || u->n[0] == u->n[1])
            *u = job;
        return 0;
    }
    return known ? 0
                 : fid_errorf (err, FID_EINPUT, "%s cannot be compared by %s: %s",
                               u->n[0] > 0 ? emu->id : real->id, fid_per_name (u->per),
                               lacks[u->per]);
}

/* The bits of a number, equal on every machine. */
static uint64_t bits_of (double x)
{
    uint64_t bits;
    memcpy (&bits, &x, sizeof bits);
    return bits;
}

static uint64_t answer_bits (const struct fid_answer_opts *o, uint64_t key)
{
    key =
        fid_hash_number (bits_of (o->tolerance > 0 ? o->tolerance : FID_ANSWER_TOLERANCE), key);
    key = fid_hash_number (
        bits_of (o->utilisation > 0 ? o->utilisation : FID_ANSWER_UTILISATION), key);
    FID_EACH (const struct fid_storage, s, o->storage) {
        key = fid_hash_bytes (s->name, strlen (s->name), key);
        for (int k = 0; k < FID_STORAGE_KEY_N; k++)
            key =
                fid_hash_number (bits_of (fid_storage_value (s, (enum fid_storage_key)k)), key);
        key = fid_hash_number (s->own, key);
    }
    return key;
}

void fid_compare_key (const struct fid_run_opts *run, const struct fid_compare_opts *compare,
                      char buf[FID_HASH_TEXT])
{
    const char *version = fid_version ();
    int window = compare->window ? fid_window_find (compare->window) : FID_WINDOW_JOB;
    uint64_t key = fid_hash_bytes (version, strlen (version), 0);
#define BITS_FLAG(id, x)          (uint64_t) (x)
#define BITS_NUMBER(id, x)        bits_of (fid_setting_number (FID_SETTING_##id, x))
#define BITS_WINDOW(id, x)        (uint64_t) window
#define BITS_GROUPS(id, x)        (uint64_t) (x)
#define BITS_PER(id, x)           (uint64_t) (x)
#define BITS_PROFILE(id, x)       (x) ? (x)->hash : 0
#define BITS_ZONE(id, x)          run->has_zone ? (uint64_t)(x) : UINT64_MAX
#define BITS_ROLES(id, x)         run->roles_hash
#define RUN(id, field, type, ...) key = fid_hash_number (BITS_##type (id, run->field), key);
#define COMPARE(id, field, type, ...)                                                          \
    key = fid_hash_number (BITS_##type (id, compare->field), key);
    FID_RUN_SETTINGS (RUN)
    FID_COMPARE_SETTINGS (COMPARE)
    key = fid_hash_number (compare->calibration ? compare->calibration->hash : 0, key);
    key = answer_bits (&compare->answer, key);
    fid_hash_text (key, buf);
}

/* --- shapes */

/* Whether the shape of a stream is that of its bytes; else, of its operations. */
static bool is_of_bytes (const struct fid_stream_extract *v)
{
    return v->sized && (v->sum.byte_n > 0 || !(v->sum.op_n > 0));
}

size_t fid_shape_wider (size_t n, size_t m, size_t dim, double band_s, double dt_s)
{
    const double most = (double)FID_SHAPE_CELLS_MAX;
    for (size_t k = 1; n && m;) {
        size_t band_n = fid_dtw_band (band_s, (double)k * dt_s);
        double size =
            (double)fid_dtw_cells ((n - 1) / k + 1, (m - 1) / k + 1, band_n) * (double)dim;
        if (!(size > most))
            return k;
        k = (size_t)ceil ((double)k * fmax (sqrt (size / most), 1 + 1 / (double)k));
    }
    return 1;
}

void fid_shape_join (double *x, size_t *n, size_t dim, size_t k, bool mean)
{
    size_t to = 0;
    for (size_t i = 0; i < *n; i += k, to++) {
        size_t some = *n - i < k ? *n - i : k;
        for (size_t c = 0; c < dim; c++) {
            double sum = 0;
            for (size_t j = i; j < i + some; j++)
                sum += x[j * dim + c];
            x[to * dim + c] = mean ? sum / (double)some : sum;
        }
    }
    *n = to;
}

static void take_roots (double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = sqrt (x[i]);
}

int fid_shape_stream (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                      double dt_s, struct fid_shape *out, struct fid_error *err)
{
    FID_SCOPED (fid_stream_extracts_clear)
    struct fid_stream_extract v[2] = {{.n = 0}, {.n = 0}};
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, dt_s);
    *out = (struct fid_shape){.dim = 1};
    for (int k = 0; k < 2; k++)
        FID_TRY (fid_extract_stream (pair->run[k], id, w, dt_ns, pair->units.until_ns[k], &v[k],
                                     err));
    bool bytes = is_of_bytes (&v[0]) && is_of_bytes (&v[1]);
    double band_s = fid_pair_band (pair, (double)v[0].n * v[0].dt_s);
    size_t wider = fid_shape_wider (v[0].n, v[1].n, 1, band_s, v[0].dt_s);
    for (int k = 0; k < 2; k++) {
        double **from = bytes ? &v[k].byte : &v[k].op;
        if (wider > 1)
            fid_shape_join (*from, &v[k].n, 1, wider, false);
        take_roots (*from, v[k].n);
        out->x[k] = *from;
        out->n[k] = v[k].n;
        *from = NULL;
    }
    /* the scale that is known is that of the pair's bins */
    bool known = wider == 1 && bytes == is_of_bytes (&v[0]);
    double scale = known ? pair->scales.stream[id] : 0;
    if (!(scale > 0))
        scale = fid_p99_nonzero (out->x[0], out->n[0], err);
    out->dt_s = (double)dt_ns / 1e9 * (double)wider;
    out->opts =
        (struct fid_metric_opts){.scale = scale, .band_s = band_s, .penalty = pair->penalty};
    if (!(scale < 0))
        return 0;
    fid_shape_clear (out);
    return -1;
}

enum fid_window fid_rhythm_window (const struct fid_pair *pair)
{
    return fid_pair_has_phases (pair) ? FID_WINDOW_TRAINING : FID_WINDOW_JOB;
}

int fid_shape_rhythm (const struct fid_pair *pair, enum fid_stream_id id, struct fid_shape *out,
                      struct fid_error *err)
{
    struct fid_bins_extract bins =
        fid_extract_bins_for (pair->real, pair->emu, id, pair->rhythm_dt_s);
    *out = (struct fid_shape){.dim = bins.phase_n, .dt_s = bins.dt_s};
    for (int k = 0; k < 2; k++) {
        FID_TRY (fid_extract_bins (pair->run[k], id, fid_rhythm_window (pair),
                                   pair->units.until_ns[k], &bins, err));
        take_roots (bins.op, bins.n * bins.phase_n);
        out->x[k] = bins.op;
        out->n[k] = bins.n;
    }
    return 0;
}

int fid_shape_align (const struct fid_shape *s, struct fid_dtw_path *path)
{
    double distance;
    struct fid_dtw_opts opts = {.dim = 1,
                                .band_n = fid_dtw_band (s->opts.band_s, s->dt_s),
                                .penalty = s->opts.penalty * s->opts.scale};
    return fid_dtw_align (s->x[0], s->n[0], s->x[1], s->n[1], &opts, &distance, path);
}

void fid_shape_clear (struct fid_shape *s)
{
    FID_FREE (s->x[0], s->x[1]);
    *s = (struct fid_shape){0};
}

/* Computes the full scale of one run's stream (bytes: of a second, otherwise that of its
 * shape). */
static int stream_scale (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                         double dt_s, bool bytes, double *out, struct fid_error *err)
{
    FID_SCOPED (fid_stream_extract_clear) struct fid_stream_extract v = {0};
    FID_TRY (fid_extract_stream (run, id, w, fid_extract_dt (run, run, id, dt_s), INT64_MAX, &v,
                                 err));
    double *x = bytes || is_of_bytes (&v) ? v.byte : v.op;
    take_roots (x, bytes ? 0 : v.n);
    *out = fid_p99_nonzero (x, v.n, err);
    return *out < 0 ? -1 : 0;
}

static int gauge_scale (const struct fid_run *run, enum fid_gauge_id id, enum fid_window w,
                        double *out, struct fid_error *err)
{
    FID_SCOPED (fid_gauge_extract_clear) struct fid_gauge_extract v = {0};
    *out = 100;
    if (id == FID_GAUGE_CPU || id == FID_GAUGE_GPU_SM || id == FID_GAUGE_GPU_MEM)
        return 0;
    FID_TRY (fid_extract_gauge (run, id, w, INT64_MAX, &v, err));
    *out = fid_p99_nonzero (v.x, v.n * v.dim, err);
    if (*out > 0 && id != FID_GAUGE_GPU_FB)
        *out = fmax (*out, FID_DISK_IDLE_MIB);
    return *out < 0 ? -1 : 0;
}

int fid_scales_measure (const struct fid_run *const *run, size_t n, enum fid_window w,
                        double dt_s, struct fid_scales *out, struct fid_error *err)
{
    FID_FREED double *x = malloc ((n + 1) * sizeof *x);
    size_t k = 0;
    *out = (struct fid_scales){0};
    FID_NEED (x, err);
    for (size_t i = 0; i < n; i++)
        if (run[i]->step_s > 0)
            x[k++] = run[i]->step_s;
    out->step_s = k ? fid_median_select (x, k) : 0;
    dt_s = dt_s > 0 ? dt_s : fmax (0.1, out->step_s / 8);
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++) {
        for (size_t i = 0; i < n; i++)
            FID_TRY (stream_scale (run[i], id, w, dt_s, false, &x[i], err));
        out->stream[id] = fid_median_select (x, n);
    }
    for (enum fid_gauge_id id = 0; id < FID_GAUGE_N; id++) {
        for (size_t i = 0; i < n; i++)
            FID_TRY (gauge_scale (run[i], id, w, &x[i], err));
        out->gauge[id] = fid_median_select (x, n);
    }
    for (size_t i = 0; i < n; i++)
        FID_TRY (stream_scale (run[i], FID_STREAM_DATA_READ, w, 1, true, &x[i], err));
    out->read_bytes = fid_median_select (x, n);
    return 0;
}
