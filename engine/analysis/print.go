package analysis

import (
	"fmt"
)

// String says what the file and the search say.
func (c *theoryCheck) String() string {
	text := fmt.Sprintf("theoretical score with %d empty squares: %+d for black", c.Empties, c.Recorded)
	switch {
	case c.Found == nil:
		return text + ", not searched so far"
	case c.differs():
		return text + fmt.Sprintf(", but best play gives %+g", *c.Found)
	}
	return text + ", confirmed"
}
