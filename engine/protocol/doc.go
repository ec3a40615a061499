// Package protocol lets other programs play with our agents, and our agents with
// other programs, by the two text protocols that Othello programs speak:
//
//	GTP     the Go Text Protocol, version 2, with the game set to Othello: GRhino,
//	        Edax and Quarry speak it (G. Farnebäck, "Specification of the Go Text
//	        Protocol, version 2, draft 2", 2002)
//	NBoard  the protocol of the NBoard interface: Edax, NTest and Egaroucid speak it
//	        (C. Welty, "NBoard Protocol", versions 1 and 2)
//
// [GTP] and [NBoard] serve an agent of ours on a pair of streams:
//
//	server := protocol.GTP{Name: "Outflank", Version: "1", Agent: agent}
//	err := server.Serve(ctx, os.Stdin, os.Stdout)
//
// [Program] is a program of others as an [engine.Agent]:
//
//	foreign := protocol.NewGTP(protocol.Options{Args: []string{"gtp-rhino", "-b", "0"}})
//	defer foreign.Close()
//	game, err := engine.PlayOut(ctx, game, [2]engine.Agent{ours, foreign})
//
// A program is started when it is first asked for a move and has a process group of
// its own, so that nothing of it is left after Close. When it dies it is started
// again, told the game and asked once more. When it is silent for too long, answers
// what is no move, or dies twice over one move, Choose fails with a [*ProgramError],
// which ends with what the program last wrote on its standard error; in a match that
// is a forfeit.
package protocol
