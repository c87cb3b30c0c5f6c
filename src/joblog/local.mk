# Training logs.
libcore_la_SOURCES += \
  src/joblog/found.c src/joblog/found.h \
  src/joblog/job.c src/joblog/job.h \
  src/joblog/lacks.c \
  src/joblog/number.c src/joblog/number.h \
  src/joblog/parse.c \
  src/joblog/read.c \
  src/joblog/summary.c src/joblog/summary.h \
  src/joblog/write.c
