/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_results.h - the result files that tests/data/result/make.sh writes */
#ifndef FID_MADE_RESULTS_H
#define FID_MADE_RESULTS_H

#include <stdio.h>
#include <stdlib.h>
#include "tests/tap.h"

static char made_dir[] = "/tmp/fidlio-results.XXXXXX";

/* Begin and end of a test that uses them. */
static inline void make_results (void)
{
    char command[4200];
    bool made = mkdtemp (made_dir) != NULL;
    snprintf (command, sizeof command, "sh '%s/tests/data/result/make.sh' %s",
              getenv ("srcdir"), made_dir);
    ok (made && system (command) == 0, "results are made");
}

static inline void remove_results (void)
{
    char command[64];
    snprintf (command, sizeof command, "rm -r %s", made_dir);
    ok (system (command) == 0, "and removed");
}

/* The path of one ("good/U_real__U_dlio.json"), until the next call. */
static inline const char *made_result (const char *name)
{
    static char path[128];
    snprintf (path, sizeof path, "%s/%s", made_dir, name);
    return path;
}

#endif
