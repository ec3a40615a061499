package window

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// A Key is a letter, another key of the keyboard or an action of the mouse.
type Key rune

// The keys that are not letters and the actions of the mouse. Their numbers are outside Unicode.
const (
	Up Key = utf8.MaxRune + 1 + iota
	Down
	Left
	Right
	PageUp
	PageDown
	Home
	Escape
	Enter
	Tab
	BackTab
	Erase
	EndOfInput // Ctrl-D
	Redraw     // Ctrl-L
	Click      // the first mouse button was pressed
	WheelUp
	WheelDown

	interrupt // Ctrl-C, which only the interrupt function receives
)

// An Event is a key. For the mouse, X and Y are the column and the line, counted from 0.
type Event struct {
	Key  Key
	X, Y int
}

// controlKeys are the keys that send one byte.
var controlKeys = map[byte]Key{
	'\r': Enter, '\n': Enter, '\t': Tab, 0x7f: Erase, '\b': Erase,
	0x03: interrupt, 0x04: EndOfInput, 0x0c: Redraw, 0x1b: Escape,
}

// escapeKeys are the keys that send ESC [ or ESC O and then these characters, in xterm, the Linux console and
// compatible terminals.
var escapeKeys = map[string]Key{
	"A": Up, "B": Down, "C": Right, "D": Left, "Z": BackTab, "5~": PageUp, "6~": PageDown,
	"H": Home, "1~": Home, "7~": Home,
}

// mouseKeys are the actions of the mouse, by their number in the reports of xterm's mode 1006.
var mouseKeys = map[int]Key{0: Click, 64: WheelUp, 65: WheelDown}

// Events sends the keys and mouse actions that it reads from r. At the end of r, it closes the channel. On
// Ctrl-C, it calls stop, because a terminal in raw mode sends no signal.
func Events(r io.Reader, stop func()) <-chan Event {
	events := make(chan Event)
	go func() {
		defer close(events)
		var rest []byte // the beginning of an incomplete letter or sequence
		buffer := make([]byte, 256)
		for {
			n, err := r.Read(buffer)
			rest = send(append(rest, buffer[:n]...), n == len(buffer) && err == nil, events, stop)
			if err != nil {
				send(rest, false, events, stop) // a last ESC
				return
			}
		}
	}()
	return events
}

// send sends the events of a text and returns the incomplete event at its end. If more text follows
// immediately, this includes an ESC, with which a sequence may begin.
func send(text []byte, more bool, events chan<- Event, stop func()) []byte {
	for len(text) > 0 {
		if more && len(text) == 1 && text[0] == 0x1b {
			return text
		}
		e, n := decode(text)
		if n == 0 {
			return text
		}
		text = text[n:]
		switch e.Key {
		case interrupt:
			stop()
		case 0: // a key without a meaning here
		default:
			events <- e
		}
	}
	return nil
}

// decode returns the first event of a text and its length, which is 0 if the event is incomplete. An ESC
// without a sequence is the key Escape, because terminals send a sequence in one piece.
func decode(text []byte) (e Event, n int) {
	if text[0] == 0x1b && len(text) > 1 && (text[1] == '[' || text[1] == 'O') {
		return decodeSequence(text)
	}
	if key, ok := controlKeys[text[0]]; ok {
		return Event{Key: key}, 1
	}
	if text[0] < ' ' {
		return Event{}, 1
	}
	if !utf8.FullRune(text) {
		return Event{}, 0
	}
	letter, n := utf8.DecodeRune(text)
	return Event{Key: Key(letter)}, n
}

// decodeSequence decodes a sequence: ESC [ or ESC O; signs, digits and semicolons; a letter or ~.
func decodeSequence(text []byte) (e Event, n int) {
	for i := 2; i < len(text); i++ {
		if c := text[i]; c >= '@' && c <= '~' {
			return eventOf(string(text[2 : i+1])), i + 1
		}
	}
	return Event{}, 0
}

// eventOf returns the event of a sequence. The mouse sends <BUTTON;COLUMN;LINE, followed by M when a button
// is pressed.
func eventOf(sequence string) Event {
	var button, x, y int
	var end rune
	if n, _ := fmt.Sscanf(sequence, "<%d;%d;%d%c", &button, &x, &y, &end); n == 4 {
		if end != 'M' {
			return Event{}
		}
		return Event{mouseKeys[button], x - 1, y - 1}
	}
	return Event{Key: escapeKeys[sequence]}
}
