package agents

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/protocol"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// externalKinds run external engines. Each game has its own process, so moves do not depend on earlier games.
var externalKinds = []Kind{
	{
		Name: "gtp", About: "an external engine that speaks GTP, such as GRhino or Edax", Source: "GTP version 2",
		Params: externalParams(), build: buildExternal(protocol.NewGTPClient),
	},
	{
		Name: "nboard", About: "an external engine that speaks NBoard's protocol, such as Edax, NTest or Egaroucid",
		Source: "NBoard protocol",
		Params: append(externalParams(), Param{"depth", "6", "the search depth it is told"}),
		build:  buildExternal(protocol.NewNBoardClient),
	},
	{
		Name: "policy", Aliases: []string{"python"}, alone: "file",
		About:  "a function in Python that chooses moves for many games at once, see outflank help matches",
		Source: "this program",
		Params: []Param{
			{"file", "", "a Python file that calls outflank.serve; python3 runs it"},
			{"cmd", "", `or the command that starts a policy, as in cmd="venv/bin/python policy.py"`},
			{"at", "", "or the address of a running policy, such as 127.0.0.1:4321"},
			{"timeout", "30s", "longest wait for an answer; then the games that wait are forfeited"},
			{"boards", "512", "most boards in one question, from games that wait"},
		},
		build: buildPolicy,
	},
}

// IsPython reports whether a spec is the name of a Python file, with or without parameters, which plays as a
// policy.
func IsPython(spec string) bool {
	path, _, _ := strings.Cut(spec, ":")
	return strings.HasSuffix(path, ".py")
}

// policySpec returns the whole spec of a policy that is given as the name of its file, agent.py, or another
// spec as it is.
func policySpec(spec string) string {
	path, rest, _ := strings.Cut(spec, ":")
	if !IsPython(spec) {
		return spec
	}
	return strings.TrimSuffix("policy:"+quoted("file", path)+","+rest, ",")
}

// buildPolicy makes agents that share one policy.
func buildPolicy(p *params) (newAgent, error) {
	file, command, addr := p.text("file"), p.text("cmd"), p.text("at")
	given := 0
	for _, text := range []string{file, command, addr} {
		if text != "" {
			given++
		}
	}
	if given != 1 {
		return nil, fault.Misuse(errors.New("want a file that calls outflank.serve, or cmd or at instead"))
	}
	opt := protocol.PolicyOptions{Addr: addr, Timeout: p.timeout(), Boards: p.integer("boards", 1, 512)}
	switch {
	case file != "":
		opt.Args = []string{python(), file}
		if _, err := os.Stat(file); err != nil {
			return nil, err
		}
	case command != "":
		var err error
		if opt.Args, err = splitCommand(command); err != nil {
			return nil, fault.Misuse(err)
		}
	}
	if addr == "" {
		if _, err := exec.LookPath(opt.Args[0]); err != nil {
			return nil, fault.Misuse(fmt.Errorf("a policy needs %s: %w", opt.Args[0], err))
		}
	}
	policy := protocol.NewPolicy(opt)
	return func(*rand.Rand) engine.Agent { return policy.Agent() }, nil
}

// python returns the program that runs policies in Python files.
func python() string {
	name := "python3"
	if runtime.GOOS == "windows" {
		name = "python"
	}
	return name
}

// timeout returns the value of the parameter timeout.
func (p *params) timeout() time.Duration {
	timeout, err := time.ParseDuration(p.text("timeout"))
	if (err != nil || timeout <= 0) && p.err == nil {
		p.err = fault.Misuse(fmt.Errorf("timeout=%s: want a time such as 30s", p.text("timeout")))
	}
	return timeout
}

func externalParams() []Param {
	return []Param{
		{"cmd", "", `the command that starts it, such as cmd="gtp-rhino -b 0"; arguments with blanks stand in quotes, as in cmd="engine --name 'a b'" or \"a b\"`},
		{"timeout", "30s", "longest wait for an answer, beyond the time of the move; then the game is forfeited"},
		{"restart", "false", "start it again when it ends of itself, once for a move, instead of forfeiting the game"},
	}
}

func buildExternal(newProgram func(protocol.Options) *protocol.Client) func(p *params) (newAgent, error) {
	return func(p *params) (newAgent, error) {
		words, err := splitCommand(p.text("cmd"))
		if err != nil {
			return nil, fault.Misuse(err)
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, fault.Misuse(fmt.Errorf("cmd=%q: %w", p.text("cmd"), err))
		}
		opt := protocol.Options{Args: words, Timeout: p.timeout(), Restart: p.flag("restart")}
		if p.own("depth") {
			opt.Depth = p.integer("depth", 1, 60)
		}
		return func(*rand.Rand) engine.Agent { return newProgram(opt) }, nil
	}
}

// splitCommand splits a command at blanks outside of single or double quotes.
func splitCommand(text string) ([]string, error) {
	var words []string
	for rest := strings.TrimLeft(text, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		var word strings.Builder
		for rest != "" && rest[0] != ' ' {
			quote := rest[:1]
			if quote != `'` && quote != `"` {
				word.WriteByte(rest[0])
				rest = rest[1:]
				continue
			}
			quoted, after, closed := strings.Cut(rest[1:], quote)
			if !closed {
				return nil, fmt.Errorf("cmd=%s: the closing %s is missing", text, quote)
			}
			word.WriteString(quoted)
			rest = after
		}
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf(`it needs cmd="…", the command that starts the program`)
	}
	return words, nil
}
