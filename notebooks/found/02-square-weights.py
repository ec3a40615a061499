import importlib.util
import shutil

from board import numbers

if importlib.util.find_spec("pyspark") and shutil.which("java"):
    from pyspark.sql import SparkSession, functions as F
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    table = spark.read.parquet(BY_YEAR)
    moves = {r["move"]: r["count"] for r in table.where(F.col("outcome") > 0).groupBy("move").count().collect()}
    assert all(COPIES * moves.get(s, 0) == winner[s] for s in range(64))
    spark.stop()

numbers(
    a1=W["all"]["weight"][0],
    b2=W["all"]["weight"][9],
    W={phase: w["weight"].to_list() for phase, w in W.items()},
    winner_moves={phase: w["winner_moves"].to_list() for phase, w in W.items()},
    loser_moves={phase: w["loser_moves"].to_list() for phase, w in W.items()},
    out_of_core=out_of_core.tolist(),
    sixteen_times=(winner // COPIES).tolist(),
)
