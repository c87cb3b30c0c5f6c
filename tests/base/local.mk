# tests of src/base: C_TESTS += and SH_TESTS +=
