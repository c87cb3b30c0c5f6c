# bash completion for fidlio(1)
#
# Commands and the values of options are listed here (tests/tree/completion.sh
# misses a command); options are asked from the program, which prints them by --help.

_fidlio_commands="inspect compare matrix merge calibrate report plot prepare steps derive predict tune whatif logs trace list check baseline"

# _fidlio_options COMMAND: its long options, those that want a value with "="
_fidlio_options ()
{
    # the word before the command may be a path to another build
    "${COMP_WORDS[0]}" "$1" --help 2>/dev/null </dev/null |
        sed -nE 's/^ +(-., )*(--[a-z][a-z-]*)\[?(=?).*/\2\3/p'
}

_fidlio ()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' i
    COMPREPLY=()

    # "--format=js" comes as the three words "--format", "=", "js"
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} != -* ]]; then
            command=${COMP_WORDS[i]}
            break
        fi
    done

    case $before in
    --format)
        mapfile -t COMPREPLY < <(compgen -W "table json csv md tsv" -- "$word")
        return
        ;;
    --form)
        mapfile -t COMPREPLY < <(compgen -W "v1 v2" -- "$word")
        return
        ;;
    --plots)
        mapfile -t COMPREPLY < <(compgen -W "svg png pdf" -- "$word")
        return
        ;;
    --group-by)
        mapfile -t COMPREPLY < <(compgen -W "configuration run workload" -- "$word")
        return
        ;;
    --plot)
        mapfile -t COMPREPLY < <(compgen -W "all breakdown throughput latency histograms" -- "$word")
        return
        ;;
    --unit)
        mapfile -t COMPREPLY < <(compgen -W "auto sample read" -- "$word")
        return
        ;;
    --from)
        mapfile -t COMPREPLY < <(compgen -W "mllog timeline dlio" -- "$word")
        return
        ;;
    --workload | -w)
        mapfile -t COMPREPLY < <(compgen -W "unet3d bert dlrm dlio" -- "$word")
        return
        ;;
    --zoom)
        mapfile -t COMPREPLY < <(compgen -W "overview init first_5min first_training first_epoch first_eval first_ckpt last_2min last_5s" -- "$word")
        return
        ;;
    --color)
        mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word")
        return
        ;;
    --window)
        mapfile -t COMPREPLY < <(compgen -W "job whole startup INIT TRAINING EVAL CHECKPOINT" -- "$word")
        return
        ;;
    --profile)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -W "storage read checkpoint metadata system" -- "$word")
        return
        ;;
    --real | --emulation | --output | --results | --history | -o)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
        ;;
    --manifest | --baseline | --thresholds | --prior | --junit | --calibration | --roles | -m)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    esac

    if [[ $word == -* ]]; then
        # shellcheck disable=SC2086  # no command: no word
        mapfile -t COMPREPLY < <(compgen -W "$(_fidlio_options $command)" -- "$word")
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
    elif [ -z "$command" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$_fidlio_commands" -- "$word")
    elif [ "$command" = list ] && [ "$before" = profiles ]; then
        mapfile -t COMPREPLY < <(compgen -W "storage read checkpoint metadata system" -- "$word")
    elif [ "$command" = list ]; then
        mapfile -t COMPREPLY < <(compgen -W "readers metrics resources profiles" -- "$word")
    elif [ "$command" = baseline ] && [ "$before" = baseline ]; then
        mapfile -t COMPREPLY < <(compgen -W "save list show rm prior" -- "$word")
    elif [ "$command" = logs ] && [ "$before" = logs ]; then
        mapfile -t COMPREPLY < <(compgen -W "parse summary plot extract" -- "$word")
    elif [ "$command" = trace ] && [ "$before" = trace ]; then
        mapfile -t COMPREPLY < <(compgen -W "statistic" -- "$word")
    elif [ "$command" = baseline ] || [ "$command" = logs ] || [ "$command" = trace ] || [ "$command" = plot ]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    else
        # runs and results are folders
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
    fi
}

complete -F _fidlio fidlio
