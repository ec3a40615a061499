package protocol

import (
	"bytes"
	"strings"
	"sync"
)

// tailSize is the number of bytes kept of a program's standard error.
const tailSize = 4096

// A tail keeps the end of the text written to it, and logs its lines.
type tail struct {
	line func(string)

	mu   sync.Mutex
	text []byte
	part []byte // of the last line, up to tailSize
}

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := p; len(rest) > 0; {
		line, others, ends := bytes.Cut(rest, []byte("\n"))
		t.part = append(t.part, line[:min(len(line), tailSize-len(t.part))]...)
		if rest = others; ends {
			t.tell()
		}
	}
	t.text = append(t.text, p...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// tell logs the last line.
func (t *tail) tell() {
	if t.line != nil {
		t.line(strings.ToValidUTF8(strings.TrimRight(string(t.part), "\r"), "\uFFFD"))
	}
	t.part = t.part[:0]
}

// flush logs an unfinished last line.
func (t *tail) flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.part) > 0 {
		t.tell()
	}
}

// String returns the kept text, without surrounding blanks.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.text), "�"))
}
