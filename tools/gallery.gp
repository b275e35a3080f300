# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# The picture of one sound of the gallery.
#
#     gnuplot -c tools/gallery.gp SPECTROGRAM.bin OUT.png TITLE

set terminal pngcairo size 1800,840 font 'sans,22' background '#ffffff'
set output ARG2
set title ARG3 noenhanced
set tics out nomirror
set border lc rgb '#444444'
set xlabel 'time [s]'
set ylabel 'frequency [kHz]'
set cblabel 'level under the loudest [dB]'
set cbrange [-90:0]
set palette defined (0 '#000004', 20 '#1b0c41', 40 '#781c6d', 60 '#cf4446', 80 '#fb9b06', 100 '#fcffa4')
set autoscale xfix
set yrange [0:10]
plot ARG1 using 1:($2/1000):3 binary matrix with image notitle
