"""Trains a CatBoost model on rows of answers and exports it for @grasp/rerank; README.md beside it has the usage."""

import argparse
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEFAULT_LOSS = {"regressor": "RMSE", "classifier": "Logloss", "ranker": "YetiRank"}


def enter_environment():
    """Runs this script again in a virtual environment of its own, which the first run makes."""
    environment = HERE / "tmp" / "venv"
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    if Path(sys.prefix) == environment:
        return
    if not (environment / "ready").exists():
        print("setting up the virtual environment", file=sys.stderr)
        venv.create(environment, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True)
        (environment / "ready").touch()
    raise SystemExit(subprocess.run([python, *sys.argv], check=False).returncode)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", help="JSONL of rows to learn from")
    parser.add_argument("--features", required=True, help="names of features and vectors, separated by commas")
    parser.add_argument("--kind", choices=DEFAULT_LOSS, default="ranker")
    parser.add_argument("--loss", help="CatBoost's loss function; default RMSE, Logloss or YetiRank, by kind")
    parser.add_argument("--out", required=True, help="the JSON export")
    parser.add_argument("--onnx", help="the ONNX export, if wanted")
    parser.add_argument("--validation", help="JSONL of other questions' rows; the best iteration on them is kept")
    parser.add_argument("--early-stop", type=int, default=100, help="with --validation: iterations without gain")
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--learning-rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=-1)
    return parser.parse_args()


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def vector_sizes(rows, names):
    """The length of each name that is a vector, as the first row that has it says."""
    sizes = {}
    for row in rows:
        for name, vector in row.get("vectors", {}).items():
            if name in names:
                sizes.setdefault(name, len(vector))
    return sizes


def column_names(names, sizes):
    """Features by name; a vector `text` of three numbers is text[0], text[1], text[2], as @grasp/rerank reads them."""
    columns = []
    for name in names:
        columns += [f"{name}[{place}]" for place in range(sizes[name])] if name in sizes else [name]
    return columns


def columns_of(row, names, sizes):
    values = []
    for name in names:
        if name in sizes:
            vector = row.get("vectors", {}).get(name) or [None] * sizes[name]
            if len(vector) != sizes[name]:
                raise SystemExit(f"expected {sizes[name]} numbers in vector {name}, got {len(vector)}")
            values += vector
        else:
            values.append(row.get("features", {}).get(name))
    return [float("nan") if value is None else float(value) for value in values]


def make_pool(rows, names, sizes, path):
    import numpy
    from catboost import Pool

    for number, row in enumerate(rows, 1):
        if not isinstance(row.get("isCorrect"), bool):
            raise SystemExit(f"{path}:{number}: expected isCorrect to be true or false")
    # CatBoost wants the rows of a question side by side.
    places = {}
    for row in rows:
        places.setdefault(row["questionId"], len(places))
    ordered = sorted(rows, key=lambda row: places[row["questionId"]])
    values = numpy.array([columns_of(row, names, sizes) for row in ordered], dtype=numpy.float32)
    return Pool(
        values,
        [int(row["isCorrect"]) for row in ordered],
        group_id=[places[row["questionId"]] for row in ordered],
        feature_names=column_names(names, sizes),
    )


def without_zip_map(path):
    """CatBoost's classifiers end in a map from class to probability, which onnxruntime-node cannot return."""
    import onnx

    model = onnx.load(path)
    graph = model.graph
    for node in [node for node in graph.node if node.op_type == "ZipMap"]:
        graph.node.remove(node)
        graph.output.remove(next(output for output in graph.output if output.name == node.output[0]))
        graph.output.append(onnx.helper.make_tensor_value_info(node.input[0], onnx.TensorProto.FLOAT, [None, 2]))
    onnx.save(model, path)


def make_model(kind, options):
    from catboost import CatBoostClassifier, CatBoostRanker, CatBoostRegressor

    estimator = {"regressor": CatBoostRegressor, "classifier": CatBoostClassifier, "ranker": CatBoostRanker}
    balance = {"auto_class_weights": "Balanced"} if kind == "classifier" else {}
    return estimator[kind](
        loss_function=options.loss or DEFAULT_LOSS[kind],
        iterations=options.iterations,
        depth=options.depth,
        learning_rate=options.learning_rate,
        random_seed=options.seed,
        thread_count=options.threads,
        allow_writing_files=False,
        verbose=0,
        **balance,
    )


def main():
    arguments = parse_arguments()
    names = arguments.features.split(",")
    rows = read_rows(arguments.rows)
    sizes = vector_sizes(rows, names)
    model = make_model(arguments.kind, arguments)
    held = {}
    if arguments.validation:
        validation = make_pool(read_rows(arguments.validation), names, sizes, arguments.validation)
        held = {"eval_set": validation, "early_stopping_rounds": arguments.early_stop, "use_best_model": True}
    model.fit(make_pool(rows, names, sizes, arguments.rows), **held)
    model.save_model(arguments.out, format="json")
    if arguments.onnx:
        model.save_model(arguments.onnx, format="onnx")
        output = {}
        if arguments.kind == "classifier":
            without_zip_map(arguments.onnx)
            output = {"outputName": "probability_tensor", "outputColumn": 1}
        # ONNX does not keep the columns' names, which `grasp answers` needs.
        with open(f"{arguments.onnx}.json", "w", encoding="utf-8") as file:
            json.dump({"columns": column_names(names, sizes), **output}, file)
    print(f"{model.tree_count_} trees, {len(rows)} rows, {len(column_names(names, sizes))} columns")


if __name__ == "__main__":
    enter_environment()
    main()
