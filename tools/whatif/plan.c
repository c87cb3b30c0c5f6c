/* plan.c - see plan.h */
#include "config.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonread.h"
#include "base/order.h"
#include "base/python_repr.h"
#include "base/span.h"
#include "base/text.h"
#include "tools/whatif/plan.h"

#define FETCH_END "_simp_fetchdifftime.csv"

static int
add_file (struct fid_whatif_plan *plan, const char *name, size_t n, struct fid_error *err)
{
    if (fid_array_grow (&plan->file, &plan->file_cap, plan->file_n + 1, sizeof *plan->file,
                        err))
        return -1;
    plan->file[plan->file_n] = fid_strndup (name, n, err);
    return plan->file[plan->file_n++] ? 0 : -1;
}

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
    if (!r.bad && add_file (plan, file, strlen (file), err))
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

static int
list_files (struct fid_whatif_plan *plan, const char *simp, struct fid_error *err)
{
    DIR *d = opendir (simp);
    const struct dirent *e;
    int rc = 0;
    if (!d)
        return fid_error_file (err, simp, errno);
    while (!rc && (errno = 0, e = readdir (d))) {
        struct fid_span name = fid_span_of (e->d_name);
        if (fid_span_ends (name, FETCH_END) && name.n > strlen (FETCH_END))
            rc = add_file (plan, name.p, name.n - strlen (FETCH_END), err);
    }
    if (!rc && errno)
        rc = fid_error_file (err, simp, errno);
    closedir (d);
    if (!rc && !plan->file_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: there is no *%s", simp, FETCH_END);
    if (plan->file_n)
        qsort (plan->file, plan->file_n, sizeof *plan->file, fid_order_texts);
    return rc;
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
    for (size_t i = 0; i < plan->file_n; i++)
        free (plan->file[i]);
    free (plan->file);
    free (plan->fetch);
    free (plan->start);
    *plan = (struct fid_whatif_plan){0};
}
