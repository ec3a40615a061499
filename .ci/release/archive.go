package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"
)

// tarGz writes files as tarred does, compressed.
func tarGz(w io.Writer, folder string, files []file, at time.Time) error {
	z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is valid; the header stays empty
	return cmp.Or(tarred(z, folder, files, at), z.Close())
}

// tarred writes files below a folder, "" = none, all with the same time and without an owner.
func tarred(w io.Writer, folder string, files []file, at time.Time) error {
	t := tar.NewWriter(w)
	for _, f := range files {
		h := &tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode), Size: int64(len(f.data)),
			ModTime: at, Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	return t.Close()
}

// zipped writes the same files as a zip file, for Windows.
func zipped(w io.Writer, folder string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		part, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := part.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// gzipped returns compressed data, in the form of installed manual pages.
func gzipped(data []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	z.Write(data) // writing to a buffer does not fail
	z.Close()
	return out.Bytes()
}

// sums writes the checksums of all files, in the format of sha256sum -c.
func (r *release) sums() error {
	entries, err := os.ReadDir(r.out) // by name
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return r.write("SHA256SUMS", func(w io.Writer) error {
		_, err := w.Write(list.Bytes())
		return err
	})
}
