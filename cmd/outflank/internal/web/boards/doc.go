// Package boards answers with positions. It applies the rules of the game, so that no page needs to know
// them. The package position describes them.
package boards
