// Package text formats numbers, tables and JSON for people and scripts, in English and in a uniform style. It
// also reads text with size limits, and suggests corrections for misspelt names:
//
//	fmt.Println(text.Plural(1980, "game"), text.Percent(3, 8)) // 1,980 games 37.5 %
//
//	for line, err := range text.Lines(file, 1<<16) { // without a limit, one line can exhaust the memory
//		…
//	}
//
//	fmt.Errorf("there is no agent %q%w", name, text.Meant(name, known)) // …: did you mean engine?
//
// The package is independent of the game.
package text
