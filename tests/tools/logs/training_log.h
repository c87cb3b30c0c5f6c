/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - jobs of tests, and what they are written as */
#ifndef FID_TEST_JOB_H
#define FID_TEST_JOB_H

#include "tools/logs/logs.h"
#include "program/must.h"

/* The log of the reference, whose numbers were worked out by hand. */
#define LOG_INIT "('Tempo de inicializacao: ', 0.25)\n"
#define LOG_L                                                                                  \
    LOG_INIT "Real time: 100.0\n"                                                              \
             "1 step training time: 9.0s\n"                                                    \
             "2 step training time: 0.5s\n"                                                    \
             "3 step training time: 0.5s\n"                                                    \
             "4 step training time: 0.5s\n"                                                    \
             "5 steps training: 1.0s\n"                                                        \
             "Validation time: 0.125\n"                                                        \
             "Epoch time: 12.0s\n"                                                             \
             "Real time: 118.0s\n"                                                             \
             "Duracao do treinamento:  20.0\n"

/* Read a text as a log (as JSON if it begins with a brace) into a cleared job. */
static int job_of (struct fid_training_log *job, const char *text, enum fid_log_form form,
                   struct fid_error *err)
{
    int rc = 0;
    if (text[0] == '{')
        rc = fid_training_log_read_json (job, fid_span_of (text), "in.json");
    else
        fid_training_log_read_text (job, fid_span_of (text), "in.txt", form);
    *err = fid_why;
    return rc;
}

/* Texts are freed by the caller. */
__attribute__ ((unused)) static char *json_of (const struct fid_training_log *job,
                                               enum fid_log_form form)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    if (!f)
        return NULL;
    fid_training_log_write_json (job, form, f);
    return fclose (f) ? NULL : text;
}

__attribute__ ((unused)) static char *summary_of (const struct fid_training_log *job,
                                                  enum fid_log_form form)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    if (!f)
        return NULL;
    fid_training_log_summary (job, form, f);
    return fclose (f) ? NULL : text;
}

#endif
