package run

import (
	_ "embed"
)

// Example is a run.toml with all settings.
//
//go:embed example.toml
var Example string
