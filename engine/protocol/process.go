package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// maxLine and maxAnswer are the maximum lengths of a line from a program and of an answer of several
	// lines, in bytes. They limit memory if a program never ends its line or its answer.
	maxLine   = 1 << 16
	maxAnswer = 1 << 20
	// goodbye is how long a program may take to exit after being asked to.
	goodbye = time.Second
)

var (
	errTimeout = errors.New("no answer in time")
	errDied    = errors.New("the program ended")
	errLine    = fmt.Errorf("a line of more than %d bytes", maxLine)
	errAnswer  = fmt.Errorf("an answer of more than %d bytes", maxAnswer)
)

// Marks of the lines in a log.
const (
	started = '+' // the command line of a new program
	told    = '>' // a line sent to the program
	said    = '<' // a line of its output
	wrote   = '!' // a line of its standard error
	ended   = '-' // the end of the program; the text gives the reason
)

// A logger gets each line sent to or received from a program, with its process id and mark.
type logger func(pid int, mark byte, line string)

// A process is a running program that exchanges lines with this one, over its standard streams or a
// connection.
type process struct {
	cmd    *exec.Cmd // nil = over a connection
	in     io.WriteCloser
	out    io.ReadCloser
	lines  *bufio.Reader
	stderr *tail
	log    logger
	kill   func() // ends it immediately; may be called again
}

// start runs a program, with variables added to its environment. The caller must end it. log may be nil.
func start(args []string, log logger, env ...string) (*process, error) {
	if len(args) == 0 {
		return nil, errors.New("no command")
	}
	p := &process{cmd: exec.Command(args[0], args[1:]...), stderr: &tail{}, log: log}
	p.cmd.Env = append(p.cmd.Environ(), env...)
	p.stderr.line = func(line string) { p.note(wrote, line) }
	p.cmd.Stderr = p.stderr
	p.cmd.WaitDelay = goodbye // a child of the program may keep its standard error open
	all := newFamily(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.note(started, strings.Join(args, " "))
	p.lines = bufio.NewReaderSize(p.out, maxLine)
	p.kill = sync.OnceFunc(func() {
		all.kill()
		p.in.Close()
		p.out.Close()
	})
	if err := all.started(); err != nil {
		p.kill()
		_ = p.cmd.Wait()
		return nil, err
	}
	return p, nil
}

// connected returns a process that runs elsewhere.
func connected(conn net.Conn, log logger) *process {
	return &process{in: conn, out: conn, lines: bufio.NewReaderSize(conn, maxLine), stderr: &tail{}, log: log,
		kill: sync.OnceFunc(func() { conn.Close() })}
}

// note writes to the log, with the process id 0 for a connection.
func (p *process) note(mark byte, line string) {
	switch {
	case p.log == nil:
	case p.cmd == nil:
		p.log(0, mark, line)
	default:
		p.log(p.cmd.Process.Pid, mark, line)
	}
}

// send writes a line to the program.
func (p *process) send(line string) error {
	p.note(told, line)
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		return errDied
	}
	return nil
}

// receive returns the program's next line, without its line end and trailing blanks.
func (p *process) receive() (string, error) {
	line, err := p.lines.ReadSlice('\n')
	switch {
	case err == nil || errors.Is(err, io.EOF) && len(line) > 0:
		text := strings.TrimRight(string(line), " \t\r\n")
		p.note(said, text)
		return text, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return "", errLine
	}
	return "", errDied
}

// during calls talk. If ctx ends first, it kills the program, so that talk returns.
func (p *process) during(ctx context.Context, talk func() error) error {
	stop := context.AfterFunc(ctx, p.kill)
	err := talk()
	if !stop() {
		return context.Cause(ctx)
	}
	return err
}

// end asks the program to exit by sending a last line, unless it is empty, and closing its input. It kills a
// program that does not exit in time, and returns when the program has exited.
func (p *process) end(last string) {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	_ = p.during(ctx, func() error {
		if last != "" {
			_ = p.send(last)
		}
		p.in.Close()
		_, err := io.Copy(io.Discard, p.lines)
		return err
	})
	p.kill() // also ends processes that it started
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Wait()
	p.stderr.flush()
	p.note(ended, p.cmd.ProcessState.String())
}
