from board import numbers

numbers(
    experiments=sorted(r["name"] for r in here),
    verdicts={f"{r['name']}: {c['says']}": c["verdict"] for r in here for c in r["claims"]},
    ours={f"{c['name']}: {c['label']}": None if pd.isna(c["ours"]) else c["ours"] for _, c in rows["this run"].iterrows()},
)
