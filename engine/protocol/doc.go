// Package protocol connects agents with other programs, in both directions, over the two text protocols of
// Othello programs:
//
//	GTP     the Go Text Protocol, version 2, with the game set to Othello: GRhino,
//	        Edax and Quarry speak it (G. Farnebäck, "Specification of the Go Text
//	        Protocol, version 2, draft 2", 2002)
//	NBoard  the protocol of the NBoard interface: Edax, NTest and Egaroucid speak it
//	        (C. Welty, "NBoard Protocol", versions 1 and 2)
//
// [GTPServer] and [NBoardServer] serve an [engine.Agent] to another program over a pair of
// streams:
//
//	server := protocol.GTPServer{Name: "Outflank", Version: "1", Agent: agent}
//	err := server.Serve(ctx, os.Stdin, os.Stdout)
//
// [Client] is the other direction, an external engine as an [engine.Agent]:
//
//	edax := protocol.NewGTPClient(protocol.Options{Args: []string{"edax", "-gtp"}})
//	defer edax.Close()
//	game, err := engine.PlayOut(ctx, game, [2]engine.Agent{ours, edax})
//
// The client starts the engine at the first move. Close ends all of the engine's processes: on Unix they run
// in a separate process group, on Linux an environment variable identifies processes that leave the group,
// and on Windows they run in a job. If the engine crashes and Options.Restart is set, the client restarts it,
// sends the game and asks again. If the engine takes too long, does not answer with a move, or crashes twice
// during one move, Choose returns an [*EngineError] with the end of the engine's standard error. In a match,
// this is a forfeit.
package protocol
