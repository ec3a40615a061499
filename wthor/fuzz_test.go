package wthor_test

import (
	"bytes"
	"errors"
	"math/bits"
	"slices"
	"testing"

	"github.com/outflank/outflank/wthor"
)

func seedGames(f *testing.F) {
	f.Add(tinyGames, 0, 0)
	f.Add(tinyGames, 100, 3)
	f.Add(tinyGames[:100], 0, 0)
	f.Add(append(bytes.Clone(tinyGames), 1), 0, 0)
	f.Add(with(tinyGames, map[int]byte{24: 0, 100: 255}), 0, 0)
	f.Add([]byte{}, 0, 0)
}

// Whatever the bytes: no panic, no more games than the bytes allow, a good game has
// no fault, and a fatal error is the last thing that comes.
func FuzzReaderNeverPanics(f *testing.F) {
	seedGames(f)
	f.Fuzz(func(t *testing.T, file []byte, players, tournaments int) {
		r, err := wthor.NewReader(bytes.NewReader(file))
		if err != nil {
			checkFatal(t, err, len(file))
			return
		}
		r.Players, r.Tournaments = players, tournaments
		games, ended := 0, false
		for g, err := range r.All() {
			if ended {
				t.Fatal("the sequence continued after a fatal error")
			}
			if ended = isFatal(err); ended {
				checkFatal(t, err, len(file))
				continue
			}
			checkRecord(t, file, games, g, err)
			games++
		}
		if !ended && len(file) != 16+68*games {
			t.Fatalf("%d bytes gave %d games without an error", len(file), games)
		}
	})
}

func isFatal(err error) bool {
	fe, ok := errors.AsType[*wthor.FormatError](err)
	return ok && fe.Fatal()
}

func checkFatal(t *testing.T, err error, size int) {
	fe, ok := err.(*wthor.FormatError)
	if !ok || !fe.Fatal() || fe.Offset < 0 || fe.Offset > int64(size) || fe.Error() == "" {
		t.Fatalf("%#v is no fatal error in a file of %d bytes", err, size)
	}
}

// checkRecord fails when game number i is not the one in the file, or when its error
// names another record or a byte outside it.
func checkRecord(t *testing.T, file []byte, i int, g wthor.Game, err error) {
	start := 16 + 68*i
	if start+68 > len(file) {
		t.Fatalf("game %d does not fit in %d bytes", i, len(file))
	}
	if !bytes.Equal(g.Moves[:], file[start+8:start+68]) {
		t.Fatalf("game %d has moves %v", i, g.Moves)
	}
	if err == nil {
		return
	}
	fe, ok := err.(*wthor.FormatError)
	if !ok || fe.Record != i || fe.Offset < int64(start) || fe.Offset >= int64(start+68) || fe.Error() == "" {
		t.Fatalf("game %d gave %#v", i, err)
	}
}

// What reads without an error is written back as the same bytes; a game that reads
// with an error the Writer refuses with the same.
func FuzzReadWriteRoundTrip(f *testing.F) {
	seedGames(f)
	f.Fuzz(func(t *testing.T, file []byte, _, _ int) {
		if _, err := wthor.NewReader(bytes.NewReader(file)); err != nil {
			return
		}
		h, games, errs := readAll(t, file)
		if bad := nonNil(errs); len(bad) == 0 {
			if got := writeAll(t, h, games); !bytes.Equal(got, file) {
				t.Fatalf("read\n%v, wrote\n%v", file, got)
			}
		}
		for i, g := range games {
			checkRefusal(t, g, errs[i])
		}
	})
}

// checkRefusal fails unless a Writer judges g as the Reader did.
func checkRefusal(t *testing.T, g wthor.Game, read error) {
	if isFatal(read) {
		return
	}
	w, err := wthor.NewWriter(&bytes.Buffer{}, wthor.Header{N1: 1})
	if err != nil {
		t.Fatal(err)
	}
	write := w.Write(g)
	if (read == nil) != (write == nil) || !errors.Is(write, errors.Unwrap(read)) {
		t.Fatalf("reading gave %v and writing %v", read, write)
	}
}

// SetSquares and AppendSquares undo each other.
func FuzzSquaresRoundTrip(f *testing.F) {
	f.Add([]byte{37, 43, 34}, []byte{56, 64, 53})
	f.Add(make([]byte, 61), make([]byte, 61))
	f.Add([]byte{64}, []byte{19, 56})
	f.Fuzz(func(t *testing.T, squares, moves []byte) {
		var g wthor.Game
		if err := g.SetSquares(squares); err == nil {
			if got := g.AppendSquares(nil); !slices.Equal(got, squares) {
				t.Fatalf("%v became %v", squares, got)
			}
		}
		var raw, back wthor.Game
		copy(raw.Moves[:], moves)
		known := raw.AppendSquares(nil)
		if err := back.SetSquares(known); err != nil ||
			!bytes.Equal(back.Moves[:len(known)], raw.Moves[:len(known)]) {
			t.Fatalf("%v became %v, %v", raw.Moves, back.Moves, err)
		}
	})
}

// Names: no panic, no label without its bytes, and what reads without an error is
// written back as the same bytes.
func FuzzNamesRoundTrip(f *testing.F) {
	f.Add(tinyPlayers)
	f.Add(tinyTournaments)
	f.Add(tinyGames)
	f.Add(with(tinyPlayers, map[int]byte{55: 'x'}))
	f.Add(with(tinyTournaments, map[int]byte{67: 'x'}))
	f.Fuzz(func(t *testing.T, file []byte) {
		checkNames(t, players, file)
		checkNames(t, tournaments, file)
	})
}

func checkNames(t *testing.T, kind namesKind, file []byte) {
	names, err := kind.read(bytes.NewReader(file))
	if len(names.Labels) > 0 && 16+len(names.Labels)*kind.size > len(file) {
		t.Fatalf("%d labels from %d bytes", len(names.Labels), len(file))
	}
	if err != nil {
		if _, ok := err.(*wthor.FormatError); !ok || err.Error() == "" {
			t.Fatalf("%#v is no *FormatError", err)
		}
		return
	}
	var got bytes.Buffer
	if err := kind.write(&got, names); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), file) {
		t.Fatalf("read\n%v, wrote\n%v", file, got.Bytes())
	}
}

// A label that is written is read back; one that is not is refused by id and name.
func FuzzLabelsRoundTrip(f *testing.F) {
	f.Add("???")
	f.Add("Préqualif de Paris")
	f.Add("Łukasz")
	f.Add("a\x00b")
	f.Add("\xff")
	f.Fuzz(func(t *testing.T, label string) {
		for _, kind := range []namesKind{players, tournaments} {
			want := wthor.Names{Header: wthor.Header{N2: 2}, Labels: []string{"", label}}
			var file bytes.Buffer
			if err := kind.write(&file, want); err != nil {
				fe, ok := err.(*wthor.FormatError)
				if !ok || fe.Record != 1 || fe.Err != wthor.ErrName || file.Len() != 0 {
					t.Fatalf("%q was refused with %#v", label, err)
				}
				continue
			}
			got, err := kind.read(&file)
			if err != nil || got.Header != want.Header || !slices.Equal(got.Labels, want.Labels) {
				t.Fatalf("wrote %q, read %q, %v", want.Labels, got.Labels, err)
			}
		}
	})
}

// Whatever the bytes, for 10x10 games: no panic, no more games than the bytes allow, a
// fatal error is the last thing that comes, and what reads without an error is written
// back as the same bytes.
func FuzzGames10RoundTrip(f *testing.F) {
	f.Add(tinyGames10, 0, 0)
	f.Add(tinyGames10, 514, 3)
	f.Add(tinyGames10[:200], 0, 0)
	f.Add(append(bytes.Clone(tinyGames10), 1), 0, 0)
	f.Add(with(tinyGames10, map[int]byte{24: 0, 130: 255}), 0, 0)
	f.Fuzz(func(t *testing.T, b []byte, players, tournaments int) {
		r, err := wthor.NewReader10(bytes.NewReader(b))
		if err != nil {
			checkFatal(t, err, len(b))
			return
		}
		r.Players, r.Tournaments = players, tournaments
		games, errs := records(r)
		if checkStream(t, b, 16, 104, errs) {
			if got := writeAll10(t, r.Header(), games); !bytes.Equal(got, b) {
				t.Fatalf("read\n%v, wrote\n%v", b, got)
			}
		}
	})
}

// The same for puzzles, and each puzzle's discs give its position.
func FuzzPuzzlesRoundTrip(f *testing.F) {
	f.Add(tinyPuzzles, 0, 0)
	f.Add(tinyPuzzles, 514, 3)
	f.Add(tinyPuzzles[:300], 0, 0)
	f.Add(append(bytes.Clone(tinyPuzzles), 1), 0, 0)
	f.Add(with(tinyPuzzles, map[int]byte{12: 0, 13: 0, 284: 0x40, 338: 0x80}), 0, 0)
	f.Fuzz(func(t *testing.T, b []byte, players, tournaments int) {
		r, err := wthor.NewPuzzleReader(bytes.NewReader(b))
		if err != nil {
			checkFatal(t, err, len(b))
			return
		}
		r.Players, r.Tournaments = players, tournaments
		puzzles, errs := records(r)
		if checkStream(t, b, 272, 36, errs) {
			if got := writePuzzles(t, r.Header(), puzzles); !bytes.Equal(got, b) {
				t.Fatalf("read\n%v, wrote\n%v", b, got)
			}
		}
		for i, p := range puzzles {
			black, white := p.Discs()
			back := p
			if err := back.SetDiscs(black, white); err != nil {
				t.Fatal(err)
			}
			if errs[i] == nil && back != p {
				t.Fatalf("%+v became %+v", p, back)
			}
		}
	})
}

// SetDiscs and Discs undo each other.
func FuzzDiscsRoundTrip(f *testing.F) {
	f.Add(uint64(1<<28|1<<35), uint64(1<<27|1<<36))
	f.Add(^uint64(0), uint64(0))
	f.Add(uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, black, white uint64) {
		var p wthor.Puzzle
		if err := p.SetDiscs(black, white); (err != nil) != (black&white != 0) {
			t.Fatalf("%x %x gave %v", black, white, err)
		} else if err != nil {
			return
		}
		if b, w := p.Discs(); b != black || w != white || int(p.Empties) != 64-bits.OnesCount64(b|w) {
			t.Fatalf("%x %x became %x %x with %d empty", black, white, b, w, p.Empties)
		}
	})
}

// checkStream fails when the errors that came with the records of a file are not in
// them, or when there are more records than bytes. It reports whether there was none.
func checkStream(t *testing.T, b []byte, start, size int, errs []error) bool {
	sound := true
	for i, err := range errs {
		if err == nil {
			continue
		}
		sound = false
		fe, ok := err.(*wthor.FormatError)
		if ok && fe.Fatal() && i == len(errs)-1 {
			checkFatal(t, err, len(b))
			errs = errs[:i]
			break
		}
		at := start + i*size
		if !ok || fe.Record != i || fe.Offset < int64(at) || fe.Offset >= int64(at+size) || fe.Error() == "" {
			t.Fatalf("record %d gave %#v", i, err)
		}
	}
	if start+len(errs)*size > len(b) {
		t.Fatalf("%d records from %d bytes", len(errs), len(b))
	}
	if sound && len(b) != start+len(errs)*size {
		t.Fatalf("%d bytes gave %d records without an error", len(b), len(errs))
	}
	return sound
}

// A file known by its contents is read to its end by the reader of its kind, which
// would also be found by the extension; and no bytes make KindOf panic.
func FuzzKindOf(f *testing.F) {
	for _, file := range [][]byte{tinyGames, tinyGames10, tinyPlayers, tinyTournaments, tinyPuzzles} {
		f.Add("WTH_1999.wtb", file, int64(-1))
		f.Add("", file, int64(len(file)))
	}
	f.Add("._x.JOU", []byte(nil), int64(0))
	f.Fuzz(func(t *testing.T, name string, b []byte, size int64) {
		_ = wthor.KindOf(name, b, size).String()
		kind := wthor.KindOf("", b, int64(len(b)))
		if kind == wthor.KindUnknown {
			return
		}
		if _, err := countRecords(kind, bytes.NewReader(b)); err != nil {
			t.Fatalf("%v: %v", kind, err)
		}
		if got := wthor.KindOf("x"+kind.Extension(), b, int64(len(b))); got != kind {
			t.Fatalf("%v are %v under their own name", kind, got)
		}
	})
}
