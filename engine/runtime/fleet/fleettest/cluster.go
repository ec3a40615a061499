// Package fleettest starts clusters of NATS servers for tests.
package fleettest

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// nodeVariable is an environment variable that turns a process into a server of a cluster. Its value
// describes the server.
const nodeVariable = "OUTFLANK_TEST_NODE"

// A Node is one of the three servers of a cluster. It runs in a separate process.
type Node struct {
	Name          string
	Port, Cluster int
	Routes        []int // ports of the other nodes
	Dir           string

	process *exec.Cmd // nil = not started
}

// Main returns immediately unless [Node.Start] started this process. Then it runs a server until the
// process is killed. TestMain calls it first.
func Main() {
	text := os.Getenv(nodeVariable)
	if text == "" {
		return
	}
	var n Node
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		log.Fatal(err)
	}
	// The limit is set because its default is a part of the free disk, which other tests fill.
	opt := &server.Options{ServerName: n.Name, Host: "127.0.0.1", Port: n.Port, JetStream: true, StoreDir: n.Dir,
		JetStreamMaxStore: 1 << 40, NoSigs: true, NoLog: true,
		Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: n.Cluster}}
	for _, port := range n.Routes {
		opt.Routes = append(opt.Routes, &url.URL{Scheme: "nats", Host: net.JoinHostPort("127.0.0.1",
			strconv.Itoa(port))})
	}
	s, err := server.NewServer(opt)
	if err != nil {
		log.Fatal(err)
	}
	s.Start()
	s.WaitForShutdown()
}

// Start starts the server.
func (n *Node) Start(t testing.TB) {
	t.Helper()
	text, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	n.process = exec.Command(os.Args[0])
	n.process.Env = append(os.Environ(), nodeVariable+"="+string(text))
	n.process.Stderr = os.Stderr
	if err := n.process.Start(); err != nil {
		t.Fatal(err)
	}
}

// Kill kills the server.
func (n *Node) Kill() {
	_ = n.process.Process.Kill()
	_ = n.process.Wait() // it was killed
}

// Cluster returns three servers, which the caller starts, and their addresses.
func Cluster(t testing.TB) (nodes []*Node, urls string) {
	t.Helper()
	var ports []int
	for range 6 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	var list []string
	for i := range 3 {
		n := &Node{Name: fmt.Sprint("n", i), Port: ports[i], Cluster: ports[3+i], Dir: t.TempDir()}
		for j := range 3 {
			if j != i {
				n.Routes = append(n.Routes, ports[3+j])
			}
		}
		nodes = append(nodes, n)
		list = append(list, fmt.Sprintf("nats://127.0.0.1:%d", n.Port))
	}
	return nodes, strings.Join(list, ",")
}
