// Package analysis answers what moves are worth: of a position, while a search deepens, and of
// all moves of a game. Values are disc differences for the side that moves.
//
// All searches share one [Pool], so that many pages that look at positions leave time for each other
// and for everything else that the server answers.
package analysis
