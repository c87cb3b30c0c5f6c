#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The completions for bash, zsh and fish offer what --help lists, in these shells.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tree/lists.sh"

mkdir -p "$tmp/made" "$tmp/place/runs/BERT_real_r1" "$tmp/place/runs/BERT_dlio_r1"
touch "$tmp/place/runs/file"
cd "$tmp/place" || exit 99
# what is made from the program now, not what was made at some time
for shell in bash zsh fish; do
    ok "the completion for $shell" sh -c "\"$srcdir/scripts/dev/completion-script\" $shell \"$FIDLIO\" >\"$tmp/made/$shell\""
done
mv "$tmp/made/zsh" "$tmp/made/_fidlio"
commands=$(commands | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')

# completes_SHELL: for each line of standard input, what the shell offers for its last word: names
# without "=" and folders without "/", sorted, on one line
completes_bash ()
{
    local line
    . "$tmp/made/bash"
    while IFS= read -r line; do
        # bash breaks words also at "="
        mapfile -t COMP_WORDS < <(printf '%s' "$line" | sed 's/=/ = /g' | tr -s ' ' '\n')
        [[ $line != *[=\ ] ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _fidlio
        printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | sed 's/=$//' | LC_ALL=C sort | tr '\n' ' '
        echo
    done
}
completes_zsh ()
{
    timeout 60 zsh -f "$srcdir/tests/tree/complete.zsh" "$tmp/made"
}
completes_fish ()
{
    HOME=$tmp XDG_DATA_HOME=$tmp XDG_CONFIG_HOME=$tmp fish --no-config -c '
        source $argv[1]
        while read -l line
            set -l got (complete -C $line | string replace -r "\t.*" "" | string replace -r ".*=" "" |
                string replace -r "/\$" "" | LC_ALL=C sort -u)
            echo "$got"
        end' "$tmp/made/fish"
}

# a line as it is typed, and what is offered; <commands> are those of the program
cat >"$tmp/cases" <<'END'
fidlio |<commands>
fidlio -q co|compare
fidlio --color=|always auto never
fidlio list |metrics profiles readers resources storages
fidlio list profiles |checkpoint metadata read storage system
fidlio list storages |disk local-nvme lustre nfs object-store sata-ssd
fidlio list --color a|always auto
fidlio baseline |list prior rm save show
fidlio baseline show runs/f|runs/file
fidlio logs |extract parse plot summary
fidlio trace |3dcompare collect combine compare critical graph replay statistic
fidlio trace statistic runs/f|runs/file
fidlio trace compare --table=al|alone
fidlio logs extract --plots=s|svg
fidlio logs parse runs/f|runs/file
fidlio logs parse --form=|v1 v2
fidlio compare --s|--series-fine --series-points --sparklines --storage
fidlio compare --format=j|json
fidlio compare --format j|json
fidlio compare --window T|TRAINING
fidlio compare --window=T|TRAINING
fidlio compare --profile st|storage
fidlio compare -j |
fidlio compare runs/BERT_r|runs/BERT_real_r1
fidlio compare --real runs/|runs/BERT_dlio_r1 runs/BERT_real_r1
fidlio check --group-by=r|run
fidlio check x --baseline runs/f|runs/file
fidlio prepare --workload d|dlio dlrm
fidlio plot --zoom first_e|first_epoch first_eval
fidlio plot --each runs/f|runs/file
fidlio steps --plot=l|latency
fidlio steps -o runs/BERT_r|runs/BERT_real_r1
END
for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip "what $shell offers" "$shell is not installed"
        continue
    fi
    cut -d '|' -f 1 "$tmp/cases" | completes_$shell >"$tmp/offers" 2>"$tmp/said"
    is "$(wc -l <"$tmp/offers") $(cat "$tmp/said")" "$(wc -l <"$tmp/cases") " "$shell answers each line"
    while IFS='|' read -r typed want && read -r got <&3; do
        [ "$want" != '<commands>' ] || want=$commands
        # zsh offers what is behind the last slash
        [ $shell != zsh ] || want=${want//runs\//}
        is "${got% }" "$want" "$shell: $typed"
    done <"$tmp/cases" 3<"$tmp/offers"
done

# every value is one that the program takes
while read -r command option values; do
    for value in $values; do
        [ "$value" = FILE ] || ok "$command $option=$value" env PMI_RANK=0 PMI_SIZE=2 "$FIDLIO" "$command" "$option=$value" --help
    done
done < <(awk '/^#/ || !NF { next } /^--/ { print "-", $0; next } / --/ { print }' "$srcdir/scripts/dev/completion/values" |
    while read -r command option values; do
        # an option of several commands: of the first that has it with a value, and no line of its own
        [ "$command" != - ] || command=$(for name in $commands; do
            grep -q "^$name $option " "$srcdir/scripts/dev/completion/values" || ! "$srcdir/scripts/dev/help-table" "$FIDLIO" "$name" |
                awk -F '\t' -v option="$option" '$1 == "option" && $3 != "" && "," $2 "," ~ "," option "," { found = 1 } END { exit !found }' ||
                { echo "$name" && break; }
        done)
        echo "$command $option $values"
    done)
exits 2 "a value that is none" "$FIDLIO" compare --window=none --help

# --- that a completion cannot be made of a wrong list
mkdir -p "$tmp/tree/completion"
cp "$srcdir/scripts/dev/completion-script" "$srcdir/scripts/dev/completion-script.awk" "$srcdir/scripts/dev/help-table" "$tmp/tree"
cp "$srcdir/scripts/dev/completion/"*.in "$tmp/tree/completion"
echo '--no-such-option a b' >"$tmp/tree/completion/values"
exits 1 "values of an option that there is not" "$tmp/tree/completion-script" fish "$FIDLIO"
tap_done
