// Package live has what a game needs while it is played: clocks of both sides, and a history whose
// moves can be taken back and put back. Terminal and web play on it.
//
//	limit, err := live.ParseLimit("3m+2s")
//	k := live.Clock{Limit: limit, Now: time.Now}
//	k.Start(engine.Black)
//	…
//	spent := k.Stop(engine.Black) // with the move
package live
