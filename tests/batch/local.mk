# tests of src/batch: C_TESTS += and SH_TESTS +=
