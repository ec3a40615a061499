package inspect

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
)

// netFinding describes a network.
type netFinding struct {
	Kind    string            `json:"kind" doc:"always net"`
	Net     string            `json:"net" doc:"size of the net, such as 64-32-1"`
	Layers  []int             `json:"layers" doc:"number of nodes in each layer"`
	Weights int               `json:"weights" doc:"number of weights"`
	Agent   string            `json:"agent" doc:"spec of an agent that plays with the net"`
	Parts   []netPart         `json:"parts" doc:"groups of weights with the same function"`
	Meta    map[string]string `json:"meta" doc:"how the net was made, if the file is in the folder of a run"`
}

// A netPart describes weights with the same function.
type netPart struct {
	Name    string  `json:"name" doc:"name of the part"`
	Weights int     `json:"weights" doc:"number of weights"`
	NonZero int     `json:"nonzero" doc:"number of weights other than 0"`
	RMS     float64 `json:"rms" doc:"root mean square of the weights"`
	Largest float64 `json:"largest" doc:"the largest weight by absolute value, with its sign"`
}

// beginsWithNumber reports whether the first word of a text is a number. Among the formats that Outflank
// reads, only the DNA of a network begins this way.
func beginsWithNumber(head []byte) bool {
	for word := range strings.FieldsSeq(string(head)) {
		_, err := strconv.ParseFloat(strings.TrimRight(word, ","), 64)
		return err == nil
	}
	return false
}

func inspectNet(f *os.File) (finding, error) {
	k, dna, err := eval.ReadNet(f)
	if err != nil {
		return nil, fault.BadInput(err)
	}
	return netFinding{
		Kind: "net", Net: k.String(), Layers: []int{64, k.Hidden, k.Outputs}, Weights: len(dna),
		Agent: agents.SpecOf(k.String(), f.Name()), Parts: netParts(k, dna), Meta: netMeta(f.Name()),
	}, nil
}

// netParts splits DNA into parts, in the order of [eval.NetKind.Len].
func netParts(k eval.NetKind, dna []float64) (parts []netPart) {
	for _, p := range []struct {
		name string
		n    int
	}{
		{"squares to middle layer", 64 * k.Hidden}, {"biases of middle layer", k.Hidden},
		{"middle layer to outputs", k.Outputs * k.Hidden}, {"biases of outputs", k.Len() - (65+k.Outputs)*k.Hidden},
	} {
		if p.n > 0 {
			parts = append(parts, newNetPart(p.name, dna[:p.n]))
		}
		dna = dna[p.n:]
	}
	return parts
}

func newNetPart(name string, weights []float64) netPart {
	p := netPart{Name: name, Weights: len(weights), NonZero: countNonZero(weights)}
	sum := 0.0
	for _, w := range weights {
		sum += w * w / float64(len(weights))
		if math.Abs(w) > math.Abs(p.Largest) {
			p.Largest = w
		}
	}
	p.RMS = math.Sqrt(sum)
	return p
}

// netMeta returns the metadata of a network in the folder of a run, or an empty map for other networks.
func netMeta(path string) map[string]string {
	name := strings.TrimSuffix(filepath.Base(path), run.NetExt)
	info, err := run.ReadInfo(run.System{}, filepath.Dir(path))
	if err != nil || name != run.BestFile && name != run.LastFile {
		return map[string]string{}
	}
	return info.NetMeta()
}

func (v netFinding) print(a *cli.App) {
	a.Printf("net, layers %s, %d weights\n\n", v.Net, v.Weights)
	t := a.Table()
	t.Row("part", "weights", "not zero", "root mean square", "largest")
	for _, p := range v.Parts {
		t.Row(p.Name, text.Number(p.Weights), text.Number(p.NonZero), fmt.Sprintf("%.4g", p.RMS),
			fmt.Sprintf("%+.4g", p.Largest))
	}
	t.Flush()
	if len(v.Meta) > 0 {
		a.Printf("\n")
		printMeta(a, v.Meta)
	}
	a.Printf("\nNext: outflank bench %s random\n", text.Quote(v.Agent))
}
