package blocks_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/runtime/blocks"
	"github.com/outflank/outflank/engine/runtime/durable"
)

var errDamaged = errors.New("damaged")

var layout = blocks.Layout{Magic: "TESTFILE", Footer: 3, Extra: 1, Damaged: errDamaged}

// written returns a file of 2^bits blocks and one more.
func written(t testing.TB, bits int) (file []byte, list [][]byte) {
	t.Helper()
	var out bytes.Buffer
	w, err := layout.Create(&out)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1<<bits + 1 {
		block := bytes.Repeat([]byte{byte(i)}, 3*i%50)
		list = append(list, block)
		if err := w.Append(block, blocks.Entry(nil, block)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish([]byte("end"), bits); err != nil || w.Bytes != int64(out.Len()) {
		t.Fatal(err, w.Bytes, out.Len())
	}
	return out.Bytes(), list
}

func open(data []byte) (*blocks.File, error) {
	return layout.Open(bytes.NewReader(data), int64(len(data)))
}

// Law: blocks come back by number, and keys find theirs.
func TestBlocks(t *testing.T) {
	for _, bits := range []int{0, 1, 5} {
		data, list := written(t, bits)
		f, err := open(data)
		if err != nil {
			t.Fatal(err)
		}
		if f.Buckets() != 1<<bits || string(f.Footer) != "end" {
			t.Errorf("%d buckets, footer %q", f.Buckets(), f.Footer)
		}
		for i, want := range list {
			if got, err := f.Block(i); err != nil || !bytes.Equal(got, want) ||
				!bytes.HasPrefix(data[f.Offset(i):], want) {
				t.Errorf("block %d: %v %v", i, got, err)
			}
			if i < f.Buckets() && (f.Bucket(f.Least(i)) != i || f.Least(i) > 0 && f.Bucket(f.Least(i)-1) != i-1) {
				t.Errorf("key %x is in bucket %d, want %d", f.Least(i), f.Bucket(f.Least(i)), i)
			}
		}
	}
	if blocks.Bits(0, 10) != 0 || blocks.Bits(9, 10) != 0 || blocks.Bits(80, 10) != 4 || blocks.Bits(1<<30, 1) != 24 {
		t.Error("bits")
	}
}

// Law: a damaged file is refused, or the blocks that can be read are right.
func TestDamage(t *testing.T) {
	data, list := written(t, 3)
	for i := range data {
		for _, bad := range [][]byte{data[:i], append(bytes.Clone(data[:i]), data[i]^0x41)} {
			if len(bad) > i {
				bad = append(bad, data[i+1:]...)
			}
			f, err := open(bad)
			if err != nil {
				if !errors.Is(err, errDamaged) {
					t.Fatalf("byte %d: %v", i, err)
				}
				continue
			}
			wrong := 0
			for k, want := range list {
				got, err := f.Block(k)
				if err != nil && !errors.Is(err, errDamaged) || err == nil && !bytes.Equal(got, want) {
					t.Fatalf("byte %d, block %d: %v %v", i, k, got, err)
				}
				if err != nil {
					wrong++
				}
			}
			if wrong != 1 {
				t.Fatalf("byte %d: %d damaged blocks", i, wrong)
			}
		}
	}
}

// Errors of the reader and the writer are not called damage.
func TestErrors(t *testing.T) {
	data, _ := written(t, 2)
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := layout.Open(r, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if _, err := f.Block(1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a closed file: %v", err)
	}
	w, err := layout.Create(full{})
	if err == nil {
		err = w.Finish(nil, 0)
	}
	if !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a full disk: %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Law: whatever a footer with a right sum says, a file opens or is refused, and needs no more memory than it has
// bytes.
func FuzzOpen(f *testing.F) {
	data, _ := written(f, 2)
	f.Add(data, uint64(0), uint32(2))
	f.Add(data, uint64(1)<<63, uint32(24))
	f.Fuzz(func(t *testing.T, data []byte, length uint64, bits uint32) {
		if len(data) < 35 {
			return
		}
		data = bytes.Clone(data)
		end := data[len(data)-24:]
		if length != 0 {
			binary.LittleEndian.PutUint64(end, length)
		}
		binary.LittleEndian.PutUint32(end[8:], bits)
		from := len(data) - 27 - 8*(1<<min(bits, 20)+1)
		binary.LittleEndian.PutUint32(end[20:], durable.Sum(data[max(from, 0):len(data)-4]))
		f, err := open(data)
		if err != nil {
			if !errors.Is(err, errDamaged) {
				t.Fatal(err)
			}
			return
		}
		for i := range f.Buckets() + 1 {
			if block, err := f.Block(i); err == nil && len(block) > len(data) {
				t.Fatal(len(block))
			}
		}
	})
}
