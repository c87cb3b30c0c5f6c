# SPDX-License-Identifier: GPL-3.0-or-later
# Each folder is a library: src/layers says which may use which, and configure makes FID_LIBS and
# other lists of it.
CONFIG_STATUS_DEPENDENCIES = $(top_srcdir)/src/layers $(top_srcdir)/scripts/dev/layers-below

# All folders as one: libtool takes a while for each library that a program is linked with.
noinst_LTLIBRARIES += libfolders.la
libfolders_la_SOURCES =
libfolders_la_LIBADD = libtools.la $(FID_LIBS)
EXTRA_libfolders_la_DEPENDENCIES = $(FID_LIBS)

EXTRA_DIST += src/layers

include src/base/local.mk
include src/model/local.mk
include src/run/local.mk
include src/readers/local.mk
include src/job/local.mk
include src/storage/local.mk
include src/derive/local.mk
include src/plan/local.mk
include src/compare/local.mk
include src/digests/local.mk
include src/results/local.mk
include src/batch/local.mk
include src/check/local.mk
include src/plot/local.mk
include src/charts/local.mk
include src/report/local.mk
include src/tune/local.mk
include src/lib/local.mk
include src/mpi/local.mk
include src/program/local.mk
include src/cli/local.mk

# Links each library with those that src/layers grants it, alone: the build fails where a folder
# uses another one.
if !SANITIZERS
LAYERS = src/layers.stamp
noinst_DATA += $(LAYERS)
CLEANFILES += $(LAYERS)
endif
src/layers.stamp: src/layers scripts/dev/link-layers scripts/dev/layers-below $(FID_LIBS) libtools.la
	@$(MKDIR_P) src
	$(AM_V_GEN)$(srcdir)/scripts/dev/link-layers $(srcdir)/src/layers $@ $(CC) $(CFLAGS) $(LDFLAGS)
