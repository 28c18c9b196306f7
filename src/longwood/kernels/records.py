"""Records of arrays: a kernel takes one where it would take a dozen arrays, and its fields have names.

A record is a NamedTuple whose fields say their compiled type:

    class Talon(NamedTuple):
        cards: I8
        places: U64

    @compiled("int64(Talon, int64)", Talon)
    def count(talon: Any, card: Any) -> Any: ...
"""

from typing import Annotated, Any, get_type_hints

import numba
import numpy as np
from numpy.typing import NDArray

# Rows, tables and a number, each with what Numba calls it.
I8 = Annotated[NDArray[np.int8], "int8[::1]"]
I32 = Annotated[NDArray[np.int32], "int32[::1]"]
I64 = Annotated[NDArray[np.int64], "int64[::1]"]
U8 = Annotated[NDArray[np.uint8], "uint8[::1]"]
U16 = Annotated[NDArray[np.uint16], "uint16[::1]"]
U32 = Annotated[NDArray[np.uint32], "uint32[::1]"]
U64 = Annotated[NDArray[np.uint64], "uint64[::1]"]
F32 = Annotated[NDArray[np.float32], "float32[::1]"]
I8Table = Annotated[NDArray[np.int8], "int8[:, ::1]"]
I16Table = Annotated[NDArray[np.int16], "int16[:, ::1]"]
I32Table = Annotated[NDArray[np.int32], "int32[:, ::1]"]
I64Table = Annotated[NDArray[np.int64], "int64[:, ::1]"]
U8Table = Annotated[NDArray[np.uint8], "uint8[:, ::1]"]
U32Table = Annotated[NDArray[np.uint32], "uint32[:, ::1]"]
U64Table = Annotated[NDArray[np.uint64], "uint64[:, ::1]"]
U64Tables = Annotated[NDArray[np.uint64], "uint64[:, :, :, ::1]"]
F32Table = Annotated[NDArray[np.float32], "float32[:, ::1]"]
Number = Annotated[int, "int64"]


def signature_of(text: str, records: tuple[type, ...]) -> Any:
    """A signature in Numba's words, in which these records stand by their names."""
    names = vars(numba.types) | {record.__name__: record_type(record) for record in records}
    return eval(text, {}, names)  # noqa: S307 - as Numba itself reads signatures; the text is always our own


def record_type(record: Any) -> Any:
    """What Numba calls a record."""
    hints = get_type_hints(record, include_extras=True)
    types: Any = numba.types
    return types.BaseTuple.from_types([_field_type(hints[name]) for name in record._fields], record)


def _field_type(hint: Any) -> Any:
    """What Numba calls a field, which may be a record itself."""
    return record_type(hint) if hasattr(hint, "_fields") else signature_of(hint.__metadata__[0], ())
