package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// readLicenses reads the command's list of licences and returns their texts as one file.
func (r *release) readLicenses() (file, error) {
	data, err := os.ReadFile(filepath.Join(r.root, "cmd", "outflank", "internal", "root", "licenses.json"))
	if err != nil {
		return file{}, err
	}
	var list struct {
		Modules []struct {
			Module, License string
			Text            int
		}
		Texts []string
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return file{}, err
	}
	r.licenses = map[string]string{}
	of := make([][]string, len(list.Texts))
	for _, m := range list.Modules {
		r.licenses[m.Module] = m.License
		of[m.Text] = append(of[m.Text], m.Module)
	}
	var out bytes.Buffer
	for i, text := range list.Texts {
		fmt.Fprintf(&out, "== %s\n\n%s\n", strings.Join(of[i], "\n== "), text)
	}
	return file{"LICENSES.txt", 0o644, out.Bytes()}, nil
}

// bill writes the bill of materials of a program in CycloneDX, from the build information in the program.
func (r *release) bill(w io.Writer, info *buildinfo.BuildInfo, program []byte) error {
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.time.Format(time.RFC3339),
		Component: component(info.Main.Path, info.Main.Version, "Apache-2.0", cdx.ComponentTypeApplication),
	}
	bom.Metadata.Component.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256,
		Value: fmt.Sprintf("%x", sha256.Sum256(program))}}
	compiler, _, _ := strings.Cut(strings.TrimPrefix(info.GoVersion, "go"), "-X:") // without experiments
	parts := []cdx.Component{*component("std", compiler, r.licenses["go"], cdx.ComponentTypeLibrary)}
	needs := []string{parts[0].BOMRef}
	for _, m := range info.Deps {
		license, ok := r.licenses[m.Path]
		if !ok {
			return fmt.Errorf("no licence of %s is known: OUTFLANK_UPDATE=1 go test "+
				"./cmd/outflank/internal/root", m.Path)
		}
		c := component(m.Path, m.Version, license, cdx.ComponentTypeLibrary)
		parts = append(parts, *c)
		needs = append(needs, c.BOMRef)
	}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: bom.Metadata.Component.BOMRef, Dependencies: &needs}}
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

func component(module, version, license string, kind cdx.ComponentType) *cdx.Component {
	url := "pkg:golang/" + module + "@" + version
	return &cdx.Component{
		BOMRef: url, Type: kind, Name: module, Version: version, PackageURL: url,
		Licenses: &cdx.Licenses{{Expression: license}},
	}
}
