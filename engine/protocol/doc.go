// Package protocol connects agents with other programs, in both directions, by the two text protocols of
// Othello programs:
//
//	GTP     the Go Text Protocol, version 2, with the game set to Othello: GRhino,
//	        Edax and Quarry speak it (G. Farnebäck, "Specification of the Go Text
//	        Protocol, version 2, draft 2", 2002)
//	NBoard  the protocol of the NBoard interface: Edax, NTest and Egaroucid speak it
//	        (C. Welty, "NBoard Protocol", versions 1 and 2)
//
// [GTPServer] and [NBoardServer] are servers: they let another program play with an
// [engine.Agent] over a pair of streams:
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
// The client starts the engine for the first move, and Close leaves no process of it: on Unix it has its own
// process group, on Linux a variable of the environment identifies processes that leave the group, and on
// Windows it has a job. If the engine dies and Options.Restart is set, the client starts it again, sends the
// game and asks once more. If the engine is silent for too long, does not answer with a move, or dies twice
// during one move, Choose returns an [*EngineError] with the end of the program's standard error. In a
// match, this is a forfeit.
package protocol
