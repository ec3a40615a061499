"""The conclusions of the notebooks, as claims: (whether it holds, text if it holds, text if it does not).

There is a function for each notebook, which takes the tables and numbers that the notebook computed.
"""


def percent(row):
    """Format black's share of the points with its interval."""
    return f"{row['black_score']:.1%} (95 % interval {row['black_score_low']:.1%} to {row['black_score_high']:.1%})"


def database(results, black, endings, half):
    """Return the claims. half is the first ply with at least half as many positions as games, or None."""
    games, played_out = results["games"], endings["theory_equals_score"] / max(endings["theory_games"], 1)
    return [
        (endings["unfinished"] == 0,
         f"All {games:,} games are played to the end.",
         f"{endings['unfinished']:,} of {games:,} games stop while a side can still move; their recorded results count."),
        (not black["black_score_low"] <= 0.5 <= black["black_score_high"],
         f"{'Black' if black['black_score'] > 0.5 else 'White'} is the better side: black's share of the points is {percent(black)}, and the interval excludes one half.",
         f"Neither side is shown to be better: black's share of the points is {percent(black)}, and the interval includes one half."),
        (endings["games_with_pass"] * 2 > games,
         f"Passes are common: {endings['games_with_pass'] / games:.0%} of the games contain one, and there are {endings['passes']:,} in all.",
         f"Fewer than half of the games contain a pass: {endings['games_with_pass'] / games:.0%}. There are {endings['passes']:,} passes in all."),
        (half is not None,
         f"From ply {half} on, there are at least half as many different positions as games: games share openings and then diverge.",
         "At no ply are there half as many different positions as games: these games repeat each other."),
        (played_out > 0.5,
         f"Most games end with their theoretical score: {played_out:.0%}.",
         f"Most games do not end with their theoretical score: only {played_out:.0%} keep it."),
    ]


def weights(w, low, high, mobility, discs):
    """Return the claims. w contains the weights of all moves; low and high contain the name and the X-square's weight
    of the lowest and the highest band."""
    corner, c_square, x_square = w[0], w[1], w[9]
    bands = f"in the highest rating band ({high[1]:+.2f}, {high[0]}) {{}} in the lowest ({low[1]:+.2f}, {low[0]})"
    return [
        (corner == w.max(),
         f"A corner has the highest weight: W = {corner:.2f}.",
         f"A corner does not have the highest weight: W = {corner:.2f}, and the highest is {w.max():.2f}."),
        (x_square == w.min() and x_square < 0,
         f"The X-square beside it has the lowest weight: W = {x_square:.2f}.",
         f"The weight of the X-square is {x_square:.2f}; the lowest weight is {w.min():.2f}."),
        (abs(c_square) < 0.1,
         f"The C-square also gives up corners, but its weight is near zero: W = {c_square:+.2f}.",
         f"The weight of the C-square is {c_square:+.2f}."),
        (high[1] > low[1],
         f"The X-square is less of a mistake {bands.format('than')}.",
         f"The X-square is as much of a mistake {bands.format('as')}, or more."),
        (mobility["winner_low"] > mobility["loser_high"],
         f"After 30 plies, winners have more mobility: {mobility['winner']:.1f} against {mobility['loser']:.1f}.",
         f"After 30 plies, the mobility of winners ({mobility['winner']:.1f}) does not exceed that of losers ({mobility['loser']:.1f}) by more than chance explains."),
        (discs["winner"] < discs["loser"],
         f"At that point, winners have fewer discs: {discs['winner']:.1f} against {discs['loser']:.1f}. More discs in the middle of a game are no sign of winning.",
         f"At that point, winners do not have fewer discs: {discs['winner']:.1f} against {discs['loser']:.1f}."),
    ]


def openings_and_players(openings, players, best, accuracy):
    """Return the claims. openings and players are polars data frames, sorted by games and by rank. best contains the
    players shown."""
    most = openings.row(0, named=True)
    clear = openings.filter((openings["black_score_low"] > 0.5) | (openings["black_score_high"] < 0.5))["name"]
    first, last = players.sort("rank").row(0, named=True), players.sort("rank").row(-1, named=True)
    exact, programs = accuracy["exact"] / max(accuracy["games"], 1), int(best["program"].sum())
    played = f"{len(openings)} named openings occur; the most frequent, {most['name']}, occurs in {most['share']:.0%} of the games."
    return [
        (len(openings) > 10, played, f"Only {played}"),
        (len(clear) > 0,
         f"In {len(clear)} of them, the interval of black's score excludes one half: " + ", ".join(clear.head(4)) + (" and others." if len(clear) > 4 else "."),
         "In all of them, the interval of black's score includes one half: no opening here is shown to favor a side."),
        (first["elo_low"] > last["elo_high"],
         f"The intervals of the highest rating ({first['player']}, {first['elo']:.0f}) and of the lowest ({last['player']}, {last['elo']:.0f}) do not overlap.",
         f"The intervals of the highest rating ({first['player']}) and of the lowest ({last['player']}) overlap: these games hardly separate the players."),
        (programs > 0,
         f"{programs} of the {len(best)} highest ratings shown belong to programs.",
         "None of the players shown has a name that marks it as a program."),
        (exact > 0.5,
         f"The final score equals the theoretical score in {exact:.0%} of the complete games with a theoretical score.",
         f"The final score equals the theoretical score in only {exact:.0%} of the complete games with a theoretical score; the mean difference is {accuracy['mean_abs_difference'] or 0:.1f} discs."),
    ]


def training(strength, errors, opponent, label):
    """Return the claims. strength contains the points of each run against each opponent, and errors the TD errors of
    the longest run from transcripts."""
    def points(run):
        return strength.filter((strength["run"] == run) & (strength["b"] == opponent)).row(0, named=True)

    said = []
    for mode in ("data", "self"):
        few, many = points(f"{mode}-100"), points(f"{mode}-10000")
        said.append((many["low"] > few["high"],
            f"When learning {label[mode]}, more games make a stronger agent: {few['score']:.0%} of the points against {opponent} after {few['learned']:,} games, {many['score']:.0%} after {many['learned']:,}.",
            f"When learning {label[mode]}, more games are not shown to make a stronger agent: {few['score']:.0%} of the points against {opponent} after {few['learned']:,} games, {many['score']:.0%} after {many['learned']:,}; the intervals overlap."))
    data, own = points("data-10000"), points("self-10000")
    weakest = strength.filter(strength["b"] == "random").sort("score").row(0, named=True)
    before, after = errors[:10].mean(), errors[-10:].mean()
    return said + [
        (own["low"] > data["high"] or data["low"] > own["high"],
         f"With the most games, {'self-play' if own['score'] > data['score'] else 'learning from transcripts'} makes the stronger agent: {own['score']:.0%} by self-play, {data['score']:.0%} from transcripts.",
         f"With the most games, neither self-play nor transcripts are shown to make the stronger agent: {own['score']:.0%} by self-play, {data['score']:.0%} from transcripts; the intervals overlap."),
        (weakest["low"] > 0.5,
         f"Every model beats random play; the weakest ({weakest['run']}) scores {weakest['score']:.0%}.",
         f"Not every model is shown to beat random play: {weakest['run']} scores {weakest['score']:.0%}."),
        (after > before and data["score"] > points("data-100")["score"],
         f"When learning from transcripts, the error grows from {before:.2f} to {after:.2f} while the agent gets stronger: values move away from 0, so the error does not measure strength.",
         f"When learning from transcripts, the error changes from {before:.2f} to {after:.2f} in the longest run."),
    ]


def benchmarks(ratings, pairs, perft7, short):
    """Return the claims. ratings (best first) and pairs (with points) are polars data frames. short shortens the name
    of an agent."""
    agents, elo = ratings["name"].to_list(), dict(ratings.select("name", "elo").iter_rows())
    score = {(r["a"], r["b"]): r["points"] for r in pairs.iter_rows(named=True)}
    upsets = [(a, b) for i, a in enumerate(agents) for b in agents[i + 1:] if score[a, b] < 0.5]
    top, second = ratings.row(0, named=True), ratings.row(1, named=True)
    ladder = [f"minimax:depth={depth}" for depth in (1, 2)] + ["ab:depth=4,exact=8"]
    steps = [f"{a} ({elo[a]:+.0f})" for a in ladder]
    learned = {short(a): elo[a] for a in agents if a.startswith("q:")}
    beside = ", ".join(f"{a} {e:+.0f}" for a, e in learned.items()) + f", greedy {elo['greedy']:+.0f}."
    return [
        (top["low"] > second["high"],
         f"{short(top['name'])} is the strongest agent, ahead of {short(second['name'])} by more than the intervals.",
         f"{short(top['name'])} has the highest rating, but its interval overlaps that of {short(second['name'])}."),
        (sorted(ladder, key=elo.get) == ladder,
         "Deeper search is stronger: " + " < ".join(steps) + ".",
         "Deeper search is not always stronger here: " + ", ".join(steps) + "."),
        (all(e > elo["greedy"] for e in learned.values()),
         f"Both trained agents, which look one ply ahead, are rated above greedy: {beside}",
         f"Not every trained agent is rated above greedy: {beside}"),
        (not upsets,
         "The ratings order every pair: each agent scores at least half of the points against every agent rated below it.",
         f"The results of {len(upsets)} of {len(agents) * (len(agents) - 1) // 2} pairs contradict the ratings, such as {short(upsets[0][1])} against {short(upsets[0][0])}." if upsets else ""),
        (perft7 == 55092,
         "Perft 7 is 55,092, as published, so moves and passes are generated correctly.",
         f"Perft 7 is {perft7:,} but should be 55,092."),
    ]
