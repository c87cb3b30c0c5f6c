/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h - units of distances and series in result files */
#pragma once

/* U (ID, name) */
#define FID_UNITS(U)                                                                           \
    U (ONE, "1")                                                                               \
    U (LN, "ln")                                                                               \
    U (OCTAVES, "octaves")                                                                     \
    U (DECADES, "decades")                                                                     \
    U (SECONDS, "s")                                                                           \
    U (PER_SECOND, "1/s")                                                                      \
    U (PERCENT, "%")                                                                           \
    U (BYTES, "bytes")                                                                         \
    U (MIB, "MiB")                                                                             \
    U (MIB_PER_S, "MiB/s")                                                                     \
    U (OPS_PER_HZ, "ops/Hz")                                                                   \
    U (PERCENT2_PER_HZ, "%^2/Hz")                                                              \
    U (MIB2_PER_S2_HZ, "(MiB/s)^2/Hz")

#define FID_ENUM_UNIT(id, ...) FID_IN_##id,
enum fid_unit_id { FID_UNITS (FID_ENUM_UNIT) FID_IN_N };

const char *fid_unit_name (enum fid_unit_id unit);
int fid_unit_find (const char *name); /* -1 if the name is unknown */
