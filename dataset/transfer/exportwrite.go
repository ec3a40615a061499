package transfer

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/wthor"
)

// write creates all files, then renames them into place.
func (e *exporter) write(dir string) error {
	for _, f := range e.files {
		if len(f.records) == 0 && (e.part || f.source.Name == "") {
			continue
		}
		b, err := e.encode(f.source, &f.header, func(w io.Writer) error {
			f.header.N1 = uint32(len(f.records))
			return f.encode(w)
		})
		if err != nil {
			return fmt.Errorf("transfer: %s: %w", f.path, err)
		}
		e.note(f.path, "games", len(f.records), f.fresh, f.source, b)
	}
	for _, n := range e.names {
		b, err := e.encode(n.source, &n.header, n.encode)
		if err != nil {
			return fmt.Errorf("transfer: %s: %w", n.source.Name, err)
		}
		e.note(n.source.Name, n.source.Kind, len(n.labels), n.fresh, n.source, b)
	}
	for _, f := range e.set {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) { // the name comes from a manifest
			return fmt.Errorf("transfer: %w: source %q does not name a file inside a directory",
				dataset.ErrManifest, f.Name)
		}
	}
	if err := durable.ReplaceSet(dir, e.set, isWthor, e.opt.Replace); err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	return nil
}

// isWthor reports whether a file name is that of a WTHOR file of games or names.
func isWthor(name string) bool {
	ext := extension(name)
	return (ext == ".wtb" || ext == ".jou" || ext == ".trn") && !strings.HasPrefix(name, "._")
}

// encode returns the content of a file. If it differs from the imported file, the header gets the date from
// the options.
func (e *exporter) encode(s store.Source, h *wthor.Header, write func(io.Writer) error) ([]byte, error) {
	var b bytes.Buffer
	if err := write(&b); err != nil || e.opt.Date == [3]int{} || durable.SHA256(b.Bytes()) == s.SHA256 {
		return b.Bytes(), err
	}
	year, month, day := e.opt.Date[0], e.opt.Date[1], e.opt.Date[2]
	if year < 0 || year > 25599 || month < 0 || month > 255 || day < 0 || day > 255 {
		return nil, fmt.Errorf("date %d-%d-%d does not fit a header", year, month, day)
	}
	h.Century, h.YearOfCentury, h.Month, h.Day = uint8(year/100), uint8(year%100), uint8(month), uint8(day)
	b.Reset()
	err := write(&b)
	return b.Bytes(), err
}

func (f *exportGames) encode(w io.Writer) error {
	out, err := wthor.NewWriter(w, f.header)
	if err != nil {
		return err
	}
	for _, r := range f.records {
		if err := out.Write(r); err != nil {
			return err
		}
	}
	return out.Close()
}

// note adds a file to the set and the summary.
func (e *exporter) note(name, kind string, records, fresh int, s store.Source, b []byte) {
	file := ExportedFile{name, kind, records, fresh, durable.SHA256(b) == s.SHA256}
	e.set, e.sum.Files = append(e.set, durable.SetFile{Name: name, Data: b}), append(e.sum.Files, file)
	if file.Identical {
		e.sum.Identical++
	}
}
