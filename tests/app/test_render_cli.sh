#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# jawari-render as its user sees it: what it writes, and how it refuses. Every
# refusal must be one line on stderr that says what and where, a nonzero exit,
# the old file untouched and nothing left beside it.
#
#     test_render_cli.sh PROGRAM PRESETS_DIR [all]
#
# all: also long scores in blocks of every size, and the stems of every instrument in every format.

set -u
all=${3:-}
program=$(realpath "$1") || exit 1
presets=$(realpath "$2") || exit 1
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir out data
n_checks=0
n_failed=0

ok() {
    n_checks=$((n_checks + 1))
}

failed() {
    n_checks=$((n_checks + 1))
    n_failed=$((n_failed + 1))
    echo "FAILED: $*"
}

# Runs a command that must be refused with that status and that text.
refused() {
    what=$1 status=$2 text=$3
    shift 3
    printf old >out/a.wav
    "$@" >stdout 2>stderr
    got=$?
    # The shell alone looks at what came: programs for it took longer than those that are tested.
    line='' old='' one=no
    { IFS= read -r line && ! IFS= read -r more && [ -z "$more" ] && one=yes; } <stderr
    { IFS= read -r old && old='more than a line'; } <out/a.wav
    set -- out/* out/.[!.]*
    if [ "$got" -ne "$status" ]; then
        failed "$what: status $got, not $status: $(cat stderr)"
    elif [ "$one" = no ] || [ "${line#jawari-render: }" = "$line" ]; then
        failed "$what: not one line on stderr: $(cat stderr)"
    elif [ "${line#*"$text"}" = "$line" ]; then
        failed "$what: no \"$text\" in: $line"
    elif [ -s stdout ]; then
        failed "$what: something on stdout"
    elif [ "$old" != old ] || [ "$*" != 'out/a.wav out/.[!.]*' ]; then
        failed "$what: the old file is gone, or something stands beside it: $*"
    else
        ok
        printf '%s\n' "$what:${line#jawari-render:}"
    fi
}

# Runs a command that must succeed with no word but what it has written.
accepted() {
    what=$1
    shift
    if ! "$@" >stdout 2>stderr; then
        failed "$what: $(cat stderr)"
    elif [ -s stderr ] || grep -qvE ': [0-9]+\.[0-9]{2} s, (silent|peak -?[0-9.]+ dBFS)' stdout; then
        failed "$what: not silent: $(cat stdout stderr)"
    else
        ok
    fi
}

expect() {
    what=$1
    shift
    if "$@" >/dev/null 2>&1; then
        ok
    else
        failed "$what"
    fi
}

# What a report says, by key; of the strings with a leading space.
figure() {
    sed -n "s/^  \"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$1"
}

equal() {
    if [ "$2" = "$3" ]; then
        ok
    else
        failed "$1: $2, not $3"
    fi
}

one_note() {
    "$program" --note 61:100:0.1 -t 0.1 "$@"
}

########## A score of our own: type 1, 96 ticks a quarter, 120 a minute ##########

# Two notes, a bend and a program change; then End of Track at 1.25 s. Presets have numbers.
number_of() {
    "$program" --list-presets | awk -v name="$1" '$2 == name { print $1 }'
}
{
    printf 'MThd\0\0\0\6\0\1\0\2\0\140'
    printf 'MTrk\0\0\0\13\0\377\121\3\7\241\40\0\377\57\0'
    printf 'MTrk\0\0\0\41'
    printf '\0\300'
    # shellcheck disable=SC2059 # an octal number
    printf "\\$(printf %o "$(number_of sitar-finger)")"
    printf '\0\220\75\144\140\76\120\0\340\0\120\60\200\75\100\0\76\100'
    printf '\0\340\0\100\60\260\7\100\60\377\57\0'
} >score.mid
score_bytes=$(wc -c <score.mid)

########## What it writes ##########

accepted 'a score' "$program" -t 1 score.mid out/score.wav
accepted 'a note, FLAC' one_note out/note.flac
for format in wav16 wav24 wavfloat flac16 flac24; do
    accepted "$format" one_note --format "$format" out/"$format"
done
# What the library at hand has besides, by name and by extension.
offered=$("$program" --note 61 out/a.xyz 2>&1 | sed 's/.*there are \(.*\), and --format/\1/')
for extension in $offered; do
    accepted "o$extension" one_note out/o"$extension"
    expect "o$extension has something in it" [ "$(wc -c <out/o"$extension")" -gt 500 ]
done
expect "formats: $offered" [ "$(echo "$offered" | wc -w)" -ge 5 ]
case $offered in
*.mp3*) expect 'an MP3' sh -c "od -A n -t x1 -N 2 out/o.mp3 | grep -Eq 'ff f[23ab]|49 44'" ;;
esac
case $offered in
*.ogg*) equal 'an Ogg' "$(head -c 4 out/o.ogg)" OggS ;;
esac
equal 'WAV 16: 44 + 9600 frames of 4 bytes' "$(wc -c <out/wav16)" 38444
equal 'WAV 24: 44 + 9600 frames of 6 bytes' "$(wc -c <out/wav24)" 57644
accepted 'stems and report' "$program" -t 1 --stems out/stems --report out/report.json \
    score.mid out/a.wav
expect 'the report is JSON' python3 -m json.tool out/report.json
equal 'frames' "$(figure out/report.json frames)" 108000
equal 'rate' "$(figure out/report.json rate)" 48000
equal 'nonfinite' "$(figure out/report.json nonfinite)" 0
equal 'clipped' "$(figure out/report.json clipped)" 0
equal 'unknown programs' "$(figure out/report.json unknown_programs)" 0
equal 'instrument' "$(figure out/report.json instrument)" sitar
for key in peak rms energy_excess_max energy_from_strokes_j energy_from_parameters_j \
    times_bounded limited penetration_max_m impacts cpu_s_per_audio_s latency_frames \
    dropped_events quality; do
    value=$(figure out/report.json $key)
    echo "report: $key = $value"
    expect "report: $key" [ -n "$value" ]
done
for key in '"name"' frames peak rms nonfinite energy_excess_max penetration_max_m impacts; do
    equal "strings with $key" "$(grep -c "^      \"*${key#\"}" out/report.json)" \
        "$(grep -c '^\[string' "$presets/sitar.ini")"
done
n_strings=$(grep -c '^\[string' "$presets/sitar.ini")
equal 'stems, and the body' "$(find out/stems -name '*.wav' | wc -l)" $((n_strings + 1))
expect 'the body' [ -e "out/stems/$((n_strings + 1))-body.wav" ]
accepted 'an instrument without a body' one_note -i bench --stems out/rock out/b.wav
equal 'has none among its stems' "$(cd out/rock && echo *)" "$(sed -n 's/^\[string \(.*\)\]/01-\1.wav/p' "$presets/bench.ini")"

{
    printf 'MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\40\0\220\75\144\60\260\12\20\0\260\7\120\0\220\66\160'
    printf '\60\260\12\160\0\340\0\120\60\200\75\100\60\377\57\0'
} >moving.mid
for format in wavfloat wav24 wav16; do
    instruments=tanpura
    [ -z "$all" ] || instruments='sitar tanpura bass bench'
    for instrument in $instruments; do
        rm -rf out/sum
        accepted "$instrument, $format: stems" "$program" -q -r 8000 -s gain=-4 --channels all -i "$instrument" \
            --format $format --stems out/sum moving.mid out/sum.wav
        # shellcheck disable=SC2046 # two numbers
        set -- $(python3 -B "$here/../support/apart.py" out/sum.wav out/sum)
        echo "$instrument, $format: the sum of its stems is $1 dB from the mix, whose peak is $2 dB"
        expect "$instrument, $format: the sum is $1 dB from the mix" [ "$1" -le -150 ]
        expect "$instrument, $format: a mix of $2 dB" [ "$2" -ge -50 ]
    done
done
for rate in 8000 44100 96000; do
    accepted "rate $rate" one_note -r $rate --report out/report.json out/a.wav
    equal "frames at $rate" "$(figure out/report.json frames)" $((rate / 5))
done
accepted 'a score, to the last bit' "$program" -t 1 --format wavfloat score.mid out/float.wav
for block in 1 17 64 4096; do
    accepted "block $block" "$program" -t 1 -b $block --format wavfloat score.mid out/block.wav
    expect "the same file with blocks of $block" cmp out/float.wav out/block.wav
done
accepted 'again' "$program" -t 1 --format wavfloat score.mid out/block.wav
expect 'the same file twice' cmp out/float.wav out/block.wav
# Long scores in which strings fall asleep; at a low rate, for speed.
scores=demo_tanpura blocks='4096 17'
[ -z "$all" ] || scores='demo_sitar demo_tanpura' blocks='4096 1 17 64'
for score in $scores; do
    for block in $blocks; do
        accepted "$score, block $block" "$program" -q -r 8000 -b "$block" --format wavfloat \
            "$presets/scores/$score.mid" out/"$score.$block"
        expect "$score: the same file with blocks of $block" \
            cmp out/"$score".4096 out/"$score.$block"
    done
done
accepted 'quality 2' one_note --quality 2 --report out/report.json out/a.wav
equal 'quality' "$(figure out/report.json quality)" 2
accepted 'a preset' "$program" --note 48:100:0.1 -t 0.1 -p tanpura-drone --report out/report.json \
    out/b.wav
equal "the preset's instrument" "$(figure out/report.json instrument)" tanpura.ini
accepted 'settings' one_note --set gain=-20 -s volume=50 out/c.wav
expect 'settings are heard' sh -c '! cmp out/c.wav out/wav24'
"$program" --note 61:100:0.3 -s gain=24 -s pluck_strength=4 --format wav16 --limiter off -t 0 out/c.wav 2>stderr
expect 'clipping is told' grep -q 'samples clipped' stderr
cat stderr
accepted 'a second' "$program" --note 61:100:0.1 -r 8000 --seconds 1 --set gain=-6 out/d.wav
equal 'what was written' "$(sed 's/peak .*/peak/' stdout)" 'out/d.wav: 1.00 s, peak'
peak=$(sed 's/.*peak \(.*\) dBFS/\1/' stdout)
"$program" -q -r 8000 --note 61:100:0.1 --seconds 1 --set gain=-6 --report out/r.json out/e.wav
expect "a peak of $peak dBFS" awk "BEGIN { exit !($peak < -1) }"
equal 'its peak' "$(awk "BEGIN { printf \"%.1f\", 20 * log($(figure out/r.json peak)) / log(10) }")" "$peak"
accepted 'again' "$program" --note 61:100:0.1 -r 8000 --seconds 1 --set gain=-6 out/d.wav
expect 'what was replaced' grep -q ' dBFS, replaced$' stdout
accepted 'with more files' one_note -r 8000 --stems out/two --report out/r.json out/d.wav
expect 'stems, and what was replaced' grep -q ' dBFS, 21 stems in out/two, 2 files replaced$' stdout
: >out/empty.wav
accepted 'over an empty file' one_note -r 8000 out/empty.wav
expect 'nothing to replace' grep -q ' dBFS$' stdout
accepted 'nothing but silence' "$program" -r 8000 --note 61:1:0 -t 0 out/d.wav
equal 'told' "$(cat stdout)" 'out/d.wav: 0.00 s, silent, replaced'
accepted 'told nothing' one_note -q -r 8000 out/d.wav
expect 'not a word' [ ! -s stdout ]
rm -rf out/two
accepted 'quiet' "$program" -q --note 61:100:0.3 -s gain=24 -s pluck_strength=4 --format wav16 -t 0 out/c.wav
accepted '/dev/null' one_note --format wav16 /dev/null
expect '/dev/null is still a device' [ -c /dev/null ]
for list in --list-params --list-instruments --list-presets --help --version '--check sitar'; do
    # shellcheck disable=SC2086 # an option and its value
    expect "$list" "$program" $list
done
equal 'strings listed' "$("$program" --check sitar | grep -c '^  .* Hz .* N, ')" \
    "$(grep -c '^\[string' "$presets/sitar.ini")"
equal 'parameters listed' "$("$program" --list-params | grep -c '^[a-z][a-z_]*  *[-0-9]')" \
    "$(grep -c '^JW_PARAM(' "$presets/../src/base/params.def")"
expect 'nothing but the files' [ -z "$(find out -name '.*' -type f)" ]
rm -rf out/*

########## A preset's file for an instrument ##########

accepted 'by the preset' "$program" -q -r 8000 -t 0 --note C#3:90:0.1 -p sitar-khula out/right.wav
for file in "$presets/sitar-khula.ttl" sitar-khula.ttl; do
    accepted "-i $file" "$program" -q -r 8000 -t 0 --note C#3:90:0.1 -i "$file" out/alike.wav
    expect 'it is that preset' cmp out/right.wav out/alike.wav
done
bundle=$(dirname "$program")/../../plugin/jawari.lv2/presets
if [ -d "$bundle" ]; then
    accepted 'as the bundle has it' "$program" -q -r 8000 -t 0 --note C#3:90:0.1 -i "$bundle/sitar-khula.ttl" out/alike.wav
    expect 'the same' cmp out/right.wav out/alike.wav
    accepted "a drone's" "$program" -q -r 8000 --seconds 0.1 -i "$bundle/drone-tanpura-plays.ttl" out/alike.wav
fi
accepted 'with another preset' "$program" -q -r 8000 -t 0 --note C#3:90:0.1 -i sitar-gol.ttl -p sitar-khula out/alike.wav
expect 'its instrument, and that preset' cmp out/right.wav out/alike.wav
rm -rf out/*

########## Spelling ##########

accepted 'a note of the sitar' "$program" -q -r 8000 -t 0 --note C#3:90:0.1 -i sitar out/right.wav
for spelling in Sitar SITAR sitar.ini Sitar.INI; do
    accepted "-i $spelling" "$program" -q -r 8000 -t 0 --note c#3:90:100ms -i $spelling \
        --report out/r.json out/alike.wav
    expect "$spelling: the same" cmp out/right.wav out/alike.wav
    expect "$spelling: its name" [ "$(figure out/r.json instrument | sed 's/\.ini//')" = sitar ]
done
accepted 'a preset' "$program" -q -r 8kHz -t 0s --note C#3:90:0.1 -p sitar-khula out/right.wav
for spelling in Sitar-Khula 'sitar khula' SITAR_KHULA; do
    accepted "-p $spelling" "$program" -q -r 8k -t 0 --note C#3:90:0.1 -p "$spelling" -b 64 out/alike.wav
    expect "$spelling: the same" cmp out/right.wav out/alike.wav
done
guitar_program() {
    printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0\13\0\300'
    # shellcheck disable=SC2059 # an octal number
    printf "\\$(printf %o "$(number_of guitar-muted)")"
    printf '\0\220\64\144\0\377\57\0'
}
guitar_program >own.mid
accepted "programs of an instrument spelt otherwise" "$program" -r 8000 -t 0 -i Guitar own.mid out/own.wav
rm -rf out/*
refused 'another unit' 2 '--rate: "48dB" is not a whole number' one_note -r 48dB out/a.wav
refused 'a name far from any' 1 'unknown instrument "SITR"; nearest: sitar' one_note -i SITR out/a.wav

########## Channels ##########

# A note on channel 1 and one on another, at once.
two_channels() {
    printf 'MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\14\0\220\75\144\0%b\76\144\60\377\57\0' "\\0$1"
}
printf 'MThd\0\0\0\6\0\0\0\1\0\140MTrk\0\0\0\10\0\220\75\144\60\377\57\0' >one.mid
two_channels 231 >drums.mid
two_channels 230 >melody.mid
accepted 'one note' "$program" -q -t 0 one.mid out/one.wav
"$program" -t 0 --report out/r.json drums.mid out/drums.wav 2>stderr
expect 'drums are left out' cmp out/one.wav out/drums.wav
equal 'which is told' "$(cat stderr)" \
    "jawari-render: warning: drums.mid: 1 notes of channel 10, the drums', left out; --channels all plays them"
equal 'and counted' "$(figure out/r.json left_out_notes)" 1
for channels in all 1,10 1-16; do
    accepted "drums with --channels $channels" "$program" -t 0 --channels $channels drums.mid out/all.wav
    expect 'they are heard' sh -c '! cmp out/one.wav out/all.wav'
done
accepted 'another channel' "$program" -t 0 melody.mid out/melody.wav
expect 'is heard' sh -c '! cmp out/one.wav out/melody.wav'
accepted 'and left out' "$program" -t 0 --channels 1-9,11 drums.mid out/melody.wav
expect 'without a word' cmp out/one.wav out/melody.wav
sed 's/^\[map\]$/[map]\nchannel = 10 jor/' "$presets/sitar.ini" >tenth.ini
mkdir tuned && cp "$presets/tuned/sitar.ini" tuned/tenth.ini
accepted 'an instrument that uses it' "$program" -t 0 -i ./tenth.ini drums.mid out/tenth.wav
expect 'it is heard' sh -c '! cmp out/one.wav out/tenth.wav'
rm -rf out/*
refused 'channel 17' 2 '--channels: "17" is neither all nor a list of channels 1 to 16' \
    "$program" --channels 17 drums.mid out/a.wav
rm -rf out/*

########## A length, and a drone alone ##########

# Largest sample between two instants, of a float file.
loudest() {
    python3 "$here/../support/wav.py" "$1" "$2" "$3"
}
for options in '-p tanpura-plays' '-i tanpura' '-i tanpura-five -s gain=3'; do
    # shellcheck disable=SC2086 # options and their values
    accepted "$options by itself" "$program" -q -r 8000 $options --seconds 6 --format wavfloat \
        --report out/r.json out/drone.wav
    equal "$options: frames" "$(figure out/r.json frames)" 48000
    for part in '0 2' '2 4' '4 5.5'; do
        # shellcheck disable=SC2086 # two instants
        peak=$(loudest out/drone.wav $part)
        expect "$options: $peak from $part s" awk "BEGIN { exit !($peak > 0.01) }"
    done
    # It fades over its last tenth, in a straight line: to a sixtieth 0.01 s before its end.
    # shellcheck disable=SC2086 # options and their values
    accepted "$options, longer" "$program" -q -r 8000 $options --seconds 7 --format wavfloat out/longer.wav
    equal "$options: not before" "$(loudest out/drone.wav 5.3 5.4)" "$(loudest out/longer.wav 5.3 5.4)"
    peak=$(loudest out/drone.wav 5.99 6)
    whole=$(loudest out/longer.wav 5.99 6)
    expect "$options: from $whole it fades to $peak" awk "BEGIN { exit !($whole > 0.001 && $peak < 0.0167 * $whole) }"
    for block in 1 4096; do
        # shellcheck disable=SC2086 # options and their values
        accepted "$options, block $block" "$program" -q -r 8000 $options -b $block --seconds 6s \
            --format wavfloat out/block.wav
        expect "$options: the same with blocks of $block" cmp out/drone.wav out/block.wav
    done
done
accepted 'a score of a length' "$program" -q -r 8000 --seconds 3 --report out/r.json score.mid out/long.wav
equal 'longer than it is' "$(figure out/r.json frames)" 24000
accepted 'cut' "$program" -q -r 8000 --seconds 0.25 --report out/r.json score.mid out/cut.wav
equal 'shorter' "$(figure out/r.json frames)" 2000
accepted 'a note of a length' "$program" -q -r 8000 --seconds 2 --note C#3 --report out/r.json out/cut.wav
equal 'its length' "$(figure out/r.json frames)" 16000
rm -rf out/*
refused 'no drone' 1 'bass does not play by itself; give a score or --note' \
    "$program" -i bass --seconds 5 out/a.wav
refused 'a drone told to be silent' 1 'tanpura: nothing to play with drone=0' \
    "$program" -i tanpura -s drone=0 --seconds 5 out/a.wav
refused 'length and tail' 2 '--tail: not together with --seconds' \
    "$program" -i tanpura --seconds 5 --tail 1 out/a.wav
refused 'a sound alone' 2 'SCORE.mid is missing before OUT.wav; a drone alone takes --seconds' \
    "$program" -p tanpura-plays out/a.wav
cp score.mid out/a.mid
"$program" --seconds 5 --format wav16 out/a.mid 2>stderr
equal 'a score alone' $? 2
expect 'is not written over' cmp score.mid out/a.mid
rm -rf out/*
for seconds in 0 -1 86401 long ''; do
    refused "seconds $seconds" 2 '--seconds: ' "$program" -i tanpura --seconds "$seconds" out/a.wav
done

########## Program changes ##########

# Three notes on a guitar; before them a program change, if one is given.
guitar_score() {
    if [ $# -gt 0 ]; then
        printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0\42\0\300%b' "\\0$(printf %o "$1")"
    else
        printf 'MThd\0\0\0\6\0\0\0\1\1\340MTrk\0\0\0\37'
    fi
    printf '\0\220\64\144\201\160\220\73\144\201\160\220\100\144\213\40\200\64\100'
    printf '\0\200\73\100\0\200\100\100\0\377\57\0'
}
guitar_score >plain.mid
accepted 'no program change' "$program" -i guitar -t 0 --report out/report.json plain.mid \
    out/plain.wav
plain_peak=$(figure out/report.json peak)
expect "a peak of $plain_peak" [ "${plain_peak#0.}" != "$plain_peak" ]
# Presets of other instruments.
for number in 0 4 17 25; do
    guitar_score $number >program.mid
    "$program" -i guitar -t 0 --report out/report.json program.mid out/program.wav 2>stderr
    expect "program $number is left out" cmp out/plain.wav out/program.wav
    equal "program $number is counted" "$(figure out/report.json programs_of_other_instruments)" 1
    expect "program $number is told: $(cat stderr)" grep -q \
        "^jawari-render: warning: out/program.wav: 1 program .* other instruments left out ($number is" stderr
    equal "program $number: in one line" "$(wc -l <stderr)" 1
done
guitar_score "$(number_of guitar-muted)" >program.mid
accepted 'a program of its own' "$program" -i guitar -t 0 program.mid out/program.wav
expect 'is heard' sh -c '! cmp out/plain.wav out/program.wav'
cp "$presets/guitar.ini" guitar.ini
cp "$presets/tuned/guitar.ini" tuned/guitar.ini
accepted 'also with a file of that name' "$program" -i ./guitar.ini -t 0 program.mid out/file.wav
expect 'the same' cmp out/program.wav out/file.wav
rm -rf out/* guitar.ini tuned

########## Several scores ##########

cp score.mid second.mid
cp score.mid third.midi
for jobs in 1 2 7; do
    accepted "$jobs at a time" "$program" -q -j $jobs --format wavfloat --output-dir out/all \
        score.mid second.mid third.midi -r 8000 -t 0
    accepted 'alone' "$program" -q --format wavfloat -r 8000 -t 0 score.mid out/alone.wav
    equal "files of $jobs at a time" "$(cd out/all && echo .* * | sed 's/^\. \.\. //')" \
        'score.wav second.wav third.wav'
    for name in score second third; do
        expect "$name, $jobs at a time: the same as alone" cmp out/alone.wav out/all/$name.wav
    done
    accepted "$jobs threads for one" "$program" -q -j $jobs --format wavfloat -r 8000 -t 0 \
        score.mid out/helped.wav
    expect "$jobs threads for one score: the same as one" cmp out/alone.wav out/helped.wav
    rm -rf out/*
done
accepted 'flac' "$program" --format flac16 -t 0 --output-dir out score.mid
equal 'flac by its name' "$(ls -A out)" score.flac
: >empty.mid
"$program" -q -t 0 -r 8000 --output-dir out/some score.mid empty.mid second.mid 2>stderr
equal 'one of three bad' $? 1
equal 'told in two lines' "$(wc -l <stderr)" 2
expect 'which' grep -q '^jawari-render: empty.mid: byte 0' stderr
expect 'how many' grep -q '^jawari-render: 1 of 3 scores not written' stderr
equal 'the others' "$(cd out/some && echo .* * | sed 's/^\. \.\. //')" \
    'score.wav second.wav'
rm -rf out/*
refused 'none good' 1 'empty.mid: byte 0' "$program" --output-dir out/none empty.mid
refused 'no scores' 2 'SCORE.mid... are missing' "$program" --output-dir out
refused 'one name for two' 1 'out/score.wav: the same file' \
    "$program" --output-dir out score.mid ./score.mid
refused 'notes and a folder' 2 '--note: not together' one_note --output-dir out score.mid
refused 'stems of several' 2 '--stems: not together' \
    "$program" --stems out --output-dir out score.mid
refused 'a file as folder' 1 'score.mid: not a folder' \
    "$program" --output-dir score.mid second.mid
for jobs in 0 257 -1 two ''; do
    refused "jobs $jobs" 2 'from 1 to 256' one_note -j "$jobs" out/a.wav
done

########## Scores ##########

refused 'missing score' 1 'none.mid: No such file' "$program" none.mid out/a.wav
: >empty.mid
refused 'empty score' 1 'empty.mid: byte 0: the file is empty' "$program" empty.mid out/a.wav
echo 'Not music at all, but text.' >text.mid
refused 'text' 1 'text.mid: byte 0: not a Standard MIDI File' "$program" text.mid out/a.wav
refused 'a program' 1 'not a Standard MIDI File' "$program" "$(command -v sh)" out/a.wav
refused 'a folder' 1 'Is a directory' "$program" data out/a.wav
refused 'endless' 1 'not a regular file' "$program" /dev/zero out/a.wav
truncate -s 17M long.mid
refused 'too long' 1 'longer than 16777216 bytes' "$program" long.mid out/a.wav
rm long.mid
n=1
while [ "$n" -lt "$score_bytes" ]; do
    head -c "$n" score.mid >cut.mid
    refused "cut to $n bytes" 1 'cut.mid: byte ' "$program" --strict cut.mid out/a.wav
    n=$((n + 1))
done
refused 'cut in its header' 1 'cut.mid: byte ' sh -c \
    "head -c 13 score.mid >cut.mid; '$program' cut.mid out/a.wav"
refused 'cut in the name of its first track' 1 'cut.mid: byte 17: no track' sh -c \
    "head -c 17 score.mid >cut.mid; '$program' cut.mid out/a.wav"
{
    head -c 9 score.mid
    printf '\2'
    tail -c +11 score.mid
} >type2.mid
refused 'type 2' 1 'byte 8: type 2' "$program" --strict type2.mid out/a.wav
{
    head -c 50 score.mid
    printf '\377\377\377\377\377\377'
    tail -c +57 score.mid
} >corrupt.mid
refused 'corrupt' 1 'corrupt.mid: byte ' "$program" --strict corrupt.mid out/a.wav
rm -rf out/*

# What can be understood plays: one line for each kind, that names the byte.
mended() {
    mended_what=$1 lines=$2 text=$3
    if ! "$program" -t 0 -r 8000 mended.mid out/mended.wav 2>stderr; then
        failed "$mended_what: $(cat stderr)"
    elif [ "$(wc -l <stderr)" -ne "$lines" ]; then
        failed "$mended_what: $(wc -l <stderr) lines: $(cat stderr)"
    elif ! grep -qF "jawari-render: warning: mended.mid: byte $text" stderr; then
        failed "$mended_what: no \"$text\" in $(cat stderr)"
    else
        ok
    fi
    accepted "$mended_what: quiet" "$program" -q -t 0 -r 8000 mended.mid out/quiet.wav
    expect "$mended_what: the same" cmp out/mended.wav out/quiet.wav
    rm -rf out/*
    refused "$mended_what: strict" 1 'mended.mid: byte ' "$program" --strict mended.mid out/a.wav
    rm -rf out/*
}
head -c $((score_bytes - 1)) score.mid >mended.mid
mended 'cut by a byte' 1 '37: a chunk longer than the rest of the file: read as far as it goes'
cp type2.mid mended.mid
mended 'patterns' 1 '8: type 2 (independent patterns): they are played one after another'
printf 'MThd\0\0\0\6\0\1\0\2\0\140MTrk\0\0\0\13\0\220\75\377\20\75\200\0\377\57\0\1MTrk\0\0\0\0' >mended.mid
mended 'three kinds' 3 '25: a status byte where a data byte belongs (and 1 more): read as 127'
accepted 'its report' "$program" -q -t 0 -r 8000 --report out/r.json mended.mid out/a.wav
equal 'repairs' "$(figure out/r.json score_repairs)" 4
rm -rf out/*
# One tick a quarter note, and End of Track after the longest pause that there is.
printf 'MThd\0\0\0\6\0\0\0\1\0\1MTrk\0\0\0\7\377\377\377\177\377\57\0' >years.mid
refused 'years' 1 'more than 24 hours' "$program" years.mid out/a.wav

########## Instruments, presets, parameters ##########

refused 'unknown instrument' 1 'unknown instrument "sitr"; nearest: sitar' \
    one_note -i sitr out/a.wav
refused 'missing instrument' 1 './none.ini: No such file' one_note -i ./none.ini out/a.wav
: >data/empty.ini
refused 'empty instrument' 1 './data/empty.ini:' one_note -i ./data/empty.ini out/a.wav
for bytes in 100 2000 3000; do
    head -c $bytes "$presets/sitar.ini" >data/cut.ini
    refused "instrument cut to $bytes" 1 './data/cut.ini:' one_note -i ./data/cut.ini out/a.wav
done
head -c 4096 "$program" >data/binary.ini
refused 'binary instrument' 1 './data/binary.ini:' one_note -i ./data/binary.ini out/a.wav
sed 's/^length_mm = .*/length_mm = 88O/' "$presets/sitar.ini" >data/broken.ini
refused 'no number' 1 'length_mm' one_note -i ./data/broken.ini out/a.wav
sed 's/^length_mm = .*/length_mm = -3/' "$presets/sitar.ini" >data/broken.ini
refused 'negative length' 1 'length_mm' one_note -i ./data/broken.ini out/a.wav
refused 'checked instrument' 1 './data/broken.ini:' "$program" --check ./data/broken.ini
refused 'checked with something else' 2 'score.mid: one name too many' \
    "$program" --check sitar score.mid
# A file in this folder by its name, before an installed one of that name.
echo 'not an instrument' >bench.ini
refused 'a file here, checked' 1 './bench.ini:1:' "$program" --check bench.ini
refused 'a file here, played' 1 './bench.ini:1:' one_note -i bench.ini out/a.wav
expect 'the installed one without extension' "$program" --check bench
cp "$presets/bench.ini" mine.ini
cp "$presets/bench-wire.ttl" mine.ttl
expect 'one that is only here' "$program" --check mine.ini
accepted 'and played' one_note -i mine.ini -p mine.ttl out/a.wav
rm -f bench.ini
refused 'over its instrument' 1 'mine.ini: the same file for two uses' \
    one_note -i mine.ini --format wav16 ./mine.ini
refused 'over its preset' 1 'mine.ttl: the same file for two uses' \
    one_note -p ./mine.ttl --report mine.ttl out/a.wav
printf '! equal\nequal\n 1\n100.0\n' >mine.scl
refused 'over its scale' 1 'mine.scl: the same file for two uses' \
    one_note --tuning mine.scl --format wav16 mine.scl
expect 'they stand' sh -c "cmp mine.ini '$presets/bench.ini' && cmp mine.ttl '$presets/bench-wire.ttl'"
"$program" --note 61:100:0.1 -t 0 -p tanpura-drone -i sitar out/a.wav 2>stderr
expect 'a preset of another instrument is told' grep -q 'a preset for another instrument, tanpura' stderr
rm -rf out/*
refused 'a note that it does not have' 1 '--note: 0 is out of reach: sitar has C#2 to C#6' \
    "$program" -t 0 --note 0:100:0.1 out/a.wav
refused 'one of two' 1 '--note: C7 is out of reach: tanpura has C1 to G3' \
    "$program" -t 0 -i tanpura --note C3:100:0.1 --note C7:100:0.1 out/a.wav
refused 'sargam out of reach' 1 "--note: Sa''' is out of reach: tanpura has C1 to G3" \
    "$program" -t 0 -i tanpura --note "Sa'''" out/a.wav
# Sargam is the same as its keys: Sa of the sitar's middle octave is C#4, of a tanpura C3.
for pair in "sitar:Sa':C#5" "sitar:Pa:G#4" 'sitar:komal-Re:D4' 'sitar:Gab:E4' 'sitar:tivra-Ma:G4' \
    'sitar:Ma#:G4' 'sitar:sa,:C#3' 'tanpura:SA:C3' 'tanpura:Pa,:G2'; do
    named=${pair%:*} instrument=${pair%%:*}
    accepted "${named#*:}" "$program" -q -r 8000 -t 0 -i "$instrument" --note "${named#*:}:90:0.1" out/sargam.wav
    accepted "${pair##*:}" "$program" -q -r 8000 -t 0 -i "$instrument" --note "${pair##*:}:90:0.1" out/key.wav
    expect "$pair" cmp out/sargam.wav out/key.wav
done
accepted 'Re of Bhairavi on D' "$program" -q -r 8000 -t 0 --raga bhairavi --sa D --note Re:90:0.1 out/sargam.wav
accepted 'its key' "$program" -q -r 8000 -t 0 --raga bhairavi --sa D --note D#4:90:0.1 out/key.wav
expect 'the same' cmp out/sargam.wav out/key.wav
rm -rf out/*
# A bridge profile sounds as the table of an instrument file does, to the last bit, if the strings are tuned alike:
# by cents in the sections of the strings, as old files have them.
printf '# x, h\n10, -0.002\n22, -0.12\n35, -0.5\n' >rows.csv
sed '/^\[obstacle bridge\]/,/^\[/ {
    s/^kind = bridge/kind = table/
    s/^movable.*//
    s/^radius_mm.*/movable = yes\non_bridge = yes/
    s/^apex_mm.*/node_mm = 10 -0.002\nnode_mm = 22 -0.12/
    s/^height_mm.*/node_mm = 35 -0.5/
}' "$presets/tanpura.ini" >untuned.ini
awk 'FNR == NR { if (/^\[/) section = $0; else if (/_/ && section ~ /^\[string/) cents[section] = cents[section] $0 "\n"; next }
    /^\[/ { printf "%s", cents[section]; section = $0 }
    { print }' "$presets/tuned/tanpura.ini" untuned.ini >table.ini
for quality in 1 4; do
    accepted "a profile, quality $quality" "$program" -q --quality $quality -i tanpura --profile rows.csv \
        --seconds 1 out/profile.wav
    accepted "a table, quality $quality" "$program" -q --quality $quality -i ./table.ini --seconds 1 out/table.wav
    expect "the same bits, quality $quality" cmp out/profile.wav out/table.wav
done
accepted 'no profile' "$program" -q --quality 4 -i tanpura --seconds 1 out/own.wav
expect 'its own bridge is another one' sh -c '! cmp -s out/profile.wav out/own.wav'
mv out/own.wav mine.wav
rm -rf out/*
refused 'over its profile' 1 'rows.csv: the same file for two uses' \
    "$program" -i tanpura --note C3 --profile rows.csv --format wav16 ./rows.csv
refused 'over its input' 1 'mine.wav: the same file for two uses' \
    "$program" -i tanpura --input mine.wav mine.wav
rm -f mine.wav
printf '10 0\n10 0\n' >rows.csv
refused 'a profile that stands still' 1 'rows.csv:2: 10 0 mm: not beyond the previous point' \
    "$program" -i tanpura --note C3 --profile rows.csv out/a.wav
refused 'no profile' 1 'nothing.csv: No such file' \
    "$program" -i tanpura --note C3 --profile nothing.csv out/a.wav
printf '10 0\n' >rows.csv
refused 'no bridge' 1 'rows.csv: Classical guitar has no movable bridge from 10 to 10 mm' \
    "$program" -i guitar --note C3 --profile rows.csv out/a.wav
refused 'unknown string' 1 'no string "zzzz"; it has pa, sa, sa-second, kharaj' \
    "$program" -i tanpura --note c3 --tune zzzz=3 out/a.wav
refused 'no cents' 2 '--tune jor: STRING=CENTS' one_note --tune jor out/a.wav
refused 'unknown preset' 1 'unknown preset "sitar-goll"; nearest: sitar-gol' \
    one_note -p sitar-goll out/a.wav
: >data/empty.ttl
refused 'empty preset' 1 './data/empty.ttl:' one_note -p ./data/empty.ttl out/a.wav
head -c 500 "$presets/sitar-gol.ttl" >data/cut.ttl
refused 'cut preset' 1 './data/cut.ttl:' one_note -p ./data/cut.ttl out/a.wav
refused 'unknown parameter' 2 'unknown parameter "plck_position"; nearest: pluck_position' \
    one_note -s plck_position=0.2 out/a.wav
refused 'no value' 2 'SYMBOL=VALUE' one_note -s gain out/a.wav
for value in abc '' nan inf -inf 1e999 0x10 '3 ' 1,5 '1;2'; do
    refused "gain=$value" 2 'Gain goes from -60 to 24 dB' one_note --set "gain=$value" out/a.wav
done
for value in -61 24.1 1e200; do
    refused "gain=$value" 2 'out of range (Gain goes from -60 to 24 dB)' \
        one_note --set "gain=$value" out/a.wav
done
accepted 'values by name' one_note -s raga=yaman -s pluck_stroke=Finger -s polyphony=mono out/a.wav
rm -rf out/*
accepted 'a raga by another name' one_note -s raga=bhoopali out/a.wav
refused 'no such name' 2 'unknown raga "yamn"; nearest: Yaman' one_note -s raga=yamn out/a.wav
refused 'a parameter as option' 2 'option --pluck-width: a parameter; --set pluck_width=VALUE' \
    one_note --pluck-width 3 out/a.wav
refused 'quality=3' 2 'not one of its values' one_note --set quality=3 out/a.wav
refused '--quality 8' 2 'out of range (Quality goes from 1 to 4)' one_note --quality 8 out/a.wav

########## Options ##########

refused 'no arguments' 2 'SCORE.mid and OUT.wav are missing' "$program"
refused 'no output' 2 'OUT.wav is missing' "$program" score.mid
refused 'ambiguous option' 2 'nearest: limiter, list-instruments, list-presets' \
    one_note --li out/a.wav
refused 'too many' 2 'one file too many' "$program" score.mid out/a.wav more
refused 'note and score' 2 'one file too many' one_note score.mid out/a.wav
refused 'unknown option' 2 'option --qualty: unknown; nearest: quality' \
    one_note --qualty 2 out/a.wav
refused 'unknown letter' 2 'option -x: unknown' one_note -x out/a.wav
refused 'value missing' 2 'needs a value' one_note out/a.wav --report
refused 'value too many' 2 'takes no value' one_note --quiet=1 out/a.wav
for rate in 7999 384001 44100.5 fast nan -48000 ''; do
    refused "rate $rate" 2 'from 8000 to 384000 Hz' one_note -r "$rate" out/a.wav
done
for block in 0 65537 1.5 -1; do
    refused "block $block" 2 'from 1 to 65536 frames' one_note -b "$block" out/a.wav
done
for tail in -1 3601 nan long; do
    refused "tail $tail" 2 'from 0 to 3600 s' one_note -t "$tail" out/a.wav
done
for note in 128 -1 H3 60:0 60:128 60:100:-1 60:100:nan '' : 60:100:1:1; do
    refused "note $note" 2 '--note' "$program" --note "$note" out/a.wav
done
refused 'unknown format' 2 'unknown format "wav12"' one_note --format wav12 out/a.wav
refused 'another extension' 2 'out/a.flac: --format wav16 makes no such file' \
    one_note --format wav16 out/a.flac
refused 'standard output' 2 '-: no file' one_note --format wav16 -
refused 'unknown extension' 2 'out/a.xyz: there is no format by its extension; there are .wav .flac' \
    one_note out/a.xyz
refused 'no extension' 2 'there is no format by its extension' one_note out/a

########## Outputs ##########

refused 'missing folder' 1 'No such file' one_note out/none/a.wav
refused 'a folder as output' 1 'is a directory' one_note --format wav16 out
# A link of our own, so that a fault costs no device.
ln -s /proc/self/fd/1 stdout.wav
refused 'a pipe as output' 1 'not a regular file' \
    sh -c "'$program' --note 61:100:0.1 --format wav16 stdout.wav | cat >/dev/null; exit 1"
expect 'the link to it stays' [ -L stdout.wav ]
refused 'the root as output' 1 '/: is a directory' one_note --format wav16 /
mkfifo pipe.mid pipe.ini pipe.ttl pipe.scl pipe.kbm pipe.wav
printf '! equal\nequal\n 2\n600.0\n2/1\n' >equal.scl
refused 'a pipe as score' 1 'pipe.mid: not a regular file' timeout 20 "$program" pipe.mid out/a.wav
refused 'a pipe as instrument' 1 'pipe.ini: not a regular file' timeout 20 "$program" --note 61 -i ./pipe.ini out/a.wav
refused 'a pipe to check' 1 'pipe.ini: not a regular file' timeout 20 "$program" --check ./pipe.ini
refused 'a pipe as preset' 1 'pipe.ttl: not a regular file' timeout 20 "$program" --note 61 -p ./pipe.ttl out/a.wav
refused 'a pipe as scale' 1 'pipe.scl: not a regular file' timeout 20 "$program" --note 61 --tuning pipe.scl out/a.wav
refused 'a pipe as mapping' 1 'pipe.kbm: not a regular file' \
    timeout 20 "$program" --note 61 --tuning equal.scl --keymap pipe.kbm out/a.wav
refused 'a pipe to write to' 1 'pipe.wav: not a regular file' timeout 20 "$program" --note 61 pipe.wav
refused 'a score without an end' 1 '/dev/zero: not a regular file' timeout 20 "$program" /dev/zero out/a.wav
refused 'a folder as score' 1 'out: Is a directory' timeout 20 "$program" out out/a.wav
refused 'report without folder' 1 'No such file' one_note --report out/none/r.json out/a.wav
refused 'stems into a file' 1 'not a folder' one_note --stems score.mid out/a.wav
refused 'one file for two' 1 'the same file for two uses' one_note --report out/a.wav out/a.wav
refused 'over the score' 1 'the same file for two uses' \
    "$program" --format wav16 score.mid ./score.mid
equal 'the score stands' "$(wc -c <score.mid)" "$score_bytes"
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod 555 locked
    refused 'read-only folder' 1 'ermission denied' one_note locked/a.wav
fi
for format in wav16 wav24 wavfloat flac16 flac24; do
    refused "/dev/full $format" 1 '/dev/full: No space left' one_note --format $format /dev/full
done
expect '/dev/full is still a device' [ -c /dev/full ]
refused 'full report' 1 '/dev/full: No space left' one_note --report /dev/full out/a.wav
for list in --list-params --list-instruments --help; do
    refused "full stdout $list" 1 'standard output' sh -c "'$program' $list >/dev/full"
done

# Units of 512 bytes: little more than the header, and some of the data.
for format in wav16 wav24 wavfloat flac16 flac24; do
    name=out/a.wav
    case $format in flac*) name=out/a.flac ;; esac
    for blocks in 1 20; do
        refused "limit of $blocks blocks, $format" 1 "$name: " sh -c \
            "ulimit -f $blocks; '$program' --note 61:100:1 -t 0 --format $format $name"
    done
done
refused 'limit for the stems' 1 'out/stems/01-baj.wav: ' sh -c \
    "ulimit -f 20; '$program' --note 61:100:1 -t 0 --format wav16 --stems out/stems /dev/null"

########## Closed streams ##########

# A file in a closed stream's place would have in it all that is told.
printf old >out/a.wav
"$program" --note 61:127:3600 -t 3600 --quality 4 out/a.wav <&- >&- 2>&- &
pid=$!
tries=0
while [ "$tries" -lt 300 ] && [ -z "$(find out -name '.jawari-*' -size +20k)" ]; do
    sleep 0.1
    tries=$((tries + 1))
done
for stream in 0 1 2; do
    equal "closed stream $stream" "$(readlink "/proc/$pid/fd/$stream")" /dev/null
done
kill "$pid"
wait "$pid" 2>/dev/null
refused 'closed stdout' 1 'standard output' sh -c "'$program' --list-params >&-"

########## Stopped in the middle ##########

# Starts a long rendering, waits until it has written, sends it a signal. The shell
# has its background programs ignore SIGINT, env undoes that.
stopped_by() {
    printf old >out/a.wav
    env --default-signal=INT "$program" --note 61:127:3600 -t 3600 --quality 4 --format wavfloat out/a.wav 2>stderr &
    pid=$!
    tries=0
    while [ "$tries" -lt 300 ] && [ -z "$(find out -name '.jawari-*' -size +200k)" ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -"$1" "$pid"
    wait "$pid" 2>/dev/null
    status=$?
    equal "SIG$1 after $tries tenths of a second" "$status" "$2"
    equal "SIG$1: old file" "$(cat out/a.wav)" old
}

for signal in INT:130 TERM:143 HUP:129; do
    stopped_by "${signal%:*}" "${signal#*:}"
    equal "SIG${signal%:*}: nothing left" "$(ls -A out)" a.wav
    expect "SIG${signal%:*}: told" grep -q 'interrupted' stderr
done
stopped_by KILL 137
rm -rf out

echo "$n_checks checks, $n_failed failed"
[ "$n_failed" -eq 0 ] && [ "$n_checks" -gt 150 ]
