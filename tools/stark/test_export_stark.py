"""`python3 -m unittest discover tools/stark`: the export of a hand-made `processed/` folder, without PyTorch and with it."""

import io
import json
import os
import pickle
import sys
import tempfile
import types
import unittest
import zipfile
from array import array

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from export_stark import export  # noqa: E402
from stark_files import StarkFileError, read_pickle, read_tensor  # noqa: E402

try:
    import numpy
    import torch
except ImportError:
    torch = None


class _Storage:
    """Stands in for a storage of PyTorch while a file of its form is made."""

    def __init__(self, key, count):
        self.key, self.count = key, count


def _rebuild_tensor_v2(*_):
    raise AssertionError("only written, never called")


class _Made:
    def __init__(self, storage, offset, shape, stride):
        self.parts = (storage, offset, shape, stride, False, {})

    def __reduce__(self):
        return _rebuild_tensor_v2, self.parts


class LongStorage:
    pass


def save_tensor(path, rows, stride=None):
    """Writes what `torch.save` of a tensor of int64 writes. `rows`: a list, or a list of lists."""
    is_matrix = isinstance(rows[0], list)
    flat = [value for row in rows for value in row] if is_matrix else rows
    shape = (len(rows), len(rows[0])) if is_matrix else (len(rows),)
    stride = stride or ((shape[1], 1) if is_matrix else (1,))
    if stride == (1, 2):
        flat = [value for pair in zip(*rows) for value in pair]
    torch_module, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")
    torch_module.LongStorage, utils._rebuild_tensor_v2 = LongStorage, _rebuild_tensor_v2
    saved = {name: sys.modules.get(name) for name in ("torch", "torch._utils")}
    before = LongStorage.__module__, _rebuild_tensor_v2.__module__
    LongStorage.__module__, _rebuild_tensor_v2.__module__ = "torch", "torch._utils"
    sys.modules.update({"torch": torch_module, "torch._utils": utils})

    class Pickler(pickle.Pickler):
        def persistent_id(self, value):
            return ("storage", LongStorage, value.key, "cpu", value.count) if isinstance(value, _Storage) else None

    try:
        text = io.BytesIO()
        Pickler(text, protocol=2).dump(_Made(_Storage("0", len(flat)), 0, shape, stride))
    finally:
        LongStorage.__module__, _rebuild_tensor_v2.__module__ = before
        for name, module in saved.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", text.getvalue())
        archive.writestr("archive/data/0", array("q", flat).tobytes())
        archive.writestr("archive/version", "3\n")


PRIME_INFO = {
    0: {"id": "9796", "type": "gene/protein", "name": "PHYHIP", "source": "NCBI", "details": {"score": 1.0, "gone": float("nan")}},
    1: {"id": "DB1", "type": "drug", "name": "aspirin \ud800", "source": "DrugBank"},
    2: {"id": "7", "type": "disease", "name": "d\u00e9", "source": "MONDO", "details": {"mondo_id": 7, "lists": ("a", {"b"})}},
}
PRIME_TYPES = {0: "disease", 1: "gene/protein", 2: "drug"}
PRIME_RELATIONS = {0: "target", 1: "indication"}
PRIME_EDGES = [[0, 1, 1, 2], [1, 0, 2, 1]]


def make_prime(folder, save=save_tensor):
    os.makedirs(folder)
    for name, value in (("node_info", PRIME_INFO), ("node_type_dict", PRIME_TYPES), ("edge_type_dict", PRIME_RELATIONS)):
        with open(os.path.join(folder, f"{name}.pkl"), "wb") as file:
            pickle.dump(value, file)
    save(os.path.join(folder, "node_types.pt"), [1, 2, 0])
    save(os.path.join(folder, "edge_index.pt"), PRIME_EDGES)
    save(os.path.join(folder, "edge_types.pt"), [0, 0, 1, 1])


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.TemporaryDirectory()
        self.processed = os.path.join(self.root.name, "processed")
        self.out = os.path.join(self.root.name, "out")

    def tearDown(self):
        self.root.cleanup()

    def check_prime(self):
        schema = export(self.processed, self.out)
        self.assertEqual(schema["data_set"], "prime")
        self.assertTrue(schema["is_undirected"])
        self.assertEqual(
            schema["tuples"],
            [
                ["disease", "indication", "drug"],
                ["gene/protein", "target", "drug"],
                ["drug", "target", "gene/protein"],
                ["drug", "indication", "disease"],
            ],
        )
        self.assertEqual(json.loads(read(self.out, "schema.json"))["edge_types"], {"0": "target", "1": "indication"})
        self.assertEqual(read(self.out, "edges", "00.tsv"), "source_id\ttarget_id\n0\t1\n1\t0\n")
        self.assertEqual(read(self.out, "edges", "01.tsv"), "source_id\ttarget_id\n1\t2\n2\t1\n")
        self.assertEqual(read(self.out, "candidate_ids.txt"), "0\n1\n2\n")
        rows = [json.loads(line) for line in read(self.out, "nodes", "0000.jsonl").splitlines()]
        self.assertEqual(
            rows[0],
            {"node_id": 0, "node_type": "gene/protein", "info": {**PRIME_INFO[0], "details": {"score": "1.0", "gone": None}}},
        )
        self.assertEqual(rows[1]["info"]["name"], "aspirin \ud800")
        self.assertEqual(rows[2]["info"]["details"], {"mondo_id": 7, "lists": ["a", ["b"]]})
        self.assertFalse(os.path.exists(self.out + ".partial"))

    def test_prime(self):
        make_prime(self.processed)
        self.check_prime()

    def test_matrix_stored_by_columns(self):
        make_prime(self.processed)
        save_tensor(os.path.join(self.processed, "edge_index.pt"), PRIME_EDGES, stride=(1, 2))
        self.check_prime()

    @unittest.skipIf(torch is None, "PyTorch is not installed: what it writes itself is not tried")
    def test_what_torch_writes(self):
        make_prime(self.processed, lambda path, rows: torch.save(torch.LongTensor(rows), path))
        self.check_prime()
        torch.save(torch.LongTensor([[1, 2], [3, 4]]).t(), os.path.join(self.root.name, "t.pt"))
        self.assertEqual(list(read_tensor(os.path.join(self.root.name, "t.pt")).row(0)), [1, 3])
        torch.save(torch.zeros(3), os.path.join(self.root.name, "z.pt"))
        self.assertEqual(list(read_tensor(os.path.join(self.root.name, "z.pt")).values), [0, 0, 0])

    @unittest.skipIf(torch is None, "NumPy is not installed: its values are not tried")
    def test_values_of_numpy(self):
        path = os.path.join(self.root.name, "n.pkl")
        value = {
            "a": numpy.int64(7),
            "b": numpy.float64(1.5),
            "c": numpy.array([1, 2]),
            "d": numpy.array(["x", None], dtype=object),
            "e": numpy.str_("word"),
        }
        for protocol in (2, 4, 5):
            with open(path, "wb") as file:
                pickle.dump(value, file, protocol=protocol)
            self.assertEqual(
                read_pickle(path), {"a": 7, "b": 1.5, "c": [1, 2], "d": ["x", None], "e": "word"}
            )

    def test_mag_and_amazon(self):
        os.makedirs(self.processed)
        info = {0: {"DisplayName": "Ada"}, 1: {"title": "Notes", "abstract": "", "Date": -1}}
        with open(os.path.join(self.processed, "node_info.pkl"), "wb") as file:
            pickle.dump(info, file)
        save_tensor(os.path.join(self.processed, "node_types.pt"), [0, 3])
        save_tensor(os.path.join(self.processed, "edge_index.pt"), [[0], [1]])
        save_tensor(os.path.join(self.processed, "edge_types.pt"), [3])
        schema = export(self.processed, self.out)
        self.assertEqual((schema["data_set"], schema["is_undirected"]), ("mag", False))
        self.assertEqual(schema["tuples"], [["author", "author___writes___paper", "paper"]])
        self.assertEqual(read(self.out, "candidate_ids.txt"), "1\n")

        amazon = os.path.join(self.root.name, "amazon")
        inside = os.path.join(amazon, "cache", "brand-category-color")
        os.makedirs(inside)
        for name, value in (
            ("node_info", {0: {"title": "Mat"}, 1: {"brand_name": "B"}}),
            ("node_type_dict", {0: "product", 1: "brand"}),
            ("edge_type_dict", {0: "also_buy", 1: "also_view", 2: "has_brand"}),
        ):
            with open(os.path.join(inside, f"{name}.pkl"), "wb") as file:
                pickle.dump(value, file)
        save_tensor(os.path.join(inside, "node_types.pt"), [0, 1])
        save_tensor(os.path.join(inside, "edge_index.pt"), [[0], [1]])
        save_tensor(os.path.join(inside, "edge_types.pt"), [2])
        schema = export(amazon, self.out + "2")
        self.assertEqual((schema["data_set"], schema["counts"]["edges"]["has_brand"]), ("amazon", 1))

    def test_faults(self):
        with self.assertRaisesRegex(StarkFileError, "expected node_types.pt"):
            export(self.root.name, self.out)
        make_prime(self.processed)
        save_tensor(os.path.join(self.processed, "edge_types.pt"), [0])
        with self.assertRaisesRegex(StarkFileError, "expected 2 rows of 1 ids"):
            export(self.processed, self.out)
        self.assertEqual(os.listdir(self.root.name), ["processed"])
        os.makedirs(self.out)
        with self.assertRaisesRegex(StarkFileError, "expected no such folder"):
            export(self.processed, self.out)
        path = os.path.join(self.root.name, "evil.pkl")
        with open(path, "wb") as file:
            file.write(b"cos\nsystem\n(S'false'\ntR.")
        with self.assertRaisesRegex(StarkFileError, "os.system, which is not loaded"):
            read_pickle(path)
        with open(path, "wb") as file:
            file.write(pickle.dumps([1, 2, 3])[:-2])
        with self.assertRaisesRegex(StarkFileError, "expected a whole pickle"):
            read_pickle(path)
        with self.assertRaisesRegex(StarkFileError, "zip form of torch.save"):
            read_tensor(path)


if __name__ == "__main__":
    unittest.main()
