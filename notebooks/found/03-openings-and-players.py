from board import numbers

# The ratings leave out games of unknown players and of players against themselves, so this query does too.
points = db.sql('''
    WITH rated AS (
        SELECT * FROM games
        WHERE black NOT IN ('', '???') AND white NOT IN ('', '???') AND black_id <> white_id),
    sides AS (
        SELECT black_id AS player_id, score FROM rated UNION ALL SELECT white_id, -score FROM rated)
    SELECT player_id, count(*) AS games, count(*) FILTER (score > 0) AS wins, count(*) FILTER (score = 0) AS draws
    FROM sides GROUP BY player_id ORDER BY player_id''').pl()
rated = players.join(points, on="player_id", how="left", suffix="_sql")
numbers(
    games_with_opening=int(openings["games"].sum()),
    openings=len(openings),
    second_moves={r["line"]: [r["games"], r["black_score"]] for r in second.iter_rows(named=True)},
    elo_order=players.sort("elo", descending=True)["player"].to_list(),
    points={str(r["player_id"]): [r["games_sql"], r["wins_sql"], r["draws_sql"]] for r in rated.iter_rows(named=True)},
    pairs=len(stats("pairs")),
    accuracy=accuracy,
)
