/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparable.c - whether the numbers of two inputs are comparable (see gate_input.h) */
#include "check/gate_input.h"
#include "model/settings.h"

/* The name in documents of the i-th option that has to agree between runs; NULL after the last.
 * --dt and --band are part of the key only. */
static const char *option_name (size_t i)
{
    if (!i)
        return "calibration";
    for (int id = 0; id < FID_SETTING_N; id++)
        if (fid_settings[id].agree && --i == 0)
            return fid_settings[id].name;
    return i == 1 ? "profile_hash" : NULL; /* files of one name may differ */
}

/* The sentence on an option that differs; 0 if it does not.  was, is: the options as written. */
static int compare_option (const struct fid_gate_input *accepted, const cJSON *was,
                           const struct fid_gate_input *candidate, const cJSON *is,
                           const char *name, struct fid_error *err)
{
    FID_FREED char *a = fid_json_line (cJSON_GetObjectItemCaseSensitive (was, name), err);
    FID_FREED char *b =
        a ? fid_json_line (cJSON_GetObjectItemCaseSensitive (is, name), err) : NULL;
    bool calibration = strcmp (name, "calibration") == 0;
    FID_TRY (!b);
    if (strcmp (a, b) == 0)
        return 0;
    return fid_errorf (
        err, FID_EUSAGE, "%s has the %s %s, %s has %s%s%s", accepted->path, name, a,
        candidate->path, b,
        calibration && candidate->own_calibration
            ? "; these results were calibrated by their own matrix, and recalibrating and "
              "judging at once moves the goal"
            : "",
        calibration ? "; run the matrix with --calibration and the calibration of the baseline"
                    : "");
}

/* Every reference of a is one of b, if both judge that workload. */
static int compare_references (const struct fid_gate_input *a, const struct fid_gate_input *b,
                               struct fid_error *err)
{
    FID_EACH (const struct fid_gate_reference, was, a->reference) {
        const struct fid_gate_reference *is = b->reference, *end = is + b->reference_n;
        while (is < end && (strcmp (is->workload, was->workload) || strcmp (is->id, was->id)))
            is++;
        if (!fid_gate_has_workload (a, was->workload) ||
            !fid_gate_has_workload (b, was->workload))
            continue;
        if (is == end)
            return fid_errorf (err, FID_EUSAGE,
                               "%s was compared with the real run %s, %s was not", a->path,
                               was->id, b->path);
        if (strcmp (is->hash, was->hash) != 0)
            return fid_errorf (err, FID_EUSAGE,
                               "the traces of the real run %s differ from the baseline's: "
                               "their hash is %s in %s and %s in %s",
                               was->id, was->hash, a->path, is->hash, b->path);
    }
    return 0;
}

int fid_gate_comparable (const struct fid_gate_input *accepted,
                         const struct fid_gate_input *candidate, struct fid_error *err)
{
    if (strcmp (accepted->version, candidate->version) != 0)
        return fid_errorf (err, FID_EUSAGE, "%s was made by fidlio %s, %s by fidlio %s",
                           accepted->path, accepted->version, candidate->path,
                           candidate->version);
    FID_SCOPED (fid_json_freed)
    cJSON *was = fid_record_json (&fid_result_options_record, &accepted->options);
    FID_SCOPED (fid_json_freed)
    cJSON *is = fid_record_json (&fid_result_options_record, &candidate->options);
    const char *option;
    FID_NEED (was && is, err);
    for (size_t i = 0; (option = option_name (i)); i++)
        FID_TRY (compare_option (accepted, was, candidate, is, option, err));
    if (strcmp (accepted->key, candidate->key) != 0)
        return fid_errorf (err, FID_EUSAGE,
                           "%s and %s were made with different --dt or --band (keys %s and %s)",
                           accepted->path, candidate->path, accepted->key, candidate->key);
    return FID_FAILED (compare_references (accepted, candidate, err) ||
                       compare_references (candidate, accepted, err));
}
