/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zone: shifts by quarters of an hour and days, found from what files cover */
#include "tests/tap.h"
#include "run/zone.h"

#define H FID_HOUR

static struct fid_extent from_to (double first_h, double last_h)
{
    return (struct fid_extent){(int64_t)(first_h * (double)H), (int64_t)(last_h * (double)H),
                               false};
}

static void cover (void)
{
    struct fid_zone z;
    struct fid_extent s[2] = {from_to (1, 11)}, app = from_to (0, 10);
    bool found = fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, NULL, &z);
    ok (found && z.shift_ns == -H && z.candidate_n == 1 && z.cover == 1,
        "a quarter of an hour less cover is not as good");
    s[0] = from_to (0, 12);
    app = from_to (0, 11.5);
    found = fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, NULL, &z);
    ok (found && z.shift_ns == 0 && z.candidate_n == 3 && z.reach_ns == H / 2,
        "of three shifts that cover all the one nearest 0, and how far the others are");
    int64_t wish = -H / 2;
    fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, &wish, &z);
    ok (z.shift_ns == wish && z.candidate_n == 3, "unless one of them is asked for");
    wish = H;
    fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, &wish, &z);
    ok (z.shift_ns == 0, "one that is not as good is not taken");
    s[0] = from_to (3, 4);
    app = from_to (0, 0);
    found = fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, NULL, &z);
    ok (found && z.cover == 1 && z.shift_ns == -3 * H, "an instant can be covered");
    s[0] = from_to (1, 2);
    s[1] = from_to (-1, 0);
    app = from_to (0, 1);
    fid_zone_cover (s, 2, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, NULL, &z);
    ok (z.shift_ns == H && z.candidate_n == 2 && z.reach_ns == 2 * H,
        "of an hour more and an hour less: more");
    s[0] = from_to (40, 41);
    ok (!fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, NULL, &z),
        "what no zone brings together");
    s[0] = from_to (0.5, 0.75);
    s[0].undated = true;
    app = from_to (24.4, 24.9);
    found = fid_zone_cover (s, 1, &app, 1, FID_ZONE_MIN, FID_ZONE_MAX, NULL, &z);
    ok (found && z.shift_ns == 0 && z.candidate_n == 1, "any day will do without a date");
}

static void days (void)
{
    struct fid_extent ref = from_to (24 + 23.5, 48.5), s = from_to (0.2, 0.4);
    ok_int (fid_zone_day (&s, &ref), 48 * H, "shortly after midnight is the next day");
    s = from_to (23.6, 23.9);
    ok_int (fid_zone_day (&s, &ref), 24 * H, "shortly before it is the same");
    s = from_to (23, 24.1);
    ref = from_to (48, 49);
    ok_int (fid_zone_day (&s, &ref), 24 * H, "a night that ends in it began the day before");
    s = from_to (14, 15);
    ok_int (fid_zone_day (&s, &ref), 24 * H, "one that meets it on no day: the nearest");
}

static void errors (void)
{
    int64_t shift = 0;
    struct fid_extent ref = from_to (0, 10), s = from_to (20.5, 21.25);
    ok (fid_zone_error (&s, &ref, &shift) && shift == -12 * H,
        "whole hours come before the shortest shift");
    s = from_to (12, 22);
    ok (fid_zone_error (&s, &ref, &shift) && shift == -12 * H, "the shift with most in common");
    s = from_to (20, 21);
    ok (fid_zone_error (&s, &ref, &shift) && shift == -11 * H, "of those the shortest");
    s = from_to (37, 38);
    ok (!fid_zone_error (&s, &ref, &shift), "27 h are too far");
    ok_int (fid_zone_round (7 * 60 * FID_S), 0, "7 min are no quarter of an hour");
    ok_int (fid_zone_round (-8 * 60 * FID_S), -FID_QUARTER, "-8 min are one");
}

int main (void)
{
    cover ();
    days ();
    errors ();
    return tap_done ();
}
