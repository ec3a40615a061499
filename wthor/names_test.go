package wthor_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/outflank/outflank/wthor"
)

// A namesKind is one of the two names files, so that each law is tested for both.
type namesKind struct {
	size  int // of a record in bytes
	read  func(io.Reader) (wthor.Names, error)
	write func(io.Writer, wthor.Names) error
}

var (
	players     = namesKind{20, wthor.ReadPlayers, wthor.WritePlayers}
	tournaments = namesKind{26, wthor.ReadTournaments, wthor.WriteTournaments}
)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		kind   namesKind
		file   []byte
		header wthor.Header
		labels []string
	}{
		{players, tinyPlayers, wthor.Header{Century: 20, YearOfCentury: 26, Month: 2, Day: 24, N2: 3},
			[]string{"???", "Okabayashi Mitsuyos", ""}},
		{tournaments, tinyTournaments, wthor.Header{Century: 20, YearOfCentury: 26, Month: 2, Day: 24, N2: 2, P1: 124},
			[]string{"Préqualif de Paris", "ÿ\u0080\u00a0è\x01"}},
	} {
		names, err := test.kind.read(bytes.NewReader(test.file))
		if err != nil {
			t.Fatal(err)
		}
		if names.Header != test.header || !slices.Equal(names.Labels, test.labels) {
			t.Errorf("names are %+v, want %+v %q", names, test.header, test.labels)
		}
		var file bytes.Buffer
		if err := test.kind.write(&file, names); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file.Bytes(), test.file) {
			t.Errorf("wrote\n%v, want\n%v", file.Bytes(), test.file)
		}
	}
}

// The records of tinyPlayers start at bytes 16, 36 and 56; it has 76 bytes.
func TestReadNamesFatalErrors(t *testing.T) {
	for name, test := range map[string]struct {
		file   []byte
		labels int // that come with the error
		want   wthor.FormatError
		text   string
	}{
		"empty file": {nil, 0,
			wthor.FormatError{Record: -1, Offset: 0, Field: "size", Value: "0 bytes", Want: "at least 16 bytes",
				Err: wthor.ErrSize},
			"wthor: file (byte 0): size is 0 bytes, expected at least 16 bytes"},
		"game file": {tinyGames, 0,
			wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "3", Want: "0 in a names file",
				Err: wthor.ErrHeader},
			"wthor: header (byte 4): N1 is 3, expected 0 in a names file"},
		"short": {tinyPlayers[:75], 2,
			wthor.FormatError{Record: -1, Offset: 75, Field: "size", Value: "75 bytes", Want: "76 bytes for N2 of 3",
				Err: wthor.ErrSize},
			"wthor: file (byte 75): size is 75 bytes, expected 76 bytes for N2 of 3"},
		"long": {append(bytes.Clone(tinyPlayers), 0), 3,
			wthor.FormatError{Record: -1, Offset: 76, Field: "size", Value: "over 76 bytes",
				Want: "76 bytes for N2 of 3", Err: wthor.ErrSize},
			"wthor: file (byte 76): size is over 76 bytes, expected 76 bytes for N2 of 3"},
	} {
		t.Run(name, func(t *testing.T) {
			names, err := wthor.ReadPlayers(bytes.NewReader(test.file))
			if len(names.Labels) != test.labels {
				t.Errorf("%d labels, want %d", len(names.Labels), test.labels)
			}
			checkError(t, err, test.want, test.text)
		})
	}
	_, err := wthor.ReadPlayers(io.MultiReader(bytes.NewReader(tinyPlayers[:40]),
		iotest.ErrReader(io.ErrClosedPipe)))
	checkError(t, err, wthor.FormatError{Record: -1, Offset: 40, Field: "reading", Err: io.ErrClosedPipe},
		"wthor: file (byte 40): reading: io: read/write on closed pipe")
}

// A fault in one record leaves all labels readable.
func TestReadNamesRecordErrors(t *testing.T) {
	for name, test := range map[string]struct {
		replace map[int]byte
		labels  []string
		want    wthor.FormatError
		text    string
	}{
		"no NUL": {map[int]byte{55: 'h'}, []string{"???", "Okabayashi Mitsuyosh", ""},
			wthor.FormatError{Record: 1, Offset: 36, Field: "name", Value: `"Okabayashi Mitsuyosh"`,
				Want: "a name of at most 19 bytes and a NUL", Err: wthor.ErrName},
			`wthor: record 2 (byte 36): name is "Okabayashi Mitsuyosh", expected a name of at most 19 bytes and a NUL`},
		"padding": {map[int]byte{25: 'x'}, []string{"???", "Okabayashi Mitsuyos", ""},
			wthor.FormatError{Record: 0, Offset: 25, Field: "name padding", Value: "120",
				Want: "0 after the name's NUL", Err: wthor.ErrName},
			"wthor: record 1 (byte 25): name padding is 120, expected 0 after the name's NUL"},
		"first of two": {map[int]byte{75: 1, 45: 0}, []string{"???", "Okabayash", ""},
			wthor.FormatError{Record: 1, Offset: 46, Field: "name padding", Value: "32",
				Want: "0 after the name's NUL", Err: wthor.ErrName},
			"wthor: record 2 (byte 46): name padding is 32, expected 0 after the name's NUL"},
	} {
		t.Run(name, func(t *testing.T) {
			names, err := wthor.ReadPlayers(bytes.NewReader(with(tinyPlayers, test.replace)))
			if !slices.Equal(names.Labels, test.labels) {
				t.Errorf("labels are %q, want %q", names.Labels, test.labels)
			}
			checkError(t, err, test.want, test.text)
		})
	}
}

func TestWriteNamesErrors(t *testing.T) {
	long := strings.Repeat("é", 26)
	for name, test := range map[string]struct {
		kind  namesKind
		names wthor.Names
		want  wthor.FormatError
		text  string
	}{
		"not Latin-1": {players, wthor.Names{Header: wthor.Header{N2: 2}, Labels: []string{"", "Łukasz"}},
			wthor.FormatError{Record: 1, Offset: 36, Field: "name", Value: `"Łukasz"`,
				Want: "characters of ISO-8859-1", Err: wthor.ErrName},
			`wthor: record 2 (byte 36): name is "Łukasz", expected characters of ISO-8859-1`},
		"not UTF-8": {tournaments, wthor.Names{Header: wthor.Header{N2: 2}, Labels: []string{"", "Pr\xE9"}},
			wthor.FormatError{Record: 1, Offset: 42, Field: "name", Value: `"Pr\xe9"`,
				Want: "characters of ISO-8859-1", Err: wthor.ErrName},
			`wthor: record 2 (byte 42): name is "Pr\xe9", expected characters of ISO-8859-1`},
		"NUL": {players, wthor.Names{Header: wthor.Header{N2: 1}, Labels: []string{"a\x00"}},
			wthor.FormatError{Record: 0, Offset: 16, Field: "name", Value: `"a\x00"`, Want: "no NUL",
				Err: wthor.ErrName},
			`wthor: record 1 (byte 16): name is "a\x00", expected no NUL`},
		"20 bytes": {players, wthor.Names{Header: wthor.Header{N2: 1}, Labels: []string{long[:40]}},
			wthor.FormatError{Record: 0, Offset: 16, Field: "name", Value: `"` + long[:40] + `"`,
				Want: "at most 19 bytes", Err: wthor.ErrName},
			`wthor: record 1 (byte 16): name is "éééééééééééééééééééé", expected at most 19 bytes`},
		"26 bytes": {tournaments, wthor.Names{Header: wthor.Header{N2: 1}, Labels: []string{long}},
			wthor.FormatError{Record: 0, Offset: 16, Field: "name", Value: `"` + long + `"`, Want: "at most 25 bytes",
				Err: wthor.ErrName},
			`wthor: record 1 (byte 16): name is "éééééééééééééééééééééééééé", expected at most 25 bytes`},
		"N1": {players, wthor.Names{Header: wthor.Header{N1: 1}},
			wthor.FormatError{Record: -1, Offset: 4, Field: "N1", Value: "1", Want: "0 in a names file",
				Err: wthor.ErrHeader},
			"wthor: header (byte 4): N1 is 1, expected 0 in a names file"},
		"N2": {players, wthor.Names{Header: wthor.Header{N2: 1}, Labels: []string{"a", "b"}},
			wthor.FormatError{Record: -1, Offset: 8, Field: "N2", Value: "1", Want: "2, the number of labels",
				Err: wthor.ErrSize},
			"wthor: file (byte 8): N2 is 1, expected 2, the number of labels"},
	} {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			err := test.kind.write(&file, test.names)
			checkError(t, err, test.want, test.text)
			if file.Len() != 0 {
				t.Errorf("%d bytes were written", file.Len())
			}
		})
	}
}

// Labels of 19 and 25 bytes fit, counted in ISO-8859-1 and not in UTF-8.
func TestWriteNamesLongest(t *testing.T) {
	for _, kind := range []namesKind{players, tournaments} {
		want := wthor.Names{Header: wthor.Header{N2: 1}, Labels: []string{strings.Repeat("é", kind.size-1)}}
		var file bytes.Buffer
		if err := kind.write(&file, want); err != nil {
			t.Fatal(err)
		}
		got, err := kind.read(&file)
		if err != nil || !slices.Equal(got.Labels, want.Labels) {
			t.Errorf("read %q, %v, want %q", got.Labels, err, want.Labels)
		}
	}
}

// Every byte but NUL stands for one character.
func TestLatin1(t *testing.T) {
	for b := 1; b < 256; b++ {
		file := with(tinyPlayers, map[int]byte{16: byte(b)})
		names, err := wthor.ReadPlayers(bytes.NewReader(file))
		if want := string(rune(b)) + "??"; err != nil || names.Labels[0] != want {
			t.Errorf("byte %d: %q, %v, want %q", b, names.Labels[0], err, want)
		}
	}
	if _, err := wthor.ReadPlayers(bytes.NewReader(with(tinyPlayers, map[int]byte{16: 0}))); !errors.Is(err,
		wthor.ErrName) {
		t.Errorf("byte 0: %v, want ErrName", err)
	}
}
