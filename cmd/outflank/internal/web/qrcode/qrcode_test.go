package qrcode

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ofSVG and ofText read the modules back from a picture and from lines.
func ofSVG(t *testing.T, data []byte) [][]bool {
	t.Helper()
	var picture struct {
		ViewBox string `xml:"viewBox,attr"`
	}
	if err := xml.Unmarshal(data, &picture); err != nil {
		t.Fatal(err)
	}
	size, err := strconv.Atoi(strings.Fields(picture.ViewBox)[2])
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]bool, size)
	for y := range rows {
		rows[y] = make([]bool, size)
	}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`).FindAllSubmatch(data, -1) {
		x, _ := strconv.Atoi(string(m[1]))
		y, _ := strconv.Atoi(string(m[2]))
		rows[y][x] = true
	}
	return rows
}

func ofText(t *testing.T, text string) (rows [][]bool) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;107m"), "\x1b[0m\n")
		var top, bottom []bool
		for _, r := range line {
			top, bottom = append(top, strings.ContainsRune("█▀", r)), append(bottom, strings.ContainsRune("█▄", r))
		}
		rows = append(rows, top, bottom)
	}
	return rows
}

// TestCode: both forms show the same modules: patterns in three corners of a code of the expected size, within
// a light margin of four modules.
func TestCode(t *testing.T) {
	for text, size := range map[string]int{ // versions 1, 3, 5 and 15 at level M hold 14, 42, 84 and 412 bytes
		"abc": 21, "http://192.168.178.27:8080/?token=a": 29,
		"http://localhost:8080/seat/abcdefghijkl/abcdefghijklmnopqrstuvwxyz": 37, strings.Repeat("x", MaxLength): 77,
	} {
		data, err := SVG(text)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := Text(text)
		if err != nil {
			t.Fatal(err)
		}
		rows, other := ofSVG(t, data), ofText(t, lines)
		if len(rows) != size+8 {
			t.Errorf("%q: %d modules, want %d and the margin", text, len(rows), size)
			continue
		}
		for y, row := range rows {
			for x, dark := range row {
				if dark != other[y][x] {
					t.Fatalf("%q: at %d, %d the lines differ from the picture", text, x, y)
				}
				if dark && (min(x, y) < 4 || max(x, y) >= size+4) {
					t.Errorf("%q: the margin is dark at %d, %d", text, x, y)
				}
			}
		}
		finder := func(x0, y0 int) bool {
			for y := range 7 {
				for x := range 7 {
					ring := max(max(x, 6-x), max(y, 6-y)) // 6 outside, 3 in the middle
					if rows[4+y0+y][4+x0+x] != (ring != 5) {
						return false
					}
				}
			}
			return true
		}
		if !finder(0, 0) || !finder(size-7, 0) || !finder(0, size-7) || finder(size-7, size-7) {
			t.Errorf("%q: the patterns of the corners are wrong", text)
		}
	}
}

// TestLength: a text has 1 to MaxLength bytes.
func TestLength(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("x", MaxLength+1)} {
		if _, err := SVG(text); err == nil {
			t.Errorf("%d bytes are drawn", len(text))
		}
		if _, err := Text(text); err == nil {
			t.Errorf("%d bytes are drawn", len(text))
		}
	}
}
