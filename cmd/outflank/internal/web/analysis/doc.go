// Package analysis serves the values of moves: of a position, while a search deepens, and of all moves of a
// game. Values are disc differences for the side that moves.
//
// All searches share one [Pool], so that pages that analyse positions leave time for each other and for all
// other requests.
package analysis
