from board import numbers

numbers(
    games=dict(runs.select("run", "games").iter_rows()),
    updates=int(runs["updates"].sum()),
    last_error={run: curves.filter(pl.col("run") == run)["error"][-1] for run in runs["run"]},
    plain_weights=w.tolist(),
    scores={f"{r['run']} {r['b']}": r["score"] for r in strength.iter_rows(named=True)},
)
