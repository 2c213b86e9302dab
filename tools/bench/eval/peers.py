"""One process of the benchmark: evaluates a run file with pytrec_eval or ranx and prints a line of JSON."""

import json
import resource
import sys
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
    # Compiles the kernels before the clock starts.
    evaluate(Qrels({"q": {"d": 1}}), Run({"q": {"d": 1.0}}), list(names.values()))
    start = time.perf_counter()
    qrels = Qrels.from_file(qrels_file, kind="trec")
    run = Run.from_file(run_file, kind="trec")
    results = evaluate(qrels, run, list(names.values()))
    means = {measure: float(results[name]) for measure, name in names.items()}
    return time.perf_counter() - start, means


tool, run_path, qrels_path = sys.argv[1:]
elapsed, mean_values = {"pytrec_eval": with_pytrec_eval, "ranx": with_ranx}[tool](run_path, qrels_path)
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": elapsed, "memory": memory, "means": mean_values}))
