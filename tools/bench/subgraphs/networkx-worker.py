"""Computes the paper's features of node-link graphs with networkx, in the order of the authors' program.

Reads requests from standard input, one a line: "values" or "time"; answers each with one line of JSON.
"""

import json
import sys
import time

import networkx as nx


def features(graph, answer):
    size = len(graph)
    edges = graph.number_of_edges()
    density = nx.density(graph)
    cycles = sum(1 for _ in nx.simple_cycles(graph))
    stripped = graph.copy()
    stripped.remove_edges_from(list(nx.selfloop_edges(graph)))
    bridges = sum(1 for _ in nx.k_edge_components(stripped, 2))
    katz = nx.katz_centrality(stripped)[answer]
    rank = nx.pagerank(stripped)[answer]
    lengths = nx.single_source_shortest_path_length(stripped.to_undirected(), answer)
    others = [length + 1 for node, length in lengths.items() if node != answer]
    path = sum(others) / len(others) if others else None
    return [size, edges, density, cycles, bridges, katz, rank, path]


with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)
graphs = [nx.node_link_graph(entry, edges="links") for entry in data]
answers = [
    next(node["id"] for node in entry["nodes"] if node["type"] == "ANSWER_CANDIDATE_ENTITY")
    for entry in data
]

for line in sys.stdin:
    start = time.perf_counter()
    values = [features(graph, answer) for graph, answer in zip(graphs, answers)]
    seconds = time.perf_counter() - start
    print(json.dumps(values if line.strip() == "values" else seconds * 1000), flush=True)
