#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The shell TAP helpers: what passes, what fails, and that failing is seen.
. "$srcdir/tests/tap.sh"

cat >"$tmp/inner.sh" <<'END'
. "$srcdir/tests/tap.sh"
echo "$tmp" >"$1"
ok "good command" true
ok "bad command" sh -c 'echo why; exit 7'
exits 7 "wanted status" sh -c 'exit 7'
exits 7 "other status" true
is a a "same"
is a b "different"
like "one
two" '^t.o$' "a line matches"
like "one" 'two' "no line matches"
unlike "one" 'two' "absent"
unlike "two" 'two' "present"
skip "not here" "no tool"
tap_done
END
status=0
got=$(sh "$tmp/inner.sh" "$tmp/where") || status=$?
is "$status" 1 "a test with failures exits 1"
is "$(printf '%s\n' "$got" | sed -nE 's/^(ok|not ok) [0-9]* - .*/\1/p' | tr '\n' ,)" \
    "ok,not ok,ok,not ok,ok,not ok,ok,not ok,ok,not ok,ok," "passes and failures as intended"
like "$got" '^ok 11 - not here # SKIP no tool$' "a skip says why"
like "$got" '^1\.\.11$' "the plan counts every check"
like "$got" '^# status 7 from: sh -c' "a failing command's status is told"
like "$got" '^# why$' "and what it said"
is "$(ls -d "$(cat "$tmp/where")" 2>/dev/null)" "" "the scratch folder is gone afterwards"

echo '. "$srcdir/tests/tap.sh"; is 1 1 one; tap_done' >"$tmp/good.sh"
ok "a test without failures exits 0" sh "$tmp/good.sh"
is "$(env LC_ALL=xx_XX.UTF-8 TZ=Pacific/Kiritimati sh "$tmp/good.sh" 2>/dev/null)" "ok 1 - one
1..1" "an unknown locale and a far time zone change nothing"
tap_done
