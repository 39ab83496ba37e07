"""Hypothesis strategies made from the message types themselves, so that a new field is tested without a line here."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as mi

from protocol.codec import Codec
from protocol.pieces import Whole

__all__ = ["messages"]

_ROOM_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@functools.cache
def messages(kind: type[msgspec.Struct], codec: Codec) -> st.SearchStrategy[msgspec.Struct]:
    """Any message of a type, its engine payloads being any encoded data."""
    return _of(mi.type_info(kind), codec)


def _of(info: mi.Type, codec: Codec) -> st.SearchStrategy[msgspec.Struct]:
    made: st.SearchStrategy[msgspec.Struct] = _any(info, codec)
    return made


@functools.singledispatch
def _any(info: mi.Type, codec: Codec) -> st.SearchStrategy[Any]:
    raise NotImplementedError(f"no strategy for {info}")


@_any.register
def _(info: mi.Metadata, codec: Codec) -> st.SearchStrategy[Any]:
    return _any(info.type, codec)


@_any.register
def _(info: mi.StructType, codec: Codec) -> st.SearchStrategy[Any]:
    given: dict[str, st.SearchStrategy[object]] = {}
    free: dict[str, st.SearchStrategy[object]] = {}
    for field in info.fields:
        (given if field.required else free)[field.name] = _any(field.type, codec)
    return st.fixed_dictionaries(given, optional=free).map(lambda values: info.cls(**values))


@_any.register
def _(info: mi.RawType, codec: Codec) -> st.SearchStrategy[Any]:
    data = st.dictionaries(
        st.text(max_size=8), st.integers(-100, 100) | st.text(max_size=8) | st.none(), max_size=3
    )
    return data.map(lambda value: msgspec.Raw(codec.encode(value)))


@_any.register
def _(info: mi.IntType, codec: Codec) -> st.SearchStrategy[Any]:
    bound = mi.type_info(Whole)
    assert isinstance(bound, mi.Metadata) and isinstance(bound.type, mi.IntType)
    low = bound.type.ge if info.ge is None else info.ge
    return st.integers(low, bound.type.le if info.le is None else info.le)


@_any.register
def _(info: mi.FloatType, codec: Codec) -> st.SearchStrategy[Any]:
    least = info.ge if info.gt is None else info.gt
    return st.floats(least, info.le, exclude_min=info.gt is not None, allow_nan=False, allow_infinity=False)


@_any.register
def _(info: mi.StrType, codec: Codec) -> st.SearchStrategy[Any]:
    if info.pattern is not None and "A-Z" in info.pattern:
        return st.text(_ROOM_LETTERS, min_size=info.min_length or 0, max_size=info.max_length)
    if info.pattern is not None:
        return st.binary(max_size=(info.max_length or 64) // 2).map(bytes.hex)
    return st.text(min_size=info.min_length or 0, max_size=min(info.max_length or 50, 50))


@_any.register
def _(info: mi.BoolType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.booleans()


@_any.register
def _(info: mi.NoneType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.none()


@_any.register
def _(info: mi.LiteralType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.sampled_from(info.values)


@_any.register
def _(info: mi.ListType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.lists(_any(info.item_type, codec), max_size=3)


@_any.register
def _(info: mi.DictType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.dictionaries(_any(info.key_type, codec), _any(info.value_type, codec), max_size=3)


@_any.register
def _(info: mi.UnionType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.one_of([_any(kind, codec) for kind in info.types])


@_any.register
def _(info: mi.TupleType, codec: Codec) -> st.SearchStrategy[Any]:
    return st.tuples(*(_any(kind, codec) for kind in info.item_types))
