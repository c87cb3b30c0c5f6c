/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - see whatif.h */
#include "base/jsonread.h"
#include "base/python_repr.h"
#include "program/must.h"
#include "tools/whatif/whatif.h"

#define FETCH_END "_simp_fetchdifftime.csv"

/* --- sim_conf.json */

/* What a value is called and what it does; false if it names no folder. */
static bool choice_of (const cJSON *v, struct fid_whatif_choice *c)
{
    char number[FID_REPR_TEXT];
    const char *name = cJSON_IsString (v)  ? v->valuestring
                       : cJSON_IsTrue (v)  ? "True"
                       : cJSON_IsFalse (v) ? "False"
                       : cJSON_IsNull (v)  ? "None"
                                           : NULL;
    *c = (struct fid_whatif_choice){.on = cJSON_IsTrue (v)};
    if (cJSON_IsNumber (v)) {
        bool integer = v->valuedouble == (double)(long)v->valuedouble;
        if (integer)
            snprintf (number, sizeof number, "%ld", (long)v->valuedouble);
        name = integer ? number : fid_repr (v->valuedouble, number);
        c->on = v->valuedouble != 0;
    }
    if (!name || strlen (name) >= sizeof c->name || strchr (name, '/') ||
        fid_has_control (name))
        return false;
    if (cJSON_IsString (v)) {
        c->on = *name;
        c->how = strcmp (name, "avg") == 0   ? FID_ALIGN_AVG
                 : strcmp (name, "min") == 0 ? FID_ALIGN_MIN
                                             : FID_ALIGN_OWN;
    }
    strcpy (c->name, name);
    return true;
}

static void read_choices (struct fid_reading *r, const cJSON *doc, const char *key,
                          struct fid_whatif_choice **out, size_t *n)
{
    const cJSON *list = fid_get_list (r, doc, key), *v;
    size_t i = 0;
    *n = fid_get_length (list);
    *out = fid_take (*n, sizeof **out);
    cJSON_ArrayForEach (v, list) if (!choice_of (v, &(*out)[i++]))
        fid_reading_fail (r,
                          "%s holds texts, false, null and numbers that can be part "
                          "of a file name",
                          key);
    if (!r->bad && !*n)
        fid_reading_fail (r, "%s is empty", key);
}

static struct fid_whatif_plan *read_plan (const char *path)
{
    struct fid_whatif_plan *plan = fid_take (1, sizeof *plan);
    struct fid_reading r = {
        .path = path, .what = "configuration of alignments", .err = &fid_why};
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_have (fid_json_load (path, &fid_why));
    const char *file = fid_get_text (&r, doc, "FILE", "the top");
    if (!r.bad && (!*file || strchr (file, '/')))
        fid_reading_fail (&r, "FILE is a name without folders");
    if (!r.bad)
        fid_must (fid_listing_add (&plan->file, file, strlen (file), &fid_why));
    read_choices (&r, doc, "FETCH_ALIGN", &plan->fetch, &plan->fetch_n);
    read_choices (&r, doc, "START_ALIGN", &plan->start, &plan->start_n);
    if (r.bad)
        fid_end ();
    return plan;
}

/* --- all tables of a folder */

struct fid_whatif_choice fid_whatif_choices[3] = {
    {FID_ALIGN_OWN, false, "none"}, {FID_ALIGN_AVG, true, "avg"}, {FID_ALIGN_MIN, true, "min"}};

/* All tables of a folder, by the part of their names in front of FETCH_END. */
static struct fid_whatif_plan *plan_all (const char *dir)
{
    struct fid_whatif_plan *plan = fid_take (1, sizeof *plan);
    struct fid_listing found = {0};
    const char *simp = fid_textf ("%s/simp", dir);
    *plan = (struct fid_whatif_plan){
        .fetch = fid_whatif_choices, .start = fid_whatif_choices, .fetch_n = 3, .start_n = 3};
    fid_must (fid_listing_read (&found, simp, FETCH_END, 0, &fid_why));
    for (size_t i = 0; i < found.n; i++) {
        size_t n = strlen (found.at[i]) - strlen (FETCH_END);
        if (n)
            fid_must (fid_listing_add (&plan->file, found.at[i], n, &fid_why));
    }
    fid_listing_clear (&found);
    fid_listing_sort (&plan->file);
    if (!plan->file.n)
        fid_fail (FID_EINPUT, "%s: no file is named *%s", simp, FETCH_END);
    return plan;
}

const struct fid_whatif_plan *fid_whatif_plan (const char *dir, const char *config)
{
    bool missing = false;
    const char *own = fid_textf ("%s/sim_conf.json", dir);
    if (!config)
        fid_must (fid_file_missing (own, &missing, &fid_why));
    return missing ? plan_all (dir) : read_plan (config ? config : own);
}
