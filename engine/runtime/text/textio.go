package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// ErrTooLong is the error for a line that exceeds its limit.
const ErrTooLong = fault.Kind("too long")

// mark is the byte order mark of UTF-8.
const mark = "\xEF\xBB\xBF"

// A Line is a line without its end.
type Line struct {
	Text   string
	Number int  // from 1
	Long   bool // the line exceeds the limit, and Text is its beginning
}

// Err returns an error if the line exceeds its limit, and otherwise nil.
func (l Line) Err() error {
	if !l.Long {
		return nil
	}
	return fmt.Errorf("line %d: %w: want at most %d bytes", l.Number, ErrTooLong, len(l.Text))
}

// NewReader returns a reader of r, with a buffer of size bytes, that converts line ends to LF and removes a
// byte order mark.
func NewReader(r io.Reader, size int) *bufio.Reader {
	in := bufio.NewReaderSize(&lineEnds{r: r}, size)
	// More bytes are requested only if the first may begin a mark, because a typed line may have only one
	// letter.
	if first, _ := in.Peek(1); string(first) == mark[:1] {
		if head, _ := in.Peek(len(mark)); string(head) == mark {
			_, _ = in.Discard(len(mark)) // cannot fail, because the bytes are buffered
		}
	}
	return in
}

// Split yields the lines of r. For lines of more than limit bytes, it yields the beginning. If reading r
// fails, the error is the last item.
func Split(r io.Reader, limit int) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := NewReader(r, limit+1)
		for number := 1; ; number++ {
			text, err := in.ReadSlice('\n')
			l := Line{string(bytes.TrimSuffix(text, []byte("\n"))), number, errors.Is(err, bufio.ErrBufferFull)}
			if l.Long {
				l.Text = l.Text[:limit]
			}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if err != nil && err != io.EOF {
				yield(Line{}, err)
				return
			}
			if (err == nil || l.Text != "") && !yield(l, nil) || err != nil {
				return
			}
		}
	}
}

// Lines yields the lines of r. It stops at an error of r, or at a line of more than limit bytes with an error
// that wraps [ErrTooLong].
func Lines(r io.Reader, limit int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for l, err := range Split(r, limit) {
			if err == nil {
				err = l.Err()
			}
			if err != nil {
				yield("", err)
				return
			}
			if !yield(l.Text, nil) {
				return
			}
		}
	}
}

// ReadFile returns the text of a file of at most limit bytes, without a byte order mark. The error for a
// larger file is bad input.
func ReadFile(path string, limit int) (string, error) {
	f, err := durable.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return "", err
	}
	if len(data) > limit {
		return "", fault.BadInput(fmt.Errorf("%s: want a text of at most %d bytes", path, limit))
	}
	return string(bytes.TrimPrefix(data, []byte(mark))), nil
}

// lineEnds converts CR LF and CR to LF.
type lineEnds struct {
	r  io.Reader
	cr bool // the last byte was a CR, converted to LF
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
