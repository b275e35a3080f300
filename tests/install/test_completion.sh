#!/bin/bash
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# What bash completes for the programs:
#
#     test_completion.sh COMPLETION PROGRAM...

set -u
# shellcheck source=data/jawari.bash
. "$1"
shift
made=0
failed=0

check() {
    made=$((made + 1))
    if [ "$1" = 0 ]; then
        return
    fi
    failed=$((failed + 1))
    echo "FAILED: $2"
}

# Completes the last of the words; the answers are in $answers, one a line.
complete_last() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _jawari
    answers=$(printf '%s\n' "${COMPREPLY[@]}")
}

# The answers to the words before => have all those behind it.
offers() {
    local words=()
    while [ "$1" != '=>' ]; do
        words+=("$1")
        shift
    done
    shift
    complete_last "${words[@]}"
    for wanted; do
        grep -qxF -- "$wanted" <<<"$answers"
        check $? "${words[*]}: no $wanted among: ${answers//$'\n'/ }"
    done
}

player=
fit=
for path; do
    path=$(realpath "$path")
    case ${path##*/} in
    jawari) player=$path ;;
    jawari-render) render=$path ;;
    jawari-fit) fit=$path ;;
    jawari-lab) lab=$path ;;
    jawari-bench) bench=$path ;;
    esac
done
cd "$(mktemp -d)" || exit 1
trap 'rm -rf "$PWD"' EXIT
touch score.mid out.wav 'with blank.mid'
mkdir folder

offers "$render" -- '=>' --instrument --format --help
offers "$render" - '=>' -i --instrument
offers "$render" --instrument si '=>' sitar
offers "$render" -i tan '=>' tanpura
offers "$render" --instrument = si '=>' sitar
offers "$render" --preset = '=>' sitar-khula
offers "$render" -p sitar-k '=>' sitar-khula
offers "$render" -s bridge_c '=>' bridge_curvature=
offers "$render" --raga Ya '=>' Yaman
offers "$render" --limiter '' '=>' auto off on
offers "$render" --manifest s '=>' score.mid
offers "$render" --format fl '=>' flac16 flac24
offers "$render" --quality '' '=>' 1 2 4
offers "$render" --stems f '=>' folder
offers "$render" s '=>' score.mid
offers "$render" -q w '=>' 'with blank.mid'
offers "$lab" po '=>' point-mass
offers "$lab" --l '=>' --list --list-options
offers "$lab" point-mass --re '=>' --restitution
offers "$lab" string --method e '=>' event
offers "$lab" point-mass --csv o '=>' out.wav
offers "$bench" --only str '=>' string-200x6
if [ -n "$player" ]; then
    offers "$player" -d '' '=>' auto jack portaudio none
    offers "$player" --driver = p '=>' portaudio
    offers "$player" tanpura-d '=>' tanpura-drone
    offers "$player" --reco '=>' --reconnect --record
fi
if [ -n "$fit" ]; then
    offers "$fit" --like tan '=>' tanpura
    offers "$fit" --quality '' '=>' 1 2 4
    offers "$fit" -o o '=>' out.wav
fi
complete_last "$render" --instrument nothing-like-it
[ -z "$answers" ]
check $? "completes what is not there: $answers"
echo "$made checks, $failed failed"
[ "$failed" = 0 ]
