"""Extracts shortest-path subgraphs with python-igraph and prints times and results as one line of JSON.

Usage: igraph-worker.py folder nodes, where the folder holds the files that extraction.mjs writes.
"""

import json
import os
import sys
import time

import igraph
import numpy as np

# To find all shortest paths to one node igraph keeps those to all nodes that it meets, which fills the memory on large graphs.
LARGEST_ALL_PATHS = 100_000

folder, nodes = sys.argv[1], int(sys.argv[2])
with open(os.path.join(folder, "pairs.json"), encoding="utf-8") as file:
    pairs = json.load(file)
ends = np.fromfile(os.path.join(folder, "edges"), dtype=np.uint32)
sources, targets = ends.reshape(2, -1).astype(np.int64)
keys = np.unique(sources * nodes + targets)
edges = np.stack([keys // nodes, keys % nodes], axis=1)
del ends, sources, targets, keys


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as status:
        return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


before = resident_bytes()

start = time.perf_counter()
graph = igraph.Graph(n=nodes, edges=edges, directed=True)
# igraph indexes the edges when it is first asked.
graph.degree(0)
seconds_to_build = time.perf_counter() - start
memory = resident_bytes()


def timed(extract):
    times, found = [], []
    for source, target in pairs:
        begin = time.perf_counter()
        result = extract(source, target)
        times.append((time.perf_counter() - begin) * 1000)
        found.append(result)
    return times, found


def all_paths(source, target):
    chosen = {source, target}
    for path in graph.get_all_shortest_paths(source, to=target, mode="all"):
        chosen.update(path)
    ordered = sorted(chosen)
    return ordered, graph.induced_subgraph(ordered).ecount()


def as_published(source, target):
    chosen, length = {source, target}, None
    for start, end in ((target, source), (source, target)):
        for path in graph.get_shortest_paths(start, to=end, mode="all"):
            chosen.update(path)
            length = len(path) - 1
    return length, graph.induced_subgraph(sorted(chosen)).ecount()


published_times, published = timed(as_published)
all_times, found = timed(all_paths) if nodes <= LARGEST_ALL_PATHS else ([], [])
print(
    json.dumps(
        {
            "secondsToBuild": round(seconds_to_build, 1),
            "megabytes": round((memory - before) / 2**20),
            "allPaths": all_times,
            "asPublished": published_times,
            "nodes": [nodes for nodes, _ in found],
            "edges": [count for _, count in found],
            "distances": [length for length, _ in published],
        }
    )
)
