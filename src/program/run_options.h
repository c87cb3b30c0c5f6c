/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_options.h - options of the commands that read runs */
#pragma once

#include "model/settings.h"
#include "program/option.h"
#include "run/run.h"

/* Of a struct fid_run_opts; start with {0}. */
extern const struct fid_option fid_run_options[];
