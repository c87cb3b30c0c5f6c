/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - the rows of a check: what was judged, and with which outcome (see check.h) */
#include "check/check.h"

struct fid_check_row *fid_check_new_row (struct fid_check *check,
                                         const struct fid_gate_config *config, const char *what,
                                         enum fid_check_kind kind, struct fid_error *err)
{
    struct fid_arena *a = &check->arena;
    if (fid_arena_grow (a, &check->row, &check->row_cap, check->row_n + 1, sizeof *check->row,
                        err))
        return NULL;
    struct fid_check_row *row = &check->row[check->row_n++];
    *row = (struct fid_check_row){.kind = kind,
                                  .verdict = {.accepted = FID_ABSENT,
                                              .candidate = FID_ABSENT,
                                              .ratio = FID_ABSENT,
                                              .low = FID_ABSENT,
                                              .high = FID_ABSENT,
                                              .allowed = FID_ABSENT,
                                              .p = FID_ABSENT,
                                              .p_family = FID_ABSENT,
                                              .s = FID_ABSENT}};
    row->workload = fid_arena_text (a, config->workload, err);
    row->config = row->workload ? fid_arena_text (a, config->name, err) : NULL;
    row->what = row->config ? fid_arena_text (a, what, err) : NULL;
    return row->what ? row : NULL;
}

void fid_check_set_outcome (struct fid_check *check, struct fid_check_row *row,
                            enum fid_outcome outcome)
{
    row->outcome = outcome;
    if (outcome > check->outcome && (outcome == FID_FAIL || !row->aside))
        check->outcome = outcome;
}

int fid_check_add (struct fid_check *check, const struct fid_gate_config *config,
                   const char *what, enum fid_check_kind kind, const char *reason,
                   struct fid_error *err)
{
    struct fid_check_row *row = fid_check_new_row (check, config, what, kind, err);
    FID_TRY (!row);
    row->reason = fid_arena_text (&check->arena, reason, err);
    FID_TRY (!row->reason);
    fid_check_set_outcome (check, row, FID_FAIL);
    return 0;
}
