/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_schemas.c - the schemas that are installed are those of the tables
 *
 * FIDLIO_WRITE_SCHEMAS=1 writes them: after a change of a table. */
#include "tests/tap.h"
#include "tests/record_schema.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "check/gate_input.h"
#include "compare/calibration.h"
#include "digests/nearest.h"
#include "report/report.h"
#include "results/series.h"
#include "tools/whatif/whatif.h"

static void check (const char *name, const struct fid_record *record, const char *title,
                   const char *description)
{
    struct fid_error err = {0};
    char *path = fid_format (&err, "%s/src/results/%s.schema.json", getenv ("srcdir"), name);
    cJSON *made = path ? record_schema (record, title, description, &err) : NULL;
    if (!made)
        abort ();
    if (getenv ("FIDLIO_WRITE_SCHEMAS") && fid_json_save (made, path, NULL, &err))
        diag ("%s", err.text);
    cJSON *stored = fid_json_load (path, &err);
    char *want = fid_json_line (made, &err), *is = stored ? fid_json_line (stored, &err) : NULL;
    ok_str (is ? is : err.text, want, title);
    free (want);
    free (is);
    cJSON_Delete (stored);
    cJSON_Delete (made);
    free (path);
}

int main (void)
{
    check ("calibration", fid_calibration_record, FID_SCHEMA_CALIBRATION,
           "Distances between repeats of real runs, frozen; see doc/calibration.md");
    check ("pair", fid_result_record, FID_SCHEMA_PAIR,
           "A real run and the emulation compared with it; see doc/result.md");
    check ("series", fid_series_record, FID_SCHEMA_SERIES,
           "What pictures of a pair are drawn from; see doc/series.md");
    check ("whatif", fid_whatif_record, FID_SCHEMA_WHATIF,
           "What aligned fetches of batches would change; see doc/whatif.md");
    check ("nearest", fid_nearest_record, FID_SCHEMA_NEAREST,
           "Which of many runs are nearest to one; see doc/digests.md");
    check ("index", fid_index_record, FID_SCHEMA_INDEX,
           "All pairs of a directory of results, ranked; see doc/result.md");
    check ("baseline", fid_baseline_record, FID_SCHEMA_BASELINE,
           "Emulation runs that were accepted; see doc/gate.md");
    return tap_done ();
}
