package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/protocol"
)

// hostile is a program for matches, the command hostile of scripts: an engine that speaks GTP and, as its
// argument says, "dies" after some moves, does so "once" (there is the folder of its next argument then),
// leaves out the "numbers" of commands, or is "slow".
func hostile() {
	if os.Args[1] == "numbers" {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			fmt.Printf("= \n\n")
		}
		return
	}
	_ = protocol.GTPServer{Name: "Hostile", Version: "1", Agent: dying{os.Args[1:]}}.Serve(context.Background(),
		os.Stdin, os.Stdout)
}

// dying is a greedy player that ends its process in the middle of a game.
type dying struct{ how []string }

func (d dying) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Empty().Len() < 50 && (d.how[0] == "dies" || d.how[0] == "once" && os.Mkdir(d.how[1], 0o777) == nil) {
		fmt.Fprintln(os.Stderr, strings.ToUpper("panic: index out of range"))
		os.Exit(3)
	}
	if d.how[0] == "slow" {
		time.Sleep(100 * time.Millisecond)
	}
	return engine.Greedy{}.Choose(ctx, b)
}
