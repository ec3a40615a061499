"""The numbers that the notebooks must find, as the commands print them with --json."""

import json

import learning_results
from prepare import OPPONENTS, TRAINING_GAMES, Outflank
from studies import HERE, LOOK, named
from sweeps import read


def expected(outflank: Outflank) -> dict:
    """Return the numbers by notebook and, under "rows", the number of rows by table."""
    stats = lambda name: outflank.json("stats", name, "games", echo=False)
    load = lambda path: json.loads((outflank.tables / path).read_text())
    tables = outflank.json("inspect", "games", echo=False)["manifest"]["tables"]
    rows = {t["name"].removesuffix(".parquet"): t["rows"] for t in tables if t["name"].endswith(".parquet")}
    rows["positions"] = load("speed/positions.json")["positions"]
    random = load("training/tokens.json")
    return {
        "rows": rows | {"transitions": load("training/transitions.json")["transitions"],
                        "tokens": random["games"], "probes": random["positions"],
                        "moves": load("training/moves.json")["positions"]},
        "01-database": database(rows, stats("colors")["total"], stats("endings"), stats("years"), stats("positions")),
        "02-square-weights": weights(stats("weights")),
        "03-openings-and-players": openings(stats("openings"), stats("tree"), stats("players"),
                                            stats("pairs"), stats("accuracy")["total"]),
        "04-training": training(load),
        "05-benchmarks": benchmarks(load("bench.json")),
        "06-the-five-reports": experiments(outflank.json("experiment", "report", "reports", echo=False)),
        "07-learning": rules(load) | learned(HERE / "reports/learning"),
    }


def database(rows, colors, endings, years, positions):
    total = endings["total"]
    ends = {r["plies"] for r in endings["plies"]}  # the positions table leaves out final positions
    return {
        "rows": rows,
        "discs_after_30": [34, 34],  # least and most discs on the boards decoded from positions
        "results": {k: colors[k] for k in ("games", "black_wins", "draws", "white_wins", "mean_disc_difference")},
        "endings": {k: total[k] for k in ("games", "complete", "unfinished", "plies", "passes", "games_with_pass",
                                          "complete_with_empties", "theory_games", "theory_equals_score")},
        "games_by_plies": {str(r["plies"]): r["games"] for r in endings["plies"]},
        "games_by_year": {str(r["year"]): r["games"] for r in years["years"]},
        "distinct_positions": {str(r["ply"]): r["distinct"] for r in positions["plies"]
                               if r["ply"] not in ends},
    }


def weights(w):
    phases = {"all": w, **w["phases"]}
    return {
        "a1": w["weights"][0],
        "b2": w["weights"][9],
        "W": {name: p["weights"] for name, p in phases.items()},
        "winner_moves": {name: p["winner_moves"] for name, p in phases.items()},
        "loser_moves": {name: p["loser_moves"] for name, p in phases.items()},
        "out_of_core": w["weights"],
        "sixteen_times": w["winner_moves"],
    }


def openings(names, tree, players, pairs, accuracy):
    return {
        "games_with_opening": sum(o["games"] for o in names["openings"]),
        "openings": len(names["openings"]),
        "second_moves": {r["moves"]: [r["games"], r["black_score"]] for r in tree["lines"] if r["ply"] == 2},
        "elo_order": [p["player"] for p in players["players"]],
        "points": {str(p["player_id"]): [p["games"], p["wins"], p["draws"]] for p in players["players"]},
        "pairs": len(pairs["pairs"]),
        "accuracy": {k: accuracy[k] for k in ("games", "exact", "mean_abs_difference")},
    }


def training(load):
    runs = {f"{mode}-{n}": load(f"training/{mode}-{n}.json") for mode in ("data", "self") for n in TRAINING_GAMES}
    scores = {}
    for run in runs:
        for i, opponent in enumerate(OPPONENTS):
            pair = load(f"training/bench-{run}-{i}.json")["pairs"][0]
            scores[f"{run} {opponent}"] = pair["score"]
    return {
        "games": {name: r["games"] for name, r in runs.items()},
        "updates": sum(r["updates"] for r in runs.values()),
        "last_error": {name: r["curve"][-1]["error"] for name, r in runs.items()},
        "scores": scores,
        "plain_weights": plain_weights(load("training/plain.json")),
    }


def plain_weights(model):
    return [term["largest"] for term in model["terms"]] + model["actions"]


def benchmarks(b):
    return {
        "games": sum(p["games"] for p in b["pairs"]),
        "pairs": {f"{p['a']} {p['b']}": [p["games"], p["wins"], p["draws"], p["losses"], p["mean_disc_difference"]]
                  for p in b["pairs"]},
        "elo_order": [r["name"] for r in sorted(b["ratings"], key=lambda r: -r["elo"])],
    }


def experiments(document):
    results = [r for report in document["reports"] for r in report["results"]]
    return {
        "experiments": sorted(r["name"] for r in results),
        "verdicts": {f"{r['name']}: {c['says']}": c["verdict"] for r in results for c in r["claims"]},
        "ours": {f"{r['name']}: {row['label']}": row["ours"] for r in results for row in r["rows"]},
    }


def rules(load):
    """Return the scores of the rules trained on few games, from the files of their runs."""
    found = {}
    for run in load("learning/rule.json")["runs"]:
        name = named(LOOK, ["learn.rule"], run["values"])
        for e in load(f"learning/rule/{run['dir']}/evaluations.json"):
            if e["games"] == run["games"] and not e["chooses"]:  # the best model's evaluations follow; setdefault ignores them
                found.setdefault(f"{name} seed {run['seed']} {e['match']['opponent']}", [e["played"], e["score"]])
    return {"scores": found}


def learned(folder):
    """Return the committed results, and the table and the findings derived from them, which are committed too."""
    rows = [r for r in learning_results.ends(read(folder / "results.csv")) if learning_results.reports(r)]
    found = {}
    for r in rows:
        found.setdefault(f"{r['study']}: {r['setting']} {r['opponent']}", []).append(100 * float(r["score"]))
    findings = (folder / "findings.md").read_text().splitlines()
    return {
        "committed": {name: [sum(p) / len(p), min(p), max(p)] for name, p in found.items()},
        "table": (folder / "table.md").read_text(),
        "findings": [line.removeprefix("- ") for line in findings if line.startswith("- ")],
    }
