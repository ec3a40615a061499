package models

import (
	"fmt"
	"os"

	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/eval"
)

// Read reads a model file; its errors name the file.
func Read(path string) (*eval.Model, error) {
	if IsShipped(path) {
		return Shipped(path), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fault.BadInput(fmt.Errorf("%s: is a folder, not a model", path))
	}
	m, err := eval.ReadModel(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
