package fleet_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// nodeVariable has this program be a server of a cluster, which it describes.
const nodeVariable = "OUTFLANK_TEST_NODE"

// A node is one of three servers.
type node struct {
	Name          string
	Port, Cluster int
	Routes        []int // ports of the others
	Dir           string

	process *exec.Cmd
}

// serveNode is a server until it is killed.
func serveNode(text string) {
	var n node
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		log.Fatal(err)
	}
	opt := &server.Options{ServerName: n.Name, Host: "127.0.0.1", Port: n.Port, JetStream: true, StoreDir: n.Dir,
		NoSigs: true, NoLog: true, Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: n.Cluster}}
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

// start starts the server of a node.
func (n *node) start(t testing.TB) {
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

// kill kills it.
func (n *node) kill() {
	_ = n.process.Process.Kill()
	_ = n.process.Wait() // it was killed
}

// cluster starts three servers, and returns their addresses.
func cluster(t testing.TB) (nodes []*node, urls string) {
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
		n := &node{Name: fmt.Sprint("n", i), Port: ports[i], Cluster: ports[3+i], Dir: t.TempDir()}
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

// dialCluster connects to a cluster, which may be starting.
func dialCluster(t testing.TB, urls string) *fleet.Client {
	t.Helper()
	for begin := time.Now(); ; {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: urls, Silence: time.Second})
		if err == nil {
			t.Cleanup(c.Close)
			return c
		}
		if !errors.Is(err, fleet.ErrAway) || time.Since(begin) > time.Minute {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// TestCluster: of three servers one is killed and started again, each in turn, and the work continues. With
// OUTFLANK_LONG that happens 30 times.
func TestCluster(t *testing.T) {
	t.Parallel()
	nodes, urls := cluster(t)
	for _, n := range nodes {
		n.start(t)
		t.Cleanup(n.kill)
	}
	c := dialCluster(t, urls)
	if n, err := c.SetUp(t.Context(), 0); err != nil || n != 3 {
		t.Fatalf("%d replicas (%v), want 3", n, err)
	}
	var done atomic.Int64
	for i := range 2 {
		work(t, dialCluster(t, urls), fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Threads: 2,
			Kinds: squares(func(int) error { done.Add(1); time.Sleep(20 * time.Millisecond); return nil })})
	}
	w := open(t, c, squareSet).Single()
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		rounds, every := 1, time.Second
		if os.Getenv("OUTFLANK_LONG") != "" {
			rounds, every = 30, 15*time.Second
		}
		for i := range rounds {
			time.Sleep(every / 2)
			n := nodes[i%3]
			n.kill()
			time.Sleep(every)
			n.start(t)
			time.Sleep(every / 2)
		}
	}()
	n, after := 0, 0
	do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte(strconv.Itoa(n))) }
	for out, err := range parallel.Map(t.Context(), w.Ahead(), w.Ahead(), parallel.Numbers(0, 1<<30), do) {
		if err != nil || string(out) != strconv.Itoa(n*n) {
			t.Fatalf("answer %d is %s (%v)", n, out, err)
		}
		n++
		select {
		case <-killed:
			after++
		default:
		}
		if after > 100 {
			break
		}
	}
	t.Logf("%d answers of %d jobs done", n, done.Load())
	if _, err := c.Status(t.Context(), time.Second); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}
