package durable

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"io"
)

// castagnoli is the polynomial of CRC-32C, for which processors have an instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum returns the CRC-32C (Castagnoli) of data, as defined by RFC 3720. The sum of "123456789" is 0xe3069283.
// A CRC detects damage, not forgery.
func Sum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// UpdateSum returns the CRC-32C of data followed by more, where sum is Sum(data). UpdateSum(0, data) is
// Sum(data).
func UpdateSum(sum uint32, more []byte) uint32 { return crc32.Update(sum, castagnoli, more) }

// NewSum returns a hash that computes the CRC-32C of the data written to it.
func NewSum() hash.Hash32 { return crc32.New(castagnoli) }

// SHA256 returns the SHA-256 of data in hexadecimal digits. Unlike [Sum], it also distinguishes files that
// end with their own CRC.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// SHA256File returns the SHA-256 of a file's content, in hexadecimal digits.
func SHA256File(path string) (string, error) {
	f, err := Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}
