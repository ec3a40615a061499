package dataset

import (
	"math/bits"

	"github.com/outflank/outflank/engine"
)

// A Split is one of the parts into which games are divided for learning.
type Split uint8

const (
	AnySplit   Split = iota // all games
	Train                   // to learn from
	Validation              // to choose settings
	Test                    // for final results
)

var splitNames = [...]string{"any", "train", "validation", "test"}

// String returns "any", "train", "validation" or "test".
func (s Split) String() string { return nameOf("split", s, splitNames[:]) }

// ParseSplit is the inverse of [Split.String].
func ParseSplit(name string) (Split, error) {
	return parseName[Split]("split", name, "train, validation, test or any", splitNames[:])
}

// Shares are the relative sizes of the splits. Only their proportions matter. The order of assignment is
// test, validation, train: a larger test share takes games from validation first and never removes games from
// test.
type Shares struct{ Train, Validation, Test uint32 }

// defaultShares are 80 %, 10 % and 10 %.
var defaultShares = Shares{80, 10, 10}

// Of returns the split of a game. It depends only on the moves up to symmetry, see splitHash. The same game
// is therefore in the same split in every issue of a database, under any id and name, and so are all its
// copies. Correcting a game's moves may change its split. Games share openings, so early positions of test
// games also occur in training games. The zero value of Shares means 80, 10 and 10.
func (s Shares) Of(g engine.Game) Split {
	if s == (Shares{}) {
		s = defaultShares
	}
	return s.of(splitHash(g))
}

// of returns the split of a hash.
func (s Shares) of(hash uint64) Split {
	total := uint64(s.Train) + uint64(s.Validation) + uint64(s.Test)
	switch at, _ := bits.Mul64(hash, total); {
	case at < uint64(s.Test):
		return Test
	case at < uint64(s.Test)+uint64(s.Validation):
		return Validation
	}
	return Train
}

// splitHash returns the number that determines the split of a game. Its definition never changes:
//
//	text  = the transcript, such as f5d6c3, of the image that comes first in the order
//	        of bytes among those under the symmetries that keep the start position
//	        (engine.Game.Canonical; from the ordinary start there are 4 and the first
//	        move is c4); from another start that position, as column start has it, and
//	        a blank before the transcript
//	hash  = mix(FNV-1a of text, 64 bits), with mix as in PositionHash
//	place = hash * (test + validation + train) >> 64, with 128 bits in between
//	split = test if place < test, validation if place < test + validation, else train
//
// In Python, with mix of PositionHash:
//
//	def split(transcript, shares=(10, 10, 80)):  # test, validation, train
//	    sq = [(ord(transcript[i]) - 97, int(transcript[i+1]) - 1) for i in range(0, len(transcript), 2)]
//	    text = min("".join("abcdefgh"[f] + str(r + 1) for f, r in image) for image in (
//	        sq, [(7-f, 7-r) for f, r in sq], [(r, f) for f, r in sq], [(7-r, 7-f) for f, r in sq]))
//	    h = 0xcbf29ce484222325
//	    for c in text.encode():
//	        h = (h ^ c) * 0x100000001b3 & M
//	    place = mix(h) * sum(shares) >> 64
//	    return "test" if place < shares[0] else "validation" if place < shares[0] + shares[1] else "train"
func splitHash(g engine.Game) uint64 {
	buf := make([]byte, 0, 256)
	if g.Start != engine.StandardStart() {
		buf = append(append(buf, g.Start.String()...), ' ')
	}
	return textHash(engine.AppendTranscript(buf, g.Canonical().Moves))
}

// textHash returns mix(FNV-1a of the text).
func textHash(text []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, c := range text {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return mix(h)
}
