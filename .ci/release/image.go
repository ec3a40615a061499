package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	oci "github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// imageUser is the user and the group of the program in a container.
const imageUser = 65532

// image returns the container image for a platform: the program, a home folder, a folder for temporary files,
// and the certificates with which the program trusts other hosts.
func (r *release) image(p platform, version string, program file) (v1.Image, error) {
	var content bytes.Buffer
	t := tar.NewWriter(&content)
	roots := certificates()
	for _, e := range []struct {
		tar.Header
		data []byte
	}{
		{tar.Header{Name: program.name, Mode: int64(program.mode), Size: int64(len(program.data))}, program.data},
		{tar.Header{Name: "etc/ssl/certs/ca-certificates.crt", Mode: 0o644, Size: int64(len(roots))}, roots},
		{tar.Header{Name: "home/", Mode: 0o755, Uid: imageUser, Gid: imageUser}, nil},
		{tar.Header{Name: "tmp/", Mode: 0o1777}, nil},
	} {
		e.ModTime, e.Format = r.time, tar.FormatPAX
		if err := t.WriteHeader(&e.Header); err != nil {
			return nil, err
		}
		if _, err := t.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if image, err = mutate.AppendLayers(image, layer); err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = p.os, p.arch, v1.Time{Time: r.time}
	config.Config = v1.Config{
		Entrypoint: []string{"/" + program.name}, Env: []string{"HOME=/home", "PATH=/"}, WorkingDir: "/home",
		User: fmt.Sprintf("%d:%d", imageUser, imageUser),
		Labels: map[string]string{
			"org.opencontainers.image.title":    "Outflank",
			"org.opencontainers.image.version":  version,
			"org.opencontainers.image.licenses": "Apache-2.0",
			"org.opencontainers.image.source":   "https://github.com/outflank/outflank",
		},
	}
	return mutate.ConfigFile(image, config)
}

// certificates returns Mozilla's root certificates, as Go keeps them, except those with constraints that a
// file of certificates cannot express.
func certificates() []byte {
	var out bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes all
		}
	}
	return out.Bytes()
}

// images writes the images of a version, one for each processor, as one OCI archive.
func (r *release) images(version string, list []v1.Image) error {
	all := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, image := range list {
		config, err := image.ConfigFile()
		if err != nil {
			return err
		}
		all = mutate.AppendManifests(all, mutate.IndexAddendum{Add: image,
			Descriptor: v1.Descriptor{Platform: config.Platform()}})
	}
	dir, err := os.MkdirTemp("", "outflank-image-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	archive, err := oci.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	name := map[string]string{"org.opencontainers.image.ref.name": "outflank:" + version}
	if err := archive.AppendIndex(all, oci.WithAnnotations(name)); err != nil {
		return err
	}
	var files []file
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path) // it is below dir
		files = append(files, file{filepath.ToSlash(name), 0o644, data})
		return err
	})
	if err != nil {
		return err
	}
	return r.write(fmt.Sprintf("outflank-%s-image.tar", version), func(w io.Writer) error {
		return tarred(w, "", files, r.time)
	})
}
