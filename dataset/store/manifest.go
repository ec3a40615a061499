package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// manifestName is the name of the manifest in a directory of tables.
const manifestName = "manifest.json"

// maxManifest is the maximum size of a manifest in bytes. A source takes 300 bytes.
const maxManifest = 64 << 20

// A Manifest describes the tables of a directory. Its file, manifest.json, ends with a checksum of the rest
// of the file.
type Manifest struct {
	Format  string            `json:"format"` // "outflank games"
	Schema  int               `json:"schema_version"`
	Rows    int64             `json:"rows"`    // number of games
	NextID  int64             `json:"next_id"` // greater than the id of every game that is or was in the tables; 0 in version 1
	Tables  []TableFile       `json:"tables"`  // each table in one or two formats
	Sources []Source          `json:"sources"` // files from which the games were read; empty = this program played the games
	Meta    map[string]string `json:"meta"`    // set by the caller: seed, configuration

	// Checksum is the SHA-256, in hexadecimal, of the rest of the manifest. It differs whenever the tables
	// differ, so it identifies their content.
	Checksum string `json:"-"`
}

// A TableFile describes a file in the manifest.
type TableFile struct {
	Name   string `json:"name"`   // games, players or tournaments, with .parquet or .arrow
	Rows   int64  `json:"rows"`   // 0 in version 1, which counts only games
	Bytes  int64  `json:"bytes"`  // length
	SHA256 string `json:"sha256"` // in hexadecimal
}

// A Source is a file from which games or names were read.
type Source struct {
	Name   string `json:"name"`   // as in the column source
	Kind   string `json:"kind"`   // "games", "players" or "tournaments"
	Bytes  int64  `json:"bytes"`  // length
	SHA256 string `json:"sha256"` // in hexadecimal
	// The file's 16-byte header in hexadecimal, to recreate the file.
	Header  string `json:"header"`
	Records int    `json:"records"` // number of games or names in the file
	Bad     int    `json:"bad"`     // number of games left out of the table

	Players     string `json:"players,omitempty"`     // for a game file: the names file of its players
	Tournaments string `json:"tournaments,omitempty"` // for a game file: the names file of its tournaments
}

// IsText reports whether games were read from a format other than WTHOR.
func (s Source) IsText() bool { return s.Kind == "games" && s.Header == "" }

const manifestFormat = "outflank games"

// The checksum line of a manifest is formatted by hand, so that the checksum covers the bytes of the file,
// including fields that later versions may add.
const (
	sumBefore = ",\n  \"checksum\": \""
	sumAfter  = "\"\n}\n"
	bareAfter = "\n}\n"
)

// encode sets the checksum and returns the bytes of manifest.json.
func (m *Manifest) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return nil, fmt.Errorf("store: %s: %w", manifestName, err)
	}
	m.Checksum = durable.SHA256(b.Bytes())
	b.Truncate(b.Len() - len(bareAfter))
	b.WriteString(sumBefore + m.Checksum + sumAfter)
	return b.Bytes(), nil
}

// decodeManifest checks the checksum first, then the content. Its errors do not contain the name of the file.
func decodeManifest(text []byte) (m Manifest, err error) {
	bad := func(format string, args ...any) (Manifest, error) {
		return Manifest{}, fmt.Errorf("%w: %s", dataset.ErrManifest, fmt.Sprintf(format, args...))
	}
	cut := len(text) - len(sumBefore) - 2*sha256.Size - len(sumAfter)
	if cut < 0 || !bytes.HasPrefix(text[cut:], []byte(sumBefore)) || !bytes.HasSuffix(text, []byte(sumAfter)) {
		return bad("%d bytes that do not end with a checksum", len(text))
	}
	said := string(text[cut+len(sumBefore) : len(text)-len(sumAfter)])
	bare := append(text[:cut:cut], bareAfter...)
	if sum := durable.SHA256(bare); sum != said {
		return bad("its checksum is %s, expected %s: it was altered after it was written", said, sum)
	}
	if err := json.Unmarshal(bare, &m); err != nil {
		return bad("%v", err)
	}
	m.Checksum = said
	return m, m.check()
}

// check returns an error if the manifest is of a different version or describes a table that this package
// cannot have written.
func (m *Manifest) check() error {
	switch {
	case m.Format != manifestFormat:
		return fmt.Errorf("%w: format is %q, expected %q", dataset.ErrManifest, m.Format, manifestFormat)
	case m.Schema < 1 || m.Schema > SchemaVersion:
		return fmt.Errorf("%w: schema version is %d, expected 1 to %d", dataset.ErrSchema, m.Schema, SchemaVersion)
	case m.Rows < 0:
		return fmt.Errorf("%w: rows is %d", dataset.ErrManifest, m.Rows)
	}
	for _, t := range m.Tables {
		// The name becomes part of a path.
		if !slices.Contains(tableNames, t.Name) {
			return fmt.Errorf("%w: table %q, expected one of %s", dataset.ErrManifest, t.Name,
				strings.Join(tableNames, ", "))
		}
	}
	for _, s := range m.Sources {
		if sum, err := hex.DecodeString(s.SHA256); err != nil || len(sum) != sha256.Size {
			return fmt.Errorf("%w: source %q has the sha256 %q, expected %d hexadecimal digits", dataset.ErrManifest,
				s.Name, s.SHA256, 2*sha256.Size)
		}
	}
	if m.stored(gamesTable) == nil {
		return fmt.Errorf("%w: it lists no table of games", dataset.ErrManifest)
	}
	return nil
}

// stored returns the table to read for a kind, or nil if there is none. It prefers Arrow IPC, which needs no
// decompression.
func (m *Manifest) stored(k tableKind) *TableFile {
	if t := m.table(k.file(Arrow)); t != nil {
		return t
	}
	return m.table(k.file(Parquet))
}

// readManifest reads the manifest of a directory.
func readManifest(dir string) (Manifest, error) {
	path := filepath.Join(dir, manifestName)
	text, err := readSmall(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Manifest{}, fmt.Errorf("store: %s: %w: %w, expected a directory with games tables",
			path, dataset.ErrManifest, fs.ErrNotExist)
	case err != nil && !isFolder(dir):
		return Manifest{}, fmt.Errorf("store: %s: %w: it is a file, expected a directory with games tables", dir,
			dataset.ErrManifest)
	case err != nil:
		return Manifest{}, fmt.Errorf("store: %w", err)
	}
	m, err := decodeManifest(text)
	if err != nil {
		return m, fmt.Errorf("store: %s: %w", path, err)
	}
	return m, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.IsDir()
}

func readSmall(path string) ([]byte, error) {
	f, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	if err == nil && len(text) > maxManifest {
		err = fmt.Errorf("%s: %w: over %d bytes", path, dataset.ErrManifest, maxManifest)
	}
	return text, err
}

// IsFolder reports whether a folder contains tables.
func IsFolder(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, manifestName))
	return err == nil
}
