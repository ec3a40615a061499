package picture_test

import (
	"fmt"

	"github.com/outflank/outflank/dataset/stats/picture"
)

// The pictures say what they show.
func ExampleOf() {
	fmt.Println(picture.Of("curves").About)
	// Output: winners against losers by ply
}
