/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c - a training log as JSON and as a table (see training_log.h) */
#include "base/jsonbuild.h"
#include "base/python_repr.h"
#include "tools/logs/training_log.h"
#include "tools/python_json.h"
#include "program/must.h"

/* --- JSON */

static void put_time (struct fid_python_json *j, const char *key, double v)
{
    fid_python_json_number (j, key, v >= 0 ? v : FID_TRAINING_UNKNOWN);
}

static void put_name (struct fid_python_json *j, enum fid_log_form form, const char *key,
                      const char *name)
{
    if (!name || form == FID_LOG_V1)
        return;
    FID_SCOPED (fid_json_freed) cJSON *item = cJSON_CreateString (name);
    if (!item)
        fid_must (fid_error_nomem (&fid_why));
    fid_python_json_raw (j, key, fid_keep (fid_json_line (item, &fid_why)));
}

static void put_epoch (struct fid_python_json *j, enum fid_log_form form,
                       const struct fid_training_epoch *e)
{
    static const char *const keys[] = {"steps", "validation_time", "epoch_time",
                                       "validation_accuracy"};
    char key[24];
    snprintf (key, sizeof key, "%llu", (unsigned long long)e->number);
    fid_python_json_begin (j, key, '{');
    for (size_t i = 0; i < e->order_n; i++) {
        enum fid_epoch_part part = e->order[i];
        if (part == FID_EPOCH_STEPS) {
            fid_python_json_begin (j, keys[part], '{');
            for (size_t k = 0; k < e->step_n; k++) {
                snprintf (key, sizeof key, "%llu", (unsigned long long)e->step[k].number);
                put_time (j, key, e->step[k].time_s);
            }
            fid_python_json_end (j, '}');
        } else if (part != FID_EPOCH_ACCURACY || form != FID_LOG_V1) {
            put_time (j, keys[part], e->part[part]);
        }
    }
    fid_python_json_end (j, '}');
}

void fid_training_log_write_json (const struct fid_training_log *log, enum fid_log_form form,
                                  FILE *f)
{
    const struct {
        const char *key;
        double v;
    } newer[] = {{"largest_real_time_delta", log->real_s},
                 {"fit_time", log->fit_s},
                 {"write_model_time", log->save_s}};
    struct fid_python_json j = {.f = f, .indented = true};
    fid_python_json_begin (&j, NULL, '{');
    put_time (&j, "init", log->init_s);
    put_time (&j, "total_training", log->total_s);
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (form == FID_LOG_V2 || (form == FID_LOG_KNOWN && newer[i].v >= 0))
            put_time (&j, newer[i].key, newer[i].v);
    fid_python_json_begin (&j, "epochs", '{');
    for (size_t i = 0; i < log->epoch_n; i++)
        put_epoch (&j, form, &log->epoch[i]);
    fid_python_json_end (&j, '}');
    put_name (&j, form, "computing_system", log->system);
    put_name (&j, form, "batch_size", log->batch);
    fid_python_json_end (&j, '}');
    fputc ('\n', f);
}

/* --- table */

static void fill_table (struct fid_cells *cells, size_t epoch_n,
                        const struct fid_training_step *step, size_t n)
{
    char text[FID_REPR_TEXT];
    for (size_t i = 0; i < n;) {
        uint64_t number = step[i].number;
        fid_cells_add (cells, "%llu", (unsigned long long)number);
        for (size_t e = 0; e < epoch_n; e++)
            if (i < n && step[i].number == number && step[i].place == e)
                fid_cells_add (cells, "%s", fid_repr (step[i++].time_s, text));
            else
                fid_cells_missing (cells);
    }
}

void fid_training_log_write_table (const struct fid_training_log *log, enum fid_format format,
                                   FILE *f)
{
    size_t n, column_n = log->epoch_n + 1;
    struct fid_cells cells;
    struct fid_column *column = fid_take (column_n, sizeof *column);
    const struct fid_training_step *step = fid_training_log_steps (log, &n);
    column[0] = (struct fid_column){"step", true};
    for (size_t i = 1; i < column_n; i++)
        column[i] = (struct fid_column){
            fid_textf ("epoch %llu", (unsigned long long)log->epoch[i - 1].number), true};
    fid_cells_init (&cells, column, column_n);
    fill_table (&cells, log->epoch_n, step, n);
    fid_must (fid_cells_end (&cells, format, f, &fid_why));
}
