// Package boards answers with positions: the rules are asked here and nowhere in the page. A
// [Place] is how clients name a position, a [View] is what they get of it.
package boards
