// Package blocks implements files that are opened at once and read in parts: blocks with checksums, found by
// the upper bits of a key. A file consists of
//
//	magic      8 bytes
//	blocks     one for each bucket of keys, and those that belong to no bucket
//	directory  for each block its length and its CRC-32C, 4 bytes each
//	footer     of the format; then the total length of the blocks in 8 bytes, the number of upper bits of a key
//	           that select its bucket in 4, the magic again, and the CRC-32C of directory and footer
//
// All numbers are little-endian. Opening a file reads the directory and the footer. A look-up reads one block
// and checks its sum, so damage is noticed only in the blocks that are used.
package blocks

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Layout describes the files of a format.
type Layout struct {
	Magic   string // 8 bytes
	Footer  int    // length of the format's part of the footer
	Extra   int    // number of blocks behind those of the buckets
	Damaged error  // wrapped by the errors for damaged files and files of other formats
}

const (
	tail    = 24 // length of the footer behind the format's part
	maxBits = 24
)

// Bits returns the number of upper bits of a key that divide n keys into buckets of about the given size.
func Bits(n, size int) int { return min(bits.Len(uint(n/size)), maxBits) }

// A File reads a file of blocks. It is safe for concurrent use if its reader is, such as an [*os.File].
type File struct {
	Footer []byte // the format's part of the footer

	layout    Layout
	r         io.ReaderAt
	bits      int
	directory []byte
	offsets   []int64 // of the blocks, and the end of the last one
}

// Open opens a file; size is its length in bytes. It checks everything except the blocks. The file continues
// to read from r.
func (l Layout) Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{layout: l, r: r}
	bare := int64(len(l.Magic) + l.Footer + tail)
	if size < bare {
		return nil, fmt.Errorf("%w: it has %d bytes, expected at least %d", l.Damaged, size, bare)
	}
	begin, end := make([]byte, len(l.Magic)), make([]byte, l.Footer+tail)
	if err := f.read(begin, 0); err != nil {
		return nil, err
	}
	if err := f.read(end, size-int64(len(end))); err != nil {
		return nil, err
	}
	rest := end[l.Footer:]
	if string(begin) != l.Magic || string(rest[12:20]) != l.Magic {
		return nil, fmt.Errorf("%w: it begins with %q and ends with %q, expected %q", l.Damaged, begin,
			rest[12:20], l.Magic)
	}
	// The size is known, so a wrong count is detected before memory is allocated for it.
	length, keyBits := binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint32(rest[8:])
	if room := uint64(size - bare); keyBits > maxBits || length > room ||
		room-length != 8*(1<<keyBits+uint64(l.Extra)) {
		return nil, fmt.Errorf("%w: it has %d bytes, which is not a directory of 2^%d entries behind %d bytes of "+
			"blocks", l.Damaged, size, keyBits, length)
	}
	f.Footer, f.bits = end[:l.Footer], int(keyBits)
	f.directory = make([]byte, uint64(size-bare)-length)
	if err := f.read(f.directory, int64(len(l.Magic))+int64(length)); err != nil {
		return nil, err
	}
	want := binary.LittleEndian.Uint32(rest[20:])
	if sum := durable.UpdateSum(durable.Sum(f.directory), end[:len(end)-4]); sum != want {
		return nil, fmt.Errorf("%w: the sum of its directory is %08x, expected %08x", l.Damaged, sum, want)
	}
	return f, f.place(int64(length))
}

// place computes the offsets of the blocks.
func (f *File) place(length int64) error {
	at := int64(len(f.layout.Magic))
	end := at + length
	f.offsets = make([]int64, 0, len(f.directory)/8+1)
	for d := f.directory; len(d) > 0; d = d[8:] {
		f.offsets = append(f.offsets, at)
		at += int64(binary.LittleEndian.Uint32(d))
	}
	if f.offsets = append(f.offsets, at); at != end {
		return fmt.Errorf("%w: its blocks end at byte %d, expected %d", f.layout.Damaged, at, end)
	}
	return nil
}

func (f *File) read(p []byte, at int64) error {
	_, err := io.ReadFull(io.NewSectionReader(f.r, at, int64(len(p))), p)
	return err
}

// Buckets returns the number of buckets.
func (f *File) Buckets() int { return 1 << f.bits }

// Bucket returns the bucket of a key, which is the number of its block.
func (f *File) Bucket(key uint64) int { return int(key >> (64 - f.bits)) }

// Least returns the lowest key of a bucket.
func (f *File) Least(bucket int) uint64 { return uint64(bucket) << (64 - f.bits) }

// Offset returns the offset of a block in the file.
func (f *File) Offset(block int) int64 { return f.offsets[block] }

// Block reads and checks a block.
func (f *File) Block(i int) ([]byte, error) {
	block := make([]byte, f.offsets[i+1]-f.offsets[i])
	if err := f.read(block, f.offsets[i]); err != nil {
		return nil, err
	}
	want := binary.LittleEndian.Uint32(f.directory[8*i+4:])
	if sum := durable.Sum(block); sum != want {
		return nil, fmt.Errorf("%w: the sum of block %d at byte %d is %08x, expected %08x", f.layout.Damaged, i,
			f.offsets[i], sum, want)
	}
	return block, nil
}

// A Writer writes a file of blocks.
type Writer struct {
	Bytes int64 // number of bytes written so far

	layout    Layout
	out       *bufio.Writer
	directory []byte
}

// Create begins a file.
func (l Layout) Create(w io.Writer) (*Writer, error) {
	f := &Writer{layout: l, out: bufio.NewWriterSize(w, 1<<18)}
	return f, f.write([]byte(l.Magic))
}

func (f *Writer) write(p []byte) error {
	n, err := f.out.Write(p)
	f.Bytes += int64(n)
	return err
}

// Entry appends the directory entry of a block to dst.
func Entry(dst, block []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(block)))
	return binary.LittleEndian.AppendUint32(dst, durable.Sum(block))
}

// Append writes consecutive blocks, whose entries are in directory.
func (f *Writer) Append(blocks, directory []byte) error {
	f.directory = append(f.directory, directory...)
	return f.write(blocks)
}

// Finish writes the directory and the footer, for keys whose given number of upper bits selects the bucket.
func (f *Writer) Finish(footer []byte, bits int) error {
	end := append(f.directory, footer...)
	end = binary.LittleEndian.AppendUint64(end, uint64(f.Bytes)-uint64(len(f.layout.Magic)))
	end = binary.LittleEndian.AppendUint32(end, uint32(bits))
	end = append(end, f.layout.Magic...)
	end = binary.LittleEndian.AppendUint32(end, durable.Sum(end))
	if err := f.write(end); err != nil {
		return err
	}
	return f.out.Flush()
}
