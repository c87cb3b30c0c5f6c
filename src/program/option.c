/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option.c - see option.h */
#include "base/plain.h"
#include "program/common.h"
#include "program/option.h"

#define FIRST_KEY 0x100 /* of options without a letter */

/* A command line being read: all rows of its tables, one behind the other. */
struct reading {
    const struct fid_syntax *syntax;
    char *args;
    struct argp_option *option; /* what argp is told */
    const struct fid_option **row;
    char **base; /* the struct of each row's table */
    size_t n;
    FILE *complaints; /* owned; NULL: standard error as it is */
};

static bool is_last (const struct fid_option *o)
{
    return o->kind == FID_TAKES_NOTHING;
}

/* What argp is told of a row. */
static struct argp_option argp_row (const struct fid_option *o, size_t i, int group)
{
    if (o->kind == FID_TAKES_HEADING)
        return (struct argp_option){NULL, 0, NULL, 0, o->help, group};
    if (o->kind == FID_TAKES_ALIAS)
        return (struct argp_option){
            o->name, 0, NULL, OPTION_ALIAS | (o->hidden ? OPTION_HIDDEN : 0), NULL, group};
    return (struct argp_option){o->name,  o->letter ? o->letter : FIRST_KEY + (int)i,
                                o->value, o->optional ? OPTION_ARG_OPTIONAL : 0,
                                o->help,  group};
}

/* Lay the tables out for argp. */
static void lay_out (struct reading *r)
{
    size_t all_n = 0;
    const struct fid_syntax *s = r->syntax;
    for (size_t k = 0; k < FID_SETS_MAX && s->set[k].option; k++)
        for (const struct fid_option *o = s->set[k].option; !is_last (o); o++)
            all_n++;
    r->option = fid_take (all_n + 1, sizeof *r->option);
    r->row = fid_take (all_n + 1, sizeof *r->row);
    r->base = fid_take (all_n + 1, sizeof *r->base);
    for (size_t k = 0; k < FID_SETS_MAX && s->set[k].option; k++) {
        int group = s->set[k].group;
        for (const struct fid_option *o = s->set[k].option; !is_last (o); o++) {
            group = o->kind == FID_TAKES_HEADING ? o->letter : group;
            r->option[r->n] = argp_row (o, r->n, group);
            r->row[r->n] = o;
            r->base[r->n++] = r->args + s->set[k].at;
        }
    }
}

void fid_take_size (struct argp_state *state, const char *arg, void *member)
{
    struct fid_span s = fid_span_of (arg);
    uint64_t n = 0;
    char unit = s.n ? s.p[s.n - 1] : '\0';
    int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : unit == 'T' ? 40 : 0;
    s.n -= shift > 0;
    if (!fid_span_u64 (s, &n) || !n || n > UINT64_MAX >> (shift + 8))
        argp_error (state, "'%s' is not a size such as 500M or 4G", arg);
    *(uint64_t *)member = n << shift;
}

void fid_words_add (struct fid_words *words, const char *word)
{
    fid_grow (&words->word, &words->cap, words->n + 1, sizeof *words->word);
    words->word[words->n++] = (char *)word;
}

/* Put the value of a row where it belongs. */
static void take_value (struct argp_state *state, const struct fid_option *o, char *base,
                        const char *arg)
{
    void *member = base + o->at;
    char label[80];
    if (o->letter)
        snprintf (label, sizeof label, "-%c", o->letter);
    else
        snprintf (label, sizeof label, "--%s", o->name);
    switch (o->kind) {
    case FID_TAKES_FLAG:
        *(bool *)member = true;
        break;
    case FID_TAKES_ONCE:
        if (*(const char **)member)
            argp_error (state, "%s", o->help);
        /* fall through */
    case FID_TAKES_TEXT:
        *(const char **)member = arg;
        break;
    case FID_TAKES_WORDS:
        fid_words_add (member, arg);
        break;
    case FID_TAKES_COUNT:
        *(size_t *)member = fid_arg_count (state, label, arg, (size_t)o->low, (size_t)o->high);
        break;
    case FID_TAKES_NUMBER:
        *(double *)member = fid_arg_number (state, label, arg, o->low, o->high);
        break;
    case FID_TAKES_CHOICE:
        *(int *)member = fid_arg_among (state, label, fid_span_of (arg), o->names);
        break;
    case FID_TAKES_CALL:
        o->take (state, arg, member);
        break;
    default:
        break;
    }
}

/* Complaints quote what was typed, also names that a script passes on: of them, nothing reaches
 * the terminal that it would obey. */
static ssize_t put_complaint (void *unused, const char *text, size_t n)
{
    (void)unused;
    for (size_t at = 0; at < n;) {
        const char *end = memchr (text + at, '\n', n - at);
        size_t part_n = end ? (size_t)(end - text) - at : n - at;
        FID_FREED char *part = fid_strndup (text + at, part_n, NULL);
        if (part)
            fid_put_plain (stderr, part);
        if (end)
            fputc ('\n', stderr);
        at += part_n + (end != NULL);
    }
    return (ssize_t)n;
}

static error_t parse_key (int key, char *arg, struct argp_state *state)
{
    struct reading *r = state->input;
    const struct fid_syntax *s = r->syntax;
    switch (key) {
    case ARGP_KEY_INIT:
        if (r->complaints)
            state->err_stream = r->complaints;
        return 0;
    case ARGP_KEY_ARG:
        if (s->plain.kind == FID_TAKES_NOTHING)
            return ARGP_ERR_UNKNOWN;
        take_value (state, &s->plain, r->args, arg);
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (s->missing)
            argp_error (state, "%s", s->missing);
        return 0;
    case ARGP_KEY_END:
        if (s->check)
            s->check (state, r->args);
        return 0;
    default:
        for (size_t i = 0; i < r->n; i++)
            if (r->option[i].key && r->option[i].key == key) {
                take_value (state, r->row[i], r->base[i], arg);
                return 0;
            }
        return ARGP_ERR_UNKNOWN;
    }
}

void fid_syntax_parse (const struct fid_syntax *syntax, int argc, char **argv, void *args)
{
    const cookie_io_functions_t said = {.write = put_complaint};
    struct reading r = {
        .syntax = syntax, .args = args, .complaints = fopencookie (NULL, "w", said)};
    lay_out (&r);
    const struct argp argp = {.options = r.option,
                              .parser = parse_key,
                              .args_doc = syntax->usage,
                              .doc = syntax->about,
                              .help_filter = syntax->help_filter};
    error_t e = argp_parse (&argp, argc, argv, syntax->in_order ? ARGP_IN_ORDER : 0, NULL, &r);
    if (r.complaints)
        fclose (r.complaints); /* exit writes what is left in it, too */
    if (!e)
        return;
    fid_complain ("%s", strerror (e));
    exit (e == ENOMEM ? FID_EINTERNAL : FID_EUSAGE);
}
