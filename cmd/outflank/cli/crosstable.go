package cli

import (
	"path/filepath"
	"strings"
)

func Extension(path string) string { return strings.ToLower(filepath.Ext(path)) }
