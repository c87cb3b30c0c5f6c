/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan.c - plans are read as they are written; what cannot be played is refused */
#include "plan/plan.h"
#include "tests/tap.h"
#include <unistd.h>

#define HEAD  "{\"schema\":\"fidlio.plan/1\",\"run\":\"r\",\"meet\":\"never\"}\n"
#define FILES "{\"file\":\"a\",\"bytes\":100}\n{\"file\":\"m\",\"bytes\":8,\"mapped\":true}\n"
#define RANK                                                                                   \
    "{\"rank\":0}\n{\"part\":\"start\",\"pause\":1,\"behind\":0,\"compute\":[]}\n"             \
    "{\"part\":\"training\",\"epoch\":1,\"pause\":0,\"behind\":0,\"compute\":[0.5,1]}\n"       \
    "{\"reader\":\"process\"}\n"

static char path[] = "/tmp/fidlio-plan-XXXXXX";

/* Loads a text; the error, or "" */
static const char *load (struct fid_plan *p, const char *text)
{
    static struct fid_error err;
    FILE *f = fopen (path, "w");
    fputs (text, f);
    fclose (f);
    err.text[0] = 0;
    fid_plan_load (p, path, &err);
    return err.text + (strncmp (err.text, path, strlen (path)) ? 0 : strlen (path));
}

static void test_refused (void)
{
    static const struct {
        const char *text, *said, *what;
    } of[] = {
        {"", ": empty", "an empty file"},
        {"{\"schema\":\"fidlio.plan/2\"}\n",
         ": no plan of schema fidlio.plan/1: make one with `fidlio derive --for plan'",
         "another version"},
        {HEAD "{\"file\":\"../a\",\"bytes\":1}\n",
         ":2: the name of a file leads out of the folder", "a file above the folder"},
        {HEAD "{\"file\":\"/etc/a\",\"bytes\":1}\n",
         ":2: the name of a file leads out of the folder", "an absolute name"},
        {HEAD FILES RANK "{\"step\":2,\"when\":[\"ask\",1],\"reads\":[]}\n",
         ":8: no step of this number", "a step that is not there"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"ask\",1],\"reads\":[[0,90,11]]}\n",
         ":8: \"reads\" is not a list of [FILE, OFFSET, BYTES] within files of the plan",
         "a read behind the end"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"ask\",1],\"reads\":[[2,0,1]]}\n",
         ":8: \"reads\" is not a list of [FILE, OFFSET, BYTES] within files of the plan",
         "a file that is not there"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"soon\",1],\"reads\":[]}\n",
         ":8: \"when\" is not [\"start\", STEP], [\"ask\", STEP] or [\"part\", PART, SECONDS]",
         "an unknown gate"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"start\",1],\"reads\":[]}\n",
         ": rank 0, reader 0, batch 0: it would wait for itself, or for a part that is not "
         "there",
         "a batch that waits for its step"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"start\",0],\"reads\":[]}\n"
                         "{\"step\":0,\"when\":[\"part\",1,0],\"reads\":[]}\n",
         ": rank 0, reader 0, batch 1: it would wait for itself, or for a part that is not "
         "there",
         "a batch behind one that waits for its step"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"part\",2,0],\"reads\":[]}\n",
         ": rank 0, reader 0, batch 0: it would wait for itself, or for a part that is not "
         "there",
         "a part that is not there"},
        {HEAD FILES RANK "{\"step\":1,\"work\":-1}\n",
         ":8: a time is not a number of seconds, 0 or more", "time that runs backwards"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"a", ":8: the line is cut",
         "a line that is cut"},
        {HEAD FILES "{\"reader\":\"main\"}\n",
         ":4: an unknown line, or a line before the lines that it needs",
         "a reader of no rank"},
        {HEAD, ": the plan has no ranks", "a plan of nobody"},
        {HEAD FILES RANK "{\"reader\":\"main\"}\n{\"reader\":\"main\"}\n",
         ": rank 0 has several \"main\" readers", "two readers that are the rank itself"},
        {HEAD FILES RANK "{\"step\":1,\"when\":[\"ask\",1],\"stats\":1,\"reads\":[]}\n",
         ":8: \"stats\" are of files that the batch reads, and it reads none",
         "calls on no file"},
        {"{\"schema\":\"fidlio.plan/1\",\"reads\":2}\n" FILES RANK
         "{\"step\":1,\"when\":[\"ask\",1],\"reads\":[[0,0,1]]}\n",
         ": has 1 of the 2 reads that its head states: was it cut?",
         "a plan whose end is lost"},
        {HEAD "{\"saved\":\"c\"}\n{\"checkpoint\":\"save\",\"calls\":[[1,1,1,0]]}\n",
         ":3: \"calls\" is not a list of [FILE, CALLS, BYTES, WRITER]",
         "a checkpoint of no file"},
        {"{\"schema\":\"fidlio.plan/1\",\"meet\":\"step\"}\n" FILES RANK "{\"rank\":1}\n",
         ": ranks that meet take 2 and 0 steps of training", "ranks that never meet"},
    };
    struct fid_plan p;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        ok_str (load (&p, of[i].text), of[i].said, of[i].what);
        fid_plan_clear (&p);
    }
}

static void test_same (void)
{
    static const char text[] =
        "{\"schema\":\"fidlio.plan/1\",\"run\":\"a \\\"run\\\"\",\"meet\":\"behind "
        "step\",\"reads\":3,"
        "\"bytes\":40}\n" FILES "{\"saved\":\"c/d\"}\n"
        "{\"checkpoint\":\"save\",\"synced\":true,\"waits\":false,\"work\":0.25,\"when\":["
        "\"start\",1],"
        "\"calls\":[[0,2,10,0],[0,1,3,1]]}\n" RANK
        "{\"step\":0,\"when\":[\"part\",1,0.125],\"work\":0.5,\"stats\":2,\"reads\":[[0,0,12,1]"
        ",[0,12,20,2]]}\n"
        "{\"step\":null,\"when\":[\"ask\",1],\"work\":0,\"stats\":0,\"reads\":[[1,0,8,3]]}\n";
    struct fid_plan p;
    char *again = NULL;
    size_t n, read_n;
    double byte_n;
    ok_str (load (&p, text), "", "a plan of everything is read");
    FILE *f = open_memstream (&again, &n);
    fid_plan_print (&p, f);
    fclose (f);
    /* what is left out has its default */
    char *start = again ? strstr (again, "{\"part\":\"start\",\"epoch\":-1,") : NULL;
    ok (start != NULL, "an epoch that is not known is written so");
    if (start)
        memmove (start + strlen ("{\"part\":\"start\","),
                 start + strlen ("{\"part\":\"start\",\"epoch\":-1,"),
                 strlen (start + strlen ("{\"part\":\"start\",\"epoch\":-1,")) + 1);
    ok_str (again, text, "and written again");
    fid_plan_sum (&p, &read_n, &byte_n);
    ok (read_n == 3 && byte_n == 40, "its reads are counted");
    ok (p.file[1].mapped && !p.file[0].mapped, "files that are mapped are known");
    free (again);
    fid_plan_clear (&p);
}

int main (void)
{
    close (mkstemp (path));
    test_refused ();
    test_same ();
    unlink (path);
    return tap_done ();
}
