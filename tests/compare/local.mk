# tests of src/compare: C_TESTS += and SH_TESTS +=
