package dataset

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/wthor"
)

// write makes all files and then writes them.
func (e *exporter) write(dir string) error {
	var contents [][]byte
	for _, f := range e.files {
		if len(f.records) == 0 && (e.part || f.source.Name == "") {
			continue
		}
		b, err := e.encode(f.source, &f.header, func(w io.Writer) error {
			f.header.N1 = uint32(len(f.records))
			return f.encode(w)
		})
		if err != nil {
			return fmt.Errorf("dataset: %s: %w", f.path, err)
		}
		contents = append(contents, b)
		e.note(f.path, "games", len(f.records), f.fresh, f.source, b)
	}
	for _, n := range e.names {
		b, err := e.encode(n.source, &n.header, n.encode)
		if err != nil {
			return fmt.Errorf("dataset: %s: %w", n.source.Name, err)
		}
		contents = append(contents, b)
		e.note(n.source.Name, n.source.Kind, len(n.labels), n.fresh, n.source, b)
	}
	for i, f := range e.sum.Files {
		local := filepath.FromSlash(f.Name)
		if !filepath.IsLocal(local) { // the name is what a manifest says
			return fmt.Errorf("dataset: %w: source %q does not name a file inside a directory", ErrManifest, f.Name)
		}
		if err := durable.WriteFile(filepath.Join(dir, local), contents[i]); err != nil {
			return fmt.Errorf("dataset: %w", err)
		}
	}
	return nil
}

// encode returns the bytes of a file; where they are not those that were imported,
// with the date of the options.
func (e *exporter) encode(s Source, h *wthor.Header, write func(io.Writer) error) ([]byte, error) {
	var b bytes.Buffer
	if err := write(&b); err != nil || e.opt.Date == [3]int{} || sumOf(b.Bytes()) == s.SHA256 {
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

// note adds a file to the summary.
func (e *exporter) note(name, kind string, records, fresh int, s Source, b []byte) {
	file := ExportedFile{name, kind, records, fresh, sumOf(b) == s.SHA256}
	e.sum.Files = append(e.sum.Files, file)
	if file.Identical {
		e.sum.Identical++
	}
}
