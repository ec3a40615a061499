// Package qrcode draws addresses as QR codes, for the phone beside the screen.
package qrcode

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode/qr"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// quiet is the width of the light margin that scanners need, in modules.
const quiet = 4

// MaxLength is the maximum length of a text in bytes.
const MaxLength = 400

// modules returns the rows of the code of a text with its margin; true = dark.
func modules(text string) ([][]bool, error) {
	if n := len(text); n < 1 || n > MaxLength {
		return nil, fault.Misusef("text: %d bytes, want 1 to %d", n, MaxLength)
	}
	code, err := qr.Encode(text, qr.M, qr.Unicode)
	if err != nil {
		return nil, err
	}
	size := code.Bounds().Dx()
	rows := make([][]bool, size+2*quiet)
	for y := range rows {
		rows[y] = make([]bool, size+2*quiet)
		for x := range size {
			if y >= quiet && y < quiet+size {
				r, _, _, _ := code.At(x, y-quiet).RGBA()
				rows[y][quiet+x] = r == 0
			}
		}
	}
	return rows, nil
}

// SVG returns the code of a text as an SVG picture, dark on light. The error is misuse unless the text has 1
// to [MaxLength] bytes.
func SVG(text string) ([]byte, error) {
	rows, err := modules(text)
	if err != nil {
		return nil, err
	}
	var path strings.Builder
	for y, row := range rows {
		for x, dark := range row {
			if dark {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d">`+
		`<path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%s"/></svg>`, len(rows), &path), nil
}

// Text returns the code of a text as lines of half blocks for a terminal, two rows of modules in each. Its
// colours are set, because scanners want dark on light. Its errors are those of [SVG].
func Text(text string) (string, error) {
	rows, err := modules(text)
	if err != nil {
		return "", err
	}
	var lines strings.Builder
	for y := 0; y < len(rows); y += 2 {
		lines.WriteString("\x1b[30;107m") // black on bright white
		for x, top := range rows[y] {
			bottom := y+1 < len(rows) && rows[y+1][x]
			switch {
			case top && bottom:
				lines.WriteString("█")
			case top:
				lines.WriteString("▀")
			case bottom:
				lines.WriteString("▄")
			default:
				lines.WriteString(" ")
			}
		}
		lines.WriteString("\x1b[0m\n")
	}
	return lines.String(), nil
}
