package practice

import "time"

// A Card is the state of a position. Cards are in boxes (Leitner, So lernt man lernen, 1972): a right answer
// moves a card to the next box, a wrong one back to box 0. Where Leitner limits the number of cards in a box,
// cards of box n are due 2^(n-1) days after the answer, and those of box 0 at once.
type Card struct {
	Box int    `json:"box" doc:"number of right answers since the last wrong one, at most 8"`
	Due string `json:"due" doc:"day on which the position is asked again" example:"2026-07-31"`
}

// LastBox is the highest box.
const LastBox = 8

// Next returns the card after an answer.
func (c Card) Next(right bool, now time.Time) Card {
	if !right {
		return Card{0, Day(now, 0)}
	}
	return Card{min(c.Box+1, LastBox), Day(now, 1<<min(c.Box, LastBox-1))}
}

// Day returns the day some days after a time. Days compare as texts.
func Day(t time.Time, days int) string { return t.AddDate(0, 0, days).Format(time.DateOnly) }
