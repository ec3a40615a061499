from board import numbers

named = {(r["a"], r["b"]): r for r in pairs.iter_rows(named=True)}
keys = ("games", "wins", "draws", "losses", "mean_disc_difference")
numbers(
    games=len(games),
    pairs={f"{p['a']} {p['b']}": [named[p["a"], p["b"]][k] for k in keys] for p in bench["pairs"]},
    elo_order=agents,
)
