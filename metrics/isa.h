/* SPDX-License-Identifier: GPL-3.0-or-later */
/* isa.h - which instruction set the arithmetic kernels use
 *
 * Kernels exist in portable C, on x86-64 for AVX2 and AVX-512, and on 64-bit
 * ARM for NEON.  All give the same bits, so the choice is a matter of speed
 * only; it is made at run time, once for the process: the widest that build and
 * machine have, or the one that fid_isa_force () was asked for. */
#pragma once

#include <stdbool.h>

enum fid_isa { FID_ISA_PORTABLE, FID_ISA_AVX2, FID_ISA_AVX512, FID_ISA_NEON };
enum { FID_ISA_N = FID_ISA_NEON + 1 };

/* "portable", "avx2", "avx512", "neon". */
const char *fid_isa_name (enum fid_isa isa);

/* Whether this build has the kernels and this machine (with its operating
 * system) runs them; always true for FID_ISA_PORTABLE. */
bool fid_isa_has (enum fid_isa isa);

/* The one in use. */
enum fid_isa fid_isa_now (void);

/* Use the one of this name from now on; NULL: the widest there is.
 *
 * Returns 0; GSL_EINVAL for an unknown name, GSL_EUNSUP for one that
 * fid_isa_has () denies.  Calls that run meanwhile keep the one they have. */
int fid_isa_force (const char *name);
