#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh - the fuzz targets as OSS-Fuzz has them built
#
# Of its environment: $SRC/fidlio holds the sources, $WORK is for the build, targets go to $OUT with
# their seeds (NAME_seed_corpus.zip), dictionary and longest inputs; $CC, $CFLAGS and
# $LIB_FUZZING_ENGINE are used.  Nothing else may lie beside a target where it runs, so that the
# libraries it needs go to $OUT/lib.
set -eu
: "${SRC:?}" "${WORK:?}" "${OUT:?}" "${CC:=clang}" "${CFLAGS=-O1 -g}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
export CC CFLAGS
jobs=$(nproc)
top=$(cd "$SRC/fidlio" && pwd)
[ -x "$top/configure" ] || (cd "$top" && scripts/bootstrap)
mkdir -p "$WORK/fidlio" "$OUT/lib"
cd "$WORK/fidlio"
# shellcheck disable=SC2016 # make expands it; the loader $ORIGIN
[ -f config.status ] || "$top/configure" --without-mpi --disable-hardening LDFLAGS='-Wl,-rpath,\$$ORIGIN/lib'
# shellcheck disable=SC2016
make -s -j"$jobs" fuzz-targets LAYERS= CPPFLAGS=-DFUZZ_ENGINE FUZZ_LINK="$LIB_FUZZING_ENGINE \$(FUZZ_WRAP)"

srcdir=$top FIDLIO=$PWD/fidlio ASAN_OPTIONS=detect_leaks=0 sh "$top/tests/fuzz/seeds.sh" "$PWD/seeds"
for target in tests/fuzz/fuzz_*.t; do
    name=${target##*/fuzz_}
    name=${name%.t}
    cp "$target" "$OUT/fuzz_$name"
    cp "$top/tests/fuzz/fidlio.dict" "$OUT/fuzz_$name.dict"
    printf '[libfuzzer]\nmax_len = %s\n' "$("$top/scripts/dev/fuzz" --limit "$name")" >"$OUT/fuzz_$name.options"
    [ ! -d "$top/tests/fuzz/corpus/$name" ] || cp "$top/tests/fuzz/corpus/$name"/* "seeds/$name"
    rm -f "$OUT/fuzz_${name}_seed_corpus.zip"
    (cd "seeds/$name" && python3 -m zipfile -c "$OUT/fuzz_${name}_seed_corpus.zip" ./*)
    # all but the C library, the loader and what comes with the compiler
    ldd "$target" | awk '$3 ~ /^\// && $1 !~ /^lib(c|m|dl|rt|pthread|gcc_s|resolv)\.so/ { print $3 }' |
        xargs -r cp -n -t "$OUT/lib"
done
