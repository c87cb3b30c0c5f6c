/* SPDX-License-Identifier: GPL-3.0-or-later */
/* isa.c - which instruction set the arithmetic kernels use; see isa.h */
#include <stdatomic.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/isa.h"

static const char *const names[FID_ISA_N] = {"portable", "avx2", "avx512", "neon"};
static atomic_int in_use = -1; /* -1: not looked yet */

const char *fid_isa_name (enum fid_isa isa)
{
    return names[isa];
}

bool fid_isa_has (enum fid_isa isa)
{
    switch (isa) {
    case FID_ISA_PORTABLE:
        return true;
#ifdef HAVE_X86_KERNELS
    case FID_ISA_AVX2:
        return __builtin_cpu_supports ("avx2");
    case FID_ISA_AVX512:
        return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq");
#endif
#ifdef HAVE_NEON_KERNELS
    case FID_ISA_NEON: /* all 64-bit ARM processors have it */
        return true;
#endif
    default:
        return false;
    }
}

static enum fid_isa widest_isa (void)
{
    enum fid_isa isa = FID_ISA_N - 1;
    while (!fid_isa_has (isa))
        isa--;
    return isa;
}

enum fid_isa fid_isa_now (void)
{
    int isa = atomic_load (&in_use);
    if (isa < 0) {
        /* Who looks first decides; a force meanwhile wins. */
        int unset = -1;
        isa = (int)widest_isa ();
        if (!atomic_compare_exchange_strong (&in_use, &unset, isa))
            isa = unset;
    }
    return (enum fid_isa)isa;
}

int fid_isa_force (const char *name)
{
    int isa = 0;
    if (!name) {
        atomic_store (&in_use, (int)widest_isa ());
        return GSL_SUCCESS;
    }
    while (isa < FID_ISA_N && strcmp (name, names[isa]))
        isa++;
    if (isa == FID_ISA_N)
        return GSL_EINVAL;
    if (!fid_isa_has ((enum fid_isa)isa))
        return GSL_EUNSUP;
    atomic_store (&in_use, isa);
    return GSL_SUCCESS;
}
