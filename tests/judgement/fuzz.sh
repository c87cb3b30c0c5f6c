#!/bin/sh
# scripts/judge-fuzz: a few draws, and a failure that it has to find.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
set -- "$srcdir"/tests/data/runs/*_real_r[0-9]
ok "40 draws" "$srcdir/scripts/judge-fuzz" --fidlio "$FIDLIO" --draws 40 --seed 2 "$@"
cat >"$tmp/blind" <<END2
#!/bin/sh
# a fidlio that finds everything valid
echo '{"profiles": [{"profile": "storage", "verdict": "valid"}]}'
END2
chmod +x "$tmp/blind"
exits 1 "a program that finds everything valid fails" \
    "$srcdir/scripts/judge-fuzz" --fidlio "$tmp/blind" --draws 5 "$@"
tap_done
