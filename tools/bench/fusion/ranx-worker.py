"""Fuses with ranx on request: a line with a shape on standard input, the seconds of one fusion of all its queries on standard output."""

import json
import resource
import sys
import time

from ranx import Run, fuse


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        shapes = json.load(file)
    runs = {}
    for name, queries in shapes.items():
        count = len(queries[0])
        runs[name] = [
            Run({f"q{index}": {id: 1.0 / (rank + 1) for rank, id in enumerate(lists[number])} for index, lists in enumerate(queries)})
            for number in range(count)
        ]
        fuse(runs[name], norm=None, method="rrf", params={"k": 60})
    print("ready", flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        fuse(runs[line.strip()], norm=None, method="rrf", params={"k": 60})
        seconds = time.perf_counter() - start
        print(json.dumps({"seconds": seconds, "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}), flush=True)


main()
