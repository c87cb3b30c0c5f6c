# tests of src/timeline: C_TESTS += and SH_TESTS +=
