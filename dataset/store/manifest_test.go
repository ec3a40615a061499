package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

// manifestText returns a manifest.json of two tables.
func manifestText(t testing.TB) []byte {
	t.Helper()
	dir := t.TempDir()
	w, err := store.Create(dir, store.Options{Formats: bothFormats,
		Meta: map[string]string{"seed": "1", "who": "<b> & co"}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	w.AddSource(store.Source{Name: "WTH_1999.wtb", Kind: "games", Bytes: 84, SHA256: strings.Repeat("0f", 32),
		Header: strings.Repeat("00", 16), Records: 1})
	if err := w.Write(played(t, wipeout)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return content(t, dir, "manifest.json")
}

// Sizes and sums of the tables are masked: they depend on the version of the
// compressor.
func TestManifestGolden(t *testing.T) {
	text := manifestText(t)
	m, err := store.DecodeManifest(bytes.Clone(text))
	if err != nil {
		t.Fatal(err)
	}
	mask := func(old, new string) { text = bytes.Replace(text, []byte(old), []byte(new), 1) }
	for _, table := range m.Tables {
		mask(fmt.Sprintf("\"bytes\": %d", table.Bytes), "\"bytes\": N")
		mask(table.SHA256, "SHA256")
	}
	mask(m.Checksum, "SHA256")
	golden(t, "manifest.json", text)
}

// Law: no bit of a manifest can be flipped and nothing be cut off or added unnoticed.
func TestManifestFlips(t *testing.T) {
	text := manifestText(t)
	check := func(what string, damaged []byte) {
		if _, err := store.DecodeManifest(damaged); !errors.Is(err, dataset.ErrManifest) {
			t.Errorf("%s: got %v, want ErrManifest", what, err)
		}
	}
	for i := range text {
		for bit := range 8 {
			damaged := bytes.Clone(text)
			damaged[i] ^= 1 << bit
			check(fmt.Sprintf("byte %d bit %d", i, bit), damaged)
		}
		check(fmt.Sprintf("cut to %d bytes", i), bytes.Clone(text[:i]))
	}
	check("a byte more", append(bytes.Clone(text), '\n'))
	check("twice", append(bytes.Clone(text), text...))
}

// sign puts a right checksum on an altered manifest.
func sign(text string) []byte {
	bare, _, _ := strings.Cut(text, ",\n  \"checksum\"")
	sum := sha256.Sum256([]byte(bare + "\n}\n"))
	return []byte(bare + ",\n  \"checksum\": \"" + hex.EncodeToString(sum[:]) + "\"\n}\n")
}

func TestManifestContent(t *testing.T) {
	text := string(manifestText(t))
	for _, test := range []struct {
		name, old, new string
		kind           error
		want           string
	}{
		{"field of a later version", `"rows"`, `"new": 1, "rows"`, nil, ""},
		{"format", `"outflank games"`, `"tables"`, dataset.ErrManifest, `format is "tables"`},
		{"version", `"schema_version": 4`, `"schema_version": 5`, dataset.ErrSchema, "schema version is 5, expected 1 to 4"},
		{"rows", `"rows": 1`, `"rows": -1`, dataset.ErrManifest, "rows is -1"},
		{"path", `"games.arrow"`, `"../../etc/passwd"`, dataset.ErrManifest, `table "../../etc/passwd"`},
		{"sum of a source", strings.Repeat("0f", 32), "0f0f", dataset.ErrManifest, `source "WTH_1999.wtb" has the sha256 "0f0f"`},
		{"JSON", `"rows": 1`, `"rows": one`, dataset.ErrManifest, "invalid character"},
		{"type", `"rows": 1`, `"rows": "1"`, dataset.ErrManifest, "cannot unmarshal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			altered := strings.Replace(text, test.old, test.new, 1)
			if altered == text {
				t.Fatalf("%q does not occur", test.old)
			}
			_, err := store.DecodeManifest(sign(altered))
			if test.kind == nil && err != nil {
				t.Errorf("got %v, want no error", err)
			}
			if test.kind != nil && (!errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %v with %q", err, test.kind, test.want)
			}
		})
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(manifestText(f))
	f.Add([]byte("{}"))
	f.Add(sign("{\n  \"rows\": 3"))
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		if m, err := store.DecodeManifest(text); err == nil && len(m.Tables) == 0 {
			t.Errorf("a manifest without tables: %+v", m)
		}
		if !bytes.Equal(before, text) {
			t.Error("DecodeManifest changed its argument")
		}
	})
}
