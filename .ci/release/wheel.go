package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
)

// wheel makes the Python package with the program.
func (r *release) wheel(ctx context.Context, p platform, version string, program file) error {
	dir, err := os.MkdirTemp("", "outflank-wheel-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, program.name)
	if err := os.WriteFile(name, program.data, 0o755); err != nil {
		return err
	}
	_, err = r.output(ctx, nil, "python3", filepath.Join("notebooks", "python", "wheel.py"), name,
		"--platform", p.String(), "--version", pythonVersion(version), "-o", r.out)
	return err
}

// between is the version that Go gives to a commit between two releases.
var between = regexp.MustCompile(`^(\d+\.\d+\.\d+)-(?:0\.)?(\d{14})-([0-9a-f]{12})$`)

// pythonVersion returns a version as Python writes it, see PEP 440.
func pythonVersion(version string) string {
	return between.ReplaceAllString(version, "$1.dev$2+$3")
}
