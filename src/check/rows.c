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

int fid_check_set_outcome (struct fid_check *check, struct fid_check_row *row,
                           enum fid_outcome outcome, const char *reason, const char *cause,
                           struct fid_error *err)
{
    row->outcome = outcome;
    if (outcome > check->outcome && (outcome == FID_FAIL || !row->aside))
        check->outcome = outcome;
    if (outcome == FID_PASS)
        return 0;
    const bool explained = outcome == FID_FAIL && cause;
    row->reason = fid_arena_format (&check->arena, err, "%s%s%s", reason,
                                    explained ? "; first cause: " : "", explained ? cause : "");
    return row->reason ? 0 : -1;
}

int fid_check_add (struct fid_check *check, const struct fid_gate_config *config,
                   const char *what, enum fid_check_kind kind, const char *reason,
                   const char *cause, struct fid_error *err)
{
    struct fid_check_row *row = fid_check_new_row (check, config, what, kind, err);
    FID_TRY (!row);
    return fid_check_set_outcome (check, row, FID_FAIL, reason, cause, err);
}
