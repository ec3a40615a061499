package tensorboard

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An event is what a reader finds in a record.
type event struct {
	Wall    float64
	Step    int
	Version string
	Values  []Scalar
	Plugin  []byte // what is said to the plugin of settings
}

// readEvents reads an event file as its format is documented, apart from the writer.
func readEvents(r io.Reader) (list []event, err error) {
	for {
		var head [12]byte
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return list, nil
		} else if err != nil {
			return list, err
		}
		size := binary.LittleEndian.Uint64(head[:])
		if size > 1<<20 {
			return list, fmt.Errorf("record %d: %d bytes", len(list), size)
		}
		data := make([]byte, size)
		var sum [4]byte
		if _, err := io.ReadFull(r, data); err != nil {
			return list, err
		}
		if _, err := io.ReadFull(r, sum[:]); err != nil {
			return list, err
		}
		if !unmasks(head[8:], head[:8]) || !unmasks(sum[:], data) {
			return list, fmt.Errorf("record %d: wrong sum", len(list))
		}
		list = append(list, parseEvent(data))
	}
}

// unmasks tells whether a stored sum is that of the data: rotated back, less the delta.
func unmasks(stored, data []byte) bool {
	x := binary.LittleEndian.Uint32(stored) - 0xa282ead8
	return x>>17|x<<15 == crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
}

// parseEvent reads a protocol buffer; what it holds has a type by its field.
func parseEvent(data []byte) (e event) {
	eachField(data, func(field int, x uint64, text []byte) {
		switch field {
		case 1:
			e.Wall = math.Float64frombits(x)
		case 2:
			e.Step = int(x)
		case 3:
			e.Version = string(text)
		case 5:
			eachField(text, func(_ int, _ uint64, value []byte) {
				var v Scalar
				eachField(value, func(field int, x uint64, text []byte) {
					switch field {
					case 1:
						v.Tag = string(text)
					case 2:
						v.Value = float64(math.Float32frombits(uint32(x)))
					case 9:
						e.Plugin = text
					}
				})
				e.Values = append(e.Values, v)
			})
		}
	})
	return e
}

func eachField(data []byte, f func(field int, x uint64, text []byte)) {
	for len(data) > 0 {
		key := data[0]
		data = data[1:]
		var x uint64
		var text []byte
		switch key & 7 {
		case 0:
			n := 0
			x, n = binary.Uvarint(data)
			data = data[n:]
		case 1:
			x, data = binary.LittleEndian.Uint64(data), data[8:]
		case 2:
			size, n := binary.Uvarint(data)
			text, data = data[n:n+int(size)], data[n+int(size):]
		case 5:
			x, data = uint64(binary.LittleEndian.Uint32(data)), data[4:]
		}
		f(int(key>>3), x, text)
	}
}

func TestEvents(t *testing.T) {
	var file bytes.Buffer
	w := NewWriter(&file, 1000)
	w.Start(1000, map[string]any{"learn.rule": "td", "learn.alpha": 0.5, "learn.normalise": true})
	w.Scalars(300, 1003.5, Scalar{"train/error", 0.5}, Scalar{"train/alpha", 0.25})
	w.Scalars(70000, 1700, Scalar{"score/swh", 1})
	w.Scalars(70000, 1701, Scalar{"final/swh", 0.5})
	w.End(1701)
	if err := w.Error(); err != nil {
		t.Fatal(err)
	}
	got, err := readEvents(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	want := []event{
		{Wall: 1000, Version: "brain.Event:2"},
		{Wall: 1000, Values: []Scalar{{"_hparams_/session_start_info", 0}}, Plugin: unhex(t, tensorboardStart)},
		{Wall: 1003.5, Step: 300, Values: []Scalar{{"train/error", 0.5}, {"train/alpha", 0.25}}},
		{Wall: 1700, Step: 70000, Values: []Scalar{{"score/swh", 1}}},
		{Wall: 1701, Step: 70000, Values: []Scalar{{"final/swh", 0.5}}},
		{Wall: 1701, Values: []Scalar{{"_hparams_/session_end_info", 0}}, Plugin: unhex(t, tensorboardEnd)},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Scalar{})); diff != "" {
		t.Error(diff)
	}
	times, err := Times(bytes.NewReader(file.Bytes()))
	if diff := cmp.Diff(map[int]float64{0: 1000, 300: 1003.5, 70000: 1700}, times); diff != "" || err != nil {
		t.Errorf("times, %v:\n%s", err, diff)
	}
	for i := range file.Len() { // no flipped bit passes unseen, nor does a cut within a record
		torn := bytes.Clone(file.Bytes())
		torn[i] ^= 4
		if _, err := readEvents(bytes.NewReader(torn)); err == nil {
			t.Fatalf("byte %d changed, and no error", i)
		}
		if _, err := Times(bytes.NewReader(torn)); !errors.Is(err, ErrDamaged) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}
}

// What TensorBoard 2.21 itself writes for the settings and the end of [TestEvents], with the map sorted:
// metadata.create_summary_metadata of its plugin hparams.
const (
	tensorboardStart = "0a5b0a0768706172616d7312501a4e" +
		"0a180a0b6c6561726e2e616c706861120911000000000000e03f" +
		"0a150a0f6c6561726e2e6e6f726d616c69736512022001" +
		"0a120a0a6c6561726e2e72756c6512041a027464" +
		"290000000000408f40"
	tensorboardEnd = "0a180a0768706172616d73120d220b0801110000000000949a40"
)

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestMaskedSum holds the sum to files that TensorBoard wrote itself: their first record
// has 24 bytes, and so they begin with 18 0 0 0 0 0 0 0 a3 7f 4b 22.
func TestMaskedSum(t *testing.T) {
	if got := maskedSum([]byte{24, 0, 0, 0, 0, 0, 0, 0}); got != 0x224b7fa3 {
		t.Errorf("sum %08x", got)
	}
}
