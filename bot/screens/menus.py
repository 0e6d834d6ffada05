"""Private answers beside the hand: discards, scores, rules, the ⋯ menu, help."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from bot.codes import Pace
from bot.faces.face import Face, HelpTopic, Sections
from bot.layout import (
    MAX_CHOICES,
    MAX_TEXT,
    Accent,
    Attachment,
    Button,
    Choice,
    Menu,
    Picture,
    Row,
    Screen,
    Style,
    menu,
    row,
    rows,
    screen,
)
from bot.render.pictures import Pictures
from bot.render.words import sheet_words
from bot.rummy.actions import CallBreak
from bot.rummy.cards import Card, Seat
from bot.rummy.deal_view import DealView, EventKind
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.match.match import Terms
from bot.rummy.outcome import SeatStatus
from bot.rummy.rules import GameRules, Rules
from bot.rummy.view import Stage, View
from bot.screens.base import button, deadline, escaped, my_view, names, waiting_for
from bot.screens.endings import about_table, more_after_match, report_button, sheet_picture
from bot.screens.hand import by_clock
from bot.screens.ids import (
    HelpId,
    QuickId,
    RulesId,
    RulesPart,
    can_name_rules,
)
from bot.screens.lesson import begin_button
from bot.screens.lobby import more_in_lobby
from bot.service.tables.state import TableState
from bot.text import buttons as buttons_text
from bot.text import doctor as doctor_text
from bot.text import help as help_text
from bot.text import lesson, lobby, refusals, table, words
from bot.text import papers as papers_text
from bot.text import rules as rules_text
from bot.text.chips import PLAY_MONEY
from bot.text.words import clipped


def plain(sentence: str) -> Screen:
    """Return a screen with one sentence."""
    return screen(Accent.GREY, sentence)


# -- looking ----------------------------------------------------------------------------------------


def discards(state: TableState) -> Screen:
    """Return the open deck from bottom to top, and the discards of each player."""
    deal = state.public.deal
    if deal is None:
        return plain(refusals.REFUSALS[Refusal.NOT_STARTED]())
    open_deck = table.open_deck(words.cards((under.card for under in deal.open), deal.jokers))
    called = names(state)
    discarded = _discarded(deal)
    lines = [table.discarded(called[seat], words.cards(discarded[seat], deal.jokers)) for seat in sorted(discarded)]
    return screen(Accent.BLURPLE, open_deck, "\n".join(lines))


def _discarded(deal: DealView) -> dict[Seat, list[Card]]:
    """Return all cards discarded in this deal, by seat, even if they were drawn again."""
    discarded: defaultdict[Seat, list[Card]] = defaultdict(list)
    for event in deal.events:
        if event.kind is EventKind.DISCARDED and event.card is not None:
            discarded[event.seat].append(event.card)
    return discarded


def scores(state: TableState, *, in_words: bool = False) -> Screen:
    """Return the points so far; with `in_words`, without a picture. A score sheet says them all."""
    view = state.public
    if view.outcomes and not in_words:
        return screen(Accent.BLURPLE, sheet_picture(state, view))
    called = names(state)
    deal = view.deal if view.deal is not None and view.deal.outcome is None else None
    lines = [_score(view, called[seat], deal, seat) for seat in view.match.ranked]
    sheet = "\n".join(sheet_words(view, called)) if view.outcomes else None
    return screen(Accent.BLURPLE, sheet, table.scores(lines))


def _score(view: View, name: str, deal: DealView | None, seat: Seat) -> str:
    """Return the points of a player, and their state in the running deal."""
    standing = table.standing(view.match, view.totals[seat])
    absent = deal is None or deal.seats[seat].status is SeatStatus.ABSENT
    if deal is None or (absent and view.match.out[seat] is not None):
        return table.score(name, standing, out=view.match.out[seat] is not None, offered=seat in view.offers)
    cost = None if absent else deal.seats[seat].points
    return table.score(name, standing, deal.seats[seat].status, cost)


def rules(rules: Rules, pace: Pace, terms: Terms) -> Screen:
    """Return the full rules of one table; their times are already those of the pace."""
    return _rules(rules, pace, rules_text.full(rules, terms))


def rule_set(rules: Rules, pace: Pace, part: RulesPart = RulesPart.GAME) -> Screen:
    """Return a part of a rule set, with a button to the other part; its times are already those of the pace."""
    is_game = part is RulesPart.GAME
    told = rules_text.game(rules) if is_game else rules_text.formats(rules)
    label, other = (buttons_text.FORMATS(), RulesPart.FORMATS) if is_game else (buttons_text.GAME(), RulesPart.GAME)
    there = row(Button(label, str(RulesId(rules.id, other)))) if can_name_rules(rules.id) else None
    return _rules(rules, pace, told, there)


def _rules(rules: Rules, pace: Pace, told: Sections, there: Row | None = None) -> Screen:
    """Return a screen of these sections.

    If it has no room for all in the reader's language, add a file that holds them.
    """
    sections = [
        rules_text.titled(escaped(rules_text.name(rules)), rules, pace),
        *(f"**{title}**\n{body}" for title, body in told),
    ]
    ends = accumulate(map(len, sections))
    fitting = [section for section, end in zip(sections, ends, strict=True) if end <= MAX_TEXT]
    file = None
    if len(fitting) < len(sections):
        file = Attachment("rules.txt", "\n\n".join(sections).encode(), rules_text.ALL_ALT())
    return screen(Accent.BLURPLE, *fitting, file, there)


# -- the ⋯ menu -------------------------------------------------------------------------------------


def more(state: TableState, me: PlayerId, *, is_staff: bool = False) -> Screen:
    """Return the rare actions before, during or after a match.

    Only the host may end the table from here, unless it belongs to a tournament. A spectator can report the table.

    Raises:
        ServiceError: the person does not sit here, and there are no staff to report it to.
    """
    if state.is_lobby:
        return more_in_lobby(state, me, is_staff=is_staff)
    if state.row.status.is_over:
        return more_after_match(state, me)
    if state.seat_of(me) is None and state.row.guild is not None:
        return screen(Accent.GREY, about_table(state), row(report_button(state, me)))
    view = my_view(state, me)
    ends = state.row.host == me and state.row.tournament is None
    host = button(state, "ask-end", buttons_text.ASK_END()) if ends else None
    rests = view.allows(CallBreak()) and state.row.tournament is None and state.pace is not Pace.BLITZ
    buttons = [
        button(state, "ask-leave", buttons_text.ASK_LEAVE()),
        button(state, "back", buttons_text.IM_BACK(), Style.PRIMARY),
        button(state, "settings", buttons_text.SETTINGS()),
        *((button(state, "call-break", buttons_text.CALL_BREAK()),) if rests else ()),
        host,
        report_button(state, me),
    ]
    return screen(Accent.GREY, about_table(state), *rows(one for one in buttons if one is not None))


def away(state: TableState, me: PlayerId) -> Screen:
    """Return the clock's actions for a person since their last own move, and the state of the table.

    Raises:
        ServiceError: the person does not sit here.
    """
    view = my_view(state, me)
    deal = view.deal
    mine = row(button(state, "hand", buttons_text.HAND(), Style.PRIMARY))
    if deal is None or deal.seat is None:
        return screen(Accent.BLURPLE, refusals.REFUSALS[Refusal.NOT_STARTED]())
    told = table.away(by_clock(state, view))
    running = view.stage is Stage.PLAYING
    waiting = table.awaited(waiting_for(state, deal), deadline(state)) if running else ""
    return screen(Accent.BLURPLE, f"{told}\n{waiting}", mine)


# -- help, doctor -----------------------------------------------------------------------------------


def help(
    games: Iterable[GameRules],
    topic: str | None = None,
    *,
    in_words: bool = False,
    lessons: Iterable[str] = (),
    papers: str | None = None,
) -> Screen:
    """Return the help for this bot and these games: its first screen, or a topic, and a menu of all topics.

    `topic` is the id or title of one of `text.help.topics`. `in_words`: without a picture. `lessons`: the places of
    lessons; the first of them has a button. `papers`: the address of the privacy paper and the terms.
    """
    topics = help_text.topics(games)
    id = help_text.chosen(topic, topics)
    shown: list[str | Picture] = [help_text.TITLE(), help_text.HOME(), PLAY_MONEY()]
    if id is not None:
        shown = [f"### {topics[id].title()}\n{topics[id].text()}"]
    if id == help_text.AIM:
        shown += _examples(games, in_words=in_words)
    learn = [begin_button(place, lesson.FIRST_HAND(), style=Style.PRIMARY) for place in lessons]
    links = papers_text.links(papers) if papers else None
    now = row(Button(lobby.PLAY_NOW(), str(QuickId()), Style.SUCCESS), *learn[:1])
    return screen(Accent.BLURPLE, *shown, links, _topics(topics, id), now)


def _topics(topics: Mapping[str, HelpTopic], shown: str | None) -> Menu | None:
    """Return the menu of the topics of help."""
    choices = [Choice(clipped(topic.title(), 100), id, chosen=id == shown) for id, topic in topics.items()]
    return menu(HelpId(), help_text.PICK() if shown is None else None, choices[:MAX_CHOICES])


def _examples(games: Iterable[GameRules], *, in_words: bool) -> Iterator[str | Picture]:
    """Yield a finished hand of each game that has one to show."""
    for face in (game.face for game in games if isinstance(game.face, Face)):
        example = face.pictures.example() if isinstance(face.pictures, Pictures) else None
        if example is not None:
            yield example[1] if in_words else Picture("example.png", *example)


def doctor(findings: Sequence[tuple[str, bool, str]]) -> Screen:
    """Return the bot's permissions here: the name, whether it is granted, and what breaks without it."""
    lines = [doctor_text.finding(name, there, breaks) for name, there, breaks in findings]
    missing = sum(not there for _, there, _ in findings)
    return screen(Accent.RED if missing else Accent.GREEN, doctor_text.missing(missing), "\n".join(lines))
