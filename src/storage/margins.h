/* SPDX-License-Identifier: GPL-3.0-or-later */
/* margins.h - how far off the models are, by what limits a storage
 *
 * `scripts/validate --only answers --margins FILE' writes this file: of the pairs of the corpus
 * that were timed on slowed storage, the error of the modelled mean of |e (S)| over the
 * storages of a kind, as 95 % quantiles to each side, workloads weighted alike.  Errors of
 * several kinds are independent: their correlation over the pairs is -0.08. */
#pragma once

/* M (ID, most that the model is above the truth, below it, pairs, workloads) */
#define FID_MARGINS(M)                                                                         \
    M (FULL, 0.099, 0.034, 56, 12)                                                             \
    M (RATE, 0.039, 0.050, 48, 10)                                                             \
    M (WAIT, 0.087, 0.097, 37, 9)                                                              \
    M (REQUESTS, 0.160, 0.005, 8, 5)                                                           \
    M (WRITES, 0.049, 0.072, 6, 3)

/* Standard deviations of ln of a time between recordings of one job (36 of 12 jobs), and
 * between times of one job on one storage; recordings of each side that the margins are of. */
#define FID_MARGIN_RECORDED_SD 0.016
#define FID_MARGIN_MEASURED_SD 0.025
#define FID_MARGIN_REAL_N      3
#define FID_MARGIN_EMULATION_N 1
