# tests of src/readers: C_TESTS += and SH_TESTS +=

# link the recording sink: tests_readers_test_foo_t_LDADD = $(READER_LDADD)
check_LTLIBRARIES += libtestreaders.la
libtestreaders_la_SOURCES = tests/readers/record.c tests/readers/record.h
READER_LDADD = libtestreaders.la libcore.la
