// Package boards answers with positions: the rules are here, and no page has them. A [Place] names a position
// in a request, a [View] describes it in the answer.
package boards
