// Package boards answers with positions. It applies the rules of the game, so that no page needs to know
// them. A [Place] names a position in a request; a [View] describes it in the answer.
package boards
