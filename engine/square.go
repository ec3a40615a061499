package engine

import "fmt"

// A Square is a place on the 8×8 lattice: a1 = 0, b1 = 1, … h8 = 63. There is no type for moves: a move is
// the square that gets a disc.
type Square uint8

// None is the Square that means "no square". Greater numbers are invalid.
const None Square = 64

// names holds the names of the squares in order, two characters each.
var names = func() string {
	var text [128]byte
	for s := range None {
		text[2*s], text[2*s+1] = 'a'+byte(s.File()), '1'+byte(s.Rank())
	}
	return string(text[:])
}()

// At returns the square on the given file (0 = a … 7 = h) and rank (0 = 1 … 7 = 8).
func At(file, rank int) Square { return Square(rank*8 + file) }

// File returns 0 for file a up to 7 for file h.
func (s Square) File() int { return int(s) & 7 }

// Rank returns 0 for rank 1 up to 7 for rank 8.
func (s Square) Rank() int { return int(s) >> 3 }

// Set returns the set of s alone, or the empty set for None.
func (s Square) Set() Set { return 1 << s }

// String returns the name of the square, such as "f5", or "--" for None.
func (s Square) String() string {
	if s >= None {
		return "--"
	}
	return names[2*int(s) : 2*int(s)+2]
}

// ParseSquare parses a name such as "f5" or "F5".
func ParseSquare(name string) (Square, error) {
	if len(name) == 2 {
		if s := squareOf(name[0], name[1]); s != None {
			return s, nil
		}
	}
	return None, fmt.Errorf("engine: square %.20q: want a letter a-h and a digit 1-8", name)
}

// squareOf returns the square named by a file letter and a rank digit, or None.
func squareOf(file, rank byte) Square {
	f, r := file|0x20-'a', rank-'1'
	if f > 7 || r > 7 {
		return None
	}
	return Square(r*8 + f)
}
