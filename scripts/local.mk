# What a clone is built and checked with; scripts/build.sh is sourced by both.
EXTRA_DIST += .ci/run scripts/bootstrap scripts/build.sh scripts/check scripts/demo \
  scripts/install-deps-deb.sh
