package play

import (
	"regexp"
)

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")
