/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_summary.c - DLIO's results of a whole run: summary.json
 *
 *     {"num_accelerators": 1, "epochs": 5, "metric": {"train_au_mean_percentage": 99.1, ...}}
 *
 * Single values become facts under their own names; lists, tables of the host
 * and NaN are left out. */
#include "readers/reader.h"

#define KEY_MAX 80

static const char *const wanted[] = {
    "epochs",
    "num_accelerators",
    "num_hosts",
    "num_files_train",
    "num_files_eval",
    "num_samples_per_file",
    "data_size_per_host_GB",
};

static bool is_wanted (struct fid_span key)
{
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (fid_span_is (key, wanted[i]))
            return true;
    return false;
}

static int probe_dlio_summary (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    bool metric = false;
    int known = 0;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '{'))
        return 0;
    while (fid_json_member (&j, &key)) {
        known += is_wanted (key);
        metric |= fid_span_is (key, "metric");
        fid_json_skip (&j);
    }
    return known >= 2 && metric ? 90 : known >= 4 ? 70 : 0;
}

/* The next value as a fact, if it is a number or a text. */
static int put_value (const struct fid_sink *sink, struct fid_json *j, struct fid_span key,
                      struct fid_error *err)
{
    char name[KEY_MAX];
    struct fid_fact f = {name, {NULL, 0}};
    double finite;
    char type = fid_json_peek (j);
    if (!key.n || !key.p[0] || key.n >= sizeof name || (type != '0' && type != '"')) {
        fid_json_skip (j);
        return 0;
    }
    if (type == '"')
        fid_json_string (j, &f.value);
    else
        f.value = fid_json_raw (j);
    /* what ends with the file may lack its last digits */
    if (j->cut || (type == '0' && !fid_span_f64 (f.value, &finite)))
        return 0;
    memcpy (name, key.p, key.n);
    name[key.n] = '\0';
    return fid_put_fact (sink, &f, err);
}

static int read_dlio_summary (struct fid_input *in, struct fid_error *err)
{
    struct fid_span key;
    struct fid_json j;
    FID_TRY (fid_jsondoc_open (in, &j, err));
    while (fid_json_member (&j, &key)) {
        if (is_wanted (key)) {
            FID_TRY (put_value (in->sink, &j, key, err));
        } else if (fid_span_is (key, "metric") && fid_json_enter (&j, '{')) {
            while (fid_json_member (&j, &key))
                FID_TRY (put_value (in->sink, &j, key, err));
        } else {
            fid_json_skip (&j);
        }
    }
    return fid_jsondoc_end (in, &j, err);
}

FID_READER_IS (dlio_summary, APP, FID_GIVES_FACTS, 10, "totals of a DLIO run (summary.json)",
               .once = true, .of_benchmark = true)
