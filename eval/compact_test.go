package eval

import (
	"bytes"
	"math"
	"slices"
	"testing"
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

// TestCompactRoundTrip wants back what was written, to half of 1/64.
func TestCompactRoundTrip(t *testing.T) {
	extreme := NewModel(features(t, "squares@3+constant"))
	for i := range extreme.Weights {
		extreme.Weights[i] = 511 * math.Copysign(1, float64(i%3-1))
	}
	for _, m := range []*Model{randomModel(t, "edge@3+mobility@5+constant"), extreme, randomModel(t, ReportID)} {
		m.Meta["unit"] = "discs"
		file := compact(t, m)
		got, err := ReadModel(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range m.Weights {
			if math.Abs(got.Weights[i]-w) > 0.5/64 {
				t.Fatalf("%s: weight %d is %v, was %v", m.Features.ID(), i, got.Weights[i], w)
			}
		}
		if !bytes.Equal(compact(t, got), file) {
			t.Errorf("%s: what was read is written in other bytes", m.Features.ID())
		}
		if got.Features.ID() != m.Features.ID() || got.Meta["unit"] != "discs" || !slices.Equal(got.Features.Params(), m.Features.Params()) {
			t.Errorf("%s: read %s, %v", m.Features.ID(), got.Features.ID(), got.Meta)
		}
	}
}

func TestCompactRefuses(t *testing.T) {
	huge, actions := tinyModel(t), tinyModel(t)
	huge.Weights[1] = -511.5
	actions.Actions = make([]float64, len(Classes))
	for name, m := range map[string]*Model{"huge": huge, "actions": actions} {
		if err := WriteCompact(new(bytes.Buffer), m); !BadInput(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCompactDamage changes every byte and cuts at every length.
func TestCompactDamage(t *testing.T) {
	file := compact(t, randomModel(t, "diag4@2+constant"))
	for i := range file {
		bad := slices.Clone(file)
		bad[i] ^= 0x10
		if _, err := ReadModel(bytes.NewReader(bad)); !BadInput(err) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if _, err := ReadModel(bytes.NewReader(file[:i])); !BadInput(err) {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
}
