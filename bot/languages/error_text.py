"""Error texts in the language of their reader."""

from collections.abc import Callable

from bot.languages.sentence import say
from bot.rummy.errors import ErrorText, IllegalAction, RefusalCode, cause


def error_sentence(problem: object, refusal: Callable[[RefusalCode], str] = str) -> str:
    """Return an `ErrorText`, or the one that an error carries, in the reader's language; else `str(problem)`.

    `refusal` returns the sentence for a refusal code among the values.
    """
    match problem:
        case ErrorText():
            return say(problem.text, **{name: error_sentence(value, refusal) for name, value in problem.values.items()})
        case RefusalCode():
            return refusal(problem)
        case IllegalAction():
            return refusal(problem.refusal)
        case Exception() if any(isinstance(part, ErrorText | Exception) for part in problem.args):
            return ": ".join(error_sentence(part, refusal) for part in problem.args)
    return str(problem)


def reason(error: Exception) -> str:
    """Return why a file or an address cannot be used, in the reader's language."""
    return error_sentence(cause(error))
