package main

import (
	"cmp"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// packages makes the packages for Debian and Fedora.
func (r *release) packages(p platform, version string, list []file) error {
	dir, err := os.MkdirTemp("", "outflank-package-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, format := range []string{"deb", "rpm"} {
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "outflank", Arch: p.arch, Platform: "linux", Version: version, MTime: r.time,
			Maintainer: "The Outflank maintainers <maintainers@outflank.invalid>",
			Homepage:   "https://github.com/outflank/outflank",
			License:    "Apache-2.0", Section: "games",
			Description: "Othello toolkit: databases, statistics, learning agents and matches",
		})
		info.Recommends = []string{"bash-completion"}
		info.RPM.BuildHost = "localhost" // not the machine's name, so that the bytes repeat
		for _, f := range list {
			content, err := r.installed(dir, f, format)
			if err != nil {
				return err
			}
			info.Contents = append(info.Contents, content)
		}
		if err := nfpm.PrepareForPackager(info, format); err != nil {
			return err
		}
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		err = r.write(packager.ConventionalFileName(info), func(w io.Writer) error {
			return packager.Package(info, w)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// installed writes a file below dir and returns where a package installs it.
func (r *release) installed(dir string, f file, format string) (*files.Content, error) {
	to, data := place(f.name, format), f.data
	if strings.HasSuffix(to, ".gz") {
		data = gzipped(data)
	}
	from := filepath.Join(dir, strings.ReplaceAll(f.name, "/", "_"))
	err := cmp.Or(os.WriteFile(from, data, 0o666), os.Chtimes(from, r.time, r.time))
	return &files.Content{Source: from, Destination: to,
		FileInfo: &files.ContentFileInfo{Mode: f.mode, MTime: r.time, Owner: "root", Group: "root"}}, err
}

// place returns where a file of the archive is installed.
func place(name, format string) string {
	zsh := "/usr/share/zsh/site-functions/_outflank"
	if format == "deb" {
		zsh = "/usr/share/zsh/vendor-completions/_outflank"
	}
	switch name {
	case "outflank":
		return "/usr/bin/outflank"
	case "completions/outflank.bash":
		return "/usr/share/bash-completion/completions/outflank"
	case "completions/_outflank":
		return zsh
	case "completions/outflank.fish":
		return "/usr/share/fish/vendor_completions.d/outflank.fish"
	case "LICENSE":
		if format == "deb" {
			return "/usr/share/doc/outflank/copyright"
		}
	}
	if strings.HasPrefix(name, "man/") {
		return "/usr/share/man/man1/" + path.Base(name) + ".gz"
	}
	return "/usr/share/doc/outflank/" + path.Base(name)
}
