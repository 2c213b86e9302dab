"""One process of the benchmark: evaluates a run file with pytrec_eval or ranx and prints a line of JSON."""

import itertools
import json
import resource
import sys
import tempfile
import time

MEASURES = ["hit@1", "recall@20", "mrr", "map", "ndcg@10"]


def with_pytrec_eval(run_file, qrels_file):
    import pytrec_eval

    names = dict(zip(MEASURES, ["success_1", "recall_20", "recip_rank", "map", "ndcg_cut_10"]))
    start = time.perf_counter()
    with open(qrels_file, encoding="utf-8") as file:
        qrels = pytrec_eval.parse_qrel(file)
    with open(run_file, encoding="utf-8") as file:
        run = pytrec_eval.parse_run(file)
    results = pytrec_eval.RelevanceEvaluator(qrels, set(names.values())).evaluate(run)
    means = {
        measure: sum(values[name] for values in results.values()) / len(results)
        for measure, name in names.items()
    }
    return time.perf_counter() - start, means


def with_ranx(run_file, qrels_file):
    from ranx import Qrels, Run, evaluate

    names = dict(zip(MEASURES, ["hit_rate@1", "recall@20", "mrr", "map", "ndcg@10"]))

    def read_and_evaluate(run_path, qrels_path):
        qrels = Qrels.from_file(qrels_path, kind="trec")
        run = Run.from_file(run_path, kind="trec")
        return evaluate(qrels, run, list(names.values()))

    # Compiles the kernels before the clock starts, by the same way on the first two queries.
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for number, path in enumerate([run_file, qrels_file]):
            parts.append(f"{folder}/{number}.trec")
            with open(path, encoding="utf-8") as file, open(parts[-1], "w", encoding="utf-8") as part:
                part.writelines(itertools.takewhile(lambda line: line.startswith(("q0 ", "q1 ")), file))
        read_and_evaluate(*parts)
    start = time.perf_counter()
    results = read_and_evaluate(run_file, qrels_file)
    means = {measure: float(results[name]) for measure, name in names.items()}
    return time.perf_counter() - start, means


tool, run_path, qrels_path = sys.argv[1:]
elapsed, mean_values = {"pytrec_eval": with_pytrec_eval, "ranx": with_ranx}[tool](run_path, qrels_path)
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": elapsed, "memory": memory, "means": mean_values}))
