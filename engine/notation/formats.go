package notation

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Format is one of the formats of this package. A format is for games or for positions: Read and Write are
// nil for formats of positions, ReadProblems and WriteProblem for formats of games. Write is also nil for a
// format that is only read.
type Format struct {
	Name       string   // such as "ggf"
	About      string   // one line
	Extensions []string // of files, in lower case with the dot, the usual one first

	Read  func(io.Reader) iter.Seq2[Record, error]
	Write func(io.Writer, Record) error

	ReadProblems func(io.Reader) iter.Seq2[Problem, error]
	WriteProblem func(io.Writer, Problem) error

	sniff func(head string) bool // whether a file with this beginning has the format
}

// formats lists all formats in the order in which Detect tries them.
var formats = []Format{
	GGF,
	SGF,
	PGN,
	Logbook,
	Quest,
	OBF,
	Boards,
	Transcript,
}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// Named returns the format with this name.
func Named(name string) (Format, error) {
	if i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name }); i >= 0 {
		return formats[i], nil
	}
	return Format{}, fmt.Errorf("notation: format %.40q: want %s", name, names())
}

// names lists the names of all formats.
func names() string {
	var list []string
	for _, f := range formats {
		list = append(list, f.Name)
	}
	return strings.Join(list, ", ")
}

// ErrFormat is wrapped by errors of [Detect] for unknown formats. It is bad input.
var ErrFormat error = fault.Kind("format not recognised")

// DetectLen is the number of bytes of a file that [Detect] needs.
const DetectLen = 4096

// Detect determines the format of a file from its beginning. The name of the file, which may be empty,
// decides only if the beginning consists of blank lines and comments. The error does not contain the name of
// the file; the caller adds it.
func Detect(head []byte, name string) (Format, error) {
	head = head[:min(len(head), DetectLen)]
	text, _ := io.ReadAll(newInput(bytes.NewReader(head)))
	head = skipRemarks(text)
	for _, f := range formats {
		if f.sniff(string(head)) {
			return f, nil
		}
	}
	if len(head) == 0 {
		ext := strings.ToLower(path.Ext(name))
		for _, f := range formats {
			if slices.Contains(f.Extensions, ext) {
				return f, nil
			}
		}
	}
	begins := "it holds only comments and blank lines"
	if len(text) == 0 {
		begins = "it is empty"
	} else if first, _, _ := strings.Cut(string(head), "\n"); first != "" {
		begins = fmt.Sprintf("it begins with %.40q", first)
	}
	return Format{}, fmt.Errorf("notation: %w: %s: want %s", ErrFormat, begins, names())
}

// skipRemarks returns the text from its first line that is neither blank nor a comment.
func skipRemarks(text []byte) []byte {
	for len(text) > 0 {
		first, rest, _ := bytes.Cut(text, []byte("\n"))
		if !remark(string(first)) {
			break
		}
		text = rest
	}
	return text
}

// sniffGGF looks for (; after an optional number, and for a property that occurs only in GGF.
func sniffGGF(head string) bool {
	head = strings.TrimLeft(head, " \t0123456789")
	game, _, _ := strings.Cut(strings.ToUpper(head), "BO[")
	return strings.HasPrefix(head, "(;") && !sniffSGF(head) &&
		(len(game) < len(head) || strings.Contains(game, "GM["))
}

// sniffSGF looks for ( and ; and for a GM with a number.
func sniffSGF(head string) bool {
	root, ok := strings.CutPrefix(strings.TrimLeft(head, " \t"), "(")
	root, node := strings.CutPrefix(strings.TrimLeft(root, " \t\n"), ";")
	game := strings.Index(root, "GM[")
	if !ok || !node {
		return false
	}
	if game >= 0 {
		return strings.Trim(root[game+3:min(len(root), game+5)], "0123456789]") == ""
	}
	return strings.Contains(root, "FF[") || strings.HasPrefix(root, "B[")
}

// sniffPGN looks for a tag, or for numbered moves that continue in a second line.
func sniffPGN(head string) bool {
	first, rest, _ := strings.Cut(head, "\n")
	if tagName(first) != "" {
		return true
	}
	second, _, _ := strings.Cut(rest, "\n")
	return strings.HasPrefix(first, "1.") && second != "" && !strings.HasPrefix(second, "1.")
}

func sniffLogbook(head string) bool {
	return len(head) > 6 && strings.IndexByte("+-", head[0]) >= 0 && squareAt(head[1:]) != engine.None &&
		strings.IndexByte("+-:", head[3]) >= 0
}

func sniffOBF(head string) bool {
	first, _, _ := strings.Cut(head, "\n")
	return strings.Contains(first, ";") && sniffBoards(first)
}

// sniffBoards looks for 64 squares.
func sniffBoards(head string) bool {
	first, _, _ := strings.Cut(head, "\n")
	if rest, ok := strings.CutPrefix(first, "8 "); ok {
		first = rest
	}
	squares := strings.Join(strings.Fields(first), "")
	return len(squares) >= 64 && strings.Trim(squares[:64], "Xx*bBOowW0-.#") == ""
}

// sniffTranscript looks for a move followed by another move, a pass, a result or a separator.
func sniffTranscript(head string) bool {
	first, _, _ := strings.Cut(head, "\n")
	first = strings.TrimSpace(first)
	first = strings.TrimLeft(first[numberLen(first):], " \t")
	if squareAt(first) == engine.None {
		return false
	}
	rest := strings.TrimLeft(first[2:], " \t,-")
	word, _, _ := strings.Cut(rest, " ")
	return rest == "" || squareAt(rest) != engine.None || passLen(rest) > 0 || isResult(word) ||
		strings.IndexByte("\t;|,#%", first[2]) >= 0
}

// Loses returns the names of the fields and tags of a record that change when the record is written in the
// format and read again. It returns an error if Write does.
func (f Format) Loses(r Record) ([]string, error) {
	if f.Write == nil {
		return nil, &UnsupportedError{Format: f.Name, Reason: "no games are written in this format"}
	}
	var text bytes.Buffer
	if err := f.Write(&text, r); err != nil {
		return nil, err
	}
	var back Record
	for rec, err := range f.Read(&text) {
		if back = rec; err != nil {
			return nil, err
		}
	}
	return lost(r, back), nil
}

// lost returns the names of the fields and tags of r that are missing or different in back.
func lost(r, back Record) (names []string) {
	for _, field := range []struct {
		name string
		same bool
	}{
		{"Event", r.Event == back.Event}, {"Site", r.Site == back.Site}, {"Date", r.Date == back.Date},
		{"Round", r.Round == back.Round}, {"Black", r.Black == back.Black}, {"White", r.White == back.White},
		{"BlackRating", r.BlackRating == back.BlackRating}, {"WhiteRating", r.WhiteRating == back.WhiteRating},
		{"Result", r.Result.same(back.Result)}, {"Notes", slices.Equal(r.Notes, back.Notes)},
		{"Marks", r.Marks == back.Marks},
		{"Variations", r.Variations == nil || r.Tree().String() == back.Tree().String()},
	} {
		if !field.same {
			names = append(names, field.name)
		}
	}
	for _, t := range r.Tags {
		if name := "tag " + t.Name; !slices.Contains(back.Tags, t) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// same reports whether two results are equal. Discs equal their difference.
func (r Result) same(other Result) bool {
	if r.Kind >= Difference && other.Kind >= Difference {
		return r.Diff == other.Diff && r.End == other.End
	}
	return r.Kind == other.Kind && cmp.Compare(r.Diff, 0) == cmp.Compare(other.Diff, 0) &&
		(r.End == other.End || r.Kind == NoResult)
}
