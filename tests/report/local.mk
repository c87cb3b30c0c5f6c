# tests of src/report: C_TESTS += and SH_TESTS +=
