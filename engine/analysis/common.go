package analysis

import (
	"time"
)

// Err reads the clock. To wait for the end lets the timer fire.
func (p punctual) Err() error {
	if !time.Now().Before(p.deadline) {
		<-p.Done()
	}
	return p.Context.Err()
}
