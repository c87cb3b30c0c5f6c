/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu_busy.c - see gpu_busy.h */
#include "readers/gpu/gpu_busy.h"
#include "base/order.h"
#include "readers/gpu/gpu_use.h"

#define BUSY_BIN_NS   (FID_S / 10)
#define BUSY_BINS_MAX 10e6 /* of all GPUs: more than a day of eight */

int fid_gpu_kernel_add (struct fid_gpu_kernels *k, int64_t start_ns, int64_t end_ns, int gpu,
                        struct fid_error *err)
{
    return FID_PUSH_TO (k->at, k->n, k->cap, err,
                        (struct fid_gpu_kernel){start_ns, end_ns, gpu});
}

/* By GPU, then by time; the outer one first. */
FID_ORDER_BY (by_gpu, struct fid_gpu_kernel,
              FID_RISING (gpu) FID_RISING (start_ns) FID_FALLING (end_ns))

/* The kernels of all GPUs, from the first to the last, in bins. */
struct busy_bins {
    int64_t from_ns, to_ns;
    size_t n;         /* the last one is half as long as the others to half as much longer */
    int64_t *busy_ns; /* borrowed; of the GPU at hand */
};

static int64_t bin_end (const struct busy_bins *b, size_t i)
{
    return i + 1 < b->n ? b->from_ns + (int64_t)(i + 1) * BUSY_BIN_NS : b->to_ns;
}

/* The samples of the GPU whose kernels begin at *k, by time; *k moves behind them.  What runs
 * beside another kernel counts once. */
static int put_busy_gpu (const struct fid_gpu_kernels *s, const struct fid_sink *sink,
                         struct busy_bins *b, size_t *k, int64_t base_ns, struct fid_error *err)
{
    struct fid_gpu_use use = {.pid = -1, .gpu = (int)s->at[*k].gpu};
    int64_t busy_to_ns = b->from_ns;
    memset (b->busy_ns, 0, b->n * sizeof *b->busy_ns);
    for (; *k < s->n && s->at[*k].gpu == use.gpu; ++*k) {
        const struct fid_gpu_kernel *at = &s->at[*k];
        int64_t start_ns = at->start_ns > busy_to_ns ? at->start_ns : busy_to_ns;
        size_t i = (size_t)((start_ns - b->from_ns) / BUSY_BIN_NS);
        for (i = i < b->n ? i : b->n - 1; start_ns < at->end_ns; i++) {
            int64_t to_ns = at->end_ns < bin_end (b, i) ? at->end_ns : bin_end (b, i);
            b->busy_ns[i] += to_ns - start_ns;
            start_ns = to_ns;
        }
        busy_to_ns = at->end_ns > busy_to_ns ? at->end_ns : busy_to_ns;
    }
    use.there[FID_GPU_SM] = true;
    for (size_t i = 0; i < b->n; i++) {
        int64_t start_ns = i ? bin_end (b, i - 1) : b->from_ns;
        use.t_ns = bin_end (b, i) + base_ns;
        use.value[FID_GPU_SM] =
            100 * (double)b->busy_ns[i] / (double)(bin_end (b, i) - start_ns);
        FID_TRY (fid_gpu_put (sink, &use, err));
    }
    return 0;
}

int fid_gpu_busy_put (struct fid_gpu_kernels *s, int64_t base_ns, const struct fid_sink *sink,
                      struct fid_error *err)
{
    struct busy_bins b = {.from_ns = INT64_MAX, .to_ns = INT64_MIN};
    size_t gpu_n = 0;
    FID_SORT (s->at, s->n, by_gpu);
    for (size_t i = 0; i < s->n; i++) {
        const struct fid_gpu_kernel *at = &s->at[i];
        b.from_ns = at->start_ns < b.from_ns ? at->start_ns : b.from_ns;
        b.to_ns = at->end_ns > b.to_ns ? at->end_ns : b.to_ns;
        gpu_n += !i || at->gpu != at[-1].gpu;
    }
    if (!gpu_n || b.from_ns == b.to_ns)
        return 0;
    double bins = fmax (1, round ((double)(b.to_ns - b.from_ns) / (double)BUSY_BIN_NS));
    if (bins * (double)gpu_n > BUSY_BINS_MAX) {
        fid_put_note (sink, 0, FID_REMARK_KERNELS_FAR);
        return 0;
    }
    b.n = (size_t)bins;
    FID_FREED int64_t *busy_ns = malloc (b.n * sizeof *busy_ns);
    FID_NEED (busy_ns, err);
    b.busy_ns = busy_ns;
    for (size_t k = 0; k < s->n;)
        FID_TRY (put_busy_gpu (s, sink, &b, &k, base_ns, err));
    return 0;
}
