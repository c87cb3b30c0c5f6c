/* op_pair.h - what two runs did by their operator traces, side by side
 *
 * The member "operators" of a pair's result (src/results/pair.schema.json): for each role
 * (op_roles.h) the seconds in which the run was at it, and their part of the length of its
 * traces. Times count once where spans overlap, in each rank by itself, and are summed over
 * ranks. */
#ifndef FID_OP_PAIR_H
#define FID_OP_PAIR_H

#include <cjson/cJSON.h>
#include "base/error.h"

/* Reads the operator traces of two runs (op_place.h) into *out, freed by the caller with
 * cJSON_Delete; NULL if one of the runs has none that can be used.  -1 with FID_EINTERNAL or
 * another error of the system.  Time: one pass over the traces. */
int fid_op_pair_json (const char *real, const char *emulation, cJSON **out,
                      struct fid_error *err);

#endif
