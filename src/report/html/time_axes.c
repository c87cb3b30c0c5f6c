/* time_axes.c - report.html: the knots of other axes of time, for the script (charts/time_map.h) */
#include "config.h"
#include "charts/time_map.h"
#include "report/html/sections.h"

static void
put_map (FILE *f, const struct fid_time_map *map)
{
    for (size_t i = 0; i < map->n; i++)
        fid_html (f, "%s[%.9g,%.9g]", i ? "," : "[", map->s[i], map->place[i]);
    fputc (']', f);
}

int
fid_page_time_axes (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    size_t n = 0;
    fputs ("<script type=\"application/json\" class=\"time-axes\">{", f);
    for (int axis = FID_TIME_PERCENT; axis < FID_TIME_N; axis++) {
        struct fid_time_map map[2];
        if (fid_time_maps (s, (enum fid_time_axis)axis, map, page->err)) {
            fid_time_maps_clear (map);
            return -1;
        }
        if (map[0].n && map[1].n) {
            fid_html (f, "%s\"%s\":[", n++ ? "," : "", fid_time_axis_names[axis]);
            put_map (f, &map[0]);
            fputc (',', f);
            put_map (f, &map[1]);
            fputc (']', f);
        }
        fid_time_maps_clear (map);
    }
    fputs ("}</script>\n", f);
    return 0;
}
