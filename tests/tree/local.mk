# SPDX-License-Identifier: GPL-3.0-or-later
# what holds for the tree as a whole
SH_TESTS += \
  tests/tree/tap.sh \
  tests/tree/layers.sh \
  tests/tree/circles.sh \
  tests/tree/docs.sh \
  tests/tree/examples.sh \
  tests/tree/commit_msg.sh \
  tests/tree/completion.sh \
  tests/tree/man.sh \
  tests/tree/deps.sh tests/tree/english.sh tests/tree/format.sh \
  tests/tree/hardening.sh \
  tests/tree/install.sh \
  tests/tree/malformed.sh \
  tests/tree/mutate.sh \
  tests/tree/packages.sh tests/tree/paper.sh \
  tests/tree/readme.sh \
  tests/tree/record.sh \
  tests/tree/shellcheck.sh \
  tests/tree/site.sh tests/tree/release.sh \
  tests/tree/slow_storage.sh tests/tree/throttle.sh tests/tree/workloads.sh tests/tree/corpus.sh
EXTRA_DIST += tests/tree/complete.zsh tests/tree/english.py tests/tree/english.known tests/tree/docs.awk tests/tree/circles.py tests/tree/layers.awk tests/tree/lists.sh
