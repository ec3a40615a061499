package stats_test

import (
	"fmt"

	"github.com/outflank/outflank/dataset/stats"
)

// The pictures say what they show.
func ExamplePictureOf() {
	fmt.Println(stats.PictureOf("curves").About)
	// Output: winners against losers by ply
}
