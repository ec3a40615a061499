// Package live provides the parts of a game in progress: clocks for both sides, and a history with undo and
// redo. The terminal and web interfaces use it.
//
//	limit, err := live.ParseLimit("3m+2s")
//	k := live.Clock{Limit: limit, Now: time.Now}
//	k.Start(engine.Black)
//	…
//	spent := k.Stop(engine.Black) // with the move
package live
