/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answering.h - what fidlio answer and fidlio predict are asked for (cmd_answer.c) */
#pragma once

#include "program/cmd.h"
#include "storage/changes.h"

/* Runs of one side. */
struct fid_answering_side {
    struct fid_words dir;
    struct fid_run **run;
    struct fid_answer_sources in;
};

struct fid_answering {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_words plain; /* runs without an option */
    struct fid_answering_side real, emulation;
    struct fid_words change; /* of --set */
    const char *config;      /* borrowed; NULL: of no configuration */
    const char *name;        /* borrowed; of the configuration: its file's */
    struct fid_answer_opts answer;
};

/* As in struct fid_cmd; the tables of predict. */
int fid_answer_for (void *answering);
extern const struct fid_syntax fid_predict_syntax;
