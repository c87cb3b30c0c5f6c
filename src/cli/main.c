/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - fidlio COMMAND ...: finds the command and runs it */
#include "base/memstream.h"
#include "cli/tools.h"
#include "program/program.h"

#define FID_CMD(name) extern const struct fid_cmd name;
#include "src/cli/registry.inc"
#undef FID_CMD

#define FID_CMD(name) &name,
/* Built from the list COMMANDS in src/cli/local.mk. */
static const struct fid_cmd *const commands[] = {
#include "src/cli/registry.inc"
    NULL};
#undef FID_CMD

struct args {
    struct fid_common common;
    int command; /* index in argv; 0: none */
};

static void take_command (struct argp_state *state, const char *arg, void *input)
{
    (void)arg;
    ((struct args *)input)->command = state->next - 1;
    state->next = state->argc; /* the rest is the command's */
}

/* The commands below the options, from the registry. */
static char *help_filter (int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    char *list;
    size_t n;
    FILE *f = fid_have (fid_memstream_open (&list, &n, &fid_why));
    fputs ("Commands:\n", f);
    for (size_t i = 0; commands[i]; i++)
        fprintf (f, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    for (const struct fid_tool *t = fid_tools; t->name; t++)
        fprintf (f, "  %-9s %s\n", t->name, t->summary);
    fputs ("\n`fidlio help COMMAND' lists the options of a command, fidlio(1) has everything.\n"
           "Exit status: 0 done, 1 a check failed, 2 usage, 3 unreadable or nothing to\n"
           "compare, 4 some pairs failed, 5 output not written.\n",
           f);
    fid_must (fid_memstream_end (f, 0, &fid_why));
    return list;
}

static const struct fid_syntax syntax = {
    .usage = "COMMAND [ARG...]",
    .about = "How wrong is a storage benchmark's answer for a training job, and what must "
             "change?  Compares traces of both.\v",
    .set = {{fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_command),
    .missing = "COMMAND is missing",
    .in_order = true,
    .help_filter = help_filter,
};

/* `help', `help COMMAND' and `version' are options in other words. */
static void read_words (int argc, char **argv)
{
    while (argc > 1 && strcmp (argv[1], "help") == 0) {
        argv[1] = argc > 2 ? argv[2] : "--help";
        if (argc > 2)
            argv[2] = "--help";
    }
    if (argc > 1 && strcmp (argv[1], "version") == 0)
        argv[1] = "--version";
}

int main (int argc, char **argv)
{
    char name[40];
    struct args args = {0};
    int status = fid_program_start ();
    if (status)
        return status;
    read_words (argc, argv);
    fid_syntax_parse (&syntax, argc, argv, &args);
    for (size_t i = 0; commands[i]; i++)
        if (strcmp (argv[args.command], commands[i]->name) == 0) {
            fid_signals_start ();
            snprintf (name, sizeof name, "fidlio %s", commands[i]->name);
            argv[args.command] = name;
            return fid_cmd_run (commands[i], argc - args.command, argv + args.command,
                                &args.common);
        }
    return fid_tool_start (argv, args.command);
}
