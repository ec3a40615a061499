package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path"
	"path/filepath"

	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

const (
	offline = "cmd/outflank/internal/web/offline"
	assets  = "cmd/outflank/internal/web/site/assets"
)

// shared are the files of the server's pages that the board uses. Its own are in the folder page of offline.
var shared = []string{"analysis.css", "base.css", "board.css", "board.js", "desk.js", "dom.js", "geometry.js",
	"graph.js", "icon.svg", "lines.js", "live.js", "movelist.js", "theme.js", "tree.js"}

// board returns the folder board of the site: a page that plays and analyses without a server. The program is
// compressed, so that it is small on every server.
func (r *release) board(ctx context.Context) ([]file, error) {
	root, err := r.output(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(r.root, offline, "page", "*"))
	if err != nil {
		return nil, err
	}
	for _, name := range shared {
		names = append(names, filepath.Join(r.root, assets, name))
	}
	names = append(names, filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	var files []file
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{path.Join("board", filepath.Base(name)), 0o644, data})
	}
	program, err := r.wasm(ctx)
	if err != nil {
		return nil, err
	}
	model, err := smallModel()
	return append(files, file{"board/outflank.wasm.gz", 0o644, gzipped(program)},
		file{"board/outflank.model", 0o644, model}), err
}

// wasm compiles the program of the board.
func (r *release) wasm(ctx context.Context) ([]byte, error) {
	dir, err := os.MkdirTemp("", "outflank-release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, "outflank.wasm")
	env := []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS="}
	if _, err := r.output(ctx, env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", made,
		"./"+offline); err != nil {
		return nil, err
	}
	return os.ReadFile(made)
}

// smallModel returns the evaluator of the board: the built-in one, with weights rounded to an eighth of a
// disc, which halves its size.
func smallModel() ([]byte, error) {
	m := pattern.ShippedModel(pattern.BuiltIn)
	for i, w := range m.Weights {
		m.Weights[i] = math.Round(8*w) / 8
	}
	m.Meta["rounded"] = "to an eighth of a disc"
	var out bytes.Buffer
	err := eval.WriteCompact(&out, m)
	return out.Bytes(), err
}
