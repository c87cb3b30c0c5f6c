# SPDX-License-Identifier: GPL-3.0-or-later
# The program.  One file = one command; file cmd_foo.c defines cmd_foo.
COMMANDS = \
  src/cli/cmd_inspect.c \
  src/cli/cmd_job.c \
  src/cli/cmd_answer.c \
  src/cli/cmd_compare.c \
  src/cli/cmd_digest.c \
  src/cli/cmd_nearest.c \
  src/cli/cmd_matrix.c \
  src/cli/cmd_merge.c \
  src/cli/cmd_calibrate.c \
  src/cli/cmd_report.c \
  src/cli/cmd_plot.c \
  src/cli/cmd_check.c \
  src/cli/cmd_baseline.c \
  src/cli/cmd_derive.c \
  src/cli/cmd_plan.c \
  src/cli/cmd_play.c \
  src/cli/cmd_predict.c \
  src/cli/cmd_tune.c \
  src/cli/cmd_list.c

bin_PROGRAMS += fidlio
fidlio_SOURCES = $(COMMANDS) \
  src/cli/answering.h \
  src/cli/inspect.h \
  src/cli/inspect_json.c \
  src/cli/inspect_table.c \
  src/cli/launcher.c \
  src/cli/launcher.h \
  src/cli/main.c \
  src/cli/options.c \
  src/cli/options.h \
  src/cli/progress.c \
  src/cli/progress.h \
  src/cli/ranking.c \
  src/cli/ranking.h \
  src/cli/recorder.c \
  src/cli/recorder.h \
  src/cli/tools.c \
  src/cli/tools.h
fidlio_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
fidlio_LDADD = libfolders.la
nodist_fidlio_SOURCES = src/cli/registry.inc
BUILT_SOURCES += src/cli/registry.inc
CLEANFILES += src/cli/registry.inc

# where scripts/record and the module for MPI are installed, as strings
nodist_fidlio_SOURCES += src/cli/installed.inc
BUILT_SOURCES += src/cli/installed.inc
CLEANFILES += src/cli/installed.inc
src/cli/installed.inc: Makefile
	@$(MKDIR_P) src/cli
	$(AM_V_GEN){ echo '#define FID_LIBEXEC_DIR "$(pkglibexecdir)"'; \
	  echo '#define FID_MPI_MODULE "$(modulesdir)/fidlio-mpi.so"'; } >$@.tmp && mv $@.tmp $@
src/cli/launcher.$(OBJEXT) src/cli/recorder.$(OBJEXT) src/cli/tools.$(OBJEXT): src/cli/installed.inc

src/cli/registry.inc: src/cli/local.mk
	@$(MKDIR_P) src/cli
	$(AM_V_GEN)for f in $(COMMANDS); do b=$${f##*/}; echo "FID_CMD ($${b%.c})"; done >$@.tmp && mv $@.tmp $@
src/cli/main.$(OBJEXT): src/cli/registry.inc
