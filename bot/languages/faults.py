"""What is wrong, in the language of its reader."""

from collections.abc import Callable

from bot.languages.sentence import say
from bot.rummy.errors import IllegalAction, RefusalCode, Statement, cause


def said(problem: object, refusal: Callable[[RefusalCode], str] = str) -> str:
    """A statement, or an error that carries one, in the language of its reader; anything else as it writes itself.

    `refusal` says why an action is refused, where a statement names that.
    """
    match problem:
        case Statement():
            return say(problem.text, **{name: said(value, refusal) for name, value in problem.values.items()})
        case RefusalCode():
            return refusal(problem)
        case IllegalAction():
            return refusal(problem.refusal)
        case Exception() if any(isinstance(part, Statement | Exception) for part in problem.args):
            return ": ".join(said(part, refusal) for part in problem.args)
    return str(problem)


def reason(error: Exception) -> str:
    """Why a file or an address cannot be used, in the language of its reader."""
    return said(cause(error))
