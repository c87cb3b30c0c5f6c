/* main.c - fidlio COMMAND ...: finds the command and runs it */
#include "config.h"
#include <errno.h>
#include <fcntl.h>
#include <fftw3.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>
#include <cjson/cJSON.h>
#ifdef HAVE_XLSXWRITER
#include <xlsxwriter.h>
#endif
#include "cli/cmd.h"
#include "base/memstream.h"
#include "cli/signals.h"
#include "metrics/isa.h"
#ifdef HAVE_CAIRO
#include <cairo.h>
#endif

#define FID_CMD(name) extern const struct fid_cmd name;
#include "src/cli/registry.inc"
#undef FID_CMD

#define FID_CMD(name) &name,
const struct fid_cmd *const fid_commands[] = {
#include "src/cli/registry.inc"
    NULL};
#undef FID_CMD

struct args {
    struct fid_common common;
    int command; /* index in argv; 0: none */
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->common;
        return 0;
    case ARGP_KEY_ARG:
        args->command = state->next - 1;
        state->next = state->argc; /* the rest is the command's */
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "which command?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The commands below the options, from the registry. */
static char *
help_filter (int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    char *list = NULL;
    size_t n;
    FILE *f = fid_memstream_open (&list, &n, NULL);
    if (!f)
        return (char *)text;
    fputs ("Commands:\n", f);
    for (size_t i = 0; fid_commands[i]; i++)
        fprintf (f, "  %-9s %s\n", fid_commands[i]->name, fid_commands[i]->summary);
    fputs (
        "\n`fidlio COMMAND --help' lists the options of a command, fidlio(1) has everything.\n"
        "Exit status: 0 done, 1 a check failed, 2 usage, 3 unreadable or nothing to\n"
        "compare, 4 some pairs failed, 5 output not written.\n",
        f);
    if (fid_memstream_end (f, 0, NULL)) {
        free (list);
        return (char *)text;
    }
    return list;
}

/* " avx2" where that can be used. */
static const char *
has (enum fid_isa isa)
{
    static const char *const words[FID_ISA_N] = {" portable", " avx2", " avx512", " neon"};
    return fid_isa_has (isa) ? words[isa] : "";
}

/* FIDLIO_ISA: which kernels; results are the same with all. */
static int
choose_isa (void)
{
    const char *name = getenv ("FIDLIO_ISA");
    int rc = name && *name ? fid_isa_force (name) : 0;
    if (rc == GSL_EINVAL)
        fid_complain ("FIDLIO_ISA is portable, avx2, avx512 or neon, not '%s'", name);
    else if (rc)
        fid_complain ("FIDLIO_ISA: %s needs a processor (or a build) that has it; "
                      "`fidlio --version' lists what there is",
                      name);
    return rc;
}

static void
print_version (FILE *f, struct argp_state *state)
{
    (void)state;
    unsigned xxh = XXH_versionNumber ();
    fprintf (f,
             "fidlio %s\n"
             "Libraries: FFTW %s, GSL %s, cJSON %s, zlib %s, xxHash %u.%u.%u\n"
             "Optional: libyaml %s, cairo %s, ISA-L %s, libxlsxwriter %s, igraph %s\n"
             "Kernels: %s (of%s%s%s%s; FIDLIO_ISA chooses)\n"
             "License GPLv3+: GNU GPL version 3 or later; there is NO WARRANTY.\n",
             fid_version (),
             strncmp (fftw_version, "fftw-", 5) == 0 ? fftw_version + 5 : fftw_version,
             gsl_version, cJSON_Version (), zlibVersion (), xxh / 10000, xxh / 100 % 100,
             xxh % 100,
#ifdef HAVE_YAML
             "yes",
#else
             "no",
#endif
#ifdef HAVE_CAIRO
             CAIRO_VERSION_STRING,
#else
             "no",
#endif
#ifdef HAVE_ISAL
             "yes",
#else
             "no",
#endif
#ifdef HAVE_XLSXWRITER
             LXW_VERSION,
#else
             "no",
#endif
#ifdef HAVE_IGRAPH
             "yes",
#else
             "no",
#endif
             fid_isa_name (fid_isa_now ()), has (FID_ISA_PORTABLE), has (FID_ISA_AVX2),
             has (FID_ISA_AVX512), has (FID_ISA_NEON));
}

/* What was printed must have arrived: a full disk is an error (status 5). */
static void
close_stdout (void)
{
    bool failed = ferror (stdout);
    if (fclose (stdout) || failed) {
        fid_complain ("standard output: cannot be written: %s", strerror (errno));
        _exit (FID_EINTERNAL);
    }
}

/* A closed standard stream must not become the number of a file we open: take
 * the number with something that cannot be written, so that printing fails.  A message is
 * written as one line, since processes of a job share stderr. */
static void
hold_streams (void)
{
    static char line[BUFSIZ];
    setvbuf (stderr, line, _IOLBF, sizeof line);
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl (fd, F_GETFD) < 0 && open ("/dev/null", O_RDONLY) < 0)
            return;
}

int
main (int argc, char **argv)
{
    static const struct argp_child children[] = {{&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "COMMAND [ARG...]",
        .doc = "Is a storage benchmark's emulation of a training job faithful, and if not, "
               "where?  Compares traces of both, resource by resource.\v",
        .children = children,
        .help_filter = help_filter,
    };
    char name[40];
    struct args args = {0};
    hold_streams ();
    argp_err_exit_status = FID_EUSAGE;
    argp_program_version_hook = print_version;
    gsl_set_error_handler_off (); /* its default ends the program */
    atexit (close_stdout);
    if (choose_isa ())
        return FID_EUSAGE;
    int status = fid_parse_some (&argp, argc, argv, &args);
    if (status)
        return status;
    for (size_t i = 0; fid_commands[i]; i++)
        if (strcmp (argv[args.command], fid_commands[i]->name) == 0) {
            fid_signals_start ();
            snprintf (name, sizeof name, "fidlio %s", fid_commands[i]->name);
            argv[args.command] = name;
            return fid_commands[i]->run (argc - args.command, argv + args.command,
                                         &args.common);
        }
    fid_complain ("'%s' is no command; `fidlio --help' lists them", argv[args.command]);
    return FID_EUSAGE;
}
