#!/bin/sh
# scripts/mutate: which mutants it makes (running them takes too long for the suite)
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is missing"

mkdir -p "$tmp/scripts" "$tmp/metrics"
cp "$srcdir/scripts/mutate" "$tmp/scripts"
cat >"$tmp/metrics/small.c" <<'END'
#include "a < b.h"
#define LIMIT 7
/* a comment with 1 < 2 */
int
small (int a, const char *text)
{
    double *x = make ("3 + 4");
    if (a < LIMIT && !text)
        return 0;
    note (x);
    free (x);
    return a;
}
END
out=$(cd "$tmp" && python3 scripts/mutate --list metrics/small.c)
is "$(printf '%s\n' "$out" | sed -n 's/^  + //p')" \
    'if (a <= LIMIT && !text)
if (a >= LIMIT && !text)
if (a < LIMIT || !text)
if (a < LIMIT && text)
#define LIMIT 8
#define LIMIT 6
#define LIMIT 14
#define LIMIT 0
return 1;
return -1;
return -1;
return 0;
;' "operators, numbers, values and statements; no comments, strings, includes or calls that free"
is "$(printf '%s\n' "$out" | sed -n 's/^\(metrics.*\)/\1/p' | sort -u | tr '\n' ' ')" \
    "metrics/small.c:10 metrics/small.c:12 metrics/small.c:2 metrics/small.c:8 metrics/small.c:9 " "and where"
one=$(cd "$tmp" && python3 scripts/mutate --list --at metrics/small.c:10)
is "$one" 'metrics/small.c:10
  - note (x);
  + ;' "the mutants of one line"
tap_done
