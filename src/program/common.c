/* SPDX-License-Identifier: GPL-3.0-or-later */
/* common.c - see common.h */
#include <langinfo.h>
#include <locale.h>
#include <sys/ioctl.h>
#include "base/jsonbuild.h"
#include "program/common.h"

static void count_verbose (struct argp_state *state, const char *arg, void *member)
{
    (void)state, (void)arg;
    ++*(int *)member;
}

static void read_format (struct argp_state *state, const char *arg, void *member)
{
    struct fid_common *common = member;
    if (fid_format_of (arg, &common->format, &fid_why))
        argp_error (state, "%s", fid_why.text);
    if (common->format >= FID_FORMAT_XLSX && common->format != common->book)
        argp_error (state, "%s needs `fidlio %s --format=%s -o FILE'", arg,
                    common->format == FID_FORMAT_XLSX ? "trace statistic" : "report", arg);
}

const char *const fid_whens[] = {
    [FID_AUTO] = "auto", [FID_ALWAYS] = "always", [FID_NEVER] = "never", NULL};

const struct fid_option fid_common_options[] = {
    FID_OPTION_HEADING ("Every command:", 90),
    FID_OPTION_CALL (struct fid_common, verbose, "verbose", 'v', NULL, count_verbose,
                     "Print more; compare: every resource and finding"),
    FID_OPTION_FLAG (struct fid_common, quiet, "quiet", 'q', "Print errors only"),
    FID_OPTION_CALL_ALL ("format", 0, "FORMAT", read_format,
                         "Output as table (default), json, csv, md or tsv"),
    FID_OPTION_CHOICE (struct fid_common, colour, "color", 0, "WHEN", fid_whens,
                       "Colour: auto (default), always or never"),
    {.name = "colour", .kind = FID_TAKES_ALIAS, .hidden = true},
    {0},
};

#define WIDTH_LEAST 20 /* columns; what says less does not know */
#define WIDTH_MOST  1000

bool fid_use_colour (const struct fid_common *common)
{
    if (common->colour != FID_AUTO)
        return common->colour == FID_ALWAYS;
    const char *value = getenv ("NO_COLOR");
    if (value && *value)
        return false;
    const char *force = getenv ("CLICOLOR_FORCE"), *wish = getenv ("CLICOLOR");
    if (force && *force && strcmp (force, "0") != 0)
        return true;
    if (wish && strcmp (wish, "0") == 0)
        return false;
    const char *term = getenv ("TERM");
    return isatty (STDOUT_FILENO) && term && strcmp (term, "dumb") != 0;
}

size_t fid_terminal_width (void)
{
    struct winsize size;
    const char *columns = getenv ("COLUMNS");
    char *end;
    unsigned long n =
        columns && isdigit ((unsigned char)*columns) ? strtoul (columns, &end, 10) : 0;
    if (n >= WIDTH_LEAST && n <= WIDTH_MOST && !*end)
        return n;
    if (isatty (STDOUT_FILENO) && !ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) &&
        size.ws_col >= WIDTH_LEAST)
        return size.ws_col;
    return 80;
}

bool fid_is_utf8 (void)
{
    /* the program itself stays in the C locale */
    locale_t user = newlocale (LC_CTYPE_MASK, "", (locale_t)0);
    if (!user)
        return false;
    bool utf8 = strcmp (nl_langinfo_l (CODESET, user), "UTF-8") == 0;
    freelocale (user);
    return utf8;
}

void fid_say (const struct fid_common *common, const char *fmt, ...)
{
    if (common->quiet)
        return;
    va_list ap;
    va_start (ap, fmt);
    fid_complain_list (fmt, ap);
    va_end (ap);
}

void fid_arg_must (struct argp_state *state, int rc)
{
    if (rc < 0)
        argp_failure (state, (int)fid_why.status, 0, "%s", fid_why.text);
}

int fid_name_among (struct fid_span name, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strlen (names[i]) == name.n && strncasecmp (names[i], name.p, name.n) == 0)
            return i;
    return -1;
}

int fid_arg_among (struct argp_state *state, const char *option, struct fid_span arg,
                   const char *const *names)
{
    char list[200] = "";
    size_t n = 0;
    int found = fid_name_among (arg, names);
    for (size_t i = 0; names[i] && n < sizeof list; i++)
        n += (size_t)snprintf (list + n, sizeof list - n, "%s%s", i ? ", " : "", names[i]);
    if (found < 0)
        argp_error (state, "%s takes %s, not '%.*s'", option, list, FID_SPAN_ARG (arg));
    return found;
}

double fid_arg_number (struct argp_state *state, const char *option, const char *arg,
                       double low, double high)
{
    double x = low;
    if (!fid_span_decimal (fid_span_of (arg), &x) || x < low || x > high)
        argp_error (state, "%s takes a number from %g to %g, not '%s'", option, low, high, arg);
    return x;
}

size_t fid_arg_count (struct argp_state *state, const char *option, const char *arg, size_t low,
                      size_t high)
{
    uint64_t n = low;
    if (!fid_span_u64 (fid_span_of (arg), &n) || n < low || n > high)
        argp_error (state, "%s takes a whole number from %zu to %zu, not '%s'", option, low,
                    high, arg);
    return n;
}

void fid_arg_list (struct argp_state *state, const char *path, struct fid_manifest *m,
                   char ***dir, size_t *n)
{
    if (m->n)
        argp_error (state, "--list is given twice");
    fid_arg_must (state, fid_manifest_read (m, path, &fid_why));
    fid_arg_must (state, fid_manifest_runs (m, dir, n, &fid_why));
    if (!*n)
        argp_failure (state, FID_EUSAGE, 0, "%s: lists no run", path);
}

void fid_print_document (cJSON *doc)
{
    fid_must (fid_json_print (doc, stdout, &fid_why));
}

void fid_print_table (struct fid_cells *cells, const struct fid_common *common)
{
    fid_must (fid_cells_end (cells, common->format, stdout, &fid_why));
}
