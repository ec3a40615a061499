package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// newInput returns a buffered reader of r in which every line ends with LF and
// there is no byte order mark.
func newInput(r io.Reader) *bufio.Reader {
	in := bufio.NewReaderSize(&lineEnds{r: r}, MaxLine+1)
	if bom, _ := in.Peek(3); string(bom) == "\xEF\xBB\xBF" {
		in.Discard(3)
	}
	return in
}

// lineEnds makes CR LF and CR to LF.
type lineEnds struct {
	r  io.Reader
	cr bool // the last byte was a CR, which became a LF
}

func (l *lineEnds) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if !l.cr && bytes.IndexByte(p[:n], '\r') < 0 {
		return n, err
	}
	out := p[:0]
	for _, c := range p[:n] {
		if c == '\n' && l.cr {
			l.cr = false
			continue
		}
		if l.cr = c == '\r'; l.cr {
			c = '\n'
		}
		out = append(out, c)
	}
	return len(out), err
}

// A textLine is a line of a file, without its end.
type textLine struct {
	text   string
	number int
	long   bool // the line exceeds MaxLine; text is its beginning
}

// lines yields the lines of r. The error is that of r, and the last item.
func lines(r io.Reader) iter.Seq2[textLine, error] {
	return func(yield func(textLine, error) bool) {
		in := newInput(r)
		for number := 1; ; number++ {
			text, err := in.ReadSlice('\n')
			l := textLine{string(bytes.TrimSuffix(text, []byte("\n"))), number, errors.Is(err, bufio.ErrBufferFull)}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if err != nil && err != io.EOF {
				yield(textLine{}, err)
				return
			}
			if (err == nil || l.text != "") && !yield(l, nil) || err != nil {
				return
			}
		}
	}
}

// eachLine makes a reader of records, one a line, from a function that reads one.
// Lines for which blank holds are skipped.
func eachLine[T any](r io.Reader, format string, blank func(string) bool, parse func(textLine) (T, *flaw)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for l, err := range lines(r) {
			var v T
			if err == nil {
				if !l.long && blank(l.text) {
					continue
				}
				v, err = parseLine(l, format, parse)
			} else {
				err = inputError(format, err)
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

func parseLine[T any](l textLine, format string, parse func(textLine) (T, *flaw)) (v T, err error) {
	if l.long {
		f := &flaw{at: MaxLine, want: "a line of at most 65536 bytes", err: ErrTooLong}
		return v, f.error(format, l.text, l.number, 1)
	}
	v, f := parse(l)
	if f != nil {
		return v, f.error(format, l.text, l.number, 1)
	}
	return v, nil
}

// inputError wraps an error of the input.
func inputError(format string, err error) error {
	return fmt.Errorf("notation: reading %s: %w", format, err)
}
