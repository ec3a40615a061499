// Package train serves puzzles and opening drills by the rules of package practice. The server judges answers
// and computes ratings and cards, but keeps none: a browser keeps its own and sends them along.
package train
