/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option.h - the options of a command as a table: where each value goes, and what it may be
 *
 *   static const struct fid_option options[] = {
 *       FID_OPTION_TEXT (struct args, output, "output", 'o', "FILE", "Write to FILE"),
 *       FID_OPTION_FLAG (struct args, force, "force", 0, "Compare every pair again"),
 *       FID_OPTION_JOBS (struct args, job_n, "Pairs at a time"),
 *       {0},
 *   };
 *   static const struct fid_syntax syntax = {
 *       .usage = "RUN...", .about = "Tell what ...",
 *       .set = {{options, 0}, {fid_common_options, offsetof (struct args, common)}},
 *       .plain = FID_PLAIN_WORDS (struct args, run), .missing = "which runs?",
 *   };
 *   fid_syntax_parse (&syntax, argc, argv, &args);
 *
 * A member of another type than the row's does not compile. */
#pragma once

#include "base/base.h"
#include <argp.h>

enum fid_option_kind {
    FID_TAKES_NOTHING, /* the end of a table; of .plain: no arguments beside the options */
    FID_TAKES_FLAG,
    FID_TAKES_TEXT,
    FID_TAKES_ONCE, /* a text that may not be given twice; help: what is said then */
    FID_TAKES_WORDS,
    FID_TAKES_COUNT,
    FID_TAKES_NUMBER,
    FID_TAKES_CHOICE, /* an enum, by .names */
    FID_TAKES_CALL,
    FID_TAKES_ALIAS,  /* another name of the row before */
    FID_TAKES_HEADING /* of the rows behind it; help: the words, letter: the place in --help */
};

/* Texts in the order given. */
struct fid_words {
    char **word; /* elements borrowed from the command line */
    size_t n, cap;
};

struct fid_option {
    const char *name; /* "jobs" */
    int letter;       /* 'j'; 0: none */
    const char *value, *help;
    enum fid_option_kind kind;
    size_t at;        /* of the member in the struct of the table */
    double low, high; /* of COUNT and NUMBER */
    /* CALL: reads arg into the member; errors are argp's */
    void (*take) (struct argp_state *state, const char *arg, void *member);
    const char *const *names; /* CHOICE: of the enum from 0 on; ends with NULL */
    bool hidden, optional;    /* not in --help; --name without a value is CALLed with NULL */
};

/* The offset of a member that has a type. */
#define FID_MEMBER(in, member, type)                                                           \
    (offsetof (in, member) + 0 * sizeof (_Generic(((in *)0)->member, type : 0)))

#define FID_OPTION_FLAG(in, member, name_, letter_, help_)                                     \
    {                                                                                          \
        .name = name_, .letter = letter_, .help = help_, .kind = FID_TAKES_FLAG,               \
        .at = FID_MEMBER (in, member, bool)                                                    \
    }
#define FID_OPTION_TEXT(in, member, name_, letter_, value_, help_)                             \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_TEXT, .at = FID_MEMBER (in, member, const char *)                    \
    }
#define FID_OPTION_WORDS(in, member, name_, letter_, value_, help_)                            \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_WORDS, .at = FID_MEMBER (in, member, struct fid_words)               \
    }
#define FID_OPTION_COUNT(in, member, name_, letter_, value_, low_, high_, help_)               \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_COUNT, .at = FID_MEMBER (in, member, size_t), .low = low_,           \
        .high = high_                                                                          \
    }
#define FID_OPTION_NUMBER(in, member, name_, letter_, value_, low_, high_, help_)              \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_NUMBER, .at = FID_MEMBER (in, member, double), .low = low_,          \
        .high = high_                                                                          \
    }
#define FID_OPTION_CHOICE(in, member, name_, letter_, value_, names_, help_)                   \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_CHOICE, .at = offsetof (in, member), .names = names_                 \
    }
#define FID_OPTION_CALL(in, member, name_, letter_, value_, take_, help_)                      \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_CALL, .at = offsetof (in, member), .take = take_                     \
    }
/* The same with the whole struct for take. */
#define FID_OPTION_CALL_ALL(name_, letter_, value_, take_, help_)                              \
    {                                                                                          \
        .name = name_, .letter = letter_, .value = value_, .help = help_,                      \
        .kind = FID_TAKES_CALL, .take = take_                                                  \
    }
#define FID_OPTION_ALIAS(name_)                                                                \
    {                                                                                          \
        .name = name_, .kind = FID_TAKES_ALIAS                                                 \
    }
#define FID_OPTION_HEADING(words, group)                                                       \
    {                                                                                          \
        .letter = group, .help = words, .kind = FID_TAKES_HEADING                              \
    }
#define FID_OPTION_JOBS(in, member, what)                                                      \
    FID_OPTION_COUNT (in, member, "jobs", 'j', "N", 1, 1024, what)

/* Arguments beside the options: a list; one, with what is said of a second; a function. */
#define FID_PLAIN_WORDS(in, member)                                                            \
    {                                                                                          \
        .kind = FID_TAKES_WORDS, .at = FID_MEMBER (in, member, struct fid_words)               \
    }
#define FID_PLAIN_ONE(in, member, said)                                                        \
    {                                                                                          \
        .kind = FID_TAKES_ONCE, .at = FID_MEMBER (in, member, const char *), .help = said      \
    }
#define FID_PLAIN_CALL(take_)                                                                  \
    {                                                                                          \
        .kind = FID_TAKES_CALL, .take = take_                                                  \
    }

#define FID_SETS_MAX 6

struct fid_syntax {
    const char *usage, *about;
    struct {
        const struct fid_option *option;
        size_t at; /* of its struct in the arguments */
        int group; /* of rows before the first heading: the place in --help */
    } set[FID_SETS_MAX];
    struct fid_option plain;
    const char *missing; /* said if there is no plain argument; NULL: there need not be one */
    bool in_order;       /* plain arguments belong to the option before them */
    void (*check) (struct argp_state *state, void *args);          /* when all are read; NULL */
    char *(*help_filter) (int key, const char *text, void *input); /* argp's; NULL */
};

/* Reads the command line into args; any error ends the program. */
void fid_syntax_parse (const struct fid_syntax *syntax, int argc, char **argv, void *args);

/* Appends to a list. */
void fid_words_add (struct fid_words *words, const char *word);

/* For FID_OPTION_CALL: a size such as 500M (2^20 bytes each) into a uint64_t. */
void fid_take_size (struct argp_state *state, const char *arg, void *member);
