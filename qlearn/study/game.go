package study

import "context"

// Meet plays meetings, all cores or the farm on all of them, and returns the games of each.
func (r *execution) Meet(ctx context.Context, what string, list []*Meeting) ([][]TwoGames, error) {
	play := Play{Agents: r.Host, Player: r.player, Path: r.path, Seed: r.Seed, Now: r.Now}
	all, err := play.Steps(list)
	if err != nil {
		return nil, err
	}
	set, task, err := play.Jobs(list)
	if err != nil {
		return nil, err
	}
	played, err := stepsOn(ctx, r, what, "pairs of games", set, task, Two.Key, all)
	if err != nil {
		return nil, err
	}
	results := make([][]TwoGames, len(list))
	for i, m := range list {
		results[i], played = played[:m.Pairs], played[m.Pairs:]
	}
	return results, nil
}

// pointsOf returns the points of a side that ends a game with a disc difference.
func pointsOf(score int) float64 {
	switch {
	case score > 0:
		return 1
	case score == 0:
		return 0.5
	}
	return 0
}
