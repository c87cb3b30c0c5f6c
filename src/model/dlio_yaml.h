/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_yaml.h - what reading a configuration of DLIO needs of dlio_config.c */
#pragma once

#include "model/dlio_config.h"

/* fid_dlio_config_set, for a value that was in quotes or not. */
int fid_dlio_config_put (struct fid_dlio_config *c, const char *path, const char *text,
                         bool quoted, struct fid_error *err);
