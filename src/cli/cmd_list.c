/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_list.c - fidlio list readers|metrics|resources|profiles|storages [NAME] */
#include "metrics/metric.h"
#include "model/profile.h"
#include "program/cmd.h"
#include "readers/reader.h"
#include "storage/storage.h"

struct args {
    struct fid_common common;
    const char *what;
    const char *name; /* of a profile or a storage whose text is printed; NULL */
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

/* A row for each key that some shipped storage states: so that they fit a terminal. */
static void list_storages (const struct fid_common *common)
{
    struct fid_storage s;
    struct fid_cells c;
    const char *name;
    char heading[256] = "value";
    for (size_t i = 0, n = 5; (name = fid_storage_shipped (i, NULL)); i++)
        n += (size_t)snprintf (heading + n, sizeof heading - n, "|#%s", name);
    fid_cells_begin (&c, heading);
    for (int k = 0; k < FID_STORAGE_KEY_N; k++) {
        fid_cells_text (&c, fid_storage_key_name ((enum fid_storage_key)k));
        for (size_t i = 0; (name = fid_storage_shipped (i, NULL)); i++) {
            fid_must (fid_storage_load (&s, name, &fid_why));
            double x = fid_storage_value (&s, (enum fid_storage_key)k);
            fid_cells_number (&c, x, x < 1 ? 3 : x < 10 ? 1 : 0);
        }
    }
    fid_print_table (&c, common);
}

static const char *profile_at (size_t i, const char **text)
{
    const struct fid_profile *p = fid_profile_shipped (i);
    *text = p ? fid_profile_text (i) : NULL;
    return p ? p->name : NULL;
}

/* A shipped file, to be copied and edited; in other formats as a row. */
static void print_file (const char *kind, const char *(*at) (size_t i, const char **text),
                        const char *name, const struct fid_common *common)
{
    const char *found, *text;
    struct fid_cells c;
    size_t i = 0;
    while ((found = at (i, &text)) && strcasecmp (found, name) != 0)
        i++;
    if (!found)
        fid_fail (FID_EUSAGE, "unknown %.*s '%s'; try `fidlio list %s'", (int)strlen (kind) - 1,
                  kind, name, kind);
    if (common->format == FID_FORMAT_TABLE) {
        fputs (text, stdout);
        return;
    }
    fid_cells_begin (&c, "name|file");
    fid_cells_row (&c, "%s %s", found, text);
    fid_print_table (&c, common);
}

static const struct {
    const char *name;
    void (*list) (const struct fid_common *);
    const char *(*file_at) (size_t i, const char **text); /* NULL: there are no files */
} lists[] = {
    {"readers", list_readers, NULL},
    {"metrics", list_metrics, NULL},
    {"resources", list_resources, NULL},
    {"profiles", list_profiles, profile_at},
    {"storages", list_storages, fid_storage_shipped},
};

static void take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (!args->what)
        args->what = arg;
    else if (!args->name)
        args->name = arg;
    else
        argp_error (state, "one list at a time");
}

static const struct fid_syntax syntax = {
    .usage = "readers\nmetrics\nresources\nprofiles [NAME]\nstorages [NAME]",
    .about = "List readers, metrics, resources, profiles or storages of this build; with the "
             "NAME of a "
             "profile or a storage, print its file.",
    .set = {{fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .missing = "the name of a list is missing",
};

static int run_list (void *input)
{
    const struct args *args = input;
    size_t i = 0, n = sizeof lists / sizeof *lists;
    while (i < n && strcmp (args->what, lists[i].name) != 0)
        i++;
    if (i == n)
        fid_fail (FID_EUSAGE, "unknown list '%s'; try `fidlio list --help'", args->what);
    if (args->name && !lists[i].file_at)
        fid_fail (FID_EUSAGE, "one list at a time");
    if (args->name)
        print_file (lists[i].name, lists[i].file_at, args->name, &args->common);
    else
        lists[i].list (&args->common);
    return FID_OK;
}

const struct fid_cmd cmd_list = {
    "list",  "readers, metrics, resources, profiles, storages of this build",
    &syntax, sizeof (struct args),
    NULL,    run_list};
