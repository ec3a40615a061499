// Package chart draws the results of commands: heat maps of the board ([Board]), curves with intervals
// ([Lines]), rows of values with intervals ([Dots]), rows of shares of a whole ([Bars]), histograms
// ([Columns]), positions ([Diagram]), and several charts in one picture ([Grid]).
//
//	b := chart.Board{Title: "What a square is worth", Values: weights}
//	err := chart.Write(w, "weights.svg", b)
//
// A chart is a plain value with documented fields, which can be written as PNG or SVG. The same chart always
// gives the same bytes, whatever fonts the machine has: there is no time stamp, and gonum/plot contains the
// outlines of the letters. Colour-blind readers can distinguish the colours too: values use ColorBrewer's
// blue and red, and curves the palette of Okabe and Ito (https://jfly.uni-koeln.de/color/).
package chart
