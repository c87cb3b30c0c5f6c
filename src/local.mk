# Each folder is a library: src/layers says which may use which.  FID_LIBS lists them from the
# top down, as a linker wants them.
FID_LIBS = libtune.la libreport.la libcharts.la libbatch.la libdigests.la libcompare.la libderive.la \
  libstorage.la libreaders.la libjob.la librun.la libcheck.la libresults.la libmodel.la libplot.la libmetrics.la libbase.la

EXTRA_DIST += src/layers

include src/base/local.mk
include src/model/local.mk
include src/run/local.mk
include src/readers/local.mk
include src/job/local.mk
include src/storage/local.mk
include src/derive/local.mk
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
include src/cli/local.mk

# Links each library with those that src/layers grants it, alone: the build fails where a folder
# uses another one.
if !SANITIZERS
LAYERS = src/layers.stamp
noinst_DATA += $(LAYERS)
CLEANFILES += $(LAYERS)
endif
src/layers.stamp: src/layers scripts/link-layers $(FID_LIBS) libtools.la libprogram.la
	@$(MKDIR_P) src
	$(AM_V_GEN)$(srcdir)/scripts/link-layers $(srcdir)/src/layers $@ $(CC) $(CFLAGS) $(LDFLAGS)
