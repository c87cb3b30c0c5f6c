/* plan.c - see plan.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonread.h"
#include "base/python_repr.h"
#include "base/span.h"
#include "base/text.h"
#include "tools/whatif/plan.h"

#define FETCH_END "_simp_fetchdifftime.csv"

/* --- sim_conf.json */

/* What a value is called and what it does; false if it names no folder. */
static bool
choice_of (const cJSON *v, struct fid_whatif_choice *c)
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

static void
read_choices (struct fid_reading *r, const cJSON *doc, const char *key,
              struct fid_whatif_choice **out, size_t *n)
{
    const cJSON *list = fid_get_list (r, doc, key), *v;
    size_t i = 0;
    *out = fid_get_rows (r, list, sizeof **out, n);
    if (*out)
        cJSON_ArrayForEach (v, list) if (!choice_of (v, &(*out)[i++]))
            fid_reading_fail (r,
                              "%s holds texts, false, null and numbers that can be part "
                              "of a file name",
                              key);
    if (!r->bad && !*n)
        fid_reading_fail (r, "%s is empty", key);
}

int
fid_whatif_plan_read (struct fid_whatif_plan *plan, const char *path, struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = "configuration of alignments", .err = err};
    cJSON *doc = fid_json_load (path, err);
    *plan = (struct fid_whatif_plan){0};
    if (!doc)
        return -1;
    const char *file = fid_get_text (&r, doc, "FILE", "the top");
    if (!r.bad && (!*file || strchr (file, '/')))
        fid_reading_fail (&r, "FILE is a name without folders");
    if (!r.bad && fid_listing_add (&plan->file, file, strlen (file), err))
        r.bad = true;
    read_choices (&r, doc, "FETCH_ALIGN", &plan->fetch, &plan->fetch_n);
    read_choices (&r, doc, "START_ALIGN", &plan->start, &plan->start_n);
    cJSON_Delete (doc);
    if (r.bad)
        fid_whatif_plan_clear (plan);
    return r.bad ? -1 : 0;
}

/* --- all tables of a folder */

static struct fid_whatif_choice *
usual_choices (struct fid_error *err)
{
    static const struct fid_whatif_choice usual[] = {{FID_ALIGN_OWN, false, "none"},
                                                     {FID_ALIGN_AVG, true, "avg"},
                                                     {FID_ALIGN_MIN, true, "min"}};
    struct fid_whatif_choice *c = malloc (sizeof usual);
    if (!c)
        fid_error_nomem (err);
    else
        memcpy (c, usual, sizeof usual);
    return c;
}

/* The tables that the folder has, by the part of their names in front of FETCH_END. */
static int
list_files (struct fid_whatif_plan *plan, const char *simp, struct fid_error *err)
{
    struct fid_listing found = {0};
    int rc = fid_listing_read (&found, simp, FETCH_END, 0, err);
    for (size_t i = 0; i < found.n && !rc; i++) {
        size_t n = strlen (found.at[i]) - strlen (FETCH_END);
        rc = n ? fid_listing_add (&plan->file, found.at[i], n, err) : 0;
    }
    fid_listing_clear (&found);
    fid_listing_sort (&plan->file);
    return rc || plan->file.n ? rc
                              : fid_errorf (err, FID_EINPUT, "%s: there is no *%s", simp, FETCH_END);
}

int
fid_whatif_plan_all (struct fid_whatif_plan *plan, const char *dir, struct fid_error *err)
{
    char *simp = fid_format (err, "%s/simp", dir);
    *plan = (struct fid_whatif_plan){.fetch_n = 3, .start_n = 3};
    int rc = simp && (plan->fetch = usual_choices (err)) && (plan->start = usual_choices (err))
                 ? list_files (plan, simp, err)
                 : -1;
    free (simp);
    if (rc)
        fid_whatif_plan_clear (plan);
    return rc;
}

int
fid_whatif_is_tables (const char *dir, bool *is, struct fid_error *err)
{
    char *simp = fid_format (err, "%s/simp", dir);
    int rc = simp ? fid_file_is_folder (simp, is, err) : -1;
    free (simp);
    return rc;
}

void
fid_whatif_plan_clear (struct fid_whatif_plan *plan)
{
    fid_listing_clear (&plan->file);
    free (plan->fetch);
    free (plan->start);
    *plan = (struct fid_whatif_plan){0};
}
