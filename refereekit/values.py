"""Values: frozen records that cost next to nothing to define.

They are dataclasses to whoever asks (`replace`, `fields`, `asdict`, `match`, mypy), but
their `__init__` is written when the first one is made. Writing the methods of one
frozen dataclass takes 0.5 ms, and a check would define sixty of them before it begins,
which is longer than the check itself.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform

__all__ = ["Ordered", "Value", "new_tuple", "replace"]

_V = TypeVar("_V", bound="Value")

new_tuple: Any = tuple.__new__
"""Makes a named tuple without the call that gives its fields names."""


class _DataclassFields:
    """The fields as `dataclasses` knows them, made for the first who asks."""

    def __get__(self, value: object, owner: type[Value]) -> dict[str, Any]:
        from dataclasses import field, make_dataclass
        from functools import partial

        defaults = _defaults(owner)
        named = [
            (name, owner.__annotations__[name])
            if name not in defaults
            # A default may be unhashable, which `dataclasses` takes for mutable.
            else (
                name,
                owner.__annotations__[name],
                field(default_factory=partial(defaults.get, name)),
            )
            for name in owner.__match_args__
        ]
        twin: Any = make_dataclass(owner.__name__, named)
        fields: dict[str, Any] = twin.__dataclass_fields__
        owner.__dataclass_fields__ = fields
        return fields


@dataclass_transform(frozen_default=True)
class Value:
    """A record whose annotated names are its fields; equal if all fields are.

    A class attribute of the same name is the field's default. `__post_init__` runs
    last, where there is one.
    """

    __match_args__: ClassVar[tuple[str, ...]]
    __dataclass_fields__: ClassVar[Any] = _DataclassFields()
    _all_of: ClassVar[attrgetter[Any]]

    def __init_subclass__(cls) -> None:
        names = tuple(cls.__annotations__)
        if names:
            cls.__match_args__ = names  # type: ignore[misc]
            cls._all_of = attrgetter(*names)

    def __init__(self, *args: Any, **named: Any) -> None:
        cls = type(self)
        initialise = _initialiser(cls)
        cls.__init__ = initialise  # type: ignore[method-assign]
        initialise(self, *args, **named)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._all_of(self) == self._all_of(other))

    def __hash__(self) -> int:
        return hash(self._all_of(self))

    def __repr__(self) -> str:
        fields = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({', '.join(fields)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete field {name!r}")


class Ordered(Value):
    """A value that is ordered as the tuple of its fields."""

    def __lt__(self, other: Self) -> bool:
        return bool(self._all_of(self) < self._all_of(other))

    def __le__(self, other: Self) -> bool:
        return bool(self._all_of(self) <= self._all_of(other))

    def __gt__(self, other: Self) -> bool:
        return bool(self._all_of(self) > self._all_of(other))

    def __ge__(self, other: Self) -> bool:
        return bool(self._all_of(self) >= self._all_of(other))


def replace(value: _V, **changes: Any) -> _V:
    """Return a copy of a value with some fields changed."""
    kept = {
        name: getattr(value, name)
        for name in value.__match_args__
        if name not in changes
    }
    return type(value)(**kept, **changes)


def _defaults(cls: type[Value]) -> dict[str, object]:
    own = vars(cls)
    return {name: own[name] for name in cls.__match_args__ if name in own}


def _initialiser(cls: type[Value]) -> Callable[..., None]:
    """Write the `__init__` of a class, as `dataclasses` would."""
    defaults = _defaults(cls)
    parameters = [
        f"{name}=defaults[{name!r}]" if name in defaults else name
        for name in cls.__match_args__
    ]
    body = [f"set_field(self, {name!r}, {name})" for name in cls.__match_args__]
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    source = f"def __init__(self, {', '.join(parameters)}):\n " + "\n ".join(body)
    written: dict[str, Any] = {}
    exec(source, {"defaults": defaults, "set_field": object.__setattr__}, written)
    initialise: Callable[..., None] = written["__init__"]
    initialise.__qualname__ = f"{cls.__qualname__}.__init__"
    return initialise
