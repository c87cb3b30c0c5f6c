/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.c - see program.h */
#include <argp.h>
#include <fftw3.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_version.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <xxhash.h>
#include <zlib.h>
#include <cjson/cJSON.h>
#ifdef HAVE_XLSXWRITER
#include <xlsxwriter.h>
#endif
#include "metrics/isa.h"
#include "program/program.h"
#ifdef HAVE_CAIRO
#include <cairo.h>
#endif

/* " avx2" where that can be used. */
static const char *kernel_word (enum fid_isa isa)
{
    static const char *const words[FID_ISA_N] = {" portable", " avx2", " avx512", " neon"};
    return fid_isa_has (isa) ? words[isa] : "";
}

/* FIDLIO_ISA: which kernels; results are the same with all. */
static int choose_isa (void)
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

static void print_version (FILE *f, struct argp_state *state)
{
    (void)state;
    unsigned xxh = XXH_versionNumber ();
    fprintf (
        f,
        "fidlio %s\n"
        "Libraries: FFTW %s, GSL %s, cJSON %s, zlib %s, xxHash %u.%u.%u\n"
        "Optional: libyaml %s, cairo %s, ISA-L %s, libxlsxwriter %s, SQLite %s, igraph %s\n"
        "Kernels: %s (of%s%s%s%s; FIDLIO_ISA chooses)\n"
        "License GPLv3+: GNU GPL version 3 or later; there is NO WARRANTY.\n",
        fid_version (),
        strncmp (fftw_version, "fftw-", 5) == 0 ? fftw_version + 5 : fftw_version, gsl_version,
        cJSON_Version (), zlibVersion (), xxh / 10000, xxh / 100 % 100, xxh % 100,
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
#ifdef HAVE_SQLITE
        "yes",
#else
        "no",
#endif
#ifdef HAVE_IGRAPH
        "yes",
#else
        "no",
#endif
        fid_isa_name (fid_isa_now ()), kernel_word (FID_ISA_PORTABLE),
        kernel_word (FID_ISA_AVX2), kernel_word (FID_ISA_AVX512), kernel_word (FID_ISA_NEON));
}

/* What was printed must have arrived: a full disk is an error (status 5). */
static void close_stdout (void)
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
static void hold_streams (void)
{
    static char line[BUFSIZ];
    setvbuf (stderr, line, _IOLBF, sizeof line);
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl (fd, F_GETFD) < 0 && open ("/dev/null", O_RDONLY) < 0)
            return;
}

int fid_program_start (void)
{
    hold_streams ();
    /* glibc keeps ever larger pieces in its heap once one was freed, and what is freed among
     * them stays there: a sixth of the memory of a run of 10^8 events.  Series of a day are
     * below this limit: to ask the system for each of them took a tenth of the time of a
     * pair */
#ifdef __GLIBC__
    mallopt (M_MMAP_THRESHOLD, 4 << 20);
#endif
    argp_err_exit_status = FID_EUSAGE;
    argp_program_version_hook = print_version;
    gsl_set_error_handler_off (); /* its default ends the program */
    atexit (close_stdout);
    return choose_isa () ? FID_EUSAGE : 0;
}

int fid_cmd_run (const struct fid_cmd *cmd, int argc, char **argv,
                 const struct fid_common *given)
{
    void *args = fid_take (1, cmd->size); /* what it owns is in use to the end */
    if (cmd->defaults)
        memcpy (args, cmd->defaults, cmd->size);
    size_t k = 0;
    while (cmd->syntax->set[k].option != fid_common_options)
        k++;
    struct fid_common *common = (struct fid_common *)((char *)args + cmd->syntax->set[k].at);
    enum fid_format book = common->book;
    *common = *given;
    common->book = book;
    fid_syntax_parse (cmd->syntax, argc, argv, args);
    return cmd->run (args);
}

int fid_tool_run (const struct fid_cmd *cmd, int argc, char **argv)
{
    const struct fid_common none = {.verbose = 0};
    int status = fid_program_start ();
    if (status)
        return status;
    fid_signals_start ();
    char title[40];
    snprintf (title, sizeof title, "fidlio %s", cmd->name);
    argv[0] = title;
    return fid_cmd_run (cmd, argc, argv, &none);
}
