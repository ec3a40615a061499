package durable

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/dataset"
)

func WriteFile(path string, data []byte) error {
	return dataset.ReplaceFile(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

func HasFile(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// TextSum returns the SHA-256 of the bytes of a file.
func TextSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// FileSum returns the SHA-256 of a file.
func FileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}
