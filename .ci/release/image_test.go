package main

import (
	"bytes"
	"crypto/x509"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	oci "github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// checkImage reads an archive with images for a number of processors, amd64 first, and starts the program of the
// first as a container does.
func checkImage(t *testing.T, archive []byte, processors int) {
	t.Helper()
	dir := t.TempDir()
	extract(t, bytes.NewReader(archive), dir)
	all, err := oci.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(all); err != nil {
		t.Fatal(err)
	}
	list, err := all.IndexManifest()
	if err != nil || len(list.Manifests) != 1 {
		t.Fatal(list, err)
	}
	index, err := all.ImageIndex(list.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	images, err := index.IndexManifest()
	if err != nil || len(images.Manifests) != processors {
		t.Fatal(images, err)
	}
	if p := images.Manifests[0].Platform; p == nil || p.String() != "linux/amd64" {
		t.Fatalf("the image is for %v", p)
	}
	image, err := index.Image(images.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if c := config.Config; !slices.Equal(c.Entrypoint, []string{"/outflank"}) || c.User != "65532:65532" {
		t.Errorf("the image has %+v", c)
	}
	root := filepath.Join(t.TempDir(), "root")
	if err := os.Mkdir(root, 0o755); err != nil { // for the user of the image
		t.Fatal(err)
	}
	extract(t, mutate.Extract(image), root)
	roots, err := os.ReadFile(filepath.Join(root, "etc", "ssl", "certs", "ca-certificates.crt"))
	if err != nil || !x509.NewCertPool().AppendCertsFromPEM(roots) {
		t.Errorf("the image has no certificates, %v", err)
	}
	startIn(t, root, config.Config.WorkingDir, imageUser)
}

// extract unpacks an archive into a folder.
func extract(t *testing.T, archive io.Reader, dir string) {
	t.Helper()
	unpack := exec.Command("tar", "-x", "-p", "-C", dir)
	unpack.Stdin = archive
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, out)
	}
}
