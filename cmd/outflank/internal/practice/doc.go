// Package practice has the rules by which people practise, in the terminal and in the browser: ratings of
// puzzles, boxes of cards, and opening repertoires.
package practice
