"""Generate a Python client of the web board from its OpenAPI document, and use it.

    python -m venv venv
    venv/bin/pip install -r notebooks/python/client.txt
    venv/bin/python notebooks/python/check_client.py outflank

The argument is the program.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx


def generate(document, folder):
    """Generate the client of a document in a folder, and return a function that imports its modules."""
    (folder / "openapi.json").write_text(document)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # of ruff, which formats the client
    made = subprocess.run([sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--path", folder / "openapi.json",
                           "--output-path", folder / "outflank_client"], env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if made.returncode:
        sys.exit(made.stdout + made.stderr)
    sys.path.insert(0, str(folder))
    return lambda name: importlib.import_module("outflank_client" + name)


def use(client, load):
    """Play, analyse and save by the client."""
    board = load(".api.boards.get_board").sync(client=client, moves="f5d6c3")
    assert board.black + board.white == 7 and board.turn == "white", board

    models = load(".models")
    game = load(".api.games.post_games").sync(client=client, body=models.GameSetup(black="human", white="random", seed=1))
    moved = load(".api.games.post_games_id_moves").sync(game.id, client=client, body=models.PlayedMove(move="f5"))
    assert moved.board.moves.startswith("f5"), moved
    refused = load(".api.games.post_games_id_moves").sync(game.id, client=client, body=models.PlayedMove(move="a1"))
    assert isinstance(refused, models.Problem) and 400 <= refused.status < 500, refused

    why = load(".api.analysis.get_explain").sync(client=client, moves="f5d6c3")
    assert abs(sum(why.moves[0].parts) - why.moves[0].value) < 1e-9, why

    study = models.Study(start="8x8", tree="f5d6(f4)c3", black="Ann", white="Bo", event="", date="", result="", text="",
                         notes=[models.StudyNote(moves="f5", comment="the usual move")], reviews=[])
    saved = load(".api.studies.post_studies").sync(client=client, body=study)
    seen = load(".api.studies.get_studies_id").sync(saved.id, client=client)
    assert seen.study.notes[0].comment == "the usual move" and not seen.key, seen


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = subprocess.Popen([program, "web", "--addr", "127.0.0.1:0", "--json", "--state", folder / "state"], stdout=subprocess.PIPE)
        try:
            url = json.loads(server.stdout.readline())["url"].rstrip("/")
            load = generate(httpx.get(url + "/api/v1/openapi.json").raise_for_status().text, folder)
            use(load("").Client(base_url=url), load)
        finally:
            server.terminate()
            server.wait()
    print("the generated client works")


if __name__ == "__main__":
    main(*sys.argv[1:])
