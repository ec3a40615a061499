package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// BenchmarkStart is the least processor time, and the most memory, of a process of the engine that plays one
// move in 10 ms.
func BenchmarkStart(b *testing.B) {
	least, most := 1e9, 0.0
	for b.Loop() {
		cmd := exec.Command("outflank", "gtp", "--agent", "engine:time=10ms")
		in, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		fmt.Fprintln(in, "genmove black")
		if answer, err := bufio.NewReader(out).ReadString('\n'); err != nil || answer[0] != '=' {
			b.Errorf("it answers %q, %v", answer, err)
		}
		most = max(most, peakMB(cmd.Process.Pid))
		io.WriteString(in, "quit\n")
		if err := cmd.Wait(); err != nil {
			b.Fatal(err)
		}
		least = min(least, (cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Seconds()*1000)
	}
	b.ReportMetric(least, "cpu-ms")
	b.ReportMetric(most, "MB-peak")
}

// peakMB returns the largest resident set of a process so far in MB, 0 where the system does not tell.
func peakMB(pid int) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	kb, _ := strconv.ParseFloat(string(bytes.TrimSpace(bytes.SplitN(rest, []byte("kB"), 2)[0])), 64)
	return kb / 1024
}
