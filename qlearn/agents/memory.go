package agents

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseBytes parses an amount of memory from 64K to 1024G, such as 64M, 1G or 512K, where K is 1024, and
// returns bytes. A number without a letter is in MiB.
func ParseBytes(text string) (int, error) {
	number, shift := text, 20
	if i := strings.IndexByte("KMG", upper(text)); i >= 0 {
		number, shift = text[:len(text)-1], 10*(i+1)
	}
	x, err := strconv.ParseFloat(number, 64)
	bytes := x * math.Pow(2, float64(shift))
	if err != nil || !(bytes >= 1<<16 && bytes <= 1<<40) {
		return 0, fmt.Errorf("want an amount of memory such as 64M or 1G, from 64K to 1024G")
	}
	return int(bytes), nil
}

// upper returns the last letter of the text in upper case, or 0 if there is none.
func upper(text string) byte {
	if text == "" {
		return 0
	}
	return strings.ToUpper(text)[len(text)-1]
}
