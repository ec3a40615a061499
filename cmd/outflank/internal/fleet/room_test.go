package fleet

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
)

var room clitest.Room = Commands

func TestMain(m *testing.M) { room.Main(m) }

// TestDemo: the demo shows what it says. It starts workers by the name that it was called by.
func TestDemo(t *testing.T) {
	out, err := exec.Command("outflank", "fleet", "demo").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{"killed worker 1", "ab:depth=4",
		"the table is byte-identical to the one played without the fleet"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
}

// page returns the page of the manual on fleets.
func page(t *testing.T) string {
	text, err := os.ReadFile(filepath.Join("..", "manual", "machines.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestManifest: the manifest of the manual is YAML, of objects that Kubernetes knows, whose command lines
// this program takes.
func TestManifest(t *testing.T) {
	_, text, _ := strings.Cut(page(t), "    apiVersion:")
	text = "    apiVersion:" + text
	kinds := []string{}
	for part := range strings.SplitSeq(text, "\n    ---\n") {
		var object struct {
			APIVersion string `yaml:"apiVersion"`
			Kind       string
			Metadata   struct{ Name string }
			Spec       struct {
				Template struct {
					Spec struct {
						Containers []struct {
							Args         []string
							VolumeMounts []struct{ Name string } `yaml:"volumeMounts"`
						}
						Volumes []struct{ Name string }
					}
				}
				Claims []struct{ Metadata struct{ Name string } } `yaml:"volumeClaimTemplates"`
			}
		}
		if err := yaml.Unmarshal([]byte(part), &object); err != nil {
			t.Fatalf("%v in\n%s", err, part)
		}
		kinds = append(kinds, object.APIVersion+" "+object.Kind)
		if object.Metadata.Name == "" {
			t.Errorf("an object without a name:\n%s", part)
		}
		pod := object.Spec.Template.Spec
		volumes := map[string]bool{}
		for _, v := range pod.Volumes {
			volumes[v.Name] = true
		}
		for _, c := range object.Spec.Claims {
			volumes[c.Metadata.Name] = true
		}
		for _, c := range pod.Containers {
			command, rest, err := room.Find(t, "fleet").Find(c.Args[1:])
			if err == nil {
				err = command.ParseFlags(rest)
			}
			if err != nil || command.Name() != c.Args[1] || command.Flags().NArg() > 0 {
				t.Errorf("%v: %v, %s", c.Args, err, command.Name())
			}
			for _, m := range c.VolumeMounts {
				if !volumes[m.Name] {
					t.Errorf("%s mounts %s, which is no volume", object.Metadata.Name, m.Name)
				}
			}
		}
	}
	if got := strings.Join(kinds, ", "); got != "v1 Service, apps/v1 StatefulSet, apps/v1 Deployment" {
		t.Errorf("the manifest has %s", got)
	}
}

// TestUnit: the command line of the unit of the manual is one that this program takes.
func TestUnit(t *testing.T) {
	_, line, _ := strings.Cut(page(t), "ExecStart=/usr/local/bin/outflank fleet ")
	line, _, _ = strings.Cut(line, "\n")
	command, rest, err := room.Find(t, "fleet").Find(strings.Fields(line))
	if err == nil {
		err = command.ParseFlags(rest)
	}
	if err != nil || command.Name() != "work" || command.Flags().NArg() > 0 {
		t.Errorf("%q: %v", line, err)
	}
}

// TestMisuse: what would let in others, or nobody, is refused before anything is served.
func TestMisuse(t *testing.T) {
	dir := t.TempDir()
	queue, token, short := filepath.Join(dir, "queue"), filepath.Join(dir, "token"), filepath.Join(dir, "short")
	if err := os.WriteFile(short, []byte("1234567"), 0o600); err != nil {
		t.Fatal(err)
	}
	serve := []string{"fleet", "serve", "--dir", queue}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{append(serve, "--addr", ":4222"), cli.Misused, "set --token-file or --nkeys"},
		{append(serve, "--addr", "0.0.0.0:0"), cli.Misused, "set --token-file or --nkeys"},
		{append(serve, "--addr", "4222"), cli.Misused, "want an address and a port"},
		{append(serve, "--worker-token-file", token), cli.Misused, "need --token-file or --nkeys; otherwise all clients may do everything"},
		{append(serve, "--worker-nkeys", short), cli.Misused, "all clients may do everything"},
		{append(serve, "--nkeys", short), cli.BadInput, short + ":1: want the public nkey"},
		{[]string{"fleet", "work", "--join", "nats://127.0.0.1:1", "--creds", short}, cli.BadInput, short + ": neither credentials"},
		{append(serve, "--tls-cert", "c.pem"), cli.Misused, "set both or neither"},
		{append(serve, "--token-file", token, "--worker-token-file", token), cli.Misused, "which lets workers do everything"},
		{append(serve, "--token-file", short), cli.BadInput, "want a token of at least 8 characters"},
		{append(serve, "--addr", taken.Addr().String()), cli.Failed, "port 0 picks any free port"},
		{append(serve, "--max-bytes", "3"), cli.Misused, "want at least"},
		{append(serve, "--token-file", token, "--tls-cert", short, "--tls-key", short), cli.BadInput, short},
		{[]string{"fleet", "serve"}, cli.Misused, "--dir is missing: want the folder"},
		{[]string{"fleet", "work"}, cli.Misused, "--join is missing: want the address"},
		{[]string{"fleet", "work", "--join", "localhost:4222"}, cli.Misused, "want an address such as nats://host:4222"},
		{[]string{"fleet", "work", "--join", "nats://s3cret@localhost:4222"}, cli.Misused, "all users of this machine can read a token in an address"},
		{[]string{"fleet", "work", "--join", "nats://127.0.0.1:1", "--token-file", filepath.Join(dir, "none")}, cli.BadInput, "none"},
		{[]string{"fleet", "work", "--join", "nats://127.0.0.1:1", "--tls-ca", short}, cli.BadInput, "no certificate in PEM"},
		{[]string{"fleet", "work", "--join", "nats://127.0.0.1:1", "--nice", "20"}, cli.Misused, "--nice 20"},
		{[]string{"fleet", "work", "--join", "nats://127.0.0.1:1", "--max-bytes", "0"}, cli.Misused, "--max-bytes 0"},
		{[]string{"fleet", "bogus"}, cli.Misused, "unknown command"},
	} {
		_, stderr := room.Want(t, test.code, test.args...)
		if !strings.Contains(stderr, test.want) || strings.Contains(stderr, "s3cret") {
			t.Errorf("%v: it says %q, want %q", test.args, stderr, test.want)
		}
	}
	if made, err := os.ReadFile(token); err != nil || len(made) < 20 {
		t.Errorf("the token that was made is %q, %v", made, err)
	}
	if info, err := os.Stat(token); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others may read the token: %v, %v", info.Mode(), err)
	}
}
