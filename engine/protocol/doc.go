// Package protocol connects agents with other programs, in both directions, by the two
// text protocols that Othello programs speak:
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
// The engine is started when it is first asked for a move, and no process of it is left after Close:
// on Unix it has a process group of its own, on Linux those who leave the group are known by a
// variable of their environment, on Windows it has a job. When it dies it is started
// again, told the game and asked once more. When it is silent for too long, answers
// what is no move, or dies twice over one move, Choose fails with an [*EngineError],
// which ends with what the program last wrote on its standard error; in a match that
// is a forfeit.
package protocol
