package window

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// A Key is a key of the keyboard, a letter or one of those below, or an action of the mouse.
type Key rune

// Keys that are no letters. They are numbered outside of Unicode.
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
	Click      // the first button of the mouse went down
	WheelUp
	WheelDown

	interrupt // Ctrl-C, which only the interrupt function receives
)

// An Event is a key, for the mouse with the place: columns and lines are counted from 0.
type Event struct {
	Key  Key
	X, Y int
}

// controlKeys are the keys that send one byte.
var controlKeys = map[byte]Key{
	'\r': Enter, '\n': Enter, '\t': Tab, 0x7f: Erase, '\b': Erase,
	0x03: interrupt, 0x04: EndOfInput, 0x0c: Redraw, 0x1b: Escape,
}

// escapeKeys are the keys that send ESC [ or ESC O and this, as xterm, the Linux
// console and what imitates them do.
var escapeKeys = map[string]Key{
	"A": Up, "B": Down, "C": Right, "D": Left, "Z": BackTab, "5~": PageUp, "6~": PageDown,
	"H": Home, "1~": Home, "7~": Home,
}

// mouseKeys are what the mouse does, by its number in the reports of xterm's mode 1006.
var mouseKeys = map[int]Key{0: Click, 64: WheelUp, 65: WheelDown}

// Events sends what is typed and clicked until r ends, which closes the channel. stop is
// called at once for Ctrl-C: a terminal in raw mode sends no signal for it.
func Events(r io.Reader, stop func()) <-chan Event {
	events := make(chan Event)
	go func() {
		defer close(events)
		var rest []byte // the beginning of a letter or a sequence
		buffer := make([]byte, 256)
		for {
			n, err := r.Read(buffer)
			rest = send(append(rest, buffer[:n]...), n == len(buffer) && err == nil, events, stop)
			if err != nil {
				send(rest, false, events, stop) // an ESC
				return
			}
		}
	}()
	return events
}

// send sends the events of a text and returns the end of it that is none yet: where more is to
// come at once, also an ESC, with which a sequence may begin.
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
		case 0: // a key that means nothing here
		default:
			events <- e
		}
	}
	return nil
}

// decode returns the first event of a text and its length; length 0 if it is incomplete.
// An ESC that nothing follows is the key Escape: terminals send sequences at once.
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

// decodeSequence reads ESC [ or ESC O, signs, digits and semicolons, and a letter or ~.
func decodeSequence(text []byte) (e Event, n int) {
	for i := 2; i < len(text); i++ {
		if c := text[i]; c >= '@' && c <= '~' {
			return eventOf(string(text[2 : i+1])), i + 1
		}
	}
	return Event{}, 0
}

// eventOf returns the event of a sequence; that of the mouse is <BUTTON;COLUMN;LINE and M as a button
// goes down.
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
