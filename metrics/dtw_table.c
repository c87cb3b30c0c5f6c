/* dtw_table.c - a DTW table, filled strip by strip; see dtw_table.h */
#include "config.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_table.h"

enum { LINE = 64 }; /* bytes; what the widest vectors like to be aligned to */

const struct fid_strip_kernels *
fid_strip_kernels (void)
{
    switch (fid_isa_now ()) {
#ifdef HAVE_X86_KERNELS
    case FID_ISA_AVX512:
        return &fid_strip_avx512;
    case FID_ISA_AVX2:
        return &fid_strip_avx2;
#endif
#ifdef HAVE_NEON_KERNELS
    case FID_ISA_NEON:
        return &fid_strip_neon;
#endif
    default:
        return &fid_strip_portable;
    }
}

#define real    double
#define TABLE   fid_table_f64
#define KERNEL  f64
#define NAME(f) fid_table_f64_##f
#include "metrics/dtw_table_body.h"

#define real    float
#define TABLE   fid_table_f32
#define KERNEL  f32
#define NAME(f) fid_table_f32_##f
#include "metrics/dtw_table_body.h"
