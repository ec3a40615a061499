// Package rating says how strong players are, as their results show it: Elo points, the
// Bradley–Terry model that rates many players at once, and Wilson's interval of a score.
//
//	low, high := rating.Wilson(0.62, 400) // of a player who scored 62 % in 400 games
//	elo := rating.Difference(0.62)        // 85 points above the opponent
//
//	m := rating.Model{
//		Players:  3,
//		Meetings: []rating.Meeting{{A: 0, B: 1, Games: 10, Points: 6}, {A: 1, B: 2, Games: 10, Points: 7.5}},
//		Prior:    rating.Prior{Draws: 2},
//	}
//	strengths := m.Fit() // times rating.Scale: Elo points
//
// All intervals hold the true value in 95 of 100 cases if games are independent of each
// other. A. Elo, "The Rating of Chessplayers, Past and Present", 1978; R. Bradley and M.
// Terry, "Rank analysis of incomplete block designs", Biometrika 1952.
package arena
