/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xplane.c - what the profiler of TensorFlow and JAX writes (*.xplane.pb, protocol buffers)
 *
 *     XSpace  planes 1                                  "/host:CPU", "/device:GPU:0", "Task Environment"
 *     XPlane  name 2, lines 3, stat_metadata 5, stats 6
 *     XLine   name 2, timestamp_ns 3, events 4          a thread, or a stream of a GPU
 *     XEvent  offset_ps 2, duration_ps 3, stats 4
 *     XStat   metadata_id 1, uint64 3, int64 4          named by stat_metadata: key 1, value 2 (name 2)
 *
 * Events of the host with a stat "step_num" (StepTraceAnnotation) are steps.  Events of streams
 * that compute, and of the line "XLA Ops" of a TPU, tell how busy a device is.  Times count from
 * the stat "profile_start_time" of the environment, unless they are of 1970. */
#include "readers/gpu/gpu_busy.h"
#include "readers/gpu/gpu_use.h"
#include "readers/reader.h"

#define ABSOLUTE_NS INT64_C (100000000000000000) /* of 1973: later stamps count from 1970 */

struct field {
    unsigned number;
    uint64_t value;        /* of a number */
    struct fid_span bytes; /* of a text or a message; p NULL: a number */
};

static bool take_varint (struct fid_span *s, uint64_t *out)
{
    *out = 0;
    for (unsigned shift = 0; s->n && shift < 64; shift += 7) {
        uint8_t byte = (uint8_t)*s->p;
        *s = (struct fid_span){s->p + 1, s->n - 1};
        *out |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* Takes the next field off a message; false at its end, or where it is damaged (*s is not empty). */
static bool take_field (struct fid_span *s, struct field *f)
{
    struct fid_span rest = *s;
    uint64_t tag;
    *f = (struct field){0};
    if (!take_varint (&rest, &tag) || tag >> 3 > UINT16_MAX)
        return false;
    f->number = (unsigned)(tag >> 3);
    size_t n = (tag & 7) == 1 ? 8 : (tag & 7) == 5 ? 4 : 0;
    if ((tag & 7) == 0 || (tag & 7) == 2) {
        if (!take_varint (&rest, &f->value))
            return false;
        n = (tag & 7) == 2 ? f->value : 0;
    } else if (!n) {
        return false;
    }
    if (n > rest.n)
        return false;
    if ((tag & 7) == 2)
        f->bytes = (struct fid_span){rest.p, n};
    *s = (struct fid_span){rest.p + n, rest.n - n};
    return true;
}

/* The first field of that number; all zero without one. */
static struct field field_of (struct fid_span s, unsigned number)
{
    struct field f;
    while (take_field (&s, &f))
        if (f.number == number)
            return f;
    return (struct field){0};
}

struct space {
    const struct fid_sink *sink;
    int64_t base_ns;
    bool based, stepped; /* stepped: a line had steps */
    struct fid_gpu_kernels kernels;
    struct fid_phase training;
};

/* The number by which the stats of a plane name themselves; 0: none has that name. */
static uint64_t stat_of (struct fid_span plane, const char *name)
{
    struct field f;
    while (take_field (&plane, &f))
        if (f.number == 5 && f.bytes.p &&
            fid_span_is (field_of (field_of (f.bytes, 2).bytes, 2).bytes, name))
            return field_of (f.bytes, 1).value;
    return 0;
}

/* Whether a plane or an event has a stat; *value: its number. */
static bool has_stat (struct fid_span s, unsigned stats, uint64_t id, uint64_t *value)
{
    struct field f;
    while (id && take_field (&s, &f))
        if (f.number == stats && field_of (f.bytes, 1).value == id) {
            uint64_t whole = field_of (f.bytes, 3).value;
            *value = whole ? whole : field_of (f.bytes, 4).value;
            return true;
        }
    return false;
}

static int take_step (struct space *x, int64_t start_ns, int64_t end_ns, struct fid_error *err)
{
    struct fid_step step = FID_NO_STEP;
    bool placed = x->based || start_ns >= ABSOLUTE_NS;
    step.end_ns = placed ? end_ns : INT64_MIN;
    step.step_s = (double)(end_ns - start_ns) / 1e9;
    x->training.start_ns = x->training.step_n++ ? x->training.start_ns : start_ns;
    x->training.end_ns = end_ns;
    return fid_put_step (x->sink, &step, err);
}

/* step_id: of the stat of steps, 0 on devices, whose number is gpu. */
static int take_events (struct space *x, struct fid_span line, uint64_t step_id, int gpu,
                        struct fid_error *err)
{
    struct field f;
    uint64_t unused;
    bool stepped = x->stepped;
    int64_t from_ns = (int64_t)field_of (line, 3).value;
    from_ns += from_ns < ABSOLUTE_NS ? x->base_ns : 0;
    while (take_field (&line, &f)) {
        if (f.number != 4 || !f.bytes.p)
            continue;
        int64_t start_ns = from_ns + (int64_t)(field_of (f.bytes, 2).value / 1000);
        int64_t end_ns = start_ns + (int64_t)(field_of (f.bytes, 3).value / 1000);
        if (start_ns < 0 || end_ns < start_ns || end_ns > FID_TIME_MAX)
            continue;
        if (gpu >= 0) {
            FID_TRY (fid_gpu_kernel_add (&x->kernels, start_ns, end_ns, gpu, err));
        } else if (!stepped && has_stat (f.bytes, 4, step_id, &unused)) {
            FID_TRY (take_step (x, start_ns, end_ns, err));
            x->stepped = true;
        }
    }
    return 0;
}

static int take_plane (struct space *x, struct fid_span plane, struct fid_error *err)
{
    struct fid_span name = field_of (plane, 2).bytes;
    uint64_t step_id = fid_span_starts (name, "/host:CPU") ? stat_of (plane, "step_num") : 0;
    bool device =
        fid_span_starts (name, "/device:GPU:") || fid_span_starts (name, "/device:TPU:");
    int gpu = -1;
    struct field f;
    if (device && !fid_gpu_number ((struct fid_span){name.p + 12, name.n - 12}, &gpu))
        return 0;
    while ((device || step_id) && take_field (&plane, &f)) {
        struct fid_span line =
            f.number == 3 ? field_of (f.bytes, 2).bytes : (struct fid_span){"", 0};
        bool computes = fid_span_is (line, "XLA Ops") ||
                        (fid_span_starts (line, "Stream") && fid_span_find (line, "Mem") < 0);
        if (f.number == 3 && f.bytes.p && (!device || computes))
            FID_TRY (take_events (x, f.bytes, step_id, gpu, err));
    }
    return 0;
}

static int read_xplane (struct fid_input *in, struct fid_error *err)
{
    struct space x = {.sink = in->sink, .training = {.epoch = -1, .block = -1}};
    struct fid_span all, rest;
    struct field f;
    uint64_t start;
    int rc = 0;
    x.training.name = FID_NAME_TRAINING;
    x.training.kind = fid_phase_kind_of (FID_NAME_TRAINING);
    FID_TRY (fid_text_rest (in->text, &all, err));
    for (rest = all; take_field (&rest, &f);)
        if (f.number == 1 &&
            has_stat (f.bytes, 6, stat_of (f.bytes, "profile_start_time"), &start) &&
            start < (uint64_t)FID_TIME_MAX) {
            x.base_ns = (int64_t)start;
            x.based = true;
        }
    for (rest = all; !rc && take_field (&rest, &f);)
        rc = f.number == 1 && f.bytes.p ? take_plane (&x, f.bytes, err) : 0;
    if (!rc && rest.n)
        fid_put_note (in->sink, 0, FID_REMARK_CUT_IN_MIDDLE);
    bool placed = x.based || x.training.start_ns >= ABSOLUTE_NS ||
                  (x.kernels.n && x.kernels.at[0].start_ns >= ABSOLUTE_NS);
    if (!placed && (x.kernels.n || x.training.step_n))
        fid_put_note (in->sink, 0, FID_REMARK_TIMES_RELATIVE);
    if (!rc && placed)
        rc = FID_FAILED ((x.training.step_n && fid_put_phase (in->sink, &x.training, err)) ||
                         fid_gpu_busy_put (&x.kernels, 0, in->sink, err));
    free (x.kernels.at);
    return rc;
}

static int probe_xplane (const struct fid_head *head)
{
    return fid_span_ends (head->name, ".xplane.pb") && fid_span_starts (head->text, "\n") ? 90
                                                                                          : 0;
}

FID_READER_IS (xplane, UTC, FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_GPU, 8,
               "profile of TensorFlow or JAX (*.xplane.pb): its steps, and use of devices",
               .best = 90)
