package text_test

import (
	"fmt"
	"os"

	"github.com/outflank/outflank/engine/runtime/text"
)

func Example() {
	fmt.Println(text.Plural(1, "game"), "of", text.Plural(124326, "game"))
	fmt.Println(text.Percent(3, 8), text.Share(0.453), text.Interval(0.421, 0.485))
	fmt.Println("outflank stats", text.Quote("my games"))
	// Output:
	// 1 game of 124,326 games
	// 37.5 % 45.3 % 42.1–48.5
	// outflank stats 'my games'
}

func ExampleTable() {
	t := text.Table{Out: os.Stdout}
	fmt.Println("The players:")
	t.Row("player", "games", "country")
	t.Row("Tamenori Hideshi", "1,204", "Japan")
	t.Row("Stéphane Nicolet", "87", "France")
	t.Flush()
	// Output:
	// The players:
	//   player            games  country
	//   Tamenori Hideshi  1,204  Japan
	//   Stéphane Nicolet     87  France
}

func ExampleJSON() {
	_ = text.JSON(os.Stdout, struct {
		Games int `json:"games"`
	}{1980})
	// Output:
	// {
	//   "games": 1980
	// }
}
