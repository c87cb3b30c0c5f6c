/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_list.c - fidlio list readers|metrics|resources|profiles [NAME] */
#include "metrics/metric.h"
#include "model/profile.h"
#include "program/cmd.h"
#include "readers/reader.h"

struct args {
    struct fid_common common;
    const char *what;
    const char *name; /* of a profile whose text is printed; NULL */
};

static void list_readers (const struct fid_common *common)
{
    struct fid_cells c;
    fid_cells_begin (&c, "reader|reads");
    for (size_t i = 0; fid_readers[i]; i++)
        fid_cells_row (&c, "%s %s", fid_readers[i]->name, fid_readers[i]->doc);
    fid_print_table (&c, common);
}

static void list_metrics (const struct fid_common *common)
{
    bool table = common->format == FID_FORMAT_TABLE; /* the source is too wide for it */
    struct fid_cells c;
    fid_cells_begin (&c, table ? "metric|unit|measures" : "metric|unit|measures|source");
    for (size_t i = 0; fid_metrics[i]; i++) {
        const struct fid_metric *m = fid_metrics[i];
        fid_cells_row (&c, "%s %s %s", m->name, m->unit, m->doc);
        if (!table)
            fid_cells_text (&c, m->source);
    }
    fid_print_table (&c, common);
}

static void list_resources (const struct fid_common *common)
{
    struct fid_cells c;
    fid_cells_begin (&c, "resource|group|is");
    for (size_t i = 0; i < FID_RESOURCE_N; i++)
        fid_cells_row (&c, "%s %s %s", fid_resources[i].name,
                       fid_groups[fid_resources[i].group].name, fid_resources[i].doc);
    fid_print_table (&c, common);
}

static void list_profiles (const struct fid_common *common)
{
    const struct fid_profile *p;
    struct fid_cells c;
    fid_cells_begin (&c, "profile|is for");
    for (size_t i = 0; (p = fid_profile_shipped (i)); i++)
        fid_cells_row (&c, "%s %s", p->name, p->about);
    fid_print_table (&c, common);
}

/* The file of a shipped profile, to be copied and edited; in other formats as a row. */
static void print_profile (const char *name, const struct fid_common *common)
{
    const struct fid_profile *p;
    struct fid_cells c;
    size_t i = 0;
    while ((p = fid_profile_shipped (i)) && strcasecmp (p->name, name) != 0)
        i++;
    if (!p)
        fid_fail (FID_EUSAGE, "there is no profile '%s'; try `fidlio list profiles'", name);
    if (common->format == FID_FORMAT_TABLE) {
        fputs (fid_profile_text (i), stdout);
        return;
    }
    fid_cells_begin (&c, "profile|is for|file");
    fid_cells_row (&c, "%s %s %s", p->name, p->about, fid_profile_text (i));
    fid_print_table (&c, common);
}

static const struct {
    const char *name;
    void (*list) (const struct fid_common *);
} lists[] = {
    {"readers", list_readers},
    {"metrics", list_metrics},
    {"resources", list_resources},
    {"profiles", list_profiles},
};

static void take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (!args->what)
        args->what = arg;
    else if (strcmp (args->what, "profiles") == 0 && !args->name)
        args->name = arg;
    else
        argp_error (state, "one list at a time");
}

static const struct fid_syntax syntax = {
    .usage = "readers\nmetrics\nresources\nprofiles [NAME]",
    .about = "List what this build knows; with the NAME of a profile, its file.",
    .set = {{fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .missing = "list what?",
};

static int run_list (void *input)
{
    const struct args *args = input;
    size_t i = 0, n = sizeof lists / sizeof *lists;
    while (i < n && strcmp (args->what, lists[i].name) != 0)
        i++;
    if (i == n)
        fid_fail (FID_EUSAGE, "there is no list of '%s'; try `fidlio list --help'", args->what);
    if (args->name)
        print_profile (args->name, &args->common);
    else
        lists[i].list (&args->common);
    return FID_OK;
}

const struct fid_cmd cmd_list = {
    "list",  "what this build knows: readers, metrics, resources, profiles",
    &syntax, sizeof (struct args),
    NULL,    run_list};
