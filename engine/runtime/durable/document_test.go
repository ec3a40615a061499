package durable_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
)

type settings struct {
	Games int      `json:"games"`
	Names []string `json:"names,omitempty"`
}

// Law: a document comes back as it was, and no change of any byte is taken for one.
func TestDocument(t *testing.T) {
	want := settings{100, []string{"Ann <a&b>", `"crc32c": "00000000"`}}
	text, err := durable.Document(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte("Ann <a&b>")) || !bytes.HasSuffix(text, []byte("\"\n}\n")) {
		t.Errorf("not for people: %s", text)
	}
	var got settings
	if err := durable.ReadDocument(text, &got); err != nil || got.Games != want.Games ||
		strings.Join(got.Names, " ") != strings.Join(want.Names, " ") {
		t.Errorf("got %v, %v", got, err)
	}
	for i := range text {
		for bit := range 8 {
			changed := bytes.Clone(text)
			changed[i] ^= 1 << bit
			if err := durable.ReadDocument(changed, &settings{}); err == nil {
				t.Fatalf("bit %d of byte %d: not noticed in %s", bit, i, changed)
			}
		}
		if err := durable.ReadDocument(text[:i], &settings{}); err == nil {
			t.Fatalf("cut at %d: not noticed", i)
		}
	}
}

// What is no object has no last field; fields of another version are not lost in silence.
func TestDocumentRefuses(t *testing.T) {
	for _, v := range []any{7, "x", []int{1}, struct{}{}, map[string]int{}} {
		if text, err := durable.Document(v); err == nil {
			t.Errorf("%v became %s", v, text)
		}
	}
	newer, err := durable.Document(map[string]int{"games": 1, "rounds": 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := durable.ReadDocument(newer, &settings{}); err == nil ||
		!strings.Contains(err.Error(), `unknown field "rounds"`) {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]string{`{"games":1} {}`: "more than one value",
		`{"game":1}`: "unknown field", `{"games":"1"}`: "cannot unmarshal"} {
		if err := durable.Strict([]byte(text), &settings{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
