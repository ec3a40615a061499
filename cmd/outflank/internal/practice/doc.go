// Package practice has the rules of puzzles, cards and opening repertoires, for the terminal and the browser.
package practice
