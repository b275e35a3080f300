# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# The picture of the demonstration: spectrogram above, string and bridge below.
#
#     gnuplot -c tools/plot_demo.gp SPECTROGRAM.bin SHAPES.csv OUT.png

set terminal pngcairo size 1000,781 font 'sans,10' background '#ffffff'
set output ARG3
set multiplot
set tics out nomirror
set border lc rgb '#444444'

set origin 0, 0.46
set size 1, 0.54
set lmargin 11
set rmargin 14
set title 'Sitar over tanpura: level of each frequency over time'
set xlabel 'time [s]'
set ylabel 'frequency [kHz]' offset 1
set cblabel 'level under the loudest [dB]' offset 1
set cbrange [-90:0]
set palette defined (0 '#000004', 20 '#1b0c41', 40 '#781c6d', 60 '#cf4446', 80 '#fb9b06', 100 '#fcffa4')
set autoscale xfix
set yrange [0:10]
plot ARG1 using 1:($2/1000):3 binary matrix with image notitle

# Block 0 of the table is the bridge, each later one the string at an instant. Columns:
# what, time after the stroke [ms], x from the bridge end [mm], height [um].
set datafile separator ','
set grid lc rgb '#dddddd' lt 1
set style data lines
stats ARG2 using 3 nooutput
last = STATS_blocks - 1
array colour[8] = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7570b3', '#666666']
label(block) = system(sprintf("awk -F, -v b=%d '/^$/ { if (!gap) n++; gap = 1; next } { gap = 0 } n == b { print $2; exit }' '%s'", block, ARG2))

set autoscale x
set autoscale y
set origin 0, 0
set size 0.46, 0.46
set rmargin 3
set title 'The whole string at instants of one period'
unset key
set xlabel 'distance from the bridge end [mm]'
set ylabel 'height over the line between its ends [mm]' offset 1
set xrange [0:*]
plot for [i = 1:last] ARG2 index i using 3:($4/1000) lw 2 lc rgb colour[i]

set origin 0.46, 0
set size 0.54, 0.46
set title 'The same instants over the bridge'
set ylabel 'height [µm]' offset 1
set xrange [0:30]
set yrange [-120:60]
set key outside right center samplen 1.5 title "ms after\nthe stroke"
set rmargin 15
set label 1 'bridge' at 6, -90 front tc rgb '#5a3f22'
plot ARG2 index 0 using 3:4 with filledcurves y1=-120 fs solid 0.35 lc rgb '#8c6d46' notitle, \
     for [i = 1:last] ARG2 index i using 3:4 lw 2 lc rgb colour[i] title label(i)
unset multiplot
