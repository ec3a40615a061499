package main

import (
	"slices"
	"strings"
)

// A platform is what a program is built for.
type platform struct{ os, arch, level string }

// platforms are all nine. The level is that of x86-64: v1 runs everywhere, v3 on what was sold
// since 2013 or so.
var platforms = []platform{
	{"linux", "amd64", "v1"}, {"linux", "amd64", "v3"}, {"linux", "arm64", ""},
	{"darwin", "amd64", "v1"}, {"darwin", "amd64", "v3"}, {"darwin", "arm64", ""},
	{"windows", "amd64", "v1"}, {"windows", "amd64", "v3"}, {"windows", "arm64", ""},
}

// String returns the name of the platform, such as linux/amd64v3.
func (p platform) String() string { return p.os + "/" + p.cpu() }

// cpu names the processor: amd64, amd64v3 or arm64.
func (p platform) cpu() string { return p.arch + strings.TrimSuffix(p.level, "v1") }

func find(name string) (platform, bool) {
	i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
	if i < 0 {
		return platform{}, false
	}
	return platforms[i], true
}

// program is the name of the file.
func (p platform) program() string {
	if p.os == "windows" {
		return "outflank.exe"
	}
	return "outflank"
}

// environment is that of the compiler. The kernels for vectors are chosen when the program starts,
// at both levels.
func (p platform) environment() []string {
	env := []string{"GOOS=" + p.os, "GOARCH=" + p.arch, "CGO_ENABLED=0", "GOFLAGS="}
	if p.level != "" {
		env = append(env, "GOAMD64="+p.level)
	}
	return env
}
