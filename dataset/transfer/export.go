package transfer

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/wthor"
)

// ExportOptions are the settings of [ExportWthor]. The zero value selects good defaults.
type ExportOptions struct {
	Strict  bool // stop at the first rejected game and write nothing
	Replace bool // remove other WTHOR files in the directory

	// Date is the year, month and day for the headers of new or changed files. Zeros keep the date of the old
	// header, if there is one.
	Date [3]int
}

// An ExportSummary summarises an export. Its JSON fields are stable.
type ExportSummary struct {
	Games        int            `json:"games"`         // number of games written
	Identical    int            `json:"identical"`     // number of files byte-identical to the imported ones
	Files        []ExportedFile `json:"files"`         // files written
	RefusedCount int            `json:"refused_count"` // number of games left out
	Refused      []*RefusedGame `json:"refused"`       // the first games left out, at most 100
	Notes        []string       `json:"notes"`         // data missing from the files
}

// NoGames returns an error that wraps [dataset.ErrNoGames] if no games were exported, otherwise nil.
func (s *ExportSummary) NoGames() error {
	switch {
	case s.Games > 0:
		return nil
	case s.RefusedCount > 0:
		return fmt.Errorf("transfer: %w is left: the format can hold none of %d, the first because %w",
			dataset.ErrNoGames, s.RefusedCount, s.Refused[0])
	}
	return fmt.Errorf("transfer: %w to write", dataset.ErrNoGames)
}

// An ExportedFile is a file written by an export.
type ExportedFile struct {
	Name      string `json:"name"`      // path in the directory, with slashes
	Kind      string `json:"kind"`      // "games", "players" or "tournaments"
	Records   int    `json:"records"`   // number of games or names
	New       int    `json:"new"`       // number of new ones: names with new ids, or games without a source file
	Identical bool   `json:"identical"` // equals the imported file of that name byte for byte
}

// A RefusedGame is a game that a format cannot store.
type RefusedGame struct {
	ID     int64  `json:"id"`     // of the game
	Source string `json:"source"` // its source
	Record int    `json:"record"`
	Reason string `json:"reason"`
}

// Error names the game and the reason.
func (e *RefusedGame) Error() string {
	from := ""
	if e.Source != "" {
		from = fmt.Sprintf(" (%s, record %d)", e.Source, e.Record+1)
	}
	return fmt.Sprintf("transfer: the game of id %d%s: %s", e.ID, from, e.Reason)
}

// ExportWthor writes games as WTHOR files to a directory, which it creates if necessary: game files (.wtb),
// players (.jou) and tournaments (.trn). An imported file without bad games is reproduced byte for byte.
//
// A game from a source in the manifest returns to that file, with its ids. Every other game is new. It is
// appended to the file of its year, turned so that it begins with f5 as the format requires. Its players and
// its tournament get the ids of their labels, or the next free ids if the labels are new; a player without a
// name gets id 0. An id of -1 in a game from a known source is resolved in the same way. If there is no names
// file, WTHOR.JOU and WTHOR.TRN start with the format's names for unknown players and tournaments, "???" and
// "Diverses parties".
//
// A game that the format cannot store is rejected, and left out unless opt.Strict is set. It is rejected if
// [dataset.Game.Wthor] returns an error, if the game is illegal, or if its year or the depth of its
// theoretical score differs from the header's. It is also rejected if a label differs from that of its id, or
// if a new label does not fit in ISO-8859-1 or is longer than 19 bytes for players or 25 for tournaments. An
// unknown theoretical score becomes the actual one.
//
// If no game is left, nothing is written and the error wraps [dataset.ErrNoGames]. The files are a set,
// because games refer to names by number: [durable.ReplaceSet] writes all or none, and FindSources rejects
// the remains of an interrupted export. If the directory contains other WTHOR files, the error is
// [durable.ErrOtherFiles]; opt.Replace removes them. The export takes 68 bytes of memory per game.
func ExportWthor(games *store.Games, dir string, opt ExportOptions) (ExportSummary, error) {
	e, err := newExporter(games, opt)
	if err != nil {
		return ExportSummary{}, err
	}
	for g, err := range games.All() {
		if err != nil {
			return e.sum, err
		}
		if err := e.add(g); err != nil {
			return e.sum, err
		}
	}
	if err := e.sum.NoGames(); err != nil {
		return e.sum, err
	}
	return e.sum, e.write(dir)
}

// An exporter collects the files of an export.
type exporter struct {
	opt     ExportOptions
	part    bool // only some of the games are exported
	files   []*exportGames
	names   []*exportNames
	sources map[string]*exportGames // of the manifest, by name
	years   map[string]*exportGames // by file name in lower case, without directory
	sum     ExportSummary
	set     []durable.SetFile // the files to write
}

// exportGames is a game file to write.
type exportGames struct {
	source               store.Source
	path                 string // in the directory, with slashes
	header               wthor.Header
	records              []wthor.Game
	players, tournaments *exportNames // nil = none
	fresh                int          // number of games without a source file
	depthKnown           bool         // the header's P3 is fixed
}

func newExporter(games *store.Games, opt ExportOptions) (*exporter, error) {
	m := games.Manifest()
	e := &exporter{
		opt: opt, part: games.Filtered(),
		sources: map[string]*exportGames{}, years: map[string]*exportGames{},
		sum: ExportSummary{Files: []ExportedFile{}, Refused: []*RefusedGame{}, Notes: []string{}},
	}
	if m.Schema == 1 && len(m.Sources) > 0 {
		return nil, fmt.Errorf("transfer: %s: %w: tables of version 1 hold no names; import the files again",
			games.Dir(), dataset.ErrSchema)
	}
	if err := e.addNames(games); err != nil {
		return nil, err
	}
	for _, s := range m.Sources {
		if s.Kind != "games" || s.IsText() {
			continue
		}
		f := &exportGames{source: s, players: e.namesOf(s.Players), tournaments: e.namesOf(s.Tournaments),
			depthKnown: true}
		var err error
		if f.header, err = sourceHeader(s); err != nil {
			return nil, err
		}
		f.path = besideNames(s.Name, f.players, f.tournaments)
		if s.Bad > 0 {
			e.sum.Notes = append(e.sum.Notes, fmt.Sprintf("%s lacks %d bad games that were left out of the tables",
				s.Name, s.Bad))
		}
		e.files = append(e.files, f)
		e.sources[s.Name], e.years[strings.ToLower(path.Base(s.Name))] = f, f
	}
	return e, nil
}

// sourceHeader decodes the header in the manifest.
func sourceHeader(s store.Source) (h wthor.Header, err error) {
	b, err := hex.DecodeString(s.Header)
	if err != nil || len(b) != headerBytes {
		return h, fmt.Errorf("transfer: %s: %w: header %q, expected 32 hexadecimal digits", s.Name,
			dataset.ErrManifest, s.Header)
	}
	_, err = binary.Decode(b, binary.LittleEndian, &h)
	return h, err
}

// besideNames returns the path of a game file. A name without a directory gets the directory of the names
// file, where an import looks for it.
func besideNames(name string, lists ...*exportNames) string {
	for _, n := range lists {
		if n != nil && path.Dir(name) == "." {
			return path.Join(path.Dir(n.source.Name), name)
		}
	}
	return name
}

// add adds a game, or rejects it.
func (e *exporter) add(g dataset.Game) error {
	r, f, err := e.record(&g)
	if err == nil {
		f.records = append(f.records, r)
		if e.sources[g.Source] == nil {
			f.fresh++
		}
		e.sum.Games++
		return nil
	}
	refused := &RefusedGame{g.ID, g.Source, g.Record, reason(err)}
	if e.opt.Strict {
		return refused
	}
	e.sum.RefusedCount++
	if len(e.sum.Refused) < maxBad {
		e.sum.Refused = append(e.sum.Refused, refused)
	}
	return nil
}

// reason returns the text of an error without the package prefix.
func reason(err error) string {
	text := err.Error()
	for _, prefix := range [...]string{"transfer: ", "engine: ", "wthor: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}

// record returns the record of a game and the file to which it belongs.
func (e *exporter) record(g *dataset.Game) (wthor.Game, *exportGames, error) {
	if err := g.Replay(); err != nil {
		return wthor.Game{}, nil, err
	}
	f := e.sources[g.Source]
	if f == nil {
		var err error
		if f, err = e.fileOfYear(g.Year); err != nil {
			return wthor.Game{}, nil, err
		}
		beginWithF5(g)
	}
	if err := f.fits(g); err != nil {
		return wthor.Game{}, nil, err
	}
	undo, err := f.number(g)
	if err != nil {
		return wthor.Game{}, nil, err
	}
	r, err := g.Wthor()
	if err != nil {
		undo()
	}
	return r, f, err
}

// fits returns an error unless the year and the depth match the header. The first new game with a theoretical
// score determines the depth of a new file.
func (f *exportGames) fits(g *dataset.Game) error {
	if g.Year != int(f.header.Year) {
		return fmt.Errorf("year is %d, %s is of %d", g.Year, f.path, f.header.Year)
	}
	if g.TheoryEmpties == 0 {
		return nil
	}
	if !f.depthKnown && g.TheoryEmpties > 0 && g.TheoryEmpties <= 60 {
		f.header.P3, f.depthKnown = uint8(g.TheoryEmpties), true
	}
	if depth := f.header.Depth(); g.TheoryEmpties != depth {
		return fmt.Errorf("its theoretical score is one at %d empty squares, %s has those at %d", g.TheoryEmpties,
			f.path, depth)
	}
	return nil
}

// fileOfYear returns the file for new games of a year.
func (e *exporter) fileOfYear(year int) (*exportGames, error) {
	if year < 0 || year > 0xFFFF {
		return nil, fmt.Errorf("year is %d, want 0 to 65535", year)
	}
	name := fmt.Sprintf("WTH_%04d.wtb", year)
	if f := e.years[strings.ToLower(name)]; f != nil {
		return f, nil
	}
	f := &exportGames{header: wthor.Header{Year: uint16(year), P1: 8, P3: 24}}
	var err error
	if f.players, err = e.namesForNew("players", "WTHOR.JOU", "???"); err != nil {
		return nil, err
	}
	if f.tournaments, err = e.namesForNew("tournaments", "WTHOR.TRN", "Diverses parties"); err != nil {
		return nil, err
	}
	f.path = besideNames(name, f.players, f.tournaments)
	e.files = append(e.files, f)
	e.years[strings.ToLower(name)] = f
	return f, nil
}
