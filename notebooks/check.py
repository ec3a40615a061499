"""Read every table with pyarrow, polars and duckdb and compare it with `outflank schema table --json`.

For Parquet and Arrow IPC, this module compares types, nullable columns, null counts, key-value metadata
and row counts. It also checks that both formats have the same contents, although IPC has smaller types.
"""

from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

INDICES, VALUES, BYTES = "list<item: int32, nullable>", "list<item: float32, nullable>", "fixed_size_binary[60]"
LABELS = "dictionary<values=utf8, indices=int32, ordered=false>"
ARROW = {"int64": pa.int64(), "int32": pa.int32(), "uint64": pa.uint64(), "utf8": pa.string(), "bool": pa.bool_(),
         "int16": pa.int16(), "int8": pa.int8(), LABELS: pa.dictionary(pa.int32(), pa.string()),
         "float64": pa.float64(), BYTES: pa.binary(60), INDICES: pa.list_(pa.int32()), VALUES: pa.list_(pa.float32())}
POLARS = {"int64": pl.Int64, "int32": pl.Int32, "uint64": pl.UInt64, "utf8": pl.String, "bool": pl.Boolean,
          "int16": pl.Int16, "int8": pl.Int8, LABELS: pl.Categorical,
          "float64": pl.Float64, BYTES: pl.Binary, INDICES: pl.List(pl.Int32), VALUES: pl.List(pl.Float32)}
DUCKDB = {"int64": "BIGINT", "int32": "INTEGER", "uint64": "UBIGINT", "utf8": "VARCHAR", "bool": "BOOLEAN",
          "int16": "SMALLINT", "int8": "TINYINT", LABELS: "VARCHAR",
          "float64": "DOUBLE", BYTES: "BLOB", INDICES: "INTEGER[]", VALUES: "FLOAT[]"}
VERSION = "outflank.schema_version"


class Checks:
    """Count comparisons and store the failed ones."""

    def __init__(self):
        self.count, self.failed = 0, []

    def equal(self, what: str, got, want) -> None:
        self.count += 1
        if got != want:
            self.failed.append(f"{what}: got {got!r}, want {want!r}")


def check_tables(tables: Path, schemas: list, rows: dict, c: Checks) -> None:
    """Check the tables in the folder. rows contains the expected number of rows by table."""
    bench = pq.read_metadata(tables / "bench-positions.parquet").num_rows
    check_labelled(tables / "labelled.parquet", {t["table"]: t for t in schemas}, bench, c)
    for table in schemas:
        name = table["table"]
        if name == "labels":  # not a table, but columns of a positions table
            continue
        folder = {"games": "games", "players": "games", "tournaments": "games", "moves": "cache"}.get(name, "")
        base = tables / folder / name
        parquet, ipc = base.with_suffix(".parquet"), base.with_suffix(".arrow")
        check_parquet(parquet, table, rows[name], c)
        if name == "moves":  # only Parquet
            continue
        check_ipc(ipc, table, rows[name], c)
        same_contents(name, parquet, ipc, c)
    check_unknown_theory(tables / "bench" / "games.parquet", c)


def check_labelled(path: Path, schemas: dict, rows: int, c: Checks) -> None:
    """Check that a labelled table has the label columns after the position columns, null for unsearched positions."""
    columns = schemas["positions"]["columns"] + schemas["labels"]["columns"]
    check_parquet(path, {"columns": columns, "schema_version": schemas["positions"]["schema_version"]}, rows, c)
    late = duckdb.sql(f"SELECT bool_and((empties <= 6) = (score IS NOT NULL)) FROM read_parquet('{path}')")
    c.equal(f"{path.name}, duckdb scores of late positions alone", late.fetchall()[0][0], True)


def check_parquet(path: Path, table: dict, rows: int, c: Checks) -> None:
    columns, version = table["columns"], str(table["schema_version"])
    check_arrow_schema(f"{path.name}, pyarrow", pq.read_schema(path), table, c)
    meta = pq.read_metadata(path)
    c.equal(f"{path.name}, pyarrow rows", meta.num_rows, rows)
    c.equal(f"{path.name}, pyarrow key-value", meta.metadata.get(VERSION.encode()), version.encode())
    c.equal(f"{path.name}, polars key-value", pl.read_parquet_metadata(path).get(VERSION), version)
    check_polars(f"{path.name}, polars", pl.scan_parquet(path), columns, rows, c)

    sql = duckdb.sql(f"SELECT * FROM read_parquet('{path}')")
    check_duckdb(f"{path.name}, duckdb", sql, columns, rows, c)
    repetition = dict(duckdb.sql(
        f"SELECT name, repetition_type FROM parquet_schema('{path}')").fetchall())
    for col in columns:
        c.equal(f"{path.name}, duckdb repetition of {col['name']}", repetition.get(col["name"]),
                "OPTIONAL" if col["nullable"] else "REQUIRED")
    pairs = dict(duckdb.sql(f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{path}')").fetchall())
    c.equal(f"{path.name}, duckdb key-value", pairs.get(VERSION), version)


def check_ipc(path: Path, table: dict, rows: int, c: Checks) -> None:
    columns = [col | {"type": col["ipc"]} for col in table["columns"]]
    table = table | {"columns": columns}
    with pa.memory_map(str(path)) as source:
        schema = pa.ipc.open_file(source).schema
    check_arrow_schema(f"{path.name}, pyarrow", schema, table, c)
    c.equal(f"{path.name}, pyarrow key-value", schema.metadata.get(VERSION.encode()),
            str(table["schema_version"]).encode())
    check_polars(f"{path.name}, polars", pl.scan_ipc(path), columns, rows, c)
    arrow = ds.dataset(path, format="ipc")
    c.equal(f"{path.name}, pyarrow rows", arrow.count_rows(), rows)
    check_duckdb(f"{path.name}, duckdb", duckdb.from_arrow(arrow), columns, rows, c)


def check_arrow_schema(what: str, schema: pa.Schema, table: dict, c: Checks) -> None:
    c.equal(f"{what} names", schema.names, [col["name"] for col in table["columns"]])
    for col, field in zip(table["columns"], schema):
        name = f"{what} {col['name']}"
        c.equal(f"{name} type", field.type, ARROW[col["type"]])
        c.equal(f"{name} nullable", field.nullable, col["nullable"])
        about = {k.decode(): v.decode() for k, v in (field.metadata or {}).items()}
        c.equal(f"{name} unit", about.get("unit"), col["unit"])
        c.equal(f"{name} meaning", about.get("meaning"), col["meaning"])


def check_polars(what: str, frame: pl.LazyFrame, columns: list, rows: int, c: Checks) -> None:
    schema = frame.collect_schema()
    c.equal(f"{what} names", schema.names(), [col["name"] for col in columns])
    for col in columns:
        c.equal(f"{what} {col['name']} type", schema.get(col["name"]), POLARS[col["type"]])
    c.equal(f"{what} rows", frame.select(pl.len()).collect().item(), rows)
    nulls = frame.null_count().collect().row(0, named=True)
    for col in columns:
        if not col["nullable"]:
            c.equal(f"{what} {col['name']} nulls", nulls[col["name"]], 0)


def check_duckdb(what: str, table: duckdb.DuckDBPyRelation, columns: list, rows: int, c: Checks) -> None:
    c.equal(f"{what} names", table.columns, [col["name"] for col in columns])
    c.equal(f"{what} types", [str(t) for t in table.types], [DUCKDB[col["type"]] for col in columns])
    c.equal(f"{what} rows", table.count("*").fetchall()[0][0], rows)


def same_contents(name: str, parquet: Path, ipc: Path, c: Checks) -> None:
    """Check that Parquet and IPC contain the same rows. It compares batch by batch, so memory does not grow."""
    with pa.memory_map(str(ipc)) as source:
        reader = pa.ipc.open_file(source)
        offset, same = 0, True
        rows = rechunked(pq.ParquetFile(parquet).iter_batches(), reader)
        for ours, theirs in rows:
            same = same and ours.equals(theirs.cast(ours.schema), check_metadata=False)
            offset += theirs.num_rows
    c.equal(f"{name}: Parquet and IPC agree", same, True)
    c.equal(f"{name}: rows compared", offset, pq.read_metadata(parquet).num_rows)


def rechunked(batches, reader):
    """Yield pairs of tables of equal length: the next rows of the iterator, and a batch of the IPC reader."""
    buffer = None
    for i in range(reader.num_record_batches):
        batch = pa.Table.from_batches([reader.get_batch(i)])
        while buffer is None or buffer.num_rows < batch.num_rows:
            more = next(batches, None)
            if more is None:
                break
            more = pa.Table.from_batches([more])
            buffer = more if buffer is None else pa.concat_tables([buffer, more])
        yield buffer.slice(0, batch.num_rows).combine_chunks(), batch
        buffer = buffer.slice(batch.num_rows)


def check_unknown_theory(path: Path, c: Checks) -> None:
    """Check that the theoretical score, which games of agents lack, is null in every reader, not zero."""
    rows = pq.read_metadata(path).num_rows
    for column in ("theory", "theory_empties", "start"):
        c.equal(f"bench, pyarrow {column} nulls", pq.read_table(path, columns=[column])[column].null_count, rows)
        c.equal(f"bench, polars {column} nulls", pl.read_parquet(path)[column].null_count(), rows)
        count = duckdb.sql(f"SELECT count(*) - count({column}) FROM read_parquet('{path}')").fetchall()[0][0]
        c.equal(f"bench, duckdb {column} nulls", count, rows)
