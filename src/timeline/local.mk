# Everything that is known of one run, on one time axis.
noinst_LTLIBRARIES += libtimeline.la
libtimeline_la_SOURCES = \
  src/timeline/anchorfit.c \
  src/timeline/anchorfit.h \
  src/timeline/build.c \
  src/timeline/build.h \
  src/timeline/build_findings.c \
  src/timeline/build_priv.h \
  src/timeline/civil.c \
  src/timeline/clock.c \
  src/timeline/clock.h \
  src/timeline/clocksolve.h \
  src/timeline/events.c \
  src/timeline/feed.c \
  src/timeline/gauges.c \
  src/timeline/gauges.h \
  src/timeline/grid.c \
  src/timeline/grid.h \
  src/timeline/hourerror.c \
  src/timeline/hourerror.h \
  src/timeline/loganchor.c \
  src/timeline/loganchor.h \
  src/timeline/owner.c \
  src/timeline/owner.h \
  src/timeline/phases.c \
  src/timeline/phases.h \
  src/timeline/pidset.c \
  src/timeline/pidset.h \
  src/timeline/record.c \
  src/timeline/record.h \
  src/timeline/remark.c \
  src/timeline/remark.h \
  src/timeline/remarks.def \
  src/timeline/run.c \
  src/timeline/run.h \
  src/timeline/run_finding.c \
  src/timeline/run_finding.h \
  src/timeline/run_findings.def \
  src/timeline/sink.h \
  src/timeline/sketch.c \
  src/timeline/sketch.h \
  src/timeline/watcher.h \
  src/timeline/zone.c \
  src/timeline/zone.h
