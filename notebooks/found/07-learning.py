from board import numbers

few = pl.read_csv(small).filter(~pl.col("chooses"), pl.col("games") == pl.col("games").max())
numbers(
    scores={f"{r['setting']} seed {r['seed']} {r['opponent']}": [r["played"], r["score"]] for r in few.iter_rows(named=True)},
    committed={f"{r['study']}: {r['setting']} {r['opponent']}": [r["mean"], r["lowest"], r["highest"]] for r in found.iter_rows(named=True)},
    table=markdown(read(full)),
    findings=[yes if holds else no for holds, yes, no in said],
)
