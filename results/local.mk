# results: see Makefile.am
