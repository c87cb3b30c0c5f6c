/* test_jsonread.c - members of documents that somebody else wrote */
#include <math.h>
#include <string.h>
#include "base/jsonread.h"
#include "tests/tap.h"

int
main (void)
{
    cJSON *o = cJSON_Parse ("{\"a\": \"text\", \"b\": \"two\\nlines\", \"c\": 0.5, \"d\": -1, "
                            "\"e\": 1e999, \"f\": null, \"g\": [], \"h\": \"\"}");
    static const struct {
        const char *key, *text;
        double max, amount;
        bool is, maybe;
    } cases[] = {
        {"a", "text", 1, -1, false, false},
        {"b", NULL, 1, -1, false, false}, /* would reach a terminal */
        {"c", NULL, 0.5, 0.5, true, true},
        {"c", NULL, 0.4, -1, false, false},
        {"d", NULL, 1, -1, false, false},
        {"e", NULL, HUGE_VAL, -1, false, false}, /* infinity is below HUGE_VAL nowhere */
        {"f", NULL, 1, -1, false, true},
        {"g", NULL, 1, -1, false, false},
        {"h", "", 1, -1, false, false},
        {"A", NULL, 1, -1, false, false}, /* case counts */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = 7, y = 7;
        const char *key = cases[i].key, *s = fid_cjson_string (o, key);
        ok (s ? cases[i].text && strcmp (s, cases[i].text) == 0 : !cases[i].text, "text %s",
            key);
        ok (fid_cjson_amount (o, key, cases[i].max, &x) == cases[i].is && x == cases[i].amount,
            "number %s up to %g", key, cases[i].max);
        ok (fid_cjson_maybe_amount (o, key, cases[i].max, &y) == cases[i].maybe && y == x,
            "or null");
    }
    double x;
    ok (!fid_cjson_member (NULL, "a") && !fid_cjson_string (NULL, "a") &&
            !fid_cjson_maybe_amount (fid_cjson_member (o, "z"), "a", 1, &x),
        "of nothing: nothing");
    struct fid_error err;
    struct fid_reading r = {"x.json", "recipe", &err};
    ok (fid_cjson_lacks (&r, "flour") == -1 && err.status == FID_EINPUT, "what lacks is told");
    ok_str (err.text, "x.json: no recipe: flour is missing or of the wrong kind", "by name");
    cJSON_Delete (o);
    return tap_done ();
}
