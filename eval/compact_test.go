package eval

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// compact returns the model's compact file.
func compact(t testing.TB, m *Model) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := WriteCompact(&file, m); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// scaled returns a random model whose weights lie within ±most, the first at its end.
func scaled(t testing.TB, id string, most float64) *Model {
	m := randomModel(t, id)
	for i := range m.Weights {
		m.Weights[i] *= most
	}
	m.Weights[0] = -most
	return m
}

// TestCompactRoundTrip wants back what was written, to half of the unit, and the same
// file when that is written again.
func TestCompactRoundTrip(t *testing.T) {
	extreme := NewModel(features(t, "squares@3+constant"))
	for i := range extreme.Weights {
		extreme.Weights[i] = 511 * math.Copysign(1, float64(i%3-1))
	}
	for _, c := range []struct {
		m    *Model
		unit string
		bits int
	}{
		{extreme, "discs", 6},
		{extreme, "win", 6},
		{NewModel(features(t, "discs")), "win", 6},
		{scaled(t, "edge@3+mobility@5+constant", 20.75), "discs", 6}, // as the shipped evaluator
		{scaled(t, "edge@3+mobility@5+constant", 20.75), "points", 10},
		{scaled(t, "diag4@40+all1@17+mobility@16", 20.75), "points", 10}, // 3, 2 and 1 blocks
		{scaled(t, ReportID, 511.99), "discs", 6},                        // 32767.36: just fits
		{scaled(t, ReportID, 511.995), "discs", 5},                       // 32767.68 does not
		{scaled(t, "all2", 1e6), "win", -5},                              // 1e6/32 = 31250
		{scaled(t, "balanced-all2@3", 1), "win", 14},
		{scaled(t, "balanced-all2@3", 1), "discs", 6},
		{scaled(t, "all1", 0.01), "win", 21}, // 20971.52
		{scaled(t, "all1", 0x1p996), "win", -982},
		{scaled(t, "all1", 0x1p-1000), "win", 1000},
		{scaled(t, "all1", math.SmallestNonzeroFloat64), "win", 6},
	} {
		c.m.Meta["unit"] = c.unit
		file := compact(t, c.m)
		if said := bytes.Contains(file, fmt.Appendf(nil, `"unit_bits":%d,`, c.bits)); said == (c.bits == 6) {
			t.Errorf("%v: want unit_bits %d in\n%.200q", c.m.Weights[0], c.bits, file)
		}
		got, err := ReadModel(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range c.m.Weights {
			if math.Abs(got.Weights[i]/2-w/2) > math.Ldexp(0.25, -c.bits) {
				t.Fatalf("%s: weight %d is %v, was %v", c.m.Features.ID(), i, got.Weights[i], w)
			}
		}
		if !bytes.Equal(compact(t, got), file) {
			t.Errorf("%s, %v: what was read is written in other bytes", c.m.Features.ID(), c.m.Weights[0])
		}
		if got.Features.ID() != c.m.Features.ID() || got.Meta["unit"] != c.unit ||
			!slices.Equal(got.Features.Params(), c.m.Features.Params()) {
			t.Errorf("%s: read %s, %v", c.m.Features.ID(), got.Features.ID(), got.Meta)
		}
	}
}

func TestCompactRefuses(t *testing.T) {
	huge, actions := tinyModel(t), tinyModel(t)
	huge.Weights[1] = -2e300
	actions.Actions = make([]float64, len(Classes))
	for kind, m := range map[error]*Model{errWeight: huge, errCount: actions} {
		if err := WriteCompact(new(bytes.Buffer), m); !errors.Is(err, kind) {
			t.Errorf("%v, want %v", err, kind)
		}
	}
}

// TestUnitBits reads units that no writer chooses, and refuses those it cannot mean.
func TestUnitBits(t *testing.T) {
	header := func(bits string) string {
		return `{"features":"discs","weights":1,"actions":0,"unit_bits":` + bits + `,"meta":{}}`
	}
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.BestCompression)
	z.Write([]byte{6, 0}) // low byte, high byte: 6 is 3 folded
	z.Close()
	body := append(binary.LittleEndian.AppendUint32(nil, uint32(packed.Len())), packed.Bytes()...)
	for _, c := range []struct {
		version byte
		bits    string
		weight  float64
		want    error
	}{
		{2, "0", 3, nil},
		{2, "1", 1.5, nil},
		{2, "-4", 48, nil},
		{2, "6", 3.0 / 64, nil},
		{3, "1", 1.5, nil},
		{2, "null", 3.0 / 64, nil},
		{2, "1001", 0, errHeader},
		{2, "-1001", 0, errHeader},
		{2, "-9223372036854775808", 0, errHeader},
		{2, "1.5", 0, errHeader},
		{1, "6", 0, errHeader},
	} {
		file := seal(header(c.bits), body)
		file[8] = c.version
		file = binary.LittleEndian.AppendUint32(file[:len(file)-4], bitwise(file[:len(file)-4]))
		m, err := ReadModel(bytes.NewReader(file))
		if !errors.Is(err, c.want) || err == nil && m.Weights[0] != c.weight {
			t.Errorf("version %d, unit_bits %s: %v, %v", c.version, c.bits, m, err)
		}
	}
}

// FuzzCompactRoundTrip: what a compact file holds is written again as the same weights.
func FuzzCompactRoundTrip(f *testing.F) {
	f.Add(compact(f, scaled(f, "all1+mobility@3", 0.01)))
	f.Add(compact(f, scaled(f, "squares", 1000)))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadModel(bytes.NewReader(data))
		if err != nil || m.Actions != nil || WriteCompact(io.Discard, m) != nil {
			return
		}
		once, err := ReadModel(bytes.NewReader(compact(t, m)))
		if err != nil {
			t.Fatal(err)
		}
		twice, err := ReadModel(bytes.NewReader(compact(t, once)))
		if err != nil || !equal(once, twice) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

// TestCompactDamage changes every byte and cuts at every length.
func TestCompactDamage(t *testing.T) {
	file := compact(t, randomModel(t, "diag4@2+constant"))
	for i := range file {
		bad := slices.Clone(file)
		bad[i] ^= 0x10
		if _, err := ReadModel(bytes.NewReader(bad)); !fault.IsBadInput(err) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if _, err := ReadModel(bytes.NewReader(file[:i])); !fault.IsBadInput(err) {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
}

// TestVersion2: a file of version 2, whose stages are together by term, has the same weights.
func TestVersion2(t *testing.T) {
	m := scaled(t, "edge@3+mobility@20+constant", 20)
	m.Meta["unit"] = "discs"
	file := compact(t, m)
	want, err := ReadModel(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var low, high []byte
	for _, term := range Terms(m.Features) {
		for i := range term.Len * term.Stages {
			x := int16(want.Weights[term.Offset+i] * 64)
			if i >= term.Len {
				x -= int16(want.Weights[term.Offset+i-term.Len] * 64)
			}
			folded := 2 * int(x)
			if x < 0 {
				folded = -2*int(x) - 1
			}
			low, high = append(low, byte(folded)), append(high, byte(folded>>8))
		}
	}
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.BestCompression)
	z.Write(append(low, high...))
	z.Close()
	old := slices.Clone(file[:14+binary.LittleEndian.Uint32(file[10:])])
	old[8] = 2
	old = append(binary.LittleEndian.AppendUint32(old, uint32(packed.Len())), packed.Bytes()...)
	old = binary.LittleEndian.AppendUint32(old, bitwise(old))
	got, err := ReadModel(bytes.NewReader(old))
	if err != nil || !equal(got, want) {
		t.Errorf("other weights, or %v", err)
	}
	if _, err := ReadStages(bytes.NewReader(old)); !errors.Is(err, errVersion) {
		t.Errorf("stages of version 2: %v", err)
	}
}
