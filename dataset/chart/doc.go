// Package chart draws the results of commands: numbers per square as a heat map of the board ([Board]),
// curves with their intervals ([Lines]), values with their intervals in rows ([Dots]), shares of a whole in
// rows ([Bars]), a distribution ([Columns]), positions ([Diagram]), and several charts as one picture
// ([Grid]).
//
//	b := chart.Board{Title: "What a square is worth", Values: weights}
//	err := chart.Write(w, "weights.svg", b)
//
// A chart is a plain value with documented fields; it is written as PNG or SVG. The same chart always gives
// the same bytes, whatever fonts the machine has: there is no time stamp, and the outlines of the letters
// come with gonum/plot. Colour-blind people can distinguish the colours too: blue and red of ColorBrewer for
// values, and the palette of Okabe and Ito (https://jfly.uni-koeln.de/color/) for curves.
package chart
