// Package analysis serves the values of moves: live values of a position while a search deepens, and the
// review of a whole game. Values are disc differences for the side to move.
//
// All searches share one [Pool], so that no analysis blocks other analyses or requests.
package analysis
