"""The private hand: what one player may see and do, phase by phase."""

from bot import text
from bot.games.indian.actions import Group, Show
from bot.games.indian.codes import IndianEventKind
from bot.games.indian.face import words as indian_words
from bot.games.indian.melds import kind_of
from bot.games.indian.scoring import card_points, charge, loser_points
from bot.games.indian.solver import best
from bot.games.indian.view import IndianView
from bot.games.western.face import words as western_words
from bot.games.western.view import WesternView
from bot.layout import Accent, Menu, Picture, Row, Screen, Style, row, screen
from bot.render import Theme, alt_hand, draw_hand
from bot.rummy.actions import Draw, Drop, Sort, Source
from bot.rummy.deal_view import DealView, Phase
from bot.rummy.errors import Refusal
from bot.rummy.ids import PlayerId
from bot.rummy.outcome import SeatStatus
from bot.rummy.view import Stage, View
from bot.screens import romme
from bot.screens.base import button, deadline, my_view, names, select, void_sentence, waiting_for
from bot.screens.between import controls, waits
from bot.screens.endings import match_won
from bot.screens.grouping import card_choices, group_choices
from bot.screens.ids import digest
from bot.service.state import TableState
from bot.store.rows import PlayerSettings


def hand(state: TableState, me: PlayerId, settings: PlayerSettings, note: str | None = None) -> Screen:
    """The hand of that person, with the controls that fit now; `note` stands above it.

    Raises:
        ServiceError: the person does not sit here.
    """
    view = my_view(state, me)
    deal = view.deal
    if deal is None:
        return screen(Accent.GREY, note, text.REFUSALS[Refusal.NOT_STARTED])
    if not _is_dealt_in(deal) and view.stage is Stage.PLAYING:
        return _watching(state, deal, note)
    body = _body(state, view, deal, settings)
    rows = _rows(state, view, deal)
    headline = _headline(state, view, deal)
    if note is None and (wrong := _own_fault(deal)):
        headline = f"{wrong}\n{headline}"
    return screen(_accent(view, deal), note, body, headline, _details(state, deal), *rows)


def _body(state: TableState, view: View, deal: DealView, settings: PlayerSettings) -> Picture | str | None:
    """The hand itself; None for one who was not dealt in."""
    if not _is_dealt_in(deal):
        return None
    if not settings.text_only:
        return picture(view, settings, help=state.lobby.help)
    if isinstance(deal, WesternView):
        return romme.words(deal)
    return words(deal) if isinstance(deal, IndianView) else None


def _is_dealt_in(deal: DealView) -> bool:
    return deal.seat is not None and deal.seats[deal.seat].status is not SeatStatus.ABSENT


def _watching(state: TableState, deal: DealView, note: str | None) -> Screen:
    """What somebody sees who sits at the table and is not dealt in."""
    seat = deal.seat
    out = seat is not None and state.public.match.out[seat] is not None
    told = text.between.OUT_OF_MATCH if out else text.hand.NOT_DEALT_IN
    waiting = text.hand.waiting(waiting_for(state, deal), deadline(state))
    look = row(button(state, "table", "Table"), button(state, "scores", "Scores"))
    return screen(Accent.GREY, note, f"{told}\n{waiting}", look)


def declared_note(state: TableState, me: PlayerId) -> str:
    """What to say to a person who has just declared: whether it was valid; if not, why, and what it cost."""
    seat = state.seat_of(me)
    seen = (state.public.deal, state.last_deal.deal if state.last_deal is not None else None)
    for deal in seen:  # by now the next one may be dealt
        own = [event for event in deal.events if event.seat == seat] if deal is not None else []
        for event in reversed(own):
            if event.kind is IndianEventKind.WRONG:
                return indian_words.wrong(event)
            if event.kind is IndianEventKind.DECLARED:
                return indian_words.DECLARED
    return indian_words.DECLARED


def _own_fault(deal: DealView) -> str:
    """Why the player's declaration in this deal was wrong; empty where none was."""
    for event in deal.events:
        if event.seat == deal.seat and event.kind is IndianEventKind.WRONG:
            return indian_words.wrong(event)
    return ""


def picture(view: View, settings: PlayerSettings, *, help: bool = True) -> Picture:
    """The hand as the player likes it drawn; `help`: whether the solver may."""
    theme = Theme(four_colour=settings.four_colour, large=settings.large)
    return Picture("hand.png", draw_hand(view, theme, help=help), alt_hand(view, help=help))


def words(deal: IndianView) -> str:
    """The hand in words, a line for each group."""
    lines = [indian_words.group(group, kind_of(group, deal.wild, deal.rules), deal.wild) for group in deal.groups]
    if deal.ungrouped:
        lines.append(indian_words.loose(deal.ungrouped, card_points(deal.ungrouped, deal.wild), deal.wild))
    if deal.drawn is not None:
        lines.append(text.hand.drawn(deal.drawn, deal.wild))
    if deal.finishing is not None:
        lines.append(indian_words.in_slot(deal.finishing, deal.wild))
    return "\n".join(lines)


# -- words above the controls -----------------------------------------------------------------------


def _accent(view: View, deal: DealView) -> Accent:
    if view.stage is Stage.BETWEEN:
        return Accent.GREEN if deal.seat in view.awaited else Accent.BLURPLE
    if view.stage is not Stage.PLAYING:
        return Accent.GOLD if view.stage is Stage.FINISHED else Accent.GREY
    if deal.is_my_turn or deal.must_show:
        return Accent.GREEN
    return Accent.BLURPLE if _is_in(deal) else Accent.GREY


def _is_in(deal: DealView) -> bool:
    return deal.seat is not None and deal.seats[deal.seat].status is SeatStatus.IN


def _headline(state: TableState, view: View, deal: DealView) -> str:
    """What is asked of the player now."""
    if view.stage is Stage.VOID:
        return void_sentence(state)
    if deal.outcome is not None:
        winner = deal.outcome.winner
        name = names(state)[winner] if winner is not None else None
        ended = text.events.ending(deal.outcome.ending, name, state.rules) + _own_points(view)
        then = [waits(state, view)] if view.stage is Stage.BETWEEN else match_won(state, view)
        return "\n".join([ended, *then])
    if deal.must_show and isinstance(deal, IndianView):
        called = indian_words.show_yours(names(state)[deal.turn])
        return f"{called} {deadline(state)}\n{_show_points(state, deal)}"
    if deal.is_my_turn:
        mine = (
            western_words.PLAY_NOW
            if isinstance(deal, WesternView) and deal.phase is Phase.DISCARD
            else _MINE[deal.phase]
        )
        return f"**{mine}** {deadline(state)}"
    waiting = text.hand.waiting(waiting_for(state, deal), deadline(state))
    return waiting if _is_in(deal) else f"{_out(deal)}\n{waiting}"


_MINE = {
    Phase.DRAW: text.hand.DRAW_NOW,
    Phase.DISCARD: indian_words.DISCARD_NOW,
    Phase.DECLARE: indian_words.DECLARE_NOW,
}


def _own_points(view: View) -> str:
    """What the finished deal cost the player."""
    if view.seat is None or not view.outcomes or not view.outcomes[-1].has(view.seat):
        return ""
    return text.hand.own_points(view.outcomes[-1].points[view.seat])


def _out(deal: DealView) -> str:
    if deal.seat is None:
        return ""
    own = deal.seats[deal.seat]
    return text.hand.out_of_deal(own.status, own.points)


def _show_points(state: TableState, deal: IndianView) -> str:
    """What the groups would cost as they are, and what the solver would make of them."""
    halved = deal.seat is not None and not deal.seats[deal.seat].had_turn
    now = loser_points(deal.groups, deal.ungrouped, deal.wild, deal.rules, deal_show=halved)
    if not state.lobby.help:
        return indian_words.show_points(now, None)
    found = best(deal.hand, deal.wild, deal.rules)
    return indian_words.show_points(now, charge(found.raw, deal.rules, deal_show=halved))


def _details(state: TableState, deal: DealView) -> str:
    """Decks and jokers; what is wrong with the groups once a card lies in the finish slot."""
    if isinstance(deal, WesternView):
        return romme.details(state, deal)
    if not isinstance(deal, IndianView) or deal.phase is Phase.OVER:
        return ""
    if deal.is_my_turn and deal.phase is Phase.DECLARE:
        return verdict(deal)
    return indian_words.decks(deal.top, deal.closed, deal.wild, deal.rules, deal.cut)


def faults(deal: IndianView) -> list[str]:
    """What is wrong with the groups as they would be declared."""
    kinds = [kind_of(group, deal.wild, deal.rules) for group in deal.groups]
    return indian_words.wrong_groups(deal.groups, kinds, deal.ungrouped, deal.wild)


def verdict(deal: IndianView) -> str:
    """Whether the groups are valid; what is wrong with them, and what that costs."""
    wrong = faults(deal)
    return indian_words.faults(wrong, deal.rules) if wrong else indian_words.VALID


# -- controls ---------------------------------------------------------------------------------------


def _rows(state: TableState, view: View, deal: DealView) -> list[Row | Menu | None]:
    if view.stage is Stage.BETWEEN:
        return [controls(state, view)]
    if view.stage is not Stage.PLAYING:
        rematch = button(state, "rematch", "Rematch", Style.SUCCESS)
        return [row(rematch, button(state, "scores", "Scores"))]
    if not _is_in(deal):
        return [row(button(state, "refresh", "Refresh"))]
    if isinstance(deal, WesternView):
        return romme.controls(state, view, deal)
    return _indian_rows(state, view, deal) if isinstance(deal, IndianView) else []


def _indian_rows(state: TableState, view: View, deal: IndianView) -> list[Row | Menu | None]:
    """What one who is in a deal of the Indian game can do now."""
    if deal.is_my_turn and deal.phase is Phase.DRAW:
        return [_draw_row(state, view, deal), _group_select(state, view, deal), _arrange_row(state, view)]
    if deal.is_my_turn and deal.phase is Phase.DISCARD:
        discard = select(state, "discard", "Discard…", card_choices(deal))
        declare = row(button(state, "ask-declare", "Declare…"))
        return [discard, _group_select(state, view, deal), _arrange_row(state, view), declare]
    if deal.is_my_turn:
        return [_declare_row(state, deal), _group_select(state, view, deal), _arrange_row(state, view)]
    done = row(button(state, "done", "Done", Style.SUCCESS)) if view.allows(Show()) else None
    return [done, _group_select(state, view, deal), _arrange_row(state, view)]


def _draw_row(state: TableState, view: View, deal: IndianView) -> Row | None:
    top = f"Open {text.card(deal.top)}" if deal.top else "Open"
    may_open = view.allows(Draw(Source.OPEN))
    return row(
        button(state, "draw closed", "Closed", Style.SUCCESS),
        button(state, "draw open", top, Style.PRIMARY, disabled=not may_open),
        button(state, "ask-drop", "Drop…") if view.allows(Drop()) else None,
    )


def _declare_row(state: TableState, deal: IndianView) -> Row | None:
    style = Style.DANGER if faults(deal) else Style.SUCCESS
    return row(button(state, f"declare-now {digest(deal.groups)}", "Declare", style))


def _group_select(state: TableState, view: View, deal: IndianView) -> Menu | None:
    if not view.allows(Group(())):
        return None
    return select(state, "group", indian_words.MAKE_GROUP, group_choices(deal), most=14)


def _arrange_row(state: TableState, view: View) -> Row | None:
    """Sort, Best and the like, as far as the hand may still be arranged."""
    refresh = button(state, "refresh", "Refresh")
    if not view.allows(Sort()):
        return row(refresh)
    return row(
        button(state, "sort", "Sort"),
        button(state, "best", "Best", Style.PRIMARY) if state.lobby.help else None,
        button(state, "group", "Groups…"),
        button(state, "ungroup", "Ungroup"),
        refresh,
    )
