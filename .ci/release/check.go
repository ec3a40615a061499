package main

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"fmt"
	"slices"
)

// check returns an error unless a program fits its platform: its headers name the processor, it needs no
// libraries on systems without their own, and go version -m shows the right build settings.
func (p platform) check(program []byte, info *buildinfo.BuildInfo) error {
	machine, needs, err := p.headers(bytes.NewReader(program))
	if err != nil {
		return err
	}
	if machine != p.arch {
		return fmt.Errorf("the headers are of a program for %s", machine)
	}
	if len(needs) > 0 {
		return fmt.Errorf("the program needs %v", needs)
	}
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	want := map[string]string{"GOOS": p.os, "GOARCH": p.arch, "GOAMD64": p.level, "CGO_ENABLED": "0",
		"-trimpath": "true"}
	for key, value := range want {
		if built[key] != value {
			return fmt.Errorf("the program was built with %s=%q, want %q", key, built[key], value)
		}
	}
	return nil
}

// headers returns the processor and, on Linux, the libraries that the system must load with a program.
func (p platform) headers(program *bytes.Reader) (machine string, needs []string, err error) {
	names := map[string]string{
		elf.EM_X86_64.String(): "amd64", elf.EM_AARCH64.String(): "arm64",
		macho.CpuAmd64.String(): "amd64", macho.CpuArm64.String(): "arm64",
		fmt.Sprint(pe.IMAGE_FILE_MACHINE_AMD64): "amd64", fmt.Sprint(pe.IMAGE_FILE_MACHINE_ARM64): "arm64",
	}
	switch p.os {
	case "linux":
		f, err := elf.NewFile(program)
		if err != nil {
			return "", nil, err
		}
		needs, _ = f.ImportedLibraries() // fails if there is no list, as there should not be
		if slices.ContainsFunc(f.Progs, func(g *elf.Prog) bool { return g.Type == elf.PT_INTERP }) {
			needs = append(needs, "a loader")
		}
		return names[f.Machine.String()], needs, nil
	case "darwin":
		f, err := macho.NewFile(program)
		if err != nil {
			return "", nil, err
		}
		return names[f.Cpu.String()], nil, nil
	default:
		f, err := pe.NewFile(program)
		if err != nil {
			return "", nil, err
		}
		return names[fmt.Sprint(f.Machine)], nil, nil
	}
}
