package dataset

import (
	"context"
	"iter"
	"runtime"
)

// ImportOptions are the settings of [Import]; the zero value is a good one.
type ImportOptions struct {
	Options      // tables to write and metadata to store
	Strict  bool // stop at the first bad game and leave the directory as it was
	Workers int  // goroutines that replay games, 0 = one for each processor; the tables do not depend on it
}

// A Summary says what an import has read so far. Games left out count in Records,
// Bad and Illegal only. Its JSON fields are stable.
type Summary struct {
	Games         int `json:"games"`          // games in the table
	Plies         int `json:"plies"`          // their moves
	Passes        int `json:"passes"`         // forced passes between them
	Finished      int `json:"finished"`       // games that end because neither side can move
	Unfinished    int `json:"unfinished"`     // games whose moves stop before
	Illegal       int `json:"illegal"`        // games left out for an illegal move
	ScoreMismatch int `json:"score_mismatch"` // finished games whose recorded score is not the replayed one
	BlackWins     int `json:"black_wins"`     // by recorded score
	Draws         int `json:"draws"`
	WhiteWins     int `json:"white_wins"`

	Records  int          `json:"records"`   // games read, bad ones included
	Files    int          `json:"files"`     // game files read to their end
	BadCount int          `json:"bad_count"` // games left out
	Bad      []*GameError `json:"bad"`       // the first of them, at most 100

	Notes []string `json:"notes"` // what Sources.Notes said
}

// maxBad is the number of bad games that a summary names.
const maxBad = 100

// add counts a game that goes into the table.
func (s *Summary) add(g *Game) {
	s.Games++
	s.Records++
	s.Plies += len(g.Moves)
	s.Passes += g.Passes
	if g.Status == Complete {
		s.Finished++
		if g.Score != g.Replayed {
			s.ScoreMismatch++
		}
	} else {
		s.Unfinished++
	}
	switch {
	case g.Score > 0:
		s.BlackWins++
	case g.Score < 0:
		s.WhiteWins++
	default:
		s.Draws++
	}
}

// leaveOut counts a bad game.
func (s *Summary) leaveOut(e *GameError) {
	s.Records++
	s.BadCount++
	if e.illegal() {
		s.Illegal++
	}
	if len(s.Bad) < maxBad {
		s.Bad = append(s.Bad, e)
	}
}

// merge adds what t counted.
func (s *Summary) merge(t *Summary) {
	s.Games += t.Games
	s.Plies += t.Plies
	s.Passes += t.Passes
	s.Finished += t.Finished
	s.Unfinished += t.Unfinished
	s.Illegal += t.Illegal
	s.ScoreMismatch += t.ScoreMismatch
	s.BlackWins += t.BlackWins
	s.Draws += t.Draws
	s.WhiteWins += t.WhiteWins
	s.Records += t.Records
	s.BadCount += t.BadCount
	s.Bad = append(s.Bad, t.Bad[:min(len(t.Bad), maxBad-len(s.Bad))]...)
}

// Import reads the sources and makes the tables of a directory of them. It yields
// the summary so far every few hundred games, for a progress bar, and the whole one
// last, after the tables have been committed. Bad games are left out and named in
// the summary.
//
// An error comes with the summary so far and ends the import; the directory is
// left as it was, as it is when the caller stops early or ctx ends. Errors are those
// of Create and Commit; that of a bad file, which wraps a *wthor.FormatError or
// what the file system said; when Strict is set a *GameError; and that of ctx.
func Import(ctx context.Context, src Sources, dir string, opt ImportOptions) iter.Seq2[Summary, error] {
	return func(yield func(Summary, error) bool) {
		imp := importer{opt: opt, sum: Summary{Bad: []*GameError{}, Notes: append([]string{}, src.Notes...)}}
		var err error
		if imp.w, err = Create(dir, opt.Options); err != nil {
			yield(imp.sum, err)
			return
		}
		defer imp.w.Abort()
		for b := range src.batches(ctx, opt.Workers) {
			if err := imp.take(&b); !yield(imp.sum, err) || err != nil {
				return
			}
		}
		if err = ctx.Err(); err == nil {
			_, err = imp.w.Commit()
		}
		yield(imp.sum, err)
	}
}

// An importer takes batches to a Writer and counts.
type importer struct {
	w   *Writer
	opt ImportOptions
	sum Summary
	bad int // bad games of the file that is being read
}

func (i *importer) take(b *batch) error {
	i.sum.merge(&b.sum)
	if i.opt.Strict && len(b.bad) > 0 {
		return b.bad[0]
	}
	for _, g := range b.games {
		if err := i.w.Write(g); err != nil {
			return err
		}
	}
	i.bad += len(b.bad)
	if b.end != nil {
		i.finishFile(*b.end)
	}
	if b.names != nil {
		return i.addNames(b.names)
	}
	return b.err
}

// finishFile notes a source that has been read.
func (i *importer) finishFile(s Source) {
	if s.Kind == "games" {
		s.Bad, i.bad = i.bad, 0
		i.sum.Files++
	}
	i.w.AddSource(s)
}

// addNames stores the labels of a names file.
func (i *importer) addNames(n *names) error {
	if n.source.Kind == "players" {
		return i.w.AddPlayers(n.source.Name, n.labels)
	}
	return i.w.AddTournaments(n.source.Name, n.labels)
}

func defaultWorkers() int { return runtime.GOMAXPROCS(0) }
