package fault_test

import (
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A kind of error says whose fault it is, however it is wrapped.
func Example() {
	var errEmpty error = fault.Kind("no games")
	err := fmt.Errorf("import: a.pgn: %w", errEmpty)
	fmt.Println(err, fault.IsBadInput(err), fault.IsMisuse(err), errors.Is(err, errEmpty))

	err = fault.Misusef("--top %d: want 0 or more", -1)
	fmt.Println(err, fault.IsBadInput(err), fault.IsMisuse(err))
	// Output:
	// import: a.pgn: no games true false true
	// --top -1: want 0 or more false true
}

// A setting that makes no sense is misuse, a file that it names bad input.
func ExampleSetting() {
	err := fault.Setting("depth", 70, "want 1 to %d", 60)
	fmt.Println(err, fault.IsMisuse(err))

	err = fault.Setting("openings", "xot.txt", "%w", fault.Kind("no games"))
	fmt.Println(err, fault.IsMisuse(err), fault.IsBadInput(err))
	// Output:
	// depth 70: want 1 to 60 true
	// openings xot.txt: no games false true
}
