/* test_sample.c - median and MAD */
#include "metrics/sample.h"
#include "tests/metrics/metric_test.h"

int
main (void)
{
    static const struct {
        const char *what;
        double x[6];
        size_t n;
        double median, mad;
    } cases[] = {
        {"one value", {7}, 1, 7, 0},
        {"two", {1, 4}, 2, 2.5, 1.5},
        {"odd, with a wild one", {3, 1, 2, 1000, 4}, 5, 3, 1},
        {"even", {6, 1, 1, 2, 4, 9}, 6, 3, 2}, /* |x - 3| = 3 2 2 1 1 6 */
        {"all equal", {-2, -2, -2}, 3, -2, 0},
    };
    for (size_t k = 0; k < LEN (cases); k++) {
        double before[6], got = -1;
        memcpy (before, cases[k].x, sizeof before);
        int rc = fid_median (cases[k].x, cases[k].n, &got);
        ok (rc == 0 && got == cases[k].median, "median, %s: %g", cases[k].what, got);
        rc = fid_mad (cases[k].x, cases[k].n, &got);
        ok (rc == 0 && got == cases[k].mad, "MAD, %s: %g", cases[k].what, got);
        ok (memcmp (before, cases[k].x, sizeof before) == 0, "values stay in place");
    }
    double bad[] = {1, INFINITY, NAN}, v = 5;
    ok_int (fid_median (bad, 0, &v), GSL_EBADLEN, "nothing has no median");
    ok_int (fid_median (bad, 2, &v), GSL_EINVAL, "infinity is refused");
    ok_int (fid_mad (bad, 3, &v), GSL_EINVAL, "so is NaN");
    ok_int (fid_sample_check (bad, 1, 2), GSL_EBADLEN, "too few is told");
    ok (v == 5, "nothing was written");
    return tap_done ();
}
