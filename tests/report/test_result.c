/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_result.c - result files, whole and broken */
#include "tests/tap.h"
#include <malloc.h>
#include <unistd.h>
#include "base/jsonbuild.h"
#include "base/jsonread.h"
#include "results/results.h"
#include "results/answer_words.h"
#include "tests/report/made_results.h"

static void whole (void)
{
    struct fid_error err;
    struct fid_result *r = fid_result_load (made_result ("good/U_real__U_dlio_2.json"), &err);
    if (!ok (r != NULL, "a result is read")) {
        diag ("%s", err.text);
        return;
    }
    ok_str (r->head.real.id, "U_real", "real run");
    ok_str (r->head.emulation.workload, "unet3d", "workload of the emulation");
    ok_str (r->head.window, "job", "the headline's window, not the first one");
    ok_close (r->head.similarity, 0.797, 0, "the similarity");
    ok (r->head.similarity_low == FID_ABSENT && !r->head.noise, "no interval, no noise");
    ok_str (r->head.profile, "system", "the profile of the similarity");
    ok_int (r->head.verdict, FID_VALID, "and its verdict");
    ok_int ((long long)r->head.profile_n, 3, "all profiles");
    ok_str (r->head.profile_of[0].text, "valid for storage (3 of 3)", "the first in words");
    ok (r->head.profile_of[1].similarity == FID_ABSENT &&
            r->head.profile_of[1].verdict == FID_CANNOT_TELL && r->head.profile_of[1].reason,
        "one that cannot tell has its reason");
    ok_str (r->head.emulation.configuration, "U_dlio_2",
            "no _r: the name is the configuration");
    ok (r->head.compared_n == 2 && r->head.of_n == 4, "coverage");
    ok_int ((long long)r->resource_n, 4, "resources");
    const struct fid_result_resource *block = fid_result_resource (r, FID_RESOURCE_BLOCK_READ);
    ok_int ((long long)block->measure_n, 5, "measures");
    ok_close (block->measure[0].distance, 0.22314355, 0, "distance");
    ok (block->measure[4].grade == FID_ABSENT && block->measure[4].distance == FID_ABSENT,
        "a measure that is null");
    ok_str (block->measure[4].reason, "fewer than two periods", "has its reason");
    ok (block->measure[2].clause == -1, "one that is not graded");
    ok_int (block->measure[0].clause, FID_CLAUSE_MET, "a clause that is met");
    ok_str (fid_result_worst (block)->quantity, "bytes", "the worst of its clauses");
    ok_close (r->head.graded[FID_RESOURCE_BLOCK_READ].grade, 0.7941, 0, "kept for rankings");
    ok (r->head.graded[FID_RESOURCE_GPU_SM].grade == FID_ABSENT, "not compared, not graded");
    ok_close (r->head.group[FID_GROUP_CPU].grade, 0.8, 0, "group");
    ok (r->head.group[FID_GROUP_FILES].grade == FID_ABSENT, "group not compared");
    ok (!fid_result_resource_named (r, "none"), "unknown names");
    ok_int ((long long)r->head.finding_n[FID_SERIOUS], 1, "serious findings");
    ok_int ((long long)r->head.finding_n[FID_WARNING], 0, "warnings among them");
    fid_result_destroy (r);
    fid_result_destroy (NULL);
}

static void broken (void)
{
    static const struct {
        const char *name, *want;
    } cases[] = {
        {"cut", "204: the JSON does not end: the file is cut"},
        {"empty", "1: the file is empty"},
        {"binary", "1: this is not JSON"},
        {"list", " not a result file: result is not an object"},
        {"trailing", "417: this is not JSON"},
        {"schema", "its schema is fidlio.pair/5"},
        {"old", "made by an older fidlio (schema fidlio.pair/3); compare the runs again"},
        {"range", "'grade' of measure is not a number from 0 to 1"},
        {"nooverall", "there is neither a similarity nor a reason why not"},
        {"noprofile", "'profiles' lacks other, the profile of the similarity"},
        {"noid", "'id' of real is empty"},
        {"control", "'id' of emulation holds control characters"},
        {"type", "'resources' is missing or not a list"},
        {"huge", "146: this is not JSON"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[64];
        struct fid_error err = {0};
        snprintf (name, sizeof name, "broken/x__%s.json", cases[i].name);
        struct fid_result *r = fid_result_load (made_result (name), &err);
        if (!ok (!r && err.status == FID_EINPUT && strstr (err.text, cases[i].want) &&
                     strstr (err.text, name),
                 "refused, with file and reason: %s", cases[i].name))
            diag ("%s", err.text);
        fid_result_destroy (r);
    }
    /* every cut of a good file is refused and harmless */
    struct fid_error err;
    cJSON *doc = fid_json_load (made_result ("good/U_real__U_dlio.json"), &err);
    char *text = fid_json_line (doc, &err);
    cJSON_Delete (doc);
    size_t read_n = 0;
    for (size_t n = 0; n < strlen (text); n += 7) {
        doc = cJSON_ParseWithLength (text, n);
        struct fid_result *r = doc ? fid_result_of (doc, "cut", &err) : NULL;
        read_n += r != NULL;
        fid_result_destroy (r);
    }
    ok_int ((long long)read_n, 0, "no beginning of a result passes for one");
    free (text);
}

/* A member missing, null or of another type is refused or absent, never a crash. */
static void without_members (void)
{
    struct fid_error err;
    size_t n = 0, refused_n = 0;
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0;; i++) {
            cJSON *doc = fid_json_load (made_result ("good/U_real__U_dlio.json"), &err);
            cJSON *victim = cJSON_GetArrayItem (doc, i);
            if (!victim) {
                cJSON_Delete (doc);
                break;
            }
            char key[40];
            snprintf (key, sizeof key, "%s", victim->string);
            if (kind == 0)
                cJSON_DeleteItemFromObject (doc, key);
            else
                cJSON_ReplaceItemInObject (
                    doc, key, kind == 1 ? cJSON_CreateNull () : cJSON_CreateString ("x"));
            struct fid_result *r = fid_result_of (doc, "victim", &err);
            n++;
            refused_n += !r;
            fid_result_destroy (r);
        }
    ok_int ((long long)n, 48, "16 members, three ways");
    ok_int ((long long)refused_n, 47, "all are missed, but repeats may be null");
}

/* Names this version does not know are refused, not passed by. */
static void unknown_names (void)
{
    static const struct {
        const char *list, *key, *want;
    } cases[] = {
        {"resources", "resource", "this version knows no resource 'colour'"},
        {"resources", "status", "this version knows no status 'colour'"},
        {"profiles", "verdict", "this version knows no verdict 'colour'"},
        {"groups", "group", "this version knows no group 'colour'"},
    };
    struct fid_error err;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *doc = fid_json_load (made_result ("good/U_real__U_dlio.json"), &err);
        cJSON *o = cJSON_GetArrayItem (cJSON_GetObjectItem (doc, cases[i].list), 0);
        cJSON_ReplaceItemInObject (o, cases[i].key, cJSON_CreateString ("colour"));
        struct fid_result *r = fid_result_of (doc, "it", &err);
        ok (!r && strstr (err.text, cases[i].want), "an unknown %s", cases[i].key);
        fid_result_destroy (r);
    }
}

static void names (void)
{
    struct fid_error err;
    static const struct {
        const char *id;
        size_t n;
    } cases[] = {{"U_dlio_r2", 6}, {"U_dlio_r12", 6}, {"U_dlio", 6},   {"U_dlio_2", 8},
                 {"U_dlio_r", 8},  {"_r1", 3},        {"r1", 2},       {"x_r1", 1},
                 {"disk+run3", 4}, {"h+u+run_2", 3},  {"u-run-10", 1}, {"a_run_2", 1},
                 {"run5", 4},      {"outrun5", 7},    {"h100", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok_int ((long long)fid_configuration_length (cases[i].id), (long long)cases[i].n,
                cases[i].id);
    static const struct {
        const char *real, *emulation, *want;
    } pairs[] = {{"a", "b", "a__b.json"},           {"a__b", "c", "a%5F_b__c.json"},
                 {"a", "b__c", "a__b__c.json"},     {"_", "_", "%5F___.json"},
                 {".a", ".b", "%2Ea__.b.json"},     {"a", "b.series", "a__b%2Eseries.json"},
                 {"a%41", "b%", "a%2541__b%.json"}, {"a", "b/c", "a__b%2Fc.json"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *name = fid_result_name (pairs[i].real, pairs[i].emulation, &err);
        ok_str (name, pairs[i].want, "name of a pair's file");
        free (name);
    }
    ok (!fid_result_name ("", "b", &err), "an empty name is refused");
    /* 200 bytes in all; of longer ones 60 are left of an id, in whole characters, and a hash */
    char id[2][160] = {""};
    for (int k = 0; k < 2; k++) {
        memset (id[k], 'a' + k, sizeof id[k]);
        id[k][100] = '\0';
    }
    char *name = fid_result_name (id[0], id[1], &err);
    ok (name && strlen (name) == 207 && !strchr (name, '~'), "200 bytes stay");
    free (name);
    id[0][100] = 'a';
    memcpy (id[0] + 59, "\u00e9", 2);
    id[0][101] = '\0';
    name = fid_result_name (id[0], id[1], &err);
    char want[240];
    snprintf (want, sizeof want, "%.59s~", id[0]);
    ok (name && strncmp (name, want, 60) == 0 &&
            strlen (name) == 59 + 1 + 16 + 2 + 60 + 1 + 16 + 5,
        "longer ones are cut between characters: %s", name ? name : err.text);
    id[0][100] = 'c';
    char *other = fid_result_name (id[0], id[1], &err);
    ok (name && other && strcmp (name, other) != 0 && strncmp (name, other, 60) == 0,
        "and still differ");
    free (name);
    free (other);
    id[1][100] = 'b';
    id[1][sizeof id[1] - 1] = '\0';
    name = fid_result_name ("a", id[1], &err);
    ok (name && strncmp (name, "a__bbb", 6) == 0 && !strchr (name, '~'),
        "159 bytes are not long");
    free (name);
}

/* Bytes on the heap; 0 where the allocator does not count (sanitizers). */
static size_t heap_bytes (void)
{
    return mallinfo2 ().uordblks;
}

/* What is kept of a result does not grow with its document: 10 000 bytes of the about
 * 700 000 that a recorded result takes. */
static void memory (void)
{
    struct fid_error err;
    struct fid_results all;
    char path[4096], copy[128], dir[] = "/tmp/fidlio-result.XXXXXX";
    enum { COPIES = 40 };
    snprintf (path, sizeof path, "%s/results/UNET3D_real_r2__UNET3D_dlio_r2.json",
              getenv ("srcdir"));
    cJSON *doc = fid_json_load (path, &err);
    ok (doc && mkdtemp (dir), "a recorded result");
    for (int i = 0; i < COPIES; i++) {
        cJSON *side = cJSON_GetObjectItem (doc, "emulation");
        snprintf (copy, sizeof copy, "copy_%d", i);
        cJSON_ReplaceItemInObject (side, "id", cJSON_CreateString (copy));
        snprintf (copy, sizeof copy, "%s/r__copy_%d.json", dir, i);
        fid_json_save (doc, copy, NULL, &err);
    }
    cJSON_Delete (doc);
    size_t before = heap_bytes ();
    ok (fid_results_load (&all, dir, 2, NULL, &err) == 0 && all.result_n == COPIES,
        "many of them");
    size_t kept = heap_bytes () - before;
    ok (kept <= (size_t)COPIES * 10000, "at most 10 000 bytes are kept of each: %zu",
        kept / COPIES);
    fid_results_clear (&all);
    for (int i = 0; i < COPIES; i++) {
        snprintf (copy, sizeof copy, "%s/r__copy_%d.json", dir, i);
        unlink (copy);
    }
    rmdir (dir);
}

/* A head read alone is that of the whole result. */
static void heads (void)
{
    static const char *const names[] = {"UNET3D_real_r2__UNET3D_dlio_nockpt_r1",
                                        "BERT_real_r2__BERT_dlio_r2"};
    for (size_t i = 0; i < 2; i++) {
        struct fid_error err;
        struct fid_result_head head;
        char path[4096];
        snprintf (path, sizeof path, "%s/results/%s.json", getenv ("srcdir"), names[i]);
        struct fid_result *r = fid_result_load (path, &err);
        ok (r && fid_result_head_load (&head, path, &err) == 0, "%s", names[i]);
        const struct fid_result_head *w = &r->head;
        ok (memcmp (head.graded, w->graded, sizeof head.graded) == 0 &&
                memcmp (head.group, w->group, sizeof head.group) == 0 &&
                head.similarity == w->similarity && head.cause_n == w->cause_n &&
                head.profile_n == w->profile_n,
            "the same numbers");
        ok (strcmp (head.window, "job") == 0 && strcmp (head.serious, w->serious) == 0 &&
                strcmp (head.profile_of[0].text, w->profile_of[0].text) == 0,
            "the same texts");
        size_t n = 0;
        for (const char *p = head.serious; *p; p++)
            n += *p == '\n';
        ok (n == head.finding_n[FID_SERIOUS], "each serious finding");
        fid_result_head_clear (&head);
        fid_result_destroy (r);
    }
}

/* What is read of a result is written with the same bytes. */
static void written_again (void)
{
    static const char *const names[] = {"UNET3D_real_r2__UNET3D_dlio_nockpt_r1",
                                        "DLRM_real_r4__DLRM_dlio_r4",
                                        "BERT_real_r2__BERT_dlio_r2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct fid_error err;
        char path[4096];
        snprintf (path, sizeof path, "%s/results/%s.json", getenv ("srcdir"), names[i]);
        struct fid_result *r = fid_result_load (path, &err);
        cJSON *doc = fid_json_load (path, &err);
        char *is = r ? fid_record_text (fid_result_record, r, &err) : NULL;
        char *want = fid_json_text (doc, &err);
        ok (is && strcmp (is, want) == 0, "%s is written as it was read", names[i]);
        free (want);
        free (is);
        cJSON_Delete (doc);
        fid_result_destroy (r);
    }
}

/* What the schema cannot say: a document with one edit is refused. */
static void contradictions (void)
{
    static const struct {
        const char *path[3], *key; /* containers by name or, for lists, their first element */
        const char *value;         /* as JSON */
        const char *want;
    } cases[] = {
        {{"windows"}, "headline", "true", "'windows' has 2 headlines, not 1"},
        {{"real"}, "runs", "[]", "'runs' of real is empty"},
        {{"real"}, "id", "\"..\"", "'id' of real is not the name of a run: '..'"},
        {{"resources"}, "status", "\"not compared\"", "is not compared without a reason"},
        {{NULL},
         "resources",
         "[{\"resource\": \"block.read\", \"group\": \"disk\", \"window\": \"job\", "
         "\"status\": "
         "\"not compared\", \"reason\": \"not traced\", \"weight\": 1, \"grade\": 0.6, "
         "\"grade_ci\": "
         "null, \"measures\": [], \"windows\": []}]",
         "block.read is not compared, but graded"},
        {{"resources", "measures"}, "distance", "null", "has no distance"},
        {{"resources", "measures"}, "detail", "{\"a\": \"b\"}", "not an object of numbers"},
        {{"overall", "coverage"}, "missing", "[\"cpu\", \"cpu\"]", "not a list of names"},
        {{"overall"}, "similarity_ci", "[0.9, 0.1]", "'similarity_ci' is not an interval"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_error err = {0};
        cJSON *doc = fid_json_load (made_result ("good/U_real__U_dlio.json"), &err), *o = doc;
        for (int k = 0; k < 3 && cases[i].path[k]; k++) {
            o = cJSON_GetObjectItem (o, cases[i].path[k]);
            o = cJSON_IsArray (o) ? o->child : o;
        }
        cJSON_ReplaceItemInObject (o, cases[i].key, cJSON_Parse (cases[i].value));
        struct fid_result *r = fid_result_of (doc, "edited", &err);
        if (!ok (!r && strstr (err.text, cases[i].want), "refused: %s", cases[i].want))
            diag ("%s", err.text);
        fid_result_destroy (r);
    }
}

static void directories (void)
{
    struct fid_error err;
    struct fid_results all;
    ok (fid_results_load (&all, made_result ("good"), 2, NULL, &err) == 0,
        "a directory is read");
    ok_int ((long long)all.result_n, 6, "all results");
    ok_int ((long long)all.failure_n, 0, "no failures");
    ok_str (all.result[0].real.id, "B_real", "in the order of their ids");
    ok (!all.mixed_key && !all.mixed_window, "made alike");
    fid_results_clear (&all);
    fid_results_clear (&all);
    ok (fid_results_load (&all, made_result ("broken"), 2, NULL, &err) == 0,
        "so is one of broken files");
    ok (all.result_n == 0 && all.failure_n == 14, "each is a failure");
    ok_str (all.failure[0].reason, "x__binary.json:1: this is not JSON",
            "named without the directory");
    fid_results_clear (&all);
    ok (fid_results_load (&all, made_result ("none"), 2, NULL, &err) &&
            err.status == FID_EINPUT,
        "a missing directory is an error");

    char dir[] = "/tmp/fidlio-result.XXXXXX", path[64];
    ok (mkdtemp (dir) != NULL, "a folder for failed.tsv");
    all = (struct fid_results){0};
    fid_results_fail (&all, "a", "b", NULL, "no trace\tin b\n", &err);
    fid_results_fail (&all, NULL, NULL, "x__y.json", "is a file", &err);
    ok (fid_results_write_failed (&all, dir, &err) == 0, "failed pairs are written");
    fid_results_clear (&all);
    ok (fid_results_load (&all, dir, 2, NULL, &err) == 0 && all.failure_n == 1, "and read");
    ok_str (all.failure_n ? all.failure[0].reason : NULL, "no trace in b ", "with the reason");
    fid_results_clear (&all);
    ok (fid_results_write_failed (&all, dir, &err) == 0, "none failed");
    snprintf (path, sizeof path, "%s/failed.tsv", dir);
    ok (access (path, F_OK) != 0, "no file");
    rmdir (dir);
}

static void distances (void)
{
    static const struct {
        int unit;
        double distance;
        const char *want;
    } cases[] = {
        {FID_IN_LN, 0, "\u00d71.00"},
        {FID_IN_OCTAVES, 4, "\u00d716"},
        {FID_IN_DECADES, 5, "over \u00d710000"},
        {FID_IN_ONE, .25, "25.0 %"},
        {FID_IN_ONE, .0125, "1.25 %"},
        {FID_IN_SECONDS, 3, "3 s"},
        {FID_IN_SECONDS, FID_ABSENT, "\u2013"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct fid_result_measure m = {.unit = cases[i].unit};
        char text[FID_WORDS_N];
        fid_words_distance (&m, cases[i].distance, text, sizeof text);
        ok_str (text, cases[i].want, "a distance in words");
    }
}

int main (void)
{
    distances ();
    make_results ();
    whole ();
    broken ();
    without_members ();
    unknown_names ();
    names ();
    heads ();
    written_again ();
    contradictions ();
    directories ();
    memory ();
    remove_results ();
    return tap_done ();
}
