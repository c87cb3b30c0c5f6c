# tests of src/cli: C_TESTS += and SH_TESTS +=
