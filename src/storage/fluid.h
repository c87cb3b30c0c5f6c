/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fluid.h - the fluid model of times.h, on as many storages as there are lanes */
#pragma once

#include "storage/lanes.h"

/* All ranks from start to end on n storages, at most FID_LANES, of the demand's client; times
 * go to out[n]. */
void fid_fluid_lanes (const struct fid_demand *d, const struct fid_storage *storage, size_t n,
                      struct fid_times *out);
