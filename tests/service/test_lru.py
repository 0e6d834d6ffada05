"""The caches in memory stay small."""

from bot.service.lru import LruDict


def test_what_was_set_longest_ago_is_forgotten() -> None:
    recent: LruDict[str, int] = LruDict(2)
    recent["a"], recent["b"], recent["a"] = 1, 2, 3
    recent["c"] = 4
    assert dict(recent) == {"a": 3, "c": 4}


def test_what_was_used_can_be_kept_longer() -> None:
    recent: LruDict[str, int] = LruDict(2)
    recent["a"], recent["b"] = 1, 2
    recent.move_to_end("a")
    recent["c"] = 3
    assert dict(recent) == {"a": 1, "c": 3}
