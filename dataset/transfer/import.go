package transfer

import (
	"context"
	"fmt"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

// ImportOptions are the settings of [Import]. The zero value selects good defaults.
type ImportOptions struct {
	store.Options      // formats of the tables, and metadata to store
	Strict        bool // stop at the first bad game and leave the directory unchanged
	// Goroutines that replay games, which do not affect the tables; 0 = one per processor.
	Workers int

	// Update keeps the games of the directory and replaces only the sources that are read, identified by name.
	// Summary.Changes lists the changes. Without Formats, it keeps the existing formats.
	//
	// Ids stay the same. A game that is read gets the id of the game from the same source with the same content
	// (moves, start, ids of players and tournament, scores, year), failing that with the same moves, and failing
	// that with the same players in the same tournament. If several games are equal, they are matched in order.
	// Any other game is new and gets an id greater than any that was ever used there (Manifest.NextID), so the
	// id of a removed game is never reused.
	//
	// Games from sources that are not read stay unchanged, except that they get new labels if their names file
	// is read, and text files the ids of players ([dataset.People]). The same tables and the same files give the
	// same bytes, and importing the same files again changes nothing. But ids depend on the history of a
	// directory: a new import of all files numbers the games from 0.
	Update bool
}

// A Summary summarises an import so far. Games left out count only in Records, Bad and Illegal. Its JSON
// fields are stable.
type Summary struct {
	Games         int `json:"games"`          // number of games in the table
	Plies         int `json:"plies"`          // number of their moves
	Passes        int `json:"passes"`         // forced passes between the moves
	Finished      int `json:"finished"`       // games that end because neither side can move
	Unfinished    int `json:"unfinished"`     // games whose moves stop early
	Illegal       int `json:"illegal"`        // games left out because of an illegal move
	NoResult      int `json:"no_result"`      // unfinished games whose source states no result
	ScoreMismatch int `json:"score_mismatch"` // finished games whose recorded score differs from the replayed score
	BlackWins     int `json:"black_wins"`     // by recorded score
	Draws         int `json:"draws"`
	WhiteWins     int `json:"white_wins"`

	Aliases      int `json:"aliases"`       // players of games whose names were aliases (Sources.Aliases)
	KnownPlayers int `json:"known_players"` // players of games in text files that are players of a names file

	Records  int                  `json:"records"`   // games read, including bad ones
	Files    int                  `json:"files"`     // game files read to the end
	BadCount int                  `json:"bad_count"` // number of games left out
	Bad      []*dataset.GameError `json:"bad"`       // the first games left out, at most 100

	Notes []string `json:"notes"` // the notes from Sources

	Changes *Changes `json:"changes,omitempty"` // changes made by an update; nil = nothing to update
}

// maxBad is the maximum number of bad games listed in a summary.
const maxBad = 100

// add counts a game for the table.
func (s *Summary) add(g *dataset.Game) {
	s.Games++
	s.Records++
	s.Plies += len(g.Moves)
	s.Passes += g.Passes
	if g.Status == dataset.Complete {
		s.Finished++
		if !g.NoResult && g.Score != g.Replayed {
			s.ScoreMismatch++
		}
	} else {
		s.Unfinished++
	}
	switch {
	case g.NoResult:
		s.NoResult++
	case g.Score > 0:
		s.BlackWins++
	case g.Score < 0:
		s.WhiteWins++
	default:
		s.Draws++
	}
}

// leaveOut counts a bad game.
func (s *Summary) leaveOut(e *dataset.GameError) {
	s.Records++
	s.BadCount++
	if e.Illegal() {
		s.Illegal++
	}
	if len(s.Bad) < maxBad {
		s.Bad = append(s.Bad, e)
	}
}

// merge adds the counts of t.
func (s *Summary) merge(t *Summary) {
	s.Games += t.Games
	s.Plies += t.Plies
	s.Passes += t.Passes
	s.Finished += t.Finished
	s.Unfinished += t.Unfinished
	s.Illegal += t.Illegal
	s.NoResult += t.NoResult
	s.ScoreMismatch += t.ScoreMismatch
	s.BlackWins += t.BlackWins
	s.Draws += t.Draws
	s.WhiteWins += t.WhiteWins
	s.Aliases += t.Aliases
	s.KnownPlayers += t.KnownPlayers
	s.Records += t.Records
	s.BadCount += t.BadCount
	s.Bad = append(s.Bad, t.Bad[:min(len(t.Bad), maxBad-len(s.Bad))]...)
}

// check returns an error if no game is left. Empty tables must not replace other tables, and if all records
// are bad, the format was misidentified.
func (s *Summary) check(src Sources) error {
	switch {
	case s.Games > 0:
		return nil
	case s.BadCount > 0:
		return fmt.Errorf("transfer: %w is left: all %d are bad, the first because %w", dataset.ErrNoGames,
			s.BadCount, s.Bad[0])
	}
	name := src.Files[0].Path
	if n := len(src.Files) - 1; n > 0 {
		name += fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("transfer: %s: %w is in it", name, dataset.ErrNoGames)
}

// Import reads the sources and writes their games as tables to a directory. It yields the summary so far
// every few hundred games, for a progress bar, and the final summary after committing the tables. It leaves
// out bad games and lists them in the summary.
//
// An error comes with the summary so far and ends the import. In this case, or if the caller stops early or
// ctx ends, the directory does not change. Possible errors are those of Create, Commit and ctx; the error of
// a bad file, which wraps a [*wthor.FormatError] or a file system error; a [*dataset.GameError] if Strict is
// set; and [dataset.ErrNoGames] if no game is left.
func Import(ctx context.Context, src Sources, dir string, opt ImportOptions) iter.Seq2[Summary, error] {
	return func(yield func(Summary, error) bool) {
		imp := importer{opt: opt, sum: Summary{Bad: []*dataset.GameError{},
			Notes: append([]string{}, src.Notes...)}}
		var err error
		if opt.Update && len(opt.Formats) == 0 {
			opt.Formats = store.FormatsOf(dir)
		}
		if imp.w, err = store.Create(dir, opt.Options); err != nil {
			yield(imp.sum, err)
			return
		}
		defer imp.w.Abort()
		if err := imp.startUpdate(dir, src); err != nil {
			yield(imp.sum, err)
			return
		}
		if imp.old != nil {
			src.people = imp.old.people
		}
		defer imp.stop()
		for b := range src.batches(ctx, opt.Workers) {
			if err := imp.take(&b); !yield(imp.sum, err) || err != nil {
				return
			}
		}
		if err = ctx.Err(); err == nil {
			err = imp.sum.check(src)
		}
		if err == nil {
			err = imp.commit()
		}
		yield(imp.sum, err)
	}
}

// An importer passes batches to a Writer and counts games.
type importer struct {
	w   *store.Writer
	opt ImportOptions
	sum Summary
	bad int      // bad games of the current file
	old *updater // nil = nothing to keep
}

// startUpdate reads the tables to keep.
func (i *importer) startUpdate(dir string, src Sources) (err error) {
	if i.opt.Update {
		i.old, err = startUpdate(dir, src)
	}
	if i.old != nil {
		i.sum.Changes = i.old.changes
	}
	return err
}

func (i *importer) stop() {
	if i.old != nil {
		i.old.stop()
	}
}

// commit moves the new tables into place.
func (i *importer) commit() error {
	if i.old != nil {
		if err := i.old.finish(i.w); err != nil {
			return err
		}
	}
	_, err := i.w.Commit()
	return err
}

func (i *importer) take(b *batch) error {
	i.sum.merge(&b.sum)
	if i.opt.Strict && len(b.bad) > 0 {
		return b.bad[0]
	}
	if err := i.write(b.games); err != nil {
		return err
	}
	i.bad += len(b.bad)
	if b.end != nil {
		if err := i.finishFile(*b.end); err != nil {
			return err
		}
	}
	if b.names != nil {
		return i.addNames(b.names)
	}
	return b.err
}

// write numbers and writes games. In an update, it buffers them until all games of the source have been read.
func (i *importer) write(games []dataset.Game) error {
	if i.old != nil {
		i.old.fresh = append(i.old.fresh, games...)
		return nil
	}
	for _, g := range games {
		if err := i.w.Write(g); err != nil {
			return err
		}
	}
	return nil
}

// finishFile records a source that has been read.
func (i *importer) finishFile(s store.Source) error {
	if s.Kind == "games" {
		s.Bad, i.bad = i.bad, 0
		i.sum.Files++
	}
	i.w.AddSource(s)
	if s.Kind == "games" && i.old != nil {
		return i.old.finishFile(i.w, s)
	}
	return nil
}

// addNames stores the labels of a names file.
func (i *importer) addNames(n *names) error {
	if n.source.Kind == "players" {
		return i.w.AddPlayers(n.source.Name, n.labels)
	}
	return i.w.AddTournaments(n.source.Name, n.labels)
}
