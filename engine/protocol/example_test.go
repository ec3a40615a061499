package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/protocol"
)

// A client asks our agent over GTP.
func ExampleGTPServer() {
	server := protocol.GTPServer{Name: "Example", Version: "1", Agent: engine.Greedy{}, Patient: true}
	commands := strings.NewReader("name\nplay black f5\n7 genmove white\nfinal_score\nquit\n")
	if err := server.Serve(context.Background(), commands, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// = Example
	//
	// =
	//
	// =7 F4
	//
	// ? cannot score
	//
	// =
}

// A program that cannot be started is the agent's failure, and in a match a forfeit.
func ExampleClient() {
	absent := protocol.NewGTPClient(protocol.Options{Args: []string{"/nonexistent/program"}})
	defer absent.Close()
	_, err := absent.Choose(context.Background(), engine.Standard())
	if failed, ok := errors.AsType[*protocol.EngineError](err); ok {
		fmt.Println("no move from", failed.Args)
	}
	// Output:
	// no move from [/nonexistent/program]
}
