from board import numbers

ends = set(by_plies["plies"])
numbers(
    rows=rows,
    discs_after_30=[int(taken.sum(axis=(1, 2)).min()), int(taken.sum(axis=(1, 2)).max())],
    results=results,
    endings=endings,
    games_by_plies={str(p): n for p, n in by_plies.iter_rows()},
    games_by_year={str(y): n for y, n in by_year.iter_rows()},
    distinct_positions={str(p): d for p, _, d in distinct.iter_rows() if p not in ends},
)
