"""Private answers beside the hand: discards, scores, rules, the ⋯ menu, settings, help."""

from collections import defaultdict
from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot import text
from bot.rummy.cards import Card, Seat
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.rules import Rules
from bot.rummy.view import DealView, Event, EventKind, Stage
from bot.service.update import Update
from bot.store.rows import Delivery, PlayerSettings
from bot.ui.ids import Setting, SettingId
from bot.ui.messages.base import (
    Accent,
    Layout,
    Message,
    button,
    deadline,
    escaped,
    message,
    my_view,
    names,
    row,
    waiting_for,
)
from bot.ui.messages.endings import sheet_picture


def plain(sentence: str) -> Message:
    """One sentence."""
    return message(Accent.GREY, sentence)


# -- looking ----------------------------------------------------------------------------------------


def discards(update: Update) -> Message:
    """The open deck from bottom to top, and who threw what."""
    deal = update.public.deal
    if deal is None:
        return plain(text.refusal(Refusal.NOT_STARTED))
    pile = text.cards((under.card for under in deal.open), deal.wild) or "empty"
    called = names(update)
    thrown = _thrown(deal)
    lines = [f"**{called[seat]}** threw {text.cards(thrown[seat], deal.wild)}" for seat in sorted(thrown)]
    return message(Accent.BLURPLE, f"### Open deck, bottom to top\n{pile}", "\n".join(lines))


def _thrown(deal: DealView) -> dict[Seat, list[Card]]:
    """All cards thrown in this deal, by seat; also those taken up again."""
    thrown: defaultdict[Seat, list[Card]] = defaultdict(list)
    for event in deal.events:
        if event.kind is EventKind.DISCARDED and event.card is not None:
            thrown[event.seat].append(event.card)
    return thrown


def scores(update: Update) -> Message:
    """The points so far."""
    view = update.public
    called = names(update)
    lines = [f"{called[seat]}: **{text.points(view.totals[seat])}**" for seat in called]
    deal = view.deal
    if deal is not None and deal.outcome is None:
        lines = [line + _so_far(deal, seat) for line, seat in zip(lines, called, strict=True)]
    picture = sheet_picture(update) if view.outcomes else None
    return message(Accent.BLURPLE, picture, "### Scores\n" + "\n".join(lines))


def _so_far(deal: DealView, seat: Seat) -> str:
    """How a seat stands in the running deal."""
    own = deal.seats[seat]
    cost = f", {text.points(own.points)}" if own.points is not None else ""
    return f" · {text.STATUSES[own.status]}{cost}"


def rules(rules: Rules, pace: str) -> Message:
    """A rule set in full; its times are already those of the pace."""
    parts = [f"**{title}**\n{body}" for title, body in text.rules_full(rules)]
    head = f"### {escaped(rules.name)}\n-# {text.credit(rules)} Pace: {text.PACES[pace]}."
    return message(Accent.BLURPLE, head, *parts)


# -- the ⋯ menu -------------------------------------------------------------------------------------


def more(update: Update, me: PlayerId) -> Message:
    """What is needed rarely; the host alone may end the table from here.

    Raises:
        ServiceError: the person does not sit here.
    """
    my_view(update, me)
    host = button(update, "ask-end", "End table…") if update.row.host == me else None
    buttons = row(
        button(update, "ask-leave", "Leave…"),
        button(update, "back", "I'm back", ButtonStyle.primary),
        button(update, "settings", "Settings"),
        host,
    )
    return message(Accent.GREY, f"Table `{update.id}`", buttons)


def away(update: Update, me: PlayerId) -> Message:
    """What was done for a person since their last own move, and how the table stands.

    Raises:
        ServiceError: the person does not sit here.
    """
    view = my_view(update, me)
    deal = view.deal
    mine = row(button(update, "hand", "My hand", ButtonStyle.primary))
    if deal is None or deal.seat is None:
        return message(Accent.BLURPLE, text.refusal(Refusal.NOT_STARTED))
    since = _done_for(deal, deal.seat)
    lines = [f"- {text.for_you(event, deal.rules)}" for event in since]
    told = "\n".join([f"**{text.WHILE_AWAY}**", *lines]) if lines else text.NOT_AWAY
    waiting = f"Now: {waiting_for(update, deal)}. {deadline(update)}" if view.stage is Stage.PLAYING else ""
    return message(Accent.BLURPLE, f"{told}\n{waiting}", mine)


_CLOCK = (EventKind.LAPSED, EventKind.LAPSED_OUT)


def _done_for(deal: DealView, seat: Seat) -> list[Event]:
    """The seat's events since its last own move: those after the clock played for it, without a break."""
    own = [event for event in deal.events if event.seat == seat and event.kind not in _SHARED]
    found: list[Event] = []
    for event in reversed(own):
        if not _by_clock(own, event):
            break
        found.append(event)
    return found[::-1]


_SHARED = (EventKind.RESHUFFLED, EventKind.STALEMATE)


def _by_clock(own: Sequence[Event], event: Event) -> bool:
    """Whether nobody but the clock did that: what is thrown right after a lapse is thrown by it too."""
    if event.kind is EventKind.DISCARDED:
        place = next(i for i, other in enumerate(own) if other is event)
        return place > 0 and own[place - 1].kind is EventKind.LAPSED
    return event.kind in _CLOCK or (event.kind is EventKind.WRONG and event.reason is None)


# -- settings, help, doctor -------------------------------------------------------------------------


def settings(settings: PlayerSettings, note: str | None = None) -> Message:
    """The form in which a player says what they prefer."""
    values = {
        Setting.DM: (settings.delivery is Delivery.DM, "Hand by DM", "your hand comes by direct message"),
        Setting.FOUR_COLOUR: (settings.four_colour, "Four colours", "clubs green, diamonds blue"),
        Setting.LARGE: (settings.large, "Large cards", "larger cards and letters in your hand"),
        Setting.TEXT_ONLY: (settings.text_only, "Text only", "your hand in words instead of a picture"),
    }
    lines = [f"{'✅' if on else '▫️'} **{label}**: {about}" for on, label, about in values.values()]
    buttons: list[ui.Item[Layout]] = [
        ui.Button(
            label=label,
            style=ButtonStyle.primary if on else ButtonStyle.secondary,
            custom_id=str(SettingId(field, not on)),
        )
        for field, (on, label, _) in values.items()
    ]
    return message(Accent.GREY, note, "### Your settings\n" + "\n".join(lines), row(*buttons))


def help(topic: str | None = None) -> Message:
    """How to play with this bot; `topic` is a key of `text.HELP`."""
    parts = [f"**{title}**\n{body}" for title, body in text.help_topic(topic)]
    topics = ", ".join(f"`{name}`" for name in text.HELP)
    return message(Accent.BLURPLE, "### Rummy with thirteen cards", *parts, f"-# More by `/rummy help`: {topics}")


def doctor(findings: Sequence[tuple[str, bool, str]]) -> Message:
    """What the bot may do here: name of the permission, whether it is there, what breaks without."""
    lines = [f"✅ {name}" if there else f"❌ **{name}**: {breaks}" for name, there, breaks in findings]
    missing = sum(not there for _, there, _ in findings)
    return message(
        Accent.RED if missing else Accent.GREEN, f"### {text.missing_permissions(missing)}", "\n".join(lines)
    )
