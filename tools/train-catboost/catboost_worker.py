"""Trains many CatBoost models on parts of the same rows, for measure.mjs.

The first line of standard input is a list of rows; each further line is a request
{learn: indexes of rows, features: names, kind, loss, iterations, depth}. Each answer is a line: the JSON export.
"""

import json
import sys
import tempfile
from argparse import Namespace
from pathlib import Path

from train_catboost import enter_environment, make_model, make_pool


def train(rows, request, folder):
    options = Namespace(
        loss=request["loss"],
        iterations=request["iterations"],
        depth=request["depth"],
        learning_rate=0.05,
        seed=1,
        threads=1,
    )
    model = make_model(request["kind"], options)
    model.fit(make_pool([rows[index] for index in request["learn"]], request["features"], {}, "rows"))
    exported = Path(folder) / "model.json"
    model.save_model(str(exported), format="json")
    return json.loads(exported.read_text(encoding="utf-8"))


def main():
    rows = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            print(json.dumps(train(rows, json.loads(line), folder)), flush=True)


if __name__ == "__main__":
    enter_environment()
    main()
