import copy
import dataclasses
import pickle

import pytest

from refereekit.values import Ordered, Value, replace


class Point(Ordered):
    """A point."""

    x: int
    y: int = 0

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("left of the axis")


class Other(Value):
    """The same fields as a point."""

    x: int
    y: int = 0


def test_fields_are_given_by_place_or_by_name_and_have_defaults() -> None:
    assert (Point(1, 2).x, Point(1, y=2).y, Point(x=1).y) == (1, 2, 0)


@pytest.mark.parametrize(
    "arguments", [{}, {"x": 1, "z": 1}, {"y": 1}], ids=["none", "unknown", "missing"]
)
def test_other_arguments_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(TypeError, match=r"__init__\(\)"):
        Point(**arguments)


def test_a_value_cannot_be_wrong() -> None:
    with pytest.raises(ValueError, match="left of the axis"):
        Point(-1)
    with pytest.raises(ValueError, match="left of the axis"):
        replace(Point(1), x=-1)


def test_a_value_is_frozen() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="'x'"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="'x'"):
        del point.x
    assert point == Point(1)


def test_values_are_equal_by_type_and_fields() -> None:
    assert Point(1, 2) == Point(1, 2)
    assert Point(1, 2) != Point(1, 3)
    assert Point(1, 2) != Other(1, 2)
    assert len({Point(1), Point(1), Other(1)}) == 2


def test_order_is_that_of_the_fields() -> None:
    low, high = Point(1, 9), Point(2, 0)
    assert low < high
    assert high > low
    assert low <= low <= high
    assert high >= high >= low
    with pytest.raises(TypeError):
        sorted([Other(1), Other(2)])  # type: ignore[type-var]


def test_a_value_is_a_dataclass_to_whoever_asks() -> None:
    point = Point(1, 2)
    assert dataclasses.replace(point, y=3) == replace(point, y=3) == Point(1, 3)
    assert dataclasses.asdict(point) == {"x": 1, "y": 2}
    assert [field.name for field in dataclasses.fields(Other)] == ["x", "y"]
    assert repr(point) == "Point(x=1, y=2)"
    match point:
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_a_value_can_be_copied_and_sent() -> None:
    assert copy.copy(Point(1)) == pickle.loads(pickle.dumps(Point(1))) == Point(1)
