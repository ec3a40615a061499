package web

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/guard"
)

// TestWhoMayCome: beyond this machine the command asks for a token, unless everybody may read.
func TestWhoMayCome(t *testing.T) {
	const token = "kokosovka-37"
	for _, tt := range []struct {
		addr, token string
		readOnly    bool
		want        string // a part of the error; "" = none
	}{
		{addr: "127.0.0.1:0"},
		{addr: "localhost:8080"},
		{addr: "[::1]:8080"},
		{addr: "127.8.9.1:8080"},
		{addr: ":8080", want: "other machines can reach"},
		{addr: "0.0.0.0:8080", want: "other machines can reach"},
		{addr: "[::]:8080", want: "other machines can reach"},
		{addr: "192.168.1.7:8080", want: "other machines can reach"},
		{addr: "localhost.example.org:8080", want: "other machines can reach"},
		{addr: ":8080", token: token},
		{addr: ":8080", readOnly: true},
		{addr: ":8080", token: "1234567", want: "at least 8 characters"},
		{addr: "127.0.0.1:0", token: "1234567", want: "at least 8 characters"},
		{addr: "8080", want: "missing port"},
	} {
		err := settings{addr: tt.addr, guard: guard.Options{Token: tt.token, ReadOnly: tt.readOnly}}.check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if _, complaint := room.Want(t, 2, "web", "--addr", "0.0.0.0:0"); !strings.Contains(complaint, "--token") {
		t.Errorf("%q", complaint)
	}
}

func TestReached(t *testing.T) {
	for at, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1:80", "0.0.0.0:80": "localhost:80", "[::]:8080": "localhost:8080",
		"[::1]:80": "[::1]:80", "192.0.2.1:80": "192.0.2.1:80",
	} {
		a, err := net.ResolveTCPAddr("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if got := reached(a); got != want {
			t.Errorf("%s is reached by %s, want %s", at, got, want)
		}
	}
	for addr, want := range map[string][]string{":8080": {"a"}, "127.0.0.1:80": {"a", "127.0.0.1"},
		"club.example.org:80": {"a", "club.example.org"}} {
		set := settings{addr: addr, guard: guard.Options{Hosts: []string{"a"}}}
		if got := set.known().Hosts; !slices.Equal(got, want) {
			t.Errorf("%s is known as %q, want %q", addr, got, want)
		}
	}
}

// TestOthers: a server on all interfaces tells at which addresses phones reach it.
func TestOthers(t *testing.T) {
	var networks []netip.Addr
	for _, a := range []string{"127.0.0.1", "::1", "192.168.1.7", "fe80::1", "169.254.1.1", "2001:db8::7", "10.0.0.3"} {
		networks = append(networks, netip.MustParseAddr(a))
	}
	for _, tt := range []struct {
		at, scheme string
		hosts      []string
		want       []string
	}{
		{"127.0.0.1:80", "http", nil, nil},
		{"192.168.1.7:80", "http", nil, nil},
		{"0.0.0.0:8080", "http", nil, []string{"http://192.168.1.7:8080/", "http://10.0.0.3:8080/"}},
		{"[::]:8443", "https", []string{"club.example.org"}, []string{"https://club.example.org:8443/",
			"https://192.168.1.7:8443/", "https://[2001:db8::7]:8443/", "https://10.0.0.3:8443/"}},
	} {
		a, err := net.ResolveTCPAddr("tcp", tt.at)
		if err != nil {
			t.Fatal(err)
		}
		set := settings{guard: guard.Options{Hosts: tt.hosts}}
		if got := set.others(tt.scheme, a, networks); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.at, got, tt.want)
		}
	}
}

// TestTLS: with a certificate the server speaks HTTPS and nothing else, and its cookie is for that only.
func TestTLS(t *testing.T) {
	cert, key, pool := certificate(t)
	base := serving(t, "--tls-cert", cert, "--tls-key", key, "--token", "kokosovka")
	if !strings.HasPrefix(base, "https://127.0.0.1:") {
		t.Fatal(base)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	answer, err := client.Get(base + "/?token=kokosovka")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if list := answer.Cookies(); len(list) != 1 || !list[0].Secure || answer.StatusCode != 303 {
		t.Errorf("%s %v", answer.Status, list)
	}
	if answer, err := http.Get("http" + strings.TrimPrefix(base, "https") + "/"); err == nil {
		answer.Body.Close()
		if answer.StatusCode == 200 {
			t.Error("it is answered without encryption")
		}
	}
	room.Want(t, 2, "web", "--addr", "127.0.0.1:0", "--tls-cert", cert)
	if _, complaint := room.Want(t, 3, "web", "--addr", "127.0.0.1:0", "--tls-cert", key, "--tls-key",
		key); !strings.Contains(complaint, key) {
		t.Errorf("%q", complaint)
	}
}

// certificate returns the files of a certificate for this machine and its key, and the pool that knows it.
func certificate(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	made, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	known, err := x509.ParseCertificate(made)
	if err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(known)
	return write("cert.pem", "CERTIFICATE", made), write("key.pem", "PRIVATE KEY", secret), pool
}

// TestLogin: a browser is let in by the address that --open opens, reads and changes; others may only read
// where everybody may.
func TestLogin(t *testing.T) {
	const token, game = "koko+sovka/37&?", `{"black":"human","white":"human"}`
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	base := serving(t, "--token-file", file, "--public-read-only")
	status := func(c *http.Client, method, path, body string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stranger, known := &http.Client{}, &http.Client{Jar: jar}
	if got := status(known, "GET", "/"+settings{guard: guard.Options{Token: token}}.login(), ""); got != 200 {
		t.Errorf("the first page: %d", got)
	}
	for _, tt := range []struct {
		who          *http.Client
		method, path string
		body         string
		want         int
	}{
		{stranger, "GET", "/", "", 200},
		{stranger, "GET", "/api/v1/board?moves=f5", "", 200},
		{stranger, "POST", "/api/v1/games", game, 401},
		{known, "GET", "/", "", 200},
		{known, "POST", "/api/v1/games", game, 200},
	} {
		if got := status(tt.who, tt.method, tt.path, tt.body); got != tt.want {
			t.Errorf("%s %s: %d, want %d", tt.method, tt.path, got, tt.want)
		}
	}
}
