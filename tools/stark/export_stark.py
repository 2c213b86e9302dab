"""Exports a graph of STaRK from its official `processed/` folder into plain files; see README.md."""

import argparse
import json
import math
import os
import shutil
import sys

from stark_files import StarkFileError, read_pickle, read_tensor

NODES_PER_FILE = 10_000
LINES_PER_WRITE = 100_000
MAG_NODE_TYPES = ["author", "institution", "field_of_study", "paper"]
MAG_RELATIONS = [
    "author___affiliated_with___institution",
    "paper___cites___paper",
    "paper___has_topic___field_of_study",
    "author___writes___paper",
]
MARKS = {"product": "amazon", "paper": "mag", "gene/protein": "prime"}
CANDIDATE_TYPES = {"amazon": ["product"], "mag": ["paper"]}
MASK = (1 << 64) - 1


def find_folder(folder):
    """The folder itself, or the one inside in which Amazon's files lie."""
    inside = os.path.join(folder, "cache", "brand-category-color")
    for place in (inside, folder, os.path.join(folder, "processed")):
        if os.path.exists(os.path.join(place, "node_types.pt")):
            return place
    raise StarkFileError(f"{folder}: expected node_types.pt there or in cache/brand-category-color, got neither")


def names_by_number(folder, file, default):
    path = os.path.join(folder, file)
    if default is not None:
        return default
    names = read_pickle(path)
    return [names[number] for number in range(len(names))]


def plain(value):
    """A value that JSON can hold: missing numbers become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, dict):
        return {str(key): plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        members = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return [plain(member) for member in members]
    if hasattr(value, "item"):
        return plain(value.item())
    return str(value)


def plain_attributes(info, data_set):
    attributes = plain(info)
    if data_set == "prime" and isinstance(info.get("details"), dict):
        # A document shows 1.0 as Python does, and JSON does not tell it from 1.
        for key, value in info["details"].items():
            if isinstance(value, float) and math.isfinite(value):
                attributes["details"][str(key)] = repr(value)
    return attributes


def to_line(row):
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        return json.dumps(row, separators=(",", ":")).encode("ascii") + b"\n"


def write_nodes(out, node_info, node_types, names, data_set):
    os.makedirs(os.path.join(out, "nodes"))
    for start in range(0, len(node_types), NODES_PER_FILE):
        with open(os.path.join(out, "nodes", f"{start // NODES_PER_FILE:04d}.jsonl"), "wb") as file:
            for number in range(start, min(start + NODES_PER_FILE, len(node_types))):
                info = node_info.get(number)
                if info is None:
                    raise StarkFileError(f"node_info.pkl: expected node {number}, got none")
                row = {
                    "node_id": number,
                    "node_type": names[int(node_types[number])],
                    "info": plain_attributes(info, data_set),
                }
                file.write(to_line(row))


def mix(source, target):
    value = (source * 0x9E3779B97F4A7C15 + target * 0xC2B2AE3D27D4EB4F + 0x165667B1) & MASK
    value ^= value >> 29
    return (value * value + value) & MASK


def write_edges(out, edge_index, edge_types, node_types, relation_count):
    """Writes a file a relation. Returns rows, the types that occur, and whether all edges stand in both directions."""
    os.makedirs(os.path.join(out, "edges"))
    files = [open(os.path.join(out, "edges", f"{number:02d}.tsv"), "w", encoding="ascii") for number in range(relation_count)]
    try:
        waiting = [["source_id\ttarget_id\n"] for _ in files]
        rows = [0] * relation_count
        tuples = set()
        balance = 0
        for source, target, relation in zip(edge_index.row(0), edge_index.row(1), edge_types):
            relation = int(relation)
            lines = waiting[relation]
            lines.append(f"{source}\t{target}\n")
            rows[relation] += 1
            tuples.add((int(node_types[source]), relation, int(node_types[target])))
            balance += mix(source, target) - mix(target, source)
            if len(lines) >= LINES_PER_WRITE:
                files[relation].writelines(lines)
                lines.clear()
        for file, lines in zip(files, waiting):
            file.writelines(lines)
    finally:
        for file in files:
            file.close()
    return rows, sorted(tuples), balance & MASK == 0


def export(processed, out, data_set=None):
    """Writes the layout to `out`, which appears only when it is complete. Returns what schema.json holds."""
    if os.path.exists(out):
        raise StarkFileError(f"{out}: expected no such folder, got one; delete it or choose another")
    folder = find_folder(processed)
    node_types = read_tensor(os.path.join(folder, "node_types.pt")).values
    is_mag = data_set == "mag" or (data_set is None and not os.path.exists(os.path.join(folder, "edge_type_dict.pkl")))
    node_names = names_by_number(folder, "node_type_dict.pkl", MAG_NODE_TYPES if is_mag else None)
    relations = names_by_number(folder, "edge_type_dict.pkl", MAG_RELATIONS if is_mag else None)
    data_set = data_set or next((name for mark, name in MARKS.items() if mark in node_names), None)
    if data_set is None:
        raise StarkFileError(f"{folder}: expected the types of Amazon, MAG or Prime, got {', '.join(node_names)}")

    draft = f"{out}.partial"
    shutil.rmtree(draft, ignore_errors=True)
    os.makedirs(draft)
    try:
        edge_index = read_tensor(os.path.join(folder, "edge_index.pt"))
        edge_types = read_tensor(os.path.join(folder, "edge_types.pt")).values
        if len(edge_index.shape) != 2 or edge_index.shape[0] != 2 or edge_index.shape[1] != len(edge_types):
            raise StarkFileError(f"edge_index.pt: expected 2 rows of {len(edge_types)} ids, got {edge_index.shape}")
        rows, tuples, is_undirected = write_edges(draft, edge_index, edge_types, node_types, len(relations))
        del edge_index, edge_types
        wanted = [number for number, name in enumerate(node_names) if name in CANDIDATE_TYPES.get(data_set, node_names)]
        with open(os.path.join(draft, "candidate_ids.txt"), "w", encoding="ascii") as file:
            file.writelines(f"{number}\n" for number, kind in enumerate(node_types) if int(kind) in wanted)
        write_nodes(draft, read_pickle(os.path.join(folder, "node_info.pkl")), node_types, node_names, data_set)
        schema = {
            "data_set": data_set,
            "node_types": dict(enumerate(node_names)),
            "edge_types": dict(enumerate(relations)),
            "tuples": [[node_names[a], relations[relation], node_names[b]] for a, relation, b in tuples],
            "is_undirected": is_undirected,
            "counts": {"nodes": len(node_types), "edges": dict(zip(relations, rows))},
        }
        with open(os.path.join(draft, "schema.json"), "w", encoding="utf-8") as file:
            json.dump(schema, file, indent=2)
            file.write("\n")
        os.rename(draft, out)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return schema


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("processed", help="the unpacked folder `processed` of a graph of STaRK")
    parser.add_argument("out", help="the folder to write; must not exist")
    parser.add_argument("--data-set", choices=["amazon", "mag", "prime"], help="default: by the node types")
    options = parser.parse_args()
    try:
        schema = export(options.processed, options.out.rstrip("/"), options.data_set)
    except StarkFileError as error:
        sys.exit(f"export_stark: {error}")
    counts = schema["counts"]
    print(f"{options.out}: {schema['data_set']}, {counts['nodes']} nodes, {sum(counts['edges'].values())} edges")


if __name__ == "__main__":
    main()
