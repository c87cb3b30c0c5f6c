/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brief.c - the screen of each workload, see report.h */
#include "report/report.h"
#include "report/screen.h"

/* The configurations of a list: emulations, or all if `all'. */
static size_t take_shown (const struct fid_report *report, const struct fid_list *list,
                          bool all, struct fid_named *of)
{
    size_t n = 0;
    FID_EACH (const struct fid_entry, e, list->entry)
        if (all || fid_report_is_emulation (report, list, e->result))
            of[n++] =
                (struct fid_named){fid_entry_name (e), e->result,     e->error,
                                   e->error_low,       e->error_high, fid_entry_differs (e)};
    return n;
}

int fid_report_brief (const struct fid_report *report, const struct fid_screen *s)
{
    bool all = true, headed = false;
    FID_EACH (const struct fid_list, list, report->workload.list)
        FID_EACH (const struct fid_entry, e, list->entry)
            all &= !fid_report_is_emulation (report, list, e->result);
    FID_EACH (const struct fid_list, list, report->workload.list) {
        FID_FREED struct fid_named *of = calloc (list->entry_n, sizeof *of);
        FID_NEED (of, s->err);
        const size_t n = take_shown (report, list, all, of);
        if (!n)
            continue;
        fputs (headed ? "\n" : "", s->f);
        headed = true;
        FID_FREED char *title = fid_format (s->err, "%s%s, profile %s", list->name,
                                            fid_list_whose (list), list->profile);
        FID_TRY (!title || fid_screen_several (s, title, of, n));
    }
    return 0;
}
