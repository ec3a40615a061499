package play

import (
	"io"
	"unicode/utf8"
)

// A keypress is a key of the keyboard: a letter, or one of those below.
type keypress rune

// Keys that are no letters. They are numbered outside of Unicode.
const (
	keyUp keypress = utf8.MaxRune + 1 + iota
	keyDown
	keyLeft
	keyRight
	keyPageUp
	keyPageDown
	keyEscape
	keyEnter
	keyTab
	keyBackTab
	keyErase
	keyInterrupt // Ctrl-C
	keyEnd       // Ctrl-D
	keyRedraw    // Ctrl-L
)

// controlKeys are the keys that send one byte.
var controlKeys = map[byte]keypress{
	'\r': keyEnter, '\n': keyEnter, '\t': keyTab, 0x7f: keyErase, '\b': keyErase,
	0x03: keyInterrupt, 0x04: keyEnd, 0x0c: keyRedraw, 0x1b: keyEscape,
}

// escapeKeys are the keys that send ESC [ or ESC O and this, as xterm, the Linux
// console and what imitates them do.
var escapeKeys = map[string]keypress{
	"A": keyUp, "B": keyDown, "C": keyRight, "D": keyLeft, "Z": keyBackTab, "5~": keyPageUp, "6~": keyPageDown,
}

// readKeys sends what is typed until r ends, which closes the channel. interrupt is
// called at once for Ctrl-C: a terminal in raw mode sends no signal for it.
func readKeys(r io.Reader, interrupt func()) <-chan keypress {
	keys := make(chan keypress)
	go func() {
		defer close(keys)
		var rest []byte // the beginning of a letter or a sequence
		buffer := make([]byte, 256)
		for {
			n, err := r.Read(buffer)
			rest = sendKeys(append(rest, buffer[:n]...), keys, interrupt)
			if err != nil {
				return
			}
		}
	}()
	return keys
}

// sendKeys sends the keys of a text and returns the end of it that is none yet.
func sendKeys(text []byte, keys chan<- keypress, interrupt func()) []byte {
	for len(text) > 0 {
		key, n := decodeKey(text)
		if n == 0 {
			return text
		}
		text = text[n:]
		switch key {
		case keyInterrupt:
			interrupt()
		case 0: // a key that means nothing here
		default:
			keys <- key
		}
	}
	return nil
}

// decodeKey returns the first key of a text and its length; 0, 0 if it is incomplete.
// An ESC that nothing follows is the key Escape: terminals send sequences at once.
func decodeKey(text []byte) (key keypress, n int) {
	if text[0] == 0x1b && len(text) > 1 && (text[1] == '[' || text[1] == 'O') {
		return decodeSequence(text)
	}
	if key, ok := controlKeys[text[0]]; ok {
		return key, 1
	}
	if text[0] < ' ' {
		return 0, 1
	}
	if !utf8.FullRune(text) {
		return 0, 0
	}
	letter, n := utf8.DecodeRune(text)
	return keypress(letter), n
}

// decodeSequence reads ESC [ or ESC O, digits and semicolons, and a letter or ~.
func decodeSequence(text []byte) (key keypress, n int) {
	for i := 2; i < len(text); i++ {
		if c := text[i]; c >= '@' && c <= '~' {
			return escapeKeys[string(text[2:i+1])], i + 1
		}
	}
	return 0, 0
}
