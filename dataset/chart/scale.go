package chart

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// diverging is ColorBrewer's palette RdBu (https://colorbrewer2.org) from the lowest value to the highest,
// with 0 in the middle. It omits both ends, which are so dark that blue and red look alike.
var diverging = [...]color.RGBA{
	{0xb2, 0x18, 0x2b, 0xff}, {0xd6, 0x60, 0x4d, 0xff}, {0xf4, 0xa5, 0x82, 0xff}, {0xfd, 0xdb, 0xc7, 0xff},
	{0xf7, 0xf7, 0xf7, 0xff},
	{0xd1, 0xe5, 0xf0, 0xff}, {0x92, 0xc5, 0xde, 0xff}, {0x43, 0x93, 0xc3, 0xff}, {0x21, 0x66, 0xac, 0xff},
}

// colorOf returns the colour of x, -1 to 1. Values outside that range get the colour of the nearest end.
func colorOf(x float64) color.RGBA {
	at := (min(max(x, -1), 1) + 1) / 2 * float64(len(diverging)-1)
	i := min(int(at), len(diverging)-2)
	return mix(diverging[i], diverging[i+1], at-float64(i))
}

// mix returns the colour at t (0 to 1) between a and b.
func mix(a, b color.RGBA, t float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + t*(float64(b)-float64(a)))) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// readableOn returns black or white, whichever contrasts more with c. A softer black would fall below the
// contrast of 4.5 that WCAG 2 requires for small text.
func readableOn(c color.RGBA) color.RGBA {
	if contrast(c, white) > contrast(c, black) {
		return white
	}
	return black
}

var (
	black = color.RGBA{0, 0, 0, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// contrast returns the contrast ratio of WCAG 2 (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio), 1 to 21.
func contrast(a, b color.RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// A scale is the range of values that a palette covers, with their format.
type scale struct {
	low, high float64 // either may be 0, which leaves only half of the palette
	limit     float64 // absolute value with the strongest colour, not 0
	whole     bool    // all values are whole numbers
}

// newScale returns the scale of values. A limit of 0 selects the largest absolute value.
func newScale(values []float64, limit float64) scale {
	s := scale{whole: true}
	for _, v := range values {
		s.low, s.high = min(s.low, v), max(s.high, v)
		s.whole = s.whole && v == math.Trunc(v)
	}
	s.limit = limit
	if s.limit == 0 {
		s.limit = max(-s.low, s.high)
	}
	if s.limit == 0 {
		s.limit = 1
	}
	// Even a small value on the other side of 0 needs its half of the bar.
	if s.high > 0 || s.low == 0 {
		s.high = s.limit
	}
	if s.low < 0 {
		s.low = -s.limit
	}
	return s
}

func (s scale) color(v float64) color.RGBA { return colorOf(v / s.limit) }

// text formats v with as few digits as distinguish values on the scale: two digits of the largest value or,
// for whole numbers, all digits up to five.
func (s scale) text(v float64) string {
	switch {
	case s.limit >= 1e12 || s.limit < 1e-3:
		return minus(fmt.Sprintf("%.0e", v))
	case s.limit >= 1e5:
		return minus(thousands(v))
	case s.whole:
		return minus(strconv.FormatFloat(v, 'f', 0, 64))
	}
	return minus(strconv.FormatFloat(v, 'f', s.digits(), 64))
}

// digits returns the number of decimals that gives the limit two digits.
func (s scale) digits() int { return max(0, 2-int(math.Ceil(math.Log10(s.limit)))) }

// marginText formats the margin of a value. If the margin would have only one digit, it adds a decimal.
func (s scale) marginText(margin float64) string {
	if s.limit >= 1e3 || s.limit < 1e-3 {
		return s.text(margin)
	}
	digits := s.digits()
	if margin < s.limit/10 {
		digits++
	}
	return strconv.FormatFloat(margin, 'f', digits, 64)
}

// ticks returns the values to mark: the ends, 0, and halfway.
func (s scale) ticks() []float64 {
	var ticks []float64
	for i := -2; i <= 2; i++ {
		if v := s.limit * float64(i) / 2; v >= s.low && v <= s.high {
			ticks = append(ticks, v)
		}
	}
	return ticks
}

// tickText formats a tick, with one more decimal than values if necessary.
func (s scale) tickText(v float64) string {
	if s.limit >= 1e5 || s.limit < 1e-3 {
		return s.text(v)
	}
	if s.limit >= 1e3 {
		return minus(strconv.FormatFloat(v, 'f', 0, 64))
	}
	text := strconv.FormatFloat(v, 'f', s.digits()+1, 64)
	return minus(strings.TrimSuffix(strings.TrimRight(text, "0"), "."))
}

// thousands formats v with at least two digits and k, M or G.
func thousands(v float64) string {
	if v == 0 {
		return "0"
	}
	unit := ""
	for _, u := range [...]string{"k", "M", "G"} {
		if math.Abs(v) < 1000 {
			break
		}
		v, unit = v/1000, u
	}
	return strconv.FormatFloat(v, 'f', max(0, 2-len(strconv.Itoa(int(math.Abs(v))))), 64) + unit
}

// minus turns hyphens into minus signs and removes the sign of a formatted zero.
func minus(number string) string {
	if strings.HasPrefix(number, "-") && strings.Trim(number, "-0.") == "" {
		number = number[1:]
	}
	return strings.ReplaceAll(number, "-", "−")
}
