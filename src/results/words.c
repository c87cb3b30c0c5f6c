/* words.c - see words.h */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/units.h"
#include "results/words.h"

#define DASH  "\xE2\x80\x93"
#define TIMES "\xC3\x97"

struct word {
    const char *name, *word;
};

static const char *
look_up (const struct word *words, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp (words[i].name, name) == 0)
            return words[i].word;
    return name;
}
#define LOOK_UP(words, name) look_up (words, sizeof (words) / sizeof *(words), name)

const char *
fid_words_resource (const char *resource)
{
    static const struct word words[] = {
        {"block.read", "disk reads (block requests)"},
        {"block.write", "disk writes (block requests)"},
        {"vfs.read", "file reads (system calls)"},
        {"vfs.write", "file writes (system calls)"},
        {"vfs.open", "file opens"},
        {"cpu", "CPU"},
        {"gpu.sm", "GPU computing"},
        {"gpu.mem", "GPU memory traffic"},
        {"gpu.fb", "GPU memory used"},
        {"disk.read", "read rate of the disk (gauge)"},
        {"disk.write", "write rate of the disk (gauge)"},
        {"phases", "phases of the job"},
        {"steps", "training steps"},
        {"coupling", "how resources move together"},
    };
    return LOOK_UP (words, resource);
}

const char *
fid_words_group (const char *group)
{
    static const struct word words[] = {
        {"storage", "storage: what reached the disk, as block requests and as rates"},
        {"vfs", "vfs: file reads, writes and opens as the program called them"},
        {"cpu", "cpu: how busy the processors were, and with what"},
        {"gpu", "gpu: computing, memory traffic and memory used"},
        {"phases", "phases: start-up, training, evaluation, checkpoints: how long and when"},
        {"steps", "steps: how many, how fast, and how long they wait for data"},
        {"coupling", "coupling: whether reads, CPU and GPU rise and fall together"},
    };
    return LOOK_UP (words, group);
}

const char *
fid_words_window (const char *window)
{
    static const struct word words[] = {
        {"job", "from the end of start-up to the end of its last phase"},
        {"whole", "everything that was recorded"},
        {"startup", "start-up: libraries, and INIT"},
        {"INIT", "as the application names it"},
        {"TRAINING", "all of training"},
        {"EVAL", "all evaluations"},
        {"CHECKPOINT", "all checkpoints"},
    };
    return LOOK_UP (words, window);
}

const char *
fid_words_facet (const char *facet)
{
    static const struct word words[] = {
        {"volume", "how much"}, {"marginal", "which values"}, {"timing", "when"},
        {"shape", "course"},    {"rhythm", "how often"},      {"coupling", "together"},
    };
    return LOOK_UP (words, facet);
}

const char *
fid_words_part (const char *resource, const char *facet)
{
    static const struct {
        const char *resource, *facet, *words;
    } own[] = {
        {"phases", "volume", "how long the job lasts"},
        {"phases", "marginal", "how long each kind lasts"},
        {"phases", "timing", "when they are"},
        {"phases", "shape", "their order"},
        {"steps", "volume", "how many, how fast"},
        {"steps", "marginal", "how long they take"},
        {"steps", "timing", "waiting or computing"},
        {"cpu", "marginal", "which levels"},
        {"coupling", "coupling", NULL},
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp (own[i].resource, resource) == 0 && strcmp (own[i].facet, facet) == 0)
            return own[i].words;
    return fid_words_facet (facet);
}

const char *
fid_words_facet_long (const char *facet)
{
    static const struct word words[] = {
        {"volume", "volume: how much in all"},
        {"marginal", "marginal: which sizes, latencies and values occur, whenever they do"},
        {"timing", "timing: when it happens within the job"},
        {"shape", "shape: the course over time, small delays forgiven"},
        {"rhythm", "rhythm: how often it repeats"},
        {"coupling", "coupling: how resources move together"},
    };
    return LOOK_UP (words, facet);
}

const char *
fid_words_quantity (const char *quantity)
{
    static const struct word words[] = {
        {"ops", "operations"},
        {"bytes", "bytes"},
        {"MiB", "bytes moved"},
        {"size_bytes", "bytes of one operation"},
        {"latency_s", "time one operation takes"},
        {"gap_s", "time between operations"},
        {"sqrt_ops", "operations over time"},
        {"sqrt_ops_of_TRAINING", "rhythm of operations in training"},
        {"level", "level"},
        {"level_of_TRAINING", "rhythm of the level in training"},
        {"busy_pct_s", "busy time"},
        {"duration_s", "duration of the job"},
        {"duration_shares", "shares of phases in the time"},
        {"overlap", "overlap of phases in time"},
        {"sequence", "order of phases"},
        {"steps", "steps"},
        {"steps_per_s", "steps a second"},
        {"load_s", "time a step waits for data"},
        {"compute_s", "time a step computes"},
        {"step_s", "time of a step"},
        {"stall_share", "share of time waiting for data"},
        {"accelerator_utilisation", "share of time computing"},
        {"gap", "how reads, CPU and GPU move together"},
    };
    return LOOK_UP (words, quantity);
}

void
fid_words_distance (const struct fid_result_facet *f, double distance, char *out, size_t n)
{
    const char *unit = f->unit ? f->unit : "";
    double factor = strcmp (unit, "ln") == 0        ? exp (distance)
                    : strcmp (unit, "octaves") == 0 ? exp2 (distance)
                    : strcmp (unit, "decades") == 0 ? pow (10, distance)
                                                    : 0;
    if (distance == FID_ABSENT)
        snprintf (out, n, DASH);
    else if (factor >= 1e4 || !isfinite (factor))
        snprintf (out, n, "over " TIMES "10000");
    else if (factor > 0)
        snprintf (out, n, factor < 10 ? TIMES "%.2f" : TIMES "%.0f", factor);
    else if (strcmp (unit, "1") == 0)
        snprintf (out, n, distance < 0.1 ? "%.2f %%" : "%.1f %%", 100 * distance);
    else
        snprintf (out, n, "%.3g %s", distance, unit);
}

static bool
number (const cJSON *detail, const char *side, const char *what, double *x)
{
    char key[40];
    snprintf (key, sizeof key, *what ? "%s_%s" : "%s", side, what);
    const cJSON *m = cJSON_GetObjectItemCaseSensitive (detail, key);
    *x = cJSON_IsNumber (m) ? m->valuedouble : 0;
    return cJSON_IsNumber (m) && isfinite (*x);
}

void
fid_words_side (const char *quantity, const cJSON *detail, const char *side, char *out,
                size_t n)
{
    double x;
    char text[32];
    *out = '\0';
    if (number (detail, side, "", &x)) {
        if (strcmp (quantity, "bytes") == 0)
            fid_format_bytes (x, out, n);
        else if (strcmp (quantity, "MiB") == 0)
            fid_format_bytes (x * 1048576, out, n);
        else if (strcmp (quantity, "duration_s") == 0)
            fid_format_seconds (x, out, n);
        else if (strcmp (quantity, "busy_pct_s") == 0)
            snprintf (out, n, "%.4g s of the machine", x / 100);
        else if (strcmp (quantity, "stall_share") == 0 ||
                 strcmp (quantity, "accelerator_utilisation") == 0)
            snprintf (out, n, "%.1f %%", 100 * x);
        else
            snprintf (out, n, x == floor (x) && x < 1e9 ? "%.0f" : "%.4g", x);
    } else if (number (detail, side, "period_s", &x)) {
        fid_format_seconds (x, text, sizeof text);
        snprintf (out, n, "every %s", text);
    } else if (number (detail, side, "center_s", &x)) {
        fid_format_seconds (x, text, sizeof text);
        snprintf (out, n, "centre at %s", text);
    } else if (number (detail, side, "center_hz", &x))
        snprintf (out, n, "centre %.3g Hz", x);
    else if (number (detail, side, "s", &x))
        fid_format_seconds (x, out, n);
    else if (number (detail, side, "n", &x))
        snprintf (out, n, "%.0f phases", x);
    else if (strcmp (side, "emulation") == 0) {
        const cJSON *m = cJSON_GetObjectItemCaseSensitive (detail, "p50_ratio");
        if (cJSON_IsNumber (m) && m->valuedouble > 0)
            snprintf (out, n,
                      m->valuedouble < 10 ? "median " TIMES "%.3g" : "median " TIMES "%.0f",
                      m->valuedouble);
    }
}
