"""What `argparse` says of itself, in the language of the reader."""

import argparse
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bot.languages.saying import Sentence

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
    values = {found[1] or "given": found[0] for found in _VALUE.finditer(english)}
    return text.replace(english, _WORDS[english](**values))
