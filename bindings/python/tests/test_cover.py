"""Exact cover."""

import pytest

from sudosat import cover


def test_knuths_example():
    options = {1: "ce", 2: "adg", 3: "bcf", 4: "adf", 5: "bg", 6: "deg"}
    # The example of "Dancing Links" (2000): rows 1, 4 and 5 of the matrix.
    options[1] = "cef"
    options[4] = "ad"
    assert [sorted(solution) for solution in cover("abcdefg", options)] == [[1, 4, 5]]


def test_queens():
    for n, expected in [(4, 2), (6, 4), (8, 92)]:
        items = [("row", i) for i in range(n)] + [("column", i) for i in range(n)]
        up = [("up", i) for i in range(2 * n)]
        down = [("down", i) for i in range(-n, n)]
        options = {
            (i, j): [("row", i), ("column", j), ("up", i + j), ("down", i - j)]
            for i in range(n)
            for j in range(n)
        }
        solutions = list(cover(items, options, secondary=up + down))
        assert len(solutions) == expected
        assert len({frozenset(solution) for solution in solutions}) == expected


def test_options_in_a_list_have_indices():
    assert sorted(map(sorted, cover([1, 2], [[1], [2], (1, 2)]))) == [[0, 1], [2]]
    assert list(cover([1, 2], iter([[1]]))) == []
    assert list(cover([], [])) == [[]]


def test_a_search_is_an_iterator():
    search = cover("ab", [["a"], ["b"], ["a", "b"]])
    assert iter(search) is search
    first = next(search)
    rest = list(search)
    assert len(rest) == 1 and first not in rest
    with pytest.raises(StopIteration):
        next(search)


@pytest.mark.parametrize(
    ("items", "options", "error", "message"),
    [
        ("aa", ["a"], ValueError, "item 'a' is named twice"),
        ("ab", ["a", "c"], ValueError, "option 1: there is no item 'c'"),
        ("ab", {"x": "aba"}, ValueError, "option 'x': item 'a' is in it twice"),
        ([[]], [], TypeError, "unhashable"),
        ("ab", [1], TypeError, "iterable"),
    ],
)
def test_errors(items, options, error, message):
    with pytest.raises(error, match=message):
        cover(items, options)
