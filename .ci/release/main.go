// Release makes all files of a release in one folder: archives for nine platforms, packages for Debian and
// Fedora, Python packages, a container image, a bill of materials for each program, manual pages,
// completions, the site, and checksums. The same commit gives the same bytes.
//
//	go run -C .ci/release . -o dist                                  all
//	go run -C .ci/release . -o dist -only linux/amd64,windows/arm64  some platforms
//	go run -C .ci/release . -o pages -only site                      the site as a folder
//
// It needs git, Python 3 and the Go of go.mod; for the same bytes, exactly that version. It is a separate
// module, so that the toolkit does not depend on the packaging libraries.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	out := flag.String("o", "dist", "folder for the release, in the checkout or absolute; it must not exist")
	only := flag.String("only", "",
		"platforms such as linux/amd64,linux/amd64v3, or site; empty = all nine, and the site")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, filepath.Join("..", ".."), *out, *only); err != nil {
		log.Fatal(err)
	}
}

// siteOnly stands for the site alone in the flag only.
const siteOnly = "site"

// run makes a release of the checkout in root.
func run(ctx context.Context, root, out, only string) error {
	var platforms []platform
	var err error
	if only != siteOnly {
		platforms, err = choose(only)
	}
	if err != nil {
		return err
	}
	if !filepath.IsAbs(out) {
		if out, err = filepath.Abs(filepath.Join(root, out)); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(out); err == nil {
		return fmt.Errorf("%s exists: choose another folder", out)
	}
	// The release is complete before it is in its folder, which may be in the checkout: a program that is built
	// beside new files is marked as built from a changed checkout.
	dir, err := os.MkdirTemp("", "outflank-release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := makeIn(ctx, root, dir, only == siteOnly, platforms); err != nil {
		return err
	}
	return os.CopyFS(out, os.DirFS(dir))
}

// makeIn makes a release, or the site alone, in a folder.
func makeIn(ctx context.Context, root, out string, siteAlone bool, platforms []platform) error {
	r, err := newRelease(ctx, root, out)
	if err != nil {
		return err
	}
	site, err := r.site(ctx)
	if err != nil {
		return err
	}
	if siteAlone {
		return r.folder(site)
	}
	if err := r.write("outflank-site.tar.gz", func(w io.Writer) error {
		return tarGz(w, "outflank-site", site, r.time)
	}); err != nil {
		return err
	}
	if err := r.platforms(ctx, platforms); err != nil {
		return err
	}
	return r.sums()
}

// choose returns the platforms of a list of names, or all if the list is empty.
func choose(only string) ([]platform, error) {
	if only == "" {
		return platforms, nil
	}
	var list []platform
	for name := range strings.SplitSeq(only, ",") {
		p, ok := find(name)
		if !ok {
			return nil, fmt.Errorf("no platform %q: there are %v", name, platforms)
		}
		list = append(list, p)
	}
	return list, nil
}

// A platform is the target of a build.
type platform struct{ os, arch, level string }

// platforms are all nine. The level is that of x86-64: v1 runs everywhere, v3 on processors sold since about
// 2013.
var platforms = []platform{
	{"linux", "amd64", "v1"}, {"linux", "amd64", "v3"}, {"linux", "arm64", ""},
	{"darwin", "amd64", "v1"}, {"darwin", "amd64", "v3"}, {"darwin", "arm64", ""},
	{"windows", "amd64", "v1"}, {"windows", "amd64", "v3"}, {"windows", "arm64", ""},
}

// String returns the name of the platform, such as linux/amd64v3.
func (p platform) String() string { return p.os + "/" + p.cpu() }

// cpu names the processor: amd64, amd64v3 or arm64.
func (p platform) cpu() string { return p.arch + strings.TrimSuffix(p.level, "v1") }

// packaged reports whether there are packages and images for the platform.
func (p platform) packaged() bool { return p.os == "linux" && p.cpu() == p.arch }

func find(name string) (platform, bool) {
	i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
	if i < 0 {
		return platform{}, false
	}
	return platforms[i], true
}

// program returns the name of the file.
func (p platform) program() string {
	if p.os == "windows" {
		return "outflank.exe"
	}
	return "outflank"
}

// environment returns the environment of the compiler. At both levels, the program chooses its vector
// kernels when it starts.
func (p platform) environment() []string {
	env := []string{"GOOS=" + p.os, "GOARCH=" + p.arch, "CGO_ENABLED=0", "GOFLAGS="}
	if p.level != "" {
		env = append(env, "GOAMD64="+p.level)
	}
	return env
}
