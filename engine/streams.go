package engine

// Streams of random numbers. Code that draws random numbers uses rand.NewPCG(seed, stream). The user sets the
// seed, and each purpose has a separate stream. Draws for one purpose therefore never affect another, and
// results do not depend on the number of workers. Purposes within a command need different streams; purposes
// of different commands may share one. Stream numbers never change, because the same seed must produce the
// same bytes.
//
// Below 1<<40, each package numbers its own streams: a game of engine/arena draws from 8·number + purpose, a
// step of eval/tune from 4·number + purpose, and game n of package qlearn from n.
const (
	StreamHoles = 2 // the holes of a board (play, match); 0 and 1 are the agents of black and white
	StreamMoves = 3 // the random moves that a game begins with (play)
	StreamOrder = 4 // the order of the openings of a match

	StreamAnswers = 8 // + number of earlier moves: the agent that makes that move (web)

	StreamEpochs      = 1 << 40   // + epoch: the order of recorded games in that epoch (qlearn)
	StreamSubset      = 1 << 41   // which n of all recorded games a run learns from (qlearn/run)
	StreamNet         = 1 << 42   // the initial weights of a network (qlearn/run)
	StreamFit         = 1 << 42   // + game: a game that a fit plays (qlearn/fit)
	StreamOpenings    = 1 << 42   // the order of openings that a tuning plays (qlearn/tuning)
	StreamReservoir   = 1<<42 + 1 // positions that a tuning draws from games (qlearn/tuning)
	StreamProbCut     = 1 << 43   // + position: a position to measure search errors on (eval/probcut)
	StreamJudged      = 1 << 43   // + agent: which of the agent's moves are judged (engine/arena)
	StreamRandomGames = 1 << 45   // + game: a random game (dataset)
	StreamNoise       = 1 << 44   // + step: ratings of a tuning that plays no games (experiment)
)
