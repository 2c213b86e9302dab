"""Reads the files of STaRK's `processed/` folder with Python's standard library alone.

Pickles are read by an unpickler that knows plain values, NumPy scalars and arrays, and PyTorch tensors, and refuses
everything else, so that a file cannot run code.
"""

import collections
import math
import pickle
import struct
import sys
import zipfile
from array import array

_NUMPY_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d", "b1": "?"}
_STORAGE_CODES = {
    "LongStorage": "q",
    "IntStorage": "i",
    "ShortStorage": "h",
    "CharStorage": "b",
    "ByteStorage": "B",
    "FloatStorage": "f",
    "DoubleStorage": "d",
}


class StarkFileError(Exception):
    """A file that is not of the expected form; the message says which and what to do."""


class _Dtype:
    def __init__(self, code, *_):
        self.code = code
        self.order = "<"

    def __setstate__(self, state):
        self.order = state[1] if state[1] in "<>" else "<"

    def unpack(self, data, count):
        if self.code[0] == "O":
            return list(data)
        if self.code[0] in "US":
            width = int(self.code[1:]) * (4 if self.code[0] == "U" else 1)
            parts = [data[at * width : (at + 1) * width] for at in range(count)]
            encoding = ("utf-32-le" if self.order == "<" else "utf-32-be") if self.code[0] == "U" else "latin-1"
            return [part.decode(encoding).rstrip("\0") for part in parts]
        return list(struct.unpack(f"{self.order}{count}{_NUMPY_CODES[self.code]}", data))


def _numpy_scalar(dtype, data=None):
    if dtype.code[0] == "O":
        return data
    return dtype.unpack(data if isinstance(data, bytes) else data.encode("latin-1"), 1)[0]


class _Ndarray(list):
    """Becomes a list of the array's values, one level deep."""

    def __setstate__(self, state):
        _, shape, dtype, _, data = state
        count = math.prod(shape)
        self[:] = dtype.unpack(data if not isinstance(data, str) else data.encode("latin-1"), count)


def _reconstruct(*_):
    return _Ndarray()


def _frombuffer(data, dtype, shape, *_):
    made = _Ndarray()
    made[:] = dtype.unpack(bytes(data), math.prod(shape))
    return made


_PLAIN = {
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("collections", "defaultdict"): collections.defaultdict,
    ("builtins", "dict"): dict,
    ("builtins", "list"): list,
    ("builtins", "set"): set,
    ("builtins", "int"): int,
    ("builtins", "float"): float,
    ("builtins", "str"): str,
    ("builtins", "bytearray"): bytearray,
    ("_codecs", "encode"): lambda text, encoding: text.encode(encoding),
    ("numpy", "dtype"): _Dtype,
    ("numpy", "ndarray"): _Ndarray,
}
for _module in ("numpy.core.multiarray", "numpy._core.multiarray"):
    _PLAIN[(_module, "scalar")] = _numpy_scalar
    _PLAIN[(_module, "_reconstruct")] = _reconstruct
for _module in ("numpy.core.numeric", "numpy._core.numeric"):
    _PLAIN[(_module, "_frombuffer")] = _frombuffer


class _PlainUnpickler(pickle.Unpickler):
    def __init__(self, file, name):
        super().__init__(file)
        self.name = name

    def find_class(self, module, name):
        found = _PLAIN.get((module, name))
        if found is None:
            raise StarkFileError(f"{self.name}: expected plain values, got {module}.{name}, which is not loaded")
        return found


def read_pickle(path):
    """The value of a .pkl file, NumPy's numbers as Python's."""
    with open(path, "rb") as file:
        try:
            return _PlainUnpickler(file, path).load()
        except (pickle.UnpicklingError, EOFError, struct.error, KeyError) as error:
            raise StarkFileError(f"{path}: expected a whole pickle, got {error!r}") from error


class Tensor:
    """A tensor as a flat array of numbers and its shape."""

    def __init__(self, values, shape):
        self.values = values
        self.shape = tuple(shape)

    def row(self, number):
        """One row of a matrix."""
        width = self.shape[1]
        return self.values[number * width : (number + 1) * width]


class _TensorUnpickler(_PlainUnpickler):
    def __init__(self, file, name, archive, root):
        super().__init__(file, name)
        self.archive = archive
        self.root = root

    def persistent_load(self, saved):
        kind, storage, key, _, count = saved
        code = _STORAGE_CODES.get(storage)
        if kind != "storage" or code is None:
            raise StarkFileError(f"{self.name}: expected a tensor of numbers, got {storage}")
        values = array(code)
        values.frombytes(self.archive.read(f"{self.root}/data/{key}"))
        if sys.byteorder == "big":
            values.byteswap()
        if len(values) != count:
            raise StarkFileError(f"{self.name}: expected {count} numbers, got {len(values)}; copy the file again")
        return values

    def find_class(self, module, name):
        if module == "torch" and name in _STORAGE_CODES:
            return name
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _rebuild_tensor
        return super().find_class(module, name)


def _rebuild_tensor(values, offset, shape, stride, *_):
    count = math.prod(shape)
    dense = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    # The stride of an axis of one entry means nothing.
    if all(wanted == found for wanted, found, size in zip(dense, stride, shape) if size > 1):
        return Tensor(values[offset : offset + count], shape)
    if len(shape) != 2:
        raise StarkFileError("expected a vector or a matrix")
    made = array(values.typecode)
    for row in range(shape[0]):
        start = offset + row * stride[0]
        made.extend(values[start : start + (shape[1] - 1) * stride[1] + 1 : stride[1]])
    return Tensor(made, shape)


def read_tensor(path):
    """The tensor of a .pt file that `torch.save` wrote in the zip form (PyTorch 1.6 and later)."""
    if not zipfile.is_zipfile(path):
        raise StarkFileError(f"{path}: expected the zip form of torch.save; load it with PyTorch and save it again")
    with zipfile.ZipFile(path) as archive:
        data = next((name for name in archive.namelist() if name.endswith("/data.pkl")), None)
        if data is None:
            raise StarkFileError(f"{path}: expected a file that torch.save wrote")
        with archive.open(data) as file:
            tensor = _TensorUnpickler(file, path, archive, data[: -len("/data.pkl")]).load()
    if not isinstance(tensor, Tensor):
        raise StarkFileError(f"{path}: expected one tensor")
    return tensor
