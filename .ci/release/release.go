package main

import (
	"cmp"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// budget is the largest size of a program. The program for windows/amd64 has 64.6 MB, that for linux/amd64
// 63.3 MB. For its contents, run go tool nm -size -sort size. When the program for linux/amd64 had 59 MB, 23
// were code (of ours 4.2, the server of NATS 4.1, Arrow 1.8, Gonum 1.3), 17 were Go's tables about it, 6.1
// models, which do not compress, and 4.4 the fonts of the pictures. html/template calls methods by name, so
// the linker cannot omit any: this takes 7.7 MB of code and tables.
const budget = 62 << 20

// errChanges is the error for a checkout with changes. Its release could not be repeated from a commit.
var errChanges = errors.New("the checkout has changes: commit them, and release from a fresh clone")

// A release is a release in the making.
type release struct {
	root, out string
	time      time.Time         // of the commit, used for all files
	papers    []file            // files included with every program
	licenses  map[string]string // SPDX expressions by module
}

// A file is a file of an archive or package.
type file struct {
	name string // with slashes
	mode os.FileMode
	data []byte
}

// newRelease starts a release with the parts common to all platforms.
func newRelease(ctx context.Context, root, out string) (*release, error) {
	r := &release{root: root, out: out}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		text, err := r.output(ctx, nil, "git", "log", "-1", "--format=%ct")
		if err != nil {
			return nil, err
		}
		seconds = text
	}
	epoch, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the time of the commit: %w", err)
	}
	r.time = time.Unix(epoch, 0).UTC()
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		r.papers = append(r.papers, file{name, 0o644, data})
	}
	notices, err := r.readLicenses()
	if err != nil {
		return nil, err
	}
	r.papers = append(r.papers, notices)
	pages, err := writtenPages(r.time)
	if err != nil {
		return nil, err
	}
	r.papers = append(r.papers, pages...)
	return r, nil
}

// platforms makes all files for some platforms.
func (r *release) platforms(ctx context.Context, list []platform) error {
	var version string
	var images []v1.Image
	for _, p := range list {
		program, info, err := r.build(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		version = strings.TrimPrefix(info.Main.Version, "v")
		if err := r.platform(ctx, p, version, program, info); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if !p.packaged() {
			continue
		}
		image, err := r.image(p, version, program)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		images = append(images, image)
	}
	if len(images) == 0 {
		return nil
	}
	return r.images(version, images)
}

// platform makes the files for one platform, except the image.
func (r *release) platform(ctx context.Context, p platform, version string, program file,
	info *buildinfo.BuildInfo) error {
	name := fmt.Sprintf("outflank-%s-%s-%s", version, p.os, p.cpu())
	fmt.Printf("%s %5.1f MB\n", name, float64(len(program.data))/1e6)
	if err := r.write(name+".cdx.json", func(w io.Writer) error {
		return r.bill(w, info, program.data)
	}); err != nil {
		return err
	}
	files := append([]file{program}, r.papers...)
	archive, pack := name+".tar.gz", tarGz
	if p.os == "windows" {
		archive, pack = name+".zip", zipped
	}
	if err := r.write(archive, func(w io.Writer) error { return pack(w, name, files, r.time) }); err != nil {
		return err
	}
	if p.cpu() == p.arch {
		if err := r.wheel(ctx, p, version, program); err != nil {
			return err
		}
	}
	if p.packaged() {
		return r.packages(p, version, files)
	}
	return nil
}

// build compiles the program for a platform.
func (r *release) build(ctx context.Context, p platform) (file, *buildinfo.BuildInfo, error) {
	dir, err := os.MkdirTemp("", "outflank-release-*")
	if err != nil {
		return file{}, nil, err
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, p.program())
	// The tag minimal omits the formats of gonum/plot that we do not write.
	_, err = r.output(ctx, p.environment(), "go", "build", "-trimpath", "-buildvcs=true", "-tags=minimal",
		"-ldflags=-s -w", "-o", made, "./cmd/outflank")
	if err != nil {
		return file{}, nil, err
	}
	info, err := buildinfo.ReadFile(made)
	if err != nil {
		return file{}, nil, err
	}
	if slices.Contains(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"}) {
		return file{}, nil, errChanges
	}
	data, err := os.ReadFile(made)
	if err != nil {
		return file{}, nil, err
	}
	if len(data) > budget {
		return file{}, nil, fmt.Errorf("the program has %d bytes, the budget is %d", len(data), budget)
	}
	if err := p.check(data, info); err != nil {
		return file{}, nil, err
	}
	return file{path.Base(filepath.ToSlash(made)), 0o755, data}, info, nil
}

// output runs a program in the checkout and returns its output.
func (r *release) output(ctx context.Context, env []string, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = r.root
	c.Env = append(os.Environ(), env...)
	out, err := c.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return "", fmt.Errorf("%s: %w: %s", name, err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// write writes a file of the release.
func (r *release) write(name string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(filepath.Join(r.out, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	err = fill(f)
	return cmp.Or(err, f.Close())
}
