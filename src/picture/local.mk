# Pictures of runs and pairs.
libcore_la_SOURCES += \
  src/picture/activity.c src/picture/activity.h \
  src/picture/lane_rows.c src/picture/lane_rows.h \
  src/picture/log_accuracy.c \
  src/picture/log_band.c src/picture/log_parts.h \
  src/picture/log_picture.c src/picture/log_picture.h \
  src/picture/page.c src/picture/page.h \
  src/picture/pair_curves.c \
  src/picture/pair_parts.h \
  src/picture/pair_picture.c src/picture/pair_picture.h \
  src/picture/pair_time.c \
  src/picture/run_histograms.c src/picture/run_histograms.h \
  src/picture/run_picture.c src/picture/run_picture.h \
  src/picture/zoom.c src/picture/zoom.h \
  src/picture/steps_histograms.c src/picture/steps_histograms.h \
  src/picture/steps_picture.c src/picture/steps_picture.h
