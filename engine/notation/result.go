package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

// A Kind is the level of detail of a stated result.
type Kind uint8

const (
	NoResult   Kind = iota // no result
	Outcome                // the winner
	Difference             // the disc difference
	Discs                  // the discs of both sides
)

// An Empties specifies which side gets the empty squares in a stated result. The rules give them to the
// winner.
type Empties uint8

const (
	EmptiesUnsaid Empties = iota // unknown: either of the following
	ToWinner                     // to the winner
	Raw                          // to neither side: only the discs on the board count
)

// An End is the way in which a game ended, according to its file.
type End uint8

const (
	Normal     End = iota // by the rules, or unknown
	Resigned              // one side gave up
	TimedOut              // one side ran out of time
	Agreed                // both sides agreed on a result
	Left                  // one side left
	Awarded               // decided by other means than discs, such as komi or a referee
	Unfinished            // the file states that the game has no result
)

var endNames = [...]string{"normal", "resigned", "time", "agreed", "left", "awarded", "unfinished"}

// String returns "normal", "resigned", "time", "agreed", "left", "awarded" or
// "unfinished".
func (e End) String() string {
	if int(e) < len(endNames) {
		return endNames[e]
	}
	return fmt.Sprintf("end(%d)", uint8(e))
}

// A Result is the result of a game as its file states it. It follows from the moves only if End is
// Normal.
type Result struct {
	Kind         Kind
	Diff         float64 // black's discs minus white's; for an Outcome 1, 0 or -1
	Black, White int     // numbers of discs, for the kind Discs
	Empties      Empties
	End          End
}

// maxDiff is the maximum difference that is accepted. It may exceed 64 with komi.
const maxDiff = 100

// ends holds the GGF letters for the ways in which a game ends, indexed by [End].
const ends = " rtsla"

// String returns "*" for no result, "1-0", "0-1" or "1/2-1/2" (black first) for an outcome, "+6" or "-4" for
// a difference, and "47-17" for discs. If the game did not end normally, a colon and a letter follow: r
// resigned, t time, s agreed, l left, a awarded.
func (r Result) String() string {
	text := "*"
	switch r.Kind {
	case Outcome:
		text = [...]string{"0-1", "1/2-1/2", "1-0"}[cmp.Compare(r.Diff, 0)+1]
	case Difference:
		text = signed(r.Diff)
	case Discs:
		text = fmt.Sprintf("%d-%d", r.Black, r.White)
	default:
		return text
	}
	if r.End > Normal && int(r.End) < len(ends) {
		text += ":" + ends[r.End:r.End+1]
	}
	return text
}

// ParseResult parses the text of [Result.String]. "1-0" and "0-1" are outcomes, with black first, not discs.
func ParseResult(text string) (Result, error) {
	body, flag, flagged := strings.Cut(text, ":")
	r, ok := parseResult(body)
	if flagged && ok {
		r.End = End(max(0, strings.Index(ends, flag)))
		ok = len(flag) == 1 && r.End > Normal && r.Kind != NoResult
	}
	if !ok {
		return Result{}, fmt.Errorf("notation: result %.20q: want discs (47-17), a difference (+6), 1-0, 0-1, "+
			"1/2-1/2 or *", text)
	}
	return r, nil
}

func parseResult(text string) (Result, bool) {
	switch text {
	case "*", "?":
		return Result{End: Unfinished}, true
	case "1-0":
		return Result{Kind: Outcome, Diff: 1}, true
	case "0-1":
		return Result{Kind: Outcome, Diff: -1}, true
	case "1/2-1/2", "½-½":
		return Result{Kind: Outcome}, true
	}
	if text != "" && (text[0] == '+' || text[0] == '-') {
		x, ok := number(text)
		return Result{Kind: Difference, Diff: x}, ok && x >= -maxDiff && x <= maxDiff
	}
	black, white, _ := strings.Cut(text, "-")
	b, err1 := strconv.ParseUint(black, 10, 8)
	w, err2 := strconv.ParseUint(white, 10, 8)
	return discs(int(b), int(w)), err1 == nil && err2 == nil && b+w > 1 && b+w <= 64
}

// discs returns the result for numbers of discs on an 8×8 board. If they add up to 64, any empty squares
// count for the winner.
func discs(black, white int) Result {
	r := Result{Kind: Discs, Diff: float64(black - white), Black: black, White: white, Empties: Raw}
	if black+white == 64 {
		r.Empties = ToWinner
	}
	return r
}

// Check replays the game and compares its result with the stated one. It returns nil if they agree or cannot
// be compared, because no result is stated, the moves stop before the game is over, or the game did not end
// by the rules. Otherwise the error states both results, or is an [*engine.IllegalMoveError].
func (r Record) Check() error {
	end, err := r.End()
	if err != nil {
		return err
	}
	if r.Result.Kind == NoResult || r.Result.End != Normal || !end.Board.Over() || r.Result.agrees(end) {
		return nil
	}
	return fmt.Errorf("notation: the stated result is not that of the moves: stated %v, played %+d "+
		"(%d discs to %d)", r.Result, end.Score(engine.Black), end.Discs(engine.Black).Len(),
		end.Discs(engine.White).Len())
}

// agrees reports whether the result matches the final position.
func (r Result) agrees(end engine.Position) bool {
	score := float64(end.Score(engine.Black))
	black, white := end.Discs(engine.Black).Len(), end.Discs(engine.White).Len()
	switch {
	case r.Kind == Outcome:
		return cmp.Compare(r.Diff, 0) == cmp.Compare(score, 0)
	case r.Kind == Discs && r.Empties == Raw:
		return r.Black == black && r.White == white
	case r.Empties == Raw:
		return r.Diff == float64(black-white)
	case r.Empties == ToWinner:
		return r.Diff == score
	}
	return r.Diff == score || r.Diff == float64(black-white)
}

// Tags for parts of a result that a format cannot represent: the difference in a game that was not played
// out, the way in which it ended, and a result without numbers.
const (
	scoreTag  = "Score"
	endTag    = "Termination"
	resultTag = "Result"
)

// split returns the part of the result that PGN can represent without these tags, and tags for the rest.
func (r Result) split(end engine.Position) (Result, []Tag) {
	var tags []Tag
	if r.Kind == Outcome && r.End == Normal && end.Board.Over() && !r.agrees(end) {
		r.End = Awarded // because the discs did not decide it
	}
	if r.End > Normal && r.Kind != NoResult {
		tags = append(tags, Tag{endTag, r.End.String()})
	}
	switch {
	case r.Kind != Difference:
	case r.End == Normal && end.Board.Over() && r.Diff == float64(end.Score(engine.Black)):
		n := end.Board.Shape.Field.Len()
		r = discs((n+int(r.Diff))/2, (n-int(r.Diff))/2)
	default:
		tags = append(tags, Tag{scoreTag, signed(r.Diff)})
		r.Kind, r.Diff = Outcome, float64(cmp.Compare(r.Diff, 0))
	}
	r.End = Normal
	return r, tags
}

// join reverses split: it moves these tags into the result, in any order.
func (r *Record) join() {
	for _, name := range [...]string{resultTag, endTag, scoreTag} {
		r.Tags = slices.DeleteFunc(r.Tags, func(t Tag) bool { return t.Name == name && r.Result.take(t) })
	}
	if len(r.Tags) == 0 {
		r.Tags = nil
	}
}

// take adds the value of a tag from split to the result if the two agree, and reports whether it did.
func (r *Result) take(t Tag) bool {
	switch t.Name {
	case resultTag:
		if r.Kind != NoResult {
			return false
		}
		stated, err := ParseResult(line(t.Value))
		if err == nil && stated.Kind != NoResult {
			*r = stated
			return true
		}
	case scoreTag:
		x, ok := number(line(t.Value))
		if !ok || r.Kind != Outcome || cmp.Compare(x, 0) != cmp.Compare(r.Diff, 0) || x < -maxDiff || x > maxDiff ||
			line(t.Value) != signed(x) {
			return false
		}
		r.Kind, r.Diff = Difference, x
		return true
	case endTag:
		e, ok := endings[strings.ToLower(line(t.Value))]
		if !ok || r.End != Normal || r.Kind == NoResult {
			return false
		}
		r.End = e
		return true
	}
	return false
}

// endings maps words to the ways in which a game ends: the words of this package and of PGN.
var endings = map[string]End{
	"normal": Normal, "resigned": Resigned, "time": TimedOut, "agreed": Agreed, "left": Left, "awarded": Awarded,
	"resignation": Resigned, "time forfeit": TimedOut, "abandoned": Left, "adjudication": Awarded,
}
