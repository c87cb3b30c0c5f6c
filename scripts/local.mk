# scripts: see Makefile.am
