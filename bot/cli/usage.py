"""What `argparse` says of itself, in the language of the reader."""

import argparse
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bot.languages.sentence import Sentence

_VALUE = re.compile(r"%(?:\((\w+)\))?[rs]")
"""Where `argparse` fills a value in, with its name or without one."""
_WORDS: Mapping[str, Sentence] = {
    "usage:": Sentence("usage:"),
    "positional arguments": Sentence("positional arguments"),
    "options": Sentence("options"),
    "show this help message and exit": Sentence("show this help message and exit"),
    "%(prog)s: error: %(message)s": Sentence("{prog}: error: {message}"),
    "argument %(argument_name)s: %(message)s": Sentence("argument {argument_name}: {message}"),
    "the following arguments are required: %s": Sentence("the following arguments are required: {given}"),
    "unrecognized arguments: %s": Sentence("unrecognized arguments: {given}"),
    "expected one argument": Sentence("expected one argument"),
    "ignored explicit argument %r": Sentence("ignored explicit argument {given}"),
    "ambiguous option: %(option)s could match %(matches)s": Sentence(
        "ambiguous option: {option} could match {matches}"
    ),
    "invalid choice: %(value)r (choose from %(choices)s)": Sentence("invalid choice: {value} (choose from {choices})"),
}
"""What the commands of `paplu` can make it say. It has no other way to be told how to say that."""


class Parser(argparse.ArgumentParser):
    """Explains a call in sentences, in which a per cent sign stands for itself."""

    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=_Formatter, **given)


class _Formatter(argparse.HelpFormatter):
    def _get_help_string(self, action: argparse.Action) -> str:
        return (action.help or "").replace("%", "%%")

    def _format_text(self, text: str) -> str:
        return super()._format_text(text.replace("%", "%%") if "%(prog)" in text else text)


@contextmanager
def usage_in_words() -> Iterator[None]:
    """What `argparse` says meanwhile is in the language of the reader."""
    names = vars(argparse)
    before = names["_"]
    names["_"] = _said
    try:
        yield
    finally:
        names["_"] = before


def _said(text: str) -> str:
    """The sentence that `argparse` is about to fill and print; as it is, where the catalogues do not have it."""
    english = text.strip()
    if english not in _WORDS:
        return text
    filled = list(_VALUE.finditer(english))
    marks = {found[1] or "given": f"\0{place}\0" for place, found in enumerate(filled)}
    told = _WORDS[english](**marks)
    if filled:
        told = re.sub("\0(\\d)\0", lambda mark: filled[int(mark[1])][0], told.replace("%", "%%"))
    return text.replace(english, told)
