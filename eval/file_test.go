package eval

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// tinyModel and tinyFile are the same model, the file byte by byte. The checksum
// was worked out bit by bit, see TestChecksum.
func tinyModel(t testing.TB) *Model {
	m := NewModel(features(t, "discs+constant"))
	m.Weights = []float64{0.5, -2}
	m.Meta["unit"] = "discs"
	return m
}

var tinyFile = slices.Concat(
	[]byte("OUTFLANK"),
	[]byte{1, 0},        // version
	[]byte{77, 0, 0, 0}, // length of the header
	[]byte(`{"features":"discs+constant","weights":2,"actions":0,"meta":{"unit":"discs"}}`),
	[]byte{0, 0, 0, 0, 0, 0, 0xE0, 0x3F}, // 0.5
	[]byte{0, 0, 0, 0, 0, 0, 0x00, 0xC0}, // -2
	[]byte{0x59, 0x4A, 0x1B, 0x6F},       // CRC-32C
)

// richModel has all that a file can hold.
func richModel(t testing.TB) *Model {
	m := randomModel(t, "report@3+squares")
	m.Actions = make([]float64, len(Classes))
	for i := range m.Actions {
		m.Actions[i] = 1 / float64(3+i)
	}
	m.Weights[0], m.Weights[1], m.Weights[2] = math.Copysign(0, -1), math.SmallestNonzeroFloat64,
		-math.MaxFloat64
	m.Meta = map[string]string{"unit": "win", "b": "<&> \"Ω\"", "a": ""}
	return m
}

// write returns the model's file.
func write(t testing.TB, m *Model) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := WriteModel(&file, m); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// bitwise is CRC-32C one bit at a time: polynomial 0x1EDC6F41, reflected.
func bitwise(data []byte) uint32 {
	sum := ^uint32(0)
	for _, b := range data {
		sum ^= uint32(b)
		for range 8 {
			sum = sum>>1 ^ 0x82F63B78*(sum&1)
		}
	}
	return ^sum
}

// seal returns a file with this header and body and the right checksum.
func seal(header string, body []byte) []byte {
	file := append([]byte("OUTFLANK"), 1, 0)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(header)))
	file = append(append(file, header...), body...)
	return binary.LittleEndian.AppendUint32(file, bitwise(file))
}

func TestChecksum(t *testing.T) {
	if got := bitwise([]byte("123456789")); got != 0xE3069283 { // RFC 3720, appendix B.4
		t.Fatalf("the test's own checksum is wrong: %08x", got)
	}
	body := tinyFile[:len(tinyFile)-4]
	if got, want := binary.LittleEndian.Uint32(tinyFile[len(body):]), bitwise(body); got != want {
		t.Errorf("listed %08x, bit by bit %08x", got, want)
	}
}

func TestLayout(t *testing.T) {
	if got := write(t, tinyModel(t)); !bytes.Equal(got, tinyFile) {
		t.Errorf("wrote\n%q, want\n%q", got, tinyFile)
	}
}

// equal tells whether two models are the same to the last bit.
func equal(a, b *Model) bool {
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	return a.Features.ID() == b.Features.ID() && slices.Equal(a.Features.Params(), b.Features.Params()) &&
		slices.EqualFunc(a.Weights, b.Weights, same) && slices.EqualFunc(a.Actions, b.Actions, same) &&
		(a.Actions == nil) == (b.Actions == nil) && maps.Equal(a.Meta, b.Meta)
}

func TestRoundTrip(t *testing.T) {
	empty := NewModel(features(t, "constant"))
	empty.Meta = nil
	bySquare := randomModel(t, "report")
	bySquare.Actions = make([]float64, 64)
	bySquare.Actions[63] = 1
	for _, m := range []*Model{tinyModel(t), richModel(t), Default(),
		randomModel(t, "edge+position@60"), empty, bySquare} {
		file := write(t, m)
		if !bytes.Equal(file, write(t, m)) {
			t.Errorf("%s: two files of one model differ", m.Features.ID())
		}
		for _, r := range []io.Reader{bytes.NewReader(file), iotest.HalfReader(bytes.NewReader(file)),
			iotest.DataErrReader(bytes.NewReader(file))} {
			got, err := ReadModel(r)
			if err != nil || !equal(got, m) || got.Meta == nil {
				t.Errorf("%s: %v, read %+v", m.Features.ID(), err, got)
			}
		}
	}
}

// TestReadErrors has every sentinel and every place where a file can be wrong.
func TestReadErrors(t *testing.T) {
	two := tinyFile[len(tinyFile)-20 : len(tinyFile)-4]
	float := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	header := func(features string, weights, actions int, more string) string {
		return fmt.Sprintf(`{"features":%q,"weights":%d,"actions":%d%s}`, features, weights, actions, more)
	}
	with := func(at int, b byte) []byte {
		file := slices.Clone(tinyFile)
		file[at] = b
		return file
	}
	good := header("discs+constant", 2, 0, "")
	for _, c := range []struct {
		what string
		file []byte
		kind error
		text string
	}{
		{"empty", nil, errSize, "0 bytes of the magic, expected 8"},
		{"text", []byte("hello"), errMagic, `it begins with "hello", expected "OUTFLANK"`},
		{"a picture", []byte("\x89PNG\r\n\x1a\n and so on"), errMagic, "it begins with"},
		{"later version", with(8, 4), errVersion, "byte 8 says 4, expected 1 to 3"},
		{"header of 4 GiB", append([]byte("OUTFLANK\x01\x00"), 255, 255, 255, 255), errHeader, "4294967295 bytes, expected at most 1048576"},
		{"header over the bound", append([]byte("OUTFLANK\x01\x00"), 1, 0, 16, 0), errHeader, "1048577 bytes"},
		{"no JSON", seal("nonsense", two), errHeader, "invalid character"},
		{"empty header", seal("", two), errHeader, "EOF"},
		{"unknown field", seal(header("discs", 1, 0, `,"time":"now"`), two[:8]), errHeader, "unknown field"},
		{"two objects", seal(good+good, two), errHeader, "more than one value"},
		{"garbage after the object", seal(good+"!", two), errHeader, "more than one value"},
		{"an array", seal("[]", two), errHeader, "cannot unmarshal"},
		{"weights as text", seal(`{"features":"discs","weights":"1"}`, two), errHeader, "cannot unmarshal"},
		{"parameter beyond float64", seal(header("position", 1, 0, `,"params":[1e999]`), two), errHeader, "cannot unmarshal"},
		{"no features", seal(`{}`, nil), errFeatures, `term "" is not known`},
		{"features of a later version", seal(header("wisdom", 2, 0, ""), two), errFeatures, `unknown features "wisdom": term "wisdom" is not known; a later outflank, or the program that made the model, may know them`},
		{"too few parameters", seal(header("position", 1, 0, `,"params":[1,2]`), two[:8]), errFeatures, "2 parameters"},
		{"absurd features", seal(header(strings.Repeat("edge@60+", 20)+"edge", 1<<30, 0, ""), two), errFeatures, "more than 16777216 entries"},
		{"negative count", seal(header("discs", -1, 0, ""), two), errCount, "-1, the features discs have 1"},
		{"count of others", seal(header("discs", 2, 0, ""), two), errCount, "2, the features discs have 1"},
		{"count beyond memory", seal(header("discs", math.MaxInt, 0, ""), two), errCount, "the features discs have 1"},
		{"count of actions", seal(header("discs", 1, 1, ""), two), errCount, "1 for actions, expected none, 10 or 64"},
		{"negative count of actions", seal(header("discs+constant", 2, -10, ""), two), errCount, "-10 for actions"},
		{"weights missing", seal(good, two[:8])[:len(seal(good, two[:8]))-4], errSize, "8 bytes of the weights, expected 16"},
		{"checksum missing", tinyFile[:len(tinyFile)-2], errSize, "2 bytes of the checksum, expected 4"},
		{"a byte too many", append(slices.Clone(tinyFile), 0), errSize, "bytes after the checksum, expected the end"},
		{"two models", slices.Concat(tinyFile, tinyFile), errSize, "bytes after the checksum"},
		{"another weight", with(len(tinyFile)-6, 0xFF), errChecksum, "the file says"},
		{"another checksum", with(len(tinyFile)-1, 0), errChecksum, "its content gives"},
		{"not a number", seal(good, append(float(1), float(math.NaN())...)), errWeight, "number 1 (constant) is NaN"},
		{"infinite", seal(good, append(float(math.Inf(-1)), float(1)...)), errWeight, "number 0 (discs) is -Inf"},
		{"infinite action", seal(header("constant", 1, 10, ""), slices.Concat(make([]byte, 8*10), float(math.Inf(1)))), errWeight, "that of actions like d4 is +Inf"},
	} {
		m, err := ReadModel(bytes.NewReader(c.file))
		if m != nil || !errors.Is(err, c.kind) || !fault.IsBadInput(err) {
			t.Errorf("%s: %v, %v, want %v", c.what, m, err, c.kind)
			continue
		}
		if text := err.Error(); !strings.HasPrefix(text, "eval: "+c.kind.Error()) ||
			!strings.Contains(text, c.text) || len(text) > 500 {
			t.Errorf("%s: %s, want %s", c.what, text, c.text)
		}
	}
}

// TestReaderErrors passes on what the reader says, wherever it fails: that is no
// fault of the file.
func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	for n := range len(tinyFile) + 1 {
		r := io.MultiReader(bytes.NewReader(tinyFile[:n]), iotest.ErrReader(broken))
		if _, err := ReadModel(r); !errors.Is(err, broken) || fault.IsBadInput(err) {
			t.Fatalf("after %d of %d bytes: %v", n, len(tinyFile), err)
		}
	}
}

func TestEveryFlippedBit(t *testing.T) {
	for _, file := range [][]byte{tinyFile, write(t, richModel(t))} {
		for at := range file {
			for bit := range 8 {
				file[at] ^= 1 << bit
				if m, err := ReadModel(bytes.NewReader(file)); m != nil || !fault.IsBadInput(err) {
					t.Errorf("byte %d, bit %d: %v", at, bit, err)
				}
				file[at] ^= 1 << bit
			}
		}
	}
}

func TestEveryTruncation(t *testing.T) {
	file := write(t, richModel(t))
	for n := range file {
		if m, err := ReadModel(bytes.NewReader(file[:n])); m != nil || !errors.Is(err, errSize) {
			t.Errorf("%d of %d bytes: %v", n, len(file), err)
		}
	}
}

// TestHostileHeader promises the largest vectors that a short file can and must
// not make the reader allocate for them.
func TestHostileHeader(t *testing.T) {
	features(t, "edge") // its tables are made once and stay
	wide := strings.TrimSuffix(strings.Repeat("edge@60+", 9), "+")
	f := features(t, wide)
	header := fmt.Sprintf(`{"features":%q,"weights":%d,"actions":0,"meta":{}}`, wide, f.Len())
	file := seal(header, make([]byte, 800))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadModel(bytes.NewReader(file))
	runtime.ReadMemStats(&after)
	if !errors.Is(err, errSize) {
		t.Errorf("%d weights promised: %v", f.Len(), err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes allocated for a file of %d", n, len(file))
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	good := tinyModel(t)
	for _, c := range []struct {
		m    Model
		kind error
	}{
		{Model{Features: good.Features, Weights: []float64{1}}, errCount},
		{Model{Features: good.Features, Weights: good.Weights, Actions: []float64{1}}, errCount},
		{Model{Features: good.Features, Weights: []float64{1, math.NaN()}}, errWeight},
		{Model{Features: good.Features, Weights: good.Weights, Meta: map[string]string{"x": strings.Repeat("x", 1<<20)}}, errHeader},
	} {
		var file bytes.Buffer
		if err := WriteModel(&file, &c.m); !errors.Is(err, c.kind) || file.Len() != 0 {
			t.Errorf("%v and %d bytes, want %v", err, file.Len(), c.kind)
		}
	}
	if err := WriteModel(brokenWriter{}, good); !errors.Is(err, io.ErrClosedPipe) || fault.IsBadInput(err) {
		t.Errorf("broken writer: %v", err)
	}
}

// FuzzReadModelNeverPanics also holds the reader to the law that what it reads can
// be written and read again as the same model.
func FuzzReadModelNeverPanics(f *testing.F) {
	f.Add(tinyFile)
	f.Add(write(f, richModel(f)))
	f.Add(write(f, Default()))
	f.Add(tinyFile[:40])
	f.Add(seal(`{"features":"edge@60+edge@60","weights":3557520}`, make([]byte, 64)))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadModel(bytes.NewReader(data))
		if err != nil {
			if m != nil || !fault.IsBadInput(err) {
				t.Fatalf("%v with %v", m, err)
			}
			resealed(t, data)
			return
		}
		rewrite(t, m)
	})
}

// resealed tries the same content with the right checksum, which no fuzzer finds.
func resealed(t *testing.T, data []byte) {
	if len(data) < 4 {
		return
	}
	data = data[:len(data)-4]
	if m, err := ReadModel(bytes.NewReader(binary.LittleEndian.AppendUint32(slices.Clone(data),
		bitwise(data)))); err == nil {
		rewrite(t, m)
	}
}

func rewrite(t *testing.T, m *Model) {
	again, err := ReadModel(bytes.NewReader(write(t, m)))
	if err != nil || !equal(m, again) {
		t.Fatalf("written and read again: %v", err)
	}
	m.Linear().Eval(engine.Standard())
}
