// Package position describes positions for a page: a [Place] names one in a request, a [View] shows its board
// and legal moves, and [Values] are the values of its moves. The server answers with them, and so does the
// program that runs inside a page, so this package needs little more than the rules.
package position
