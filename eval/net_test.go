package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestDNALength: the report counts 66·32 and 2·64·65 numbers.
func TestDNALength(t *testing.T) {
	if MMNet.Len() != 66*32 || PolicyNet.Len() != 2*64*65 {
		t.Errorf("%d and %d", MMNet.Len(), PolicyNet.Len())
	}
}

// naiveNet computes all outputs node by node.
func naiveNet(k NetKind, dna []float64, b engine.Board) (outputs []float64) {
	hidden, count := k.Hidden, k.Outputs
	middle := make([]float64, hidden)
	for h := range middle {
		sum := dna[64*hidden+h]
		for s := range engine.Square(64) {
			switch {
			case b.Mine.Has(s):
				sum += dna[int(s)*hidden+h]
			case b.Theirs.Has(s):
				sum -= dna[int(s)*hidden+h]
			}
		}
		middle[h] = 1 / (1 + math.Exp(-sum))
	}
	rest := dna[65*hidden:]
	for o := range count {
		sum := 0.0
		for h, x := range middle {
			sum += x * rest[o*hidden+h]
		}
		if count > 1 {
			sum += rest[count*hidden+o]
		}
		outputs = append(outputs, sum)
	}
	return outputs
}

func TestNet(t *testing.T) {
	for i, k := range []NetKind{MMNet, PolicyNet, {5, 1}, {7, 64}} {
		dna := RandomDNA(k, rand.New(rand.NewPCG(1, uint64(i))))
		net, err := NewNet(k, dna)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range slices.Concat(gameBoards(t, "8x8", 3), gameBoards(t, "hex", 1)) {
			want := naiveNet(k, dna, b)
			if got := net.Eval(b); math.Abs(got-want[0]) > 1e-9 {
				t.Fatalf("%v: %v, want %v", engine.Position{Board: b}, got, want[0])
			}
			if k.Outputs == 1 {
				continue
			}
			best := engine.None
			for s := range b.Moves().All() {
				if best == engine.None || want[s] > want[best] {
					best = s
				}
			}
			if got := net.Best(b); got != best {
				t.Fatalf("%v: %v, want %v", engine.Position{Board: b}, got, best)
			}
		}
	}
}

func TestReadDNA(t *testing.T) {
	dna := RandomDNA(MMNet, rand.New(rand.NewPCG(1, 1)))
	text := strings.Trim(fmt.Sprint(dna), "[]")
	got, err := ReadDNA(MMNet, strings.NewReader(text))
	if err != nil || !slices.Equal(got, dna) {
		t.Errorf("%v", err)
	}
	for text, want := range map[string]string{
		"1 2 3":        "the file ends after 3 numbers where the weight 4 of 2112 is expected",
		text + "\n7":   `line 2: "7" after the last of 2112 numbers`,
		"1\nx " + text: `line 2: weight 2 of 2112, "x": want a finite number`,
	} {
		if _, err := ReadDNA(MMNet, strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
	if _, err := NewNet(PolicyNet, dna); err == nil {
		t.Error("a PolicyNet took the DNA of an MMNet")
	}
}

// TestParseNetKind: sizes are read as they are written.
func TestParseNetKind(t *testing.T) {
	for text, want := range map[string]NetKind{"64-32-1": MMNet, "64-64-64": PolicyNet, "64-1024-1": {1024, 1}} {
		if k, err := ParseNetKind(text); err != nil || k != want {
			t.Errorf("%s: %v, %v", text, k, err)
		}
	}
	for _, text := range []string{"", "64-32", "64-0-1", "64-32-2", "64-1025-1", "65-32-1", "64-32-1x",
		"64-032-1", "64-+2-1"} {
		if k, err := ParseNetKind(text); err == nil {
			t.Errorf("%q: %v", text, k)
		}
	}
	if _, err := NewNet(NetKind{3, 2}, make([]float64, NetKind{3, 2}.Len())); err == nil {
		t.Error("a network of two outputs")
	}
}

// TestNetKindOf: the number of numbers tells the size, and no number stands for two.
func TestNetKindOf(t *testing.T) {
	sizes := map[int]NetKind{}
	for hidden := range MaxHidden {
		for _, outputs := range []int{1, 64} {
			k := NetKind{hidden + 1, outputs}
			if other, ok := sizes[k.Len()]; ok {
				t.Fatalf("%v and %v", k, other)
			}
			sizes[k.Len()] = k
			if got, err := netKindOf(k.Len()); err != nil || got != k {
				t.Fatalf("%v: %v, %v", k, got, err)
			}
		}
	}
	for _, n := range []int{0, 1, 64, 65, 67, 2111, 2113, 66 * (MaxHidden + 1), 129*(MaxHidden+1) + 64, -66} {
		if k, err := netKindOf(n); err == nil {
			t.Errorf("%d numbers: %v", n, k)
		}
	}
}

func TestReadNet(t *testing.T) {
	for _, want := range []NetKind{MMNet, PolicyNet, {1, 1}} {
		dna := RandomDNA(want, rand.New(rand.NewPCG(1, 1)))
		var file strings.Builder
		if err := WriteDNA(&file, dna); err != nil {
			t.Fatal(err)
		}
		k, got, err := ReadNet(strings.NewReader(file.String()))
		if err != nil || k != want || !slices.Equal(got, dna) {
			t.Errorf("%v: %v, %v", want, k, err)
		}
	}
	for text, want := range map[string]string{
		"":          "eval: net: 0 numbers: want 66·N for a 64-N-1 net or 129·N + 64 for a 64-N-64 net",
		"1 2 3":     "eval: net: 3 numbers: want 66·N",
		"1\n2\nNaN": `eval: net: line 3: weight 3 of 3, "NaN": want a finite number`,
	} {
		if _, _, err := ReadNet(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestWriteDNA: what was written is read to the last bit.
func TestWriteDNA(t *testing.T) {
	k := NetKind{2, 1}
	dna := RandomDNA(k, rand.New(rand.NewPCG(1, 1)))
	dna[0], dna[1], dna[2], dna[3] = math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64,
		float64(float32(0.1))
	var file strings.Builder
	if err := WriteDNA(&file, dna); err != nil {
		t.Fatal(err)
	}
	got, err := ReadDNA(k, strings.NewReader(file.String()))
	if err != nil || len(got) != len(dna) {
		t.Fatalf("%d numbers, %v", len(got), err)
	}
	for i, x := range got {
		if math.Float64bits(x) != math.Float64bits(dna[i]) {
			t.Errorf("number %d is %v, was %v", i, x, dna[i])
		}
	}
	dna[5] = math.NaN()
	if err := WriteDNA(&file, dna); err == nil || !strings.Contains(err.Error(), "number 6") {
		t.Errorf("NaN: %v", err)
	}
}

func BenchmarkMMNet(b *testing.B) {
	net, _ := NewNet(MMNet, RandomDNA(MMNet, rand.New(rand.NewPCG(1, 1))))
	board := gameBoards(b, "8x8", 1)[30]
	b.ReportAllocs()
	for b.Loop() {
		net.Eval(board)
	}
}
