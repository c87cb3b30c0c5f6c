#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The files for OSS-Fuzz name what there is.  With FIDLIO_OSS_FUZZ=1 they are also built, in $tmp,
# and each target runs over its seeds.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
. "$srcdir/tests/tree/lists.sh"
here=$srcdir/tests/fuzz/oss-fuzz
targets=$(list_of FUZZ_TARGETS "$srcdir/tests/fuzz/local.mk" | sed 's#.*/fuzz_##; s#\.t$##' | LC_ALL=C sort)
for target in $targets; do
    like "$("$srcdir/scripts/dev/fuzz" --limit "$target")" '^[1-9][0-9]*$' "$target: longest input"
done
packages=$(sed -n '/apt-get install/,/[^\\]$/p' "$here/Dockerfile" | grep -o 'lib[a-z0-9]*-dev')
for package in $packages; do
    ok "$package is one of the build's" grep -q "$package" "$srcdir/scripts/install-deps-deb.sh"
done
like "$(cat "$here/project.yaml")" 'language: c' "project.yaml: the language"
if [ -z "${FIDLIO_OSS_FUZZ-}" ]; then
    skip "the targets build and start" "takes minutes: FIDLIO_OSS_FUZZ=1"
    tap_done
    exit
fi
mkdir -p "$tmp/src" "$tmp/work" "$tmp/out"
ln -s "$(cd "$srcdir" && pwd)" "$tmp/src/fidlio"
ok "it builds" env SRC="$tmp/src" WORK="$tmp/work" OUT="$tmp/out" CC=clang \
    CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address" LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
    sh "$here/build.sh"
for target in $targets; do
    mkdir "$tmp/$target"
    python3 -m zipfile -e "$tmp/out/fuzz_${target}_seed_corpus.zip" "$tmp/$target"
    ok "$target starts, and its seeds find nothing" \
        env ASAN_OPTIONS=detect_leaks=0 "$tmp/out/fuzz_$target" -runs=0 "$tmp/$target"
done
tap_done
