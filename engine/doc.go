// Package engine implements the rules of Othello: squares, boards of several shapes, games, symmetries, perft
// and notation. It also defines the [Agent] interface for players.
//
// A [Board] holds the discs from the view of the side to move, a [Position] adds the colour of that side, and
// a [Game] is a start position and the moves played from it. Passes are forced, so games do not record them
// and agents never choose them.
//
//	start := engine.StandardStart()
//	fmt.Println(start.Board.Moves())                       // d3 c4 f5 e6
//	game, err := engine.ParseGame(start, "f5 d6 c3")       // checked: nil or an *IllegalMoveError
//	game, err = engine.PlayOut(ctx, game, [2]engine.Agent{ // to the end
//		engine.Black: engine.Random{Rand: rng},
//		engine.White: engine.Greedy{},
//	})
//
// The 64 squares are numbered row by row; bit s of a [Set] is square s. [Corners], [XSquares], [CSquares] and
// [Edges] are named sets.
//
//	  a b c d e f g h
//	1 . . . . . . . .      square a1 =  0, b1 =  1, … h1 =  7
//	2 . . . . . . . .      square a2 =  8
//	3 . . . . . . . .
//	4 . . . O X . . .      X black, moves first
//	5 . . . X O . . .      O white
//	6 . . . . . . . .
//	7 . . . . . . . .
//	8 . . . . . . . .      square a8 = 56, … h8 = 63
//
// Scores are disc differences for a named side; empty squares count for the winner. The rules are those of
// the World Othello Federation (https://woc2017.worldothello.org/information/organisation/woc-rules); boards
// of other shapes follow them where they apply.
//
// The package imports only the standard library, writes no logs, reads the clock only in [Within], and draws
// random numbers only from generators that the caller passes in.
package engine
