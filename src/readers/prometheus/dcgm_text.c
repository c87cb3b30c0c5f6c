/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dcgm_text.c - use of GPUs, as DCGM's exporter serves it (text of Prometheus), again and again
 *
 *     1795731573.250
 *     # TYPE DCGM_FI_DEV_GPU_UTIL gauge
 *     DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-4c...",device="nvidia0",Hostname="node1"} 61
 *     DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-4c...",device="nvidia0",Hostname="node1"} 13086
 *
 * Recorded with `while sleep 1; do date +%s.%N; curl -s HOST:9400/metrics; done`: a line that
 * is an instant (seconds since 1970 or ISO 8601) says when what follows was read; a stamp in ms
 * behind a value counts instead.  Parts of a GPU (GPU_I_ID) are left out.  %, and MiB. */
#include "readers/gpu/gpu_use.h"
#include "readers/tables/row_fields.h"

static const char *const metrics[FID_GPU_GAUGES_N] = {
    "DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_MEM_COPY_UTIL", "DCGM_FI_DEV_FB_USED"};

struct scrapes {
    const struct fid_input *in;
    int64_t t_ns; /* of the scrape; INT64_MIN: none yet */
    uint64_t host;
};

/* The gauge of a line "NAME{LABELS} VALUE ..."; -1 if it is another. */
static int gauge_of (struct fid_span line, struct fid_span *rest)
{
    for (int k = 0; k < FID_GPU_GAUGES_N; k++) {
        size_t n = strlen (metrics[k]);
        if (line.n > n && memcmp (line.p, metrics[k], n) == 0 && line.p[n] == '{') {
            *rest = (struct fid_span){line.p + n + 1, line.n - n - 1};
            return k;
        }
    }
    return -1;
}

/* The value of a label in NAME="VALUE",...; n 0 if it is not there. */
static struct fid_span label_of (struct fid_span labels, const char *name)
{
    size_t n = strlen (name);
    for (size_t i = 0; i + n + 2 <= labels.n; i++) {
        bool starts = i == 0 || labels.p[i - 1] == ',';
        if (!starts || memcmp (labels.p + i, name, n) != 0 || labels.p[i + n] != '=' ||
            labels.p[i + n + 1] != '"')
            continue;
        const char *from = labels.p + i + n + 2;
        const char *to = memchr (from, '"', labels.n - (i + n + 2));
        return (struct fid_span){from, to ? (size_t)(to - from) : 0};
    }
    return (struct fid_span){"", 0};
}

static int take_gauge (struct scrapes *s, int gauge, struct fid_span rest,
                       struct fid_error *err)
{
    const struct fid_input *in = s->in;
    struct fid_span labels, word[2];
    struct fid_gpu_use use = {.t_ns = s->t_ns, .pid = -1};
    if (!fid_span_field (&rest, '}', &labels) || !rest.p)
        return FID_REMARK_ROW_UNKNOWN;
    size_t n = fid_span_words (rest, word, 2);
    if (label_of (labels, "GPU_I_ID").n)
        return 0;
    if (!fid_gpu_number (label_of (labels, "gpu"), &use.gpu))
        return FID_REMARK_GPU_NOT_SMALL;
    if (n < 1 || n > 2)
        return FID_REMARK_ROW_UNKNOWN;
    if (n == 2 && !fid_row_stamp (word[1], FID_CLOCK_UTC, false, 0, &use.t_ns))
        return FID_REMARK_TIME_NOT_UTC_NOR_EPOCH;
    enum fid_remark_code why = fid_gpu_reading (word[0], gauge, &use.value[gauge]);
    if (why)
        return (int)why;
    use.there[gauge] = true;
    if (use.t_ns == INT64_MIN)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: no time before the metrics: they have no place in time "
                           "(record with while sleep 1; do date +%%s.%%N; curl -s "
                           "HOST:9400/metrics; done)",
                           in->text->path, in->text->line_n);
    struct fid_span host = label_of (labels, "Hostname");
    uint64_t key = host.n ? fid_hash_bytes (host.p, host.n, 0) : 0;
    if (key != s->host) {
        s->host = key;
        FID_TRY (fid_put_host (in->sink, key, err));
        if (key)
            FID_TRY (fid_put_host_name (in->sink, key, host, err));
    }
    return fid_gpu_put (in->sink, &use, err);
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct scrapes *s = self;
    struct fid_span rest;
    int64_t t_ns;
    if (fid_row_stamp (line, FID_CLOCK_UTC, false, 0, &t_ns)) {
        s->t_ns = t_ns;
        return 0;
    }
    int gauge = gauge_of (line, &rest);
    return gauge < 0                 ? 0
           : s->in->text->line_ended ? take_gauge (s, gauge, rest, err)
                                     : (int)FID_REMARK_LAST_LINE_CUT;
}

static int read_dcgm_text (struct fid_input *in, struct fid_error *err)
{
    struct scrapes s = {.in = in, .t_ns = INT64_MIN};
    return fid_lines_read (in, take_line, &s, err);
}

static int probe_dcgm_text (const struct fid_head *head)
{
    struct fid_span text = head->text, line, rest;
    while (fid_span_field (&text, '\n', &line))
        if (gauge_of (line, &rest) >= 0)
            return 88;
    return 0;
}

FID_READER_IS (dcgm_text, UTC, FID_GIVES_GPU, 16,
               "GPU use, as DCGM's exporter serves it, behind time stamps")
