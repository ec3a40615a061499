"""Compare ways to learn: each study runs `outflank sweep`, and one table contains all results.

    nice python notebooks/learning.py [--wthor DIR] [--tables DIR] [--outflank FILE] [--only STUDY]… [-o DIR]

--wthor must contain at least 20,000 games. They are imported into `studies` in the folder of the tables, where the sweeps
run too; interrupted sweeps resume. The files in notebooks/learning contain the settings that the runs of a study share. The
folder -o receives results.csv, asynchronous.csv and the files that learning_report.py derives from them.
"""

from pathlib import Path

from learning_report import report
from prepare import arguments, build, import_games
from studies import HERE, STUDIES
from sweeps import TIMES, asynchronous, folder, order, repeated, sweep, write


def main() -> None:
    p = arguments(__doc__.splitlines()[0])
    p.add_argument("--only", action="append", metavar="STUDY", help="only this study, and no report; may be repeated")
    p.add_argument("-o", "--output", type=Path, default=HERE / "reports/learning", metavar="DIR")
    args = p.parse_args()
    outflank = build(args.outflank, args.tables.resolve() / "studies")
    if not (outflank.tables / "games").exists():
        import_games(outflank, args.wthor)
    rows = []
    for number, study in enumerate(STUDIES):
        if not args.only or study.name in args.only:
            rows += sweep(outflank, study, folder(number, study), openings=True) + repeated(rows, study)
    if not args.only or "asynchronous" in args.only:
        (outflank.tables / "learning/asynchronous").mkdir(parents=True, exist_ok=True)
        write(asynchronous(outflank), args.output / "asynchronous.csv", TIMES)
    if not args.only:
        rows.sort(key=order)
        write(rows, args.output / "results.csv")
        report(args.output)


if __name__ == "__main__":
    main()
