/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_prior.c - what is known of the spread of runs before any are seen */
#include "model/profile.h"
#include "tests/tap.h"

static struct fid_error err;

static int load (const char *text, struct fid_priors *p)
{
    static const char path[] = "test_prior.tmp";
    FILE *f = fopen (path, "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        exit (99);
    err = (struct fid_error){0};
    int rc = fid_priors_load (path, p, &err);
    remove (path);
    return rc;
}

int main (void)
{
    struct fid_priors p = {0};
    int known = 0;
    fid_priors_load (NULL, &p, &err);
    for (int g = 0; g <= FID_GROUP_N; g++)
        known += p.of[g].deviation > 0 && p.of[g].freedom > 0;
    ok_int (known, FID_GROUP_N + 1, "what is built in is read, to its end");
    ok (p.of[FID_PRIOR_SIMILARITY].deviation == fid_prior_of (FID_PRIOR_SIMILARITY).deviation &&
            p.of[FID_GROUP_DISK].freedom == fid_prior_of (FID_GROUP_DISK).freedom,
        "and looked up");
    ok (load ("# a comment\n\noverall 0.05 4 # another\ndisk 0.2 1.5\n", &p) == 0, "a file");
    ok (p.of[FID_PRIOR_SIMILARITY].deviation == 0.05 && p.of[FID_PRIOR_SIMILARITY].freedom == 4,
        "of the similarity");
    ok (p.of[FID_GROUP_DISK].deviation == 0.2 && p.of[FID_GROUP_DISK].freedom == 1.5,
        "of a group");
    ok (p.of[FID_GROUP_FILES].deviation == 0.05 && p.of[FID_GROUP_FILES].freedom == 4,
        "groups that are not listed are as the similarity");

    static const struct {
        const char *what, *text, *want;
    } bad[] = {
        {"no line 'overall'", "disk 0.2 1\n", "test_prior.tmp: has no line 'overall ...'"},
        {"a word too few", "\noverall 1\n", "test_prior.tmp:2: not 'GROUP DEVIATION FREEDOM'"},
        {"an unknown group", "tape 1 1\n", "test_prior.tmp:1: no group is called 'tape'"},
        {"no number", "overall x 1\n", NULL},
        {"no deviation", "overall 0 1\n", NULL},
        {"worth nothing", "overall 1 0\n", NULL},
        {"worth too much", "overall 1 51\n", NULL},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ok (load (bad[i].text, &p) == -1 && err.status == FID_EUSAGE, "%s is refused",
            bad[i].what);
        if (bad[i].want)
            ok_str (err.text, bad[i].want, "and named");
    }
    ok (fid_priors_load ("no such file", &p, &err) == -1 && err.status == FID_EINPUT,
        "a file that is not there");
    ok (p.of[FID_PRIOR_SIMILARITY].freedom == 4, "nothing was written");
    return tap_done ();
}
