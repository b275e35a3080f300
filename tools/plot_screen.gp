# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# A terminal's screen, from its text, as a picture. Blanks that begin a line get lost unless they are
# no-break spaces:
#
#     sed 's/ /\xc2\xa0/g' SCREEN.txt > BLANKS.txt
#     gnuplot -c tools/plot_screen.gp BLANKS.txt OUT.png

set terminal pngcairo size 740,410 font 'DejaVu Sans Mono,11' background '#101418'
set output ARG2
unset border
unset tics
unset key
set margins 1, 1, 1, 1
set datafile separator "\001"
set xrange [0:1]
set yrange [-21.5:0.5]
plot ARG1 using (0):(-$0 - 0.5):1 with labels left noenhanced textcolor rgb '#d8dee4'
