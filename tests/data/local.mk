# small input files of the tests; each directory has a README
