# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC
# shellcheck shell=bash

# Completion for jawari, jawari-render, jawari-fit, jawari-lab and jawari-bench. The programs say
# what there is: each line of --list-options has an option's name, its letter, its value, what to
# offer for it with | between, and its text, with - for what it lacks. The first line is about operands.

# Values that begin with $cur: words; names that an option of the program lists, after a number or at
# the beginning of a line; files; folders.
_jawari_offer() {
    local offer offers
    IFS='|' read -ra offers <<<"$1"
    for offer in "${offers[@]}"; do
        case $offer in
        --list-params) compgen -S = -W "$("$program" "$offer" 2>/dev/null | awk 'NR > 1 && /^[^ ]/ { print $1 }')" -- "$cur" ;;
        --*)
            compgen -W "$("$program" "$offer" 2>/dev/null |
                awk '/^ *[0-9]+ / { print $2; next } /^[^ ]/ { print $1 }')" -- "$cur"
            ;;
        *FILE*) compgen -f -- "$cur" ;;
        DIR | FOLDER) compgen -d -- "$cur" ;;
        [a-z0-9]*) compgen -W "$offer" -- "$cur" ;;
        esac
    done
}

_jawari() {
    local program=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1))
    local name letter argument offers operand=- value=- options='' experiment=()
    # Bash takes --option=value for three words.
    if [ "$cur" = = ]; then
        cur=
    elif [ "${COMP_WORDS[at]}" = = ]; then
        at=$((at - 1))
    fi
    if [ "${program##*/}" = jawari-lab ] && [ "$COMP_CWORD" -gt 1 ] && [ "${COMP_WORDS[1]#-}" = "${COMP_WORDS[1]}" ]; then
        experiment=("${COMP_WORDS[1]}")
    fi
    while read -r name letter argument offers _; do
        if [ "$name" = - ]; then
            operand=$offers
        else
            options="$options $name"
        fi
        if [ "$letter" != - ]; then
            options="$options $letter"
        fi
        if [ "$at" -gt 0 ] && [ "$argument" != - ] && [[ ${COMP_WORDS[at]} = "$name" || ${COMP_WORDS[at]} = "$letter" ]]; then
            value=$offers
        fi
    done < <("$program" "${experiment[@]}" --list-options 2>/dev/null)
    if [ "$value" != - ]; then
        mapfile -t COMPREPLY < <(_jawari_offer "$value" | sort -u)
        if [ "$value" = --list-params ]; then
            compopt -o nospace +o filenames 2>/dev/null
        fi
    elif [ "${cur#-}" != "$cur" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    else
        mapfile -t COMPREPLY < <(_jawari_offer "$operand" | sort -u)
    fi
}

complete -o filenames -F _jawari jawari jawari-render jawari-fit jawari-lab jawari-bench
