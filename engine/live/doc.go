// Package live has the parts of a game in progress: clocks of both sides, and a history with undo and redo.
// The terminal and the web use it.
//
//	limit, err := live.ParseLimit("3m+2s")
//	k := live.Clock{Limit: limit, Now: time.Now}
//	k.Start(engine.Black)
//	…
//	spent := k.Stop(engine.Black) // with the move
package live
