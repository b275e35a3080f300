#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Renders a note of every instrument, and a round of every drone, to out/gallery/: sounds,
# spectrograms and index.html, a page that shows them; what was recorded (tools/recordings.csv) with
# its distance from the recording. --before builds another commit too, and shows those sounds as it
# makes them. Without a name, resonator.html shows sounds before and after they went through strings,
# which is all that --resonator makes. Installs from Debian what is missing.
#
#     sh tools/gallery.sh [--before COMMIT] [INSTRUMENT...]
#     sh tools/gallery.sh --resonator

set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

build='build'
out='out/gallery'
before=''
effect_alone=''
if [ "${1-}" = --resonator ]; then
    effect_alone=yes
    shift
fi
if [ "${1-}" = --before ]; then
    before=${2:?gallery: --before: a commit is missing}
    shift 2
fi

need_to_build
need gnuplot-nox has_program gnuplot
need fonts-dejavu-core test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
install_missing

if [ ! -e "$build/build.ninja" ]; then
    meson setup "$build" --buildtype=release -Dtests=false </dev/null
fi
meson compile -C "$build" </dev/null

# The commit of --before, in a working tree of its own.
if [ -n "$before" ]; then
    rm -rf "$out/before"
    git worktree prune
    git worktree add --force --detach "$out/before" "$before"
    meson setup "$out/before/build" "$out/before" --buildtype=release -Dtests=false </dev/null
    meson compile -C "$out/before/build" </dev/null
fi

# A note that shows the instrument: of its first string, stopped or open.
note_of() {
    case $1 in
    sitar | sitar-gandhar) echo C#4 ;;
    surbahar) echo G#3 ;;
    rudra-veena) echo G3 ;;
    saraswati-veena) echo A3 ;;
    tambura-south) echo E3 ;;
    sarod) echo G4 ;;
    dilruba) echo F3 ;;
    shamisen) echo B2 ;;
    biwa) echo F#3 ;;
    bass | bass-fretless) echo A1 ;;
    guitar) echo E3 ;;
    bench) echo G3 ;;
    wave) echo C2 ;;
    tanpura-female) echo G#3 ;;
    tanpura-instrumental | tanpura-five) echo C4 ;;
    *) echo C3 ;;
    esac
}

# What an instrument's file says under a key of its head.
head_of() {
    sed -n "s/^[[:blank:]]*$2[[:blank:]]*=[[:blank:]]*//p" "presets/$1.ini" | sed 's/ ;.*//' |
        head -n 1
}

# A text as the page has it, between tags and in the quotes of an attribute.
html() {
    printf '%s' "$1" |
        sed "s/&/\\&amp;/g; s/</\\&lt;/g; s/>/\\&gt;/g; s/\"/\\&quot;/g; s/'/\\&#39;/g"
}

# A name as a part of an address.
url() {
    case $1 in
    *[!A-Za-z0-9._-]*) printf '%s' "$1" | od -A n -t x1 -v | tr -d '\n' | tr ' ' '%' ;;
    *) printf '%s' "$1" ;;
    esac
}

# A value of a report.
figure() {
    sed -n "s/^  \"$2\": \([^,]*\),\{0,1\}$/\1/p" "$1"
}

# Recordings of an instrument: name, then what plays the same.
recordings_of() {
    case $1 in
    sitar)
        echo 'sitar-a3 --instrument sitar --note A3:100:3 --seconds 3.2'
        echo 'sitar-g#4 --instrument sitar --note G#4:100:3 --seconds 3.2'
        echo 'sitar-a4 --instrument sitar --note A4:100:3 --seconds 3.2'
        echo 'sitar-c5 --instrument sitar --note C5:100:3 --seconds 3.2'
        ;;
    tanpura) echo 'drone-c-a --preset tanpura-plays --sa C --seconds 40' ;;
    esac
}

# File name, title of its picture, then the renderer's options.
sound() {
    file=$1 title=$2
    shift 2
    echo "Rendering $file"
    "$renderer" --quiet --format flac16 --report "$out/$file.json" "$@" \
        "$out/$file.flac"
    "$build/tools/spectrogram" "$out/$file.flac" "$out/$file.bin" 10000
    gnuplot -c tools/gallery.gp "$out/$file.bin" "$out/$file.png" "$title"
    rm "$out/$file.bin"
}

# A recorded sound by one program: its name in the table, when, then the renderer's options.
beside() {
    name=$1 when=$2
    shift 2
    sound "$name-$when" "$name, $when" "$@"
    apart=$("$build/tools/recorded" tools/recordings.csv "$name" "$out/$name-$when.flac") || apart='no'
    show "$name-$when" "As recorded ($name), $when: distance ${apart%% *} dB"
}

# Every recorded sound of an instrument, before if that was asked for, and now.
recorded() {
    recordings_of "$1" | while read -r name options; do
        # shellcheck disable=SC2086
        if [ -n "$before" ]; then
            renderer="$out/before/build/src/app/jawari-render"
            JAWARI_DATA="$out/before/presets" beside "$name" before $options
            renderer="$build/src/app/jawari-render"
        fi
        # shellcheck disable=SC2086
        beside "$name" now $options
    done
}

# The part of the page that shows a sound.
show() {
    address=$(url "$1") caption=$(html "$2") file=$1
    peak=$(awk "BEGIN { printf \"%.1f\", 20 * log($(figure "$out/$file.json" peak)) / log(10) }")
    cat >>"$out/$page" <<EOF
<figure>
<img src="$address.png" alt="Spectrogram: $caption" width="900" height="420" loading="lazy">
<figcaption>$caption, peak $peak dBFS</figcaption>
<audio controls preload="none" src="$address.flac"></audio>
</figure>
EOF
}

instrument() {
    played=$1
    note=$(note_of "$played")
    {
        echo "<section id=\"$(html "$played")\">"
        echo "<h2>$(html "$(head_of "$played" name)")</h2>"
        echo "<p>$(html "$(head_of "$played" description)")"
        echo "<code>$(html "$played")</code>, $(grep -c '^\[string' "presets/$played.ini") strings</p>"
    } >>"$out/$page"
    sound "$played" "$(head_of "$played" name): $note" --instrument "$played" --note "$note:100:5" --tail 1.5
    show "$played" "One note, $note"
    if grep -q '^\[drone\]' "presets/$played.ini"; then
        sound "$played-drone" "$(head_of "$played" name): a round of the drone" --instrument "$played" \
            --set gain=8 --seconds 7.5
        show "$played-drone" 'A round of the drone'
    fi
    recorded "$played"
    echo '</section>' >>"$out/$page"
}

renderer="$build/src/app/jawari-render"
mkdir -p "$out"

# The beginning of a page with that title.
begin_page() {
    page=$1
    cat >"$out/$page" <<EOF
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>$2</title>
<style>
body { margin: 2rem auto; max-width: 58rem; padding: 0 1rem; background: #faf8f4; color: #222;
       font: 16px/1.5 system-ui, sans-serif; }
h1, h2 { font-weight: 600; line-height: 1.2; }
h1 { font-size: 2rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .3rem; }
p { margin: .3rem 0 1rem; max-width: 44rem; }
code { background: #eee8dc; border-radius: 3px; padding: 0 .3em; }
nav a { margin-right: .8em; color: #9a3412; }
figure { margin: 0 0 1.5rem; }
img { width: 100%; height: auto; border: 1px solid #ddd6c8; background: #fff; }
figcaption { color: #555; font-size: .9rem; }
audio { width: 100%; margin-top: .3rem; }
</style>
<h1>$2</h1>
EOF
}

# A sound that went into the strings of a preset, or by them: file, caption, input, preset.
driven() {
    file=$1 caption=$2 input=$3 preset=$4
    sound "$file" "$caption" --preset "presets/resonator/$preset.ttl" --input "$input" --seconds 6
    show "$file" "$caption"
}

# The page of the resonator: what comes in, and what strings make of it.
effect_page() {
    begin_page resonator.html 'Jawari: any sound into the strings'
    cat >>"$out/$page" <<'EOF'
<p>A guitar note, a voice and drums, made by this project's own programs, before and after they
pushed the bridge of an instrument. Nothing is added: no reverberation, no equaliser.</p>
EOF
    "$build/tools/sources" voice "$out/voice.wav"
    "$build/tools/sources" drums "$out/drums.wav"
    "$renderer" --quiet --format wav16 --instrument guitar --note E3:110:2 --set gain=6 --seconds 4 "$out/guitar.wav"
    for source in guitar voice drums; do
        echo "<h2>$source</h2>" >>"$out/$page"
        sound "$source-before" "$source, as it is" --instrument sitar --input "$out/$source.wav" \
            --set wet=-60 --seconds 4
        show "$source-before" "$source, as it is"
        case $source in
        guitar) presets='sitar-whole tanpura-halo sitar-buzz' ;;
        voice) presets='veena-voice sitar-yaman tanpura-cloud' ;;
        *) presets='drum-body sitar-taraf frozen' ;;
        esac
        for preset in $presets; do
            driven "$source-$preset" "$source into $preset" "$out/$source.wav" "$preset"
        done
    done
    echo '</html>' >>"$out/$page"
    echo "Page: $out/$page"
}


if [ -n "$effect_alone" ]; then
    effect_page
    exit
fi
begin_page index.html 'Jawari: the instruments'
cat >>"$out/$page" <<'EOF'
<p>A note of each, as its file says and with nothing added: no reverberation, no equaliser. The
pictures show the level of each frequency over time, 90 dB deep. Where a string buzzes, its high
partials stay or return while the low ones decay: look for the curve that falls through them.</p>
EOF

named=${1-}
if [ $# -eq 0 ]; then
    set -- sitar sitar-gandhar surbahar rudra-veena saraswati-veena tanpura tanpura-female \
        tanpura-instrumental tanpura-five tambura-south sarod dilruba shamisen biwa bass \
        bass-fretless guitar bench tanpura-point wave
fi
{
    echo '<nav>'
    for name in "$@"; do
        echo "<a href=\"#$(url "$name")\">$(html "$(head_of "$name" name)")</a>"
    done
    echo '</nav>'
} >>"$out/$page"
for name in "$@"; do
    instrument "$name"
done
echo '</html>' >>"$out/$page"
echo "Page: $out/$page"
if [ -z "$named" ]; then
    effect_page
fi
