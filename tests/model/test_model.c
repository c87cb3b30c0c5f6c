/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_model.c - the vocabulary: every name is found again, none occurs twice */
#include "tests/tap.h"
#include <string.h>
#include "model/facets.h"
#include "model/names.h"
#include "model/outcomes.h"
#include "model/units.h"
#include "model/settings.h"
#include "model/windows.h"

/* Names of one table: found at their place, words given, unknown names refused. */
#define TABLE(what, table, n, names)                                                           \
    do {                                                                                       \
        int wrong = 0, silent = 0;                                                             \
        for (int i = 0; i < (int)(n); i++) {                                                   \
            wrong += fid_name_find (&names, (table)[i].name) != i;                             \
            silent += !(table)[i].words || !*(table)[i].words;                                 \
        }                                                                                      \
        ok_int (wrong, 0, what ": each name is found at its own place");                       \
        ok_int (silent, 0, what ": each has words");                                           \
        ok_int (fid_name_find (&names, "no such name"), -1, what ": an unknown name");         \
        ok_int (fid_name_find (&names, NULL), -1, what ": no name");                           \
    } while (0)

/* Tables of names only. */
#define NAMES(what, type, n, name, names)                                                      \
    do {                                                                                       \
        int wrong = 0;                                                                         \
        for (int i = 0; i < (int)(n); i++)                                                     \
            wrong += fid_name_find (&names, name ((enum type)i)) != i;                         \
        ok_int (wrong, 0, what ": each name is found at its own place");                       \
        ok_int (fid_name_find (&names, "no such name"), -1, what ": an unknown name");         \
        ok_int (fid_name_find (&names, NULL), -1, what ": no name");                           \
    } while (0)

int main (void)
{
    TABLE ("groups", fid_groups, FID_GROUP_N, fid_names_group);
    TABLE ("resources", fid_resources, FID_RESOURCE_N, fid_names_resource);
    TABLE ("facets", fid_facets, FID_FACET_N, fid_names_facet);
    TABLE ("quantities", fid_quantities, FID_QUANTITY_N, fid_names_quantity);
    TABLE ("windows", fid_windows, FID_WINDOW_N, fid_names_window);

    NAMES ("parts", fid_part, FID_PART_N, fid_part_name, fid_names_part);
    NAMES ("units", fid_unit_id, FID_IN_N, fid_unit_name, fid_names_unit);
    NAMES ("statuses", fid_resource_status, FID_STATUS_N, fid_status_name, fid_names_status);
    NAMES ("severities", fid_severity, FID_SEVERITY_N, fid_severity_name, fid_names_severity);
    NAMES ("clauses", fid_clause_status, FID_CLAUSE_N, fid_clause_name, fid_names_clause);
    NAMES ("verdicts", fid_validity, FID_VALIDITY_N, fid_validity_name, fid_names_validity);

    /* streams and gauges are resources under their own numbers */
    int wrong = 0;
    for (int i = 0; i < FID_STREAM_N; i++) {
        const struct fid_resource_info *r =
            &fid_resources[fid_resource_of_stream ((enum fid_stream_id)i)];
        wrong += r->kind != FID_KIND_STREAM || r->index != i;
    }
    for (int i = 0; i < FID_GAUGE_N; i++) {
        const struct fid_resource_info *r =
            &fid_resources[fid_resource_of_gauge ((enum fid_gauge_id)i)];
        wrong += r->kind != FID_KIND_GAUGE || r->index != i;
    }
    ok_int (wrong, 0, "streams and gauges keep their numbers");
    ok_int (fid_resources[FID_RESOURCE_DISK_READ].group, FID_GROUP_DISK, "group of disk.read");
    ok_str (fid_part_name (FID_PART_CHECKPOINT), "CHECKPOINT", "a part's name");
    ok (fid_windows[FID_WINDOW_JOB].parts ==
            (FID_PART_BIT (TRAINING) | FID_PART_BIT (EVAL) | FID_PART_BIT (CHECKPOINT) |
             FID_PART_BIT (BETWEEN)),
        "the job is what follows INIT");

    ok_close (fid_setting_number (FID_SETTING_PENALTY, -1), 0.05, 0, "below 0: the default");
    ok_close (fid_setting_number (FID_SETTING_PENALTY, 0), 0, 0, "0 where it is allowed");
    ok_close (fid_setting_number (FID_SETTING_DT, 0), 0, 0, "0 where it means: from the data");
    ok_close (fid_setting_number (FID_SETTING_DT, -1), 0, 0, "as below 0");
    ok_close (fid_setting_number (FID_SETTING_DT, 0.25), 0.25, 0, "a value");
    return tap_done ();
}
