package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/transfer"
)

// whoPlayed lists the players of a table with their ids.
func whoPlayed(t testing.TB, dir string) (list []string) {
	t.Helper()
	for _, g := range all(t, mustOpen(t, dir)) {
		list = append(list, fmt.Sprintf("%s %d – %s %d", g.Black, g.BlackID, g.White, g.WhiteID))
	}
	return list
}

// TestPlayersOfTextFiles: a player of a text file is the player of the names file with the same words, or the
// one that an alias names. The order of the imports does not matter.
func TestPlayersOfTextFiles(t *testing.T) {
	dir := t.TempDir()
	games, text := filepath.Join(dir, "games"), filepath.Join(dir, "text.csv")
	if err := os.Mkdir(games, 0o777); err != nil {
		t.Fatal(err)
	}
	writeGames(t, filepath.Join(games, "WTH_2001.wtb"), 2001, numbered(t, "f5d6c3", 1))
	writePlayers(t, filepath.Join(games, "WTHOR.JOU"), "???", "Préval Yves", "Ya Er", "Er Ya", "Thor (quin)")
	content := `moves,black,white,black_id
f5d6,"PREVAL, Yves",Er Ya,
f5d6,Yves,Ya-Er,
f5d6,(quin) Thor,???,
f5f6,tiger78,Ann Bee,
f5f4,Yves Preval,Cy,7
`
	if err := os.WriteFile(text, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Préval Yves 1 – Er Ya -1", // two players have these words
		"Yves -1 – Ya-Er -1",
		"(quin) Thor -1 – ??? -1", // a program
		"Préval Yves 1 – Ann Bee -1",
		"Yves Preval 7 – Cy -1", // the file says who it is
	}
	wthor := "Préval Yves 1 – ??? 0"

	both, err := transfer.FindSources(games, text)
	if err != nil {
		t.Fatal(err)
	}
	both.Aliases = map[string]string{"tiger78": "YVES PRÉVAL", "nothing": "new"}
	once := filepath.Join(dir, "once")
	sum := mustImport(t, both, once, transfer.ImportOptions{})
	if sum.KnownPlayers != 2 || sum.Aliases != 1 {
		t.Errorf("%d known players, %d aliases", sum.KnownPlayers, sum.Aliases)
	}
	if diff := cmp.Diff(append(want, wthor), whoPlayed(t, once)); diff != "" {
		t.Error(diff)
	}

	textOnly := find(t, text)
	textOnly.Aliases = both.Aliases
	later := filepath.Join(dir, "later")
	mustImport(t, textOnly, later, transfer.ImportOptions{})
	if got := whoPlayed(t, later); got[0] != "PREVAL, Yves -1 – Er Ya -1" {
		t.Errorf("without a names file: %s", got[0])
	}
	if c := update(t, later, games); c.Relabelled != 2 || c.Kept != 5 {
		t.Errorf("%+v", c)
	}
	if diff := cmp.Diff(whoPlayed(t, once), whoPlayed(t, later)); diff != "" {
		t.Error(diff)
	}
	sum = mustImport(t, textOnly, later, transfer.ImportOptions{Update: true})
	if c := sum.Changes; c.Same != 5 || c.Kept != 1 || sum.KnownPlayers != 2 {
		t.Errorf("the same again: %+v", sum)
	}
}
