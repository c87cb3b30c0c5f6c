#!/bin/bash
# The bash completion offers what there is.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tree/lists.sh"
. "$srcdir/scripts/completion/fidlio.bash"

# a program with the help text of an argp one
cat >"$tmp/fidlio" <<'END'
#!/bin/sh
[ "$1" != compare ] || cat <<'TEXT'
Usage: fidlio compare [OPTION...] REAL EMULATION

      --emulation=DIR        a repeat; not --this-is-no-option in a text
      --format=FORMAT        table, json, csv or md
  -o, --output=DIR           result files go here
  -q, --quiet                no table
      --seed[=N]             start of random numbers

  -?, --help                 Give this help list
TEXT
END
chmod +x "$tmp/fidlio"
mkdir -p "$tmp/runs/BERT_real_r1" "$tmp/runs/BERT_dlio_r1"
touch "$tmp/runs/file"

# completes WORD...: the offers for the last word, sorted, on one line
completes ()
{
    COMP_WORDS=("$tmp/fidlio" "$@")
    COMP_CWORD=$#
    _fidlio
    printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
}
is "$(completes '')" "baseline calibrate check compare derive inspect list logs matrix merge plot predict prepare report steps trace tune whatif" "commands"
is "$(completes -q co)" "compare" "a command begun, after an option"
is "$(completes list '')" "metrics profiles readers resources" "what can be listed"
is "$(completes baseline '')" "list prior rm save show" "what can be done with baselines"
is "$(completes logs '')" "extract parse plot summary" "what can be done with logs"
is "$(completes trace '')" "statistic" "verbs of trace"
is "$(completes logs extract --plots = '')" "pdf png svg" "values of --plots"
is "$(completes logs parse --form = '')" "v1 v2" "values of --form"
is "$(completes compare --)" "--emulation= --format= --help --output= --quiet --seed=" "options"
is "$(completes compare --fo)" "--format=" "an option begun"
is "$(completes compare --format = '')" "csv json md table tsv" "values after ="
is "$(completes compare --format =)" "csv json md table tsv" "values right at ="
is "$(completes compare --format j)" "json" "a value as a word of its own"
is "$(completes compare --window = T)" "TRAINING" "windows"
is "$(completes steps --plot = l)" "latency" "pictures"
is "$(completes steps --from = d)" "dlio" "kinds of recordings"
is "$(completes prepare --workload = b)" "bert" "workloads"
is "$(completes plot --zoom = first_e)" "first_epoch first_eval" "parts of a run"
is "$(completes list --color = a)" "always auto" "colours"
cd "$tmp" || exit 99
is "$(completes compare runs/BERT_r)" "runs/BERT_real_r1" "runs"
is "$(completes compare --real runs/)" "runs/BERT_dlio_r1 runs/BERT_real_r1" "folders only"
is "$(completes baseline show runs/f)" "runs/file" "a baseline"
is "$(completes check --group-by = r)" "run" "values of --group-by"
is "$(completes logs parse runs/f)" "runs/file" "a log"
is "$(completes plot --each runs/f)" "runs/file" "a result file"
is "$(completes check x --baseline runs/f)" "runs/file" "files for --baseline"

for file in $(list_of COMMANDS "$srcdir/src/cli/local.mk"); do
    name=$(basename "$file" .c)
    like " $_fidlio_commands " " ${name#cmd_} " "${name#cmd_} is offered"
done
tap_done
