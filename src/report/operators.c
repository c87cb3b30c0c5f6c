/* operators.c - see operators.h */
#include "config.h"
#include "report/operators.h"

static double
scaled_number (const cJSON *o, const char *key, double factor)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsNumber (v) ? v->valuedouble * factor : FID_ABSENT;
}

int
fid_operators_write (const struct fid_result *r, enum fid_format format, FILE *f,
                     struct fid_error *err)
{
    static const struct fid_column columns[] = {{"by operator traces", false},
                                                {"real s", true},
                                                {"emulation s", true},
                                                {"real %", true},
                                                {"emulation %", true}};
    const cJSON *op = cJSON_GetObjectItemCaseSensitive (r->doc, "operators"), *row;
    struct fid_cells c;
    if (!op)
        return 0;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    cJSON_ArrayForEach (row, cJSON_GetObjectItemCaseSensitive (op, "roles"))
    {
        const cJSON *real = cJSON_GetObjectItemCaseSensitive (row, "real");
        const cJSON *emulation = cJSON_GetObjectItemCaseSensitive (row, "emulation");
        fid_cells_text (&c,
                        cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (row, "role")));
        fid_cells_number (&c, scaled_number (real, "busy_s", 1), 3);
        fid_cells_number (&c, scaled_number (emulation, "busy_s", 1), 3);
        fid_cells_number (&c, scaled_number (real, "share", 100), 1);
        fid_cells_number (&c, scaled_number (emulation, "share", 100), 1);
    }
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    if (format == FID_FORMAT_TABLE)
        fputc ('\n', f);
    return rc;
}
