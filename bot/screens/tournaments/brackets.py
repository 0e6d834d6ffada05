"""A tournament, prepared for its pictures: rounds with live totals, the points table, the final table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bot.layout import Picture
from bot.render.bracket import (
    BoxLine,
    BracketMark,
    BracketPage,
    RoundBand,
    TableBox,
    alt_bracket,
    bracket_pages,
    bracket_words,
    draw_bracket,
)
from bot.render.bracket_tree import TREE_OF, BracketTree, alt_tree, draw_tree, tree_words
from bot.render.computers import known_portrait
from bot.render.placings import PLACES_A_PAGE, PlaceLine, PlacesPage, alt_places, draw_places, place_words
from bot.rummy.ids import Player, PlayerId
from bot.rummy.tournament.bracket import Bracket
from bot.rummy.tournament.order import champions, placings, points_table
from bot.rummy.tournament.plan import TournamentKind
from bot.rummy.tournament.rounds import Purpose, Round, RoundTable
from bot.screens.base import called, escaped
from bot.service.tables.state import TableState
from bot.service.tournaments.chips import prizes_of
from bot.service.tournaments.plan import TournamentPlan
from bot.service.tournaments.seats import BEHIND, terms_of
from bot.service.tournaments.state import TournamentState
from bot.text import chips, standings, tournaments

Naming = Callable[[str], str]
"""Prepares a name for display."""


def _for_pictures(name: str) -> str:
    """Return the name itself: pictures choose between it and its handle."""
    return name


@dataclass(frozen=True)
class TournamentView:
    """A tournament with its tables in play."""

    state: TournamentState
    tables: Mapping[int, TableState] = field(default_factory=dict)
    """The open tables of the newest round, by number in the bracket."""
    place_in_series: int | None = None
    """1 for the first tournament of its series; None if it is in no series."""

    @property
    def plan(self) -> TournamentPlan:
        return self.state.plan

    @property
    def bracket(self) -> Bracket | None:
        return self.state.progress.bracket

    @property
    def round(self) -> Round | None:
        """Return the newest round. Return None before the first."""
        return self.bracket.rounds[-1] if self.bracket is not None and self.bracket.rounds else None

    @cached_property
    def champions(self) -> tuple[Player, ...]:
        """Return the winners of a finished tournament; several may share the first place of a league."""
        return champions(self.bracket) if self.bracket is not None else ()

    @cached_property
    def last_table(self) -> int:
        """Return the number of the table that decided a knock-out: the final, or the extra deal after it. Return 0
        otherwise.
        """
        deciding = (Purpose.FINAL, Purpose.TIE)
        tables = self.round.tables if self.round is not None else ()
        return max((table.number for table in tables if table.purpose in deciding), default=0)

    def number(self, round: int) -> Round | None:
        """Return the round of that number."""
        rounds = self.bracket.rounds if self.bracket is not None else ()
        return rounds[round - 1] if 1 <= round <= len(rounds) else None


def round_name(round: Round) -> str:
    """Return the name of a round."""
    is_final = any(table.purpose is Purpose.FINAL for table in round.tables)
    return tournaments.FINAL() if is_final else tournaments.round_name(round.number)


def title(state: TournamentState) -> str:
    """Return the name of a tournament, ready for display."""
    return escaped(state.plan.name[:40]) + escaped(state.plan.name[40:]) * (len(state.plan.name) > 40)


def table_title(table: RoundTable) -> str:
    """Return the name of a table."""
    return tournaments.table_title(table.purpose, table.number)


# -- rounds -----------------------------------------------------------------------------------------


def _band(view: TournamentView, round: Round, naming: Naming) -> RoundBand:
    boxes = tuple(_box(view, table, naming) for table in round.tables)
    return RoundBand(round_name(round), boxes, tuple(naming(called(view.state, player)) for player in round.byes))


def _box(view: TournamentView, table: RoundTable, naming: Naming) -> TableBox:
    title, live = table_title(table), view.tables.get(table.number)
    if table.verdict is not None:
        return TableBox(title, _decided(view, table, naming), tournaments.decided(table.verdict.by))
    if live is None or live.table is None:
        lines = tuple(BoxLine(naming(called(view.state, player))) for player in table.players)
        return TableBox(title, lines, tournaments.NOT_OPEN())
    return TableBox(title, _live(view, table, live, naming), tournaments.deal(live.public.deal_number))


def _decided(view: TournamentView, table: RoundTable, naming: Naming) -> tuple[BoxLine, ...]:
    """Return the players of a decided table, the best first."""
    verdict, bracket = table.verdict, view.bracket
    assert verdict is not None
    assert bracket is not None
    lines = []
    for finish in verdict.finishes:
        total = _total(view.state, table, finish.total)
        if finish.total is None and finish.player in bracket.withdrawn:
            total = tournaments.WITHDRAWN()
        lines.append(BoxLine(naming(called(view.state, finish.player)), total, _mark(view, table, finish.player)))
    return tuple(lines)


def _total(state: TournamentState, table: RoundTable, total: int | None) -> str:
    """Return a total as players know it. A tournament stores it negated if more is better."""
    if total is None:
        return ""
    if total >= BEHIND // 2:
        total -= BEHIND
    is_turned = state.rules.more_is_better(terms_of(state, table).format)
    return str(-total if is_turned else total).replace("-", "−")


def _mark(view: TournamentView, table: RoundTable, player: Player) -> BracketMark:
    verdict, league = table.verdict, view.plan.kind is TournamentKind.LEAGUE
    if verdict is None or league or table.purpose is Purpose.THIRD_PLACE or player in verdict.tied:
        return BracketMark.PLAYING
    if player not in verdict.advanced:
        return BracketMark.OUT
    return (
        BracketMark.CHAMPION if player in view.champions and table.number == view.last_table else BracketMark.ADVANCED
    )


def _live(view: TournamentView, table: RoundTable, live: TableState, naming: Naming) -> tuple[BoxLine, ...]:
    """Return the players of a table in play, by their totals so far."""
    match = live.public.match
    totals = dict(zip(live.players, match.totals, strict=True))
    players = sorted(table.players, key=lambda player: totals.get(player, 0) * (-1 if match.more_is_better else 1))
    return tuple(
        BoxLine(naming(called(view.state, player)), str(totals.get(player, 0)).replace("-", "−")) for player in players
    )


def round_page(view: TournamentView, round: Round) -> BracketPage:
    """Return one round; of a long one, its beginning."""
    title = tournaments.round_title(view.plan.name, round_name(round))
    return bracket_pages(title, [_band(view, round, _for_pictures)])[0]


def round_picture(view: TournamentView, round: Round) -> Picture:
    """Return a picture of one round with its totals."""
    page = round_page(view, round)
    return Picture("round.png", draw_bracket(page), alt_bracket(page))


# -- the whole --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of a bracket or a points table, drawn or in words."""

    part: Picture | str
    page: int
    pages: int


def standing(view: TournamentView, page: int, *, in_words: bool = False) -> Shown | None:
    """Return a page of a tournament's standing, or the last page. Return None if it has not begun."""
    pages = _pages(view, escaped if in_words else _for_pictures)
    if not pages:
        return None
    number = min(page, len(pages) - 1)
    return Shown(_part(pages[number], in_words), number, len(pages))


def _pages(view: TournamentView, naming: Naming) -> tuple[BracketPage | PlacesPage | BracketTree, ...]:
    """Return a league's points table, or a knock-out's bracket. Once it is over, the best places come first."""
    if view.bracket is None or not view.bracket.rounds:
        return ()
    places = places_pages(view, naming)
    if view.bracket.is_league:
        return places
    if tree := _tree(view, naming):
        return (places[0], tree)
    bands = [_band(view, round, naming) for round in reversed(view.bracket.rounds)]
    return (*(places[:1] if view.champions else ()), *bracket_pages(view.plan.name, bands))


def _tree(view: TournamentView, naming: Naming) -> BracketTree | None:
    """Return a finished knock-out as a tree.

    Return None if it has too many players, or if players of one table went on to several.
    """
    bracket = view.bracket
    if bracket is None or bracket.champion is None or len(bracket.entrants) > TREE_OF:
        return None
    came: dict[Player, RoundTable] = {}
    boxes: dict[int, TableBox] = {}
    fed: set[int] = set()
    third = None
    for table in bracket.tables:
        box = _box(view, table, naming)
        if table.purpose is Purpose.THIRD_PLACE:
            third = box
            continue
        feeders = {came[player].number for player in table.players if player in came}
        if table.verdict is None or feeders & fed:
            return None
        fed |= feeders
        boxes[table.number] = replace(box, feeders=tuple(boxes[number] for number in sorted(feeders)))
        came.update(dict.fromkeys((*table.verdict.advanced, *table.verdict.tied), table))
    last = came.get(bracket.champion)
    if last is None or last.number != view.last_table:
        return None
    final = replace(boxes[last.number], title=tournaments.FINAL())
    return BracketTree(view.plan.name, final, third, known_portrait(bracket.champion))


def champion_picture(view: TournamentView) -> Picture | None:
    """Return the finished knock-out as a tree. Return None if it is none."""
    tree = _tree(view, _for_pictures)
    return _tree_picture(tree) if tree is not None else None


def _tree_picture(tree: BracketTree) -> Picture:
    return Picture("bracket.png", draw_tree(tree), alt_tree(tree))


def _part(page: BracketPage | PlacesPage | BracketTree, in_words: bool) -> Picture | str:
    if isinstance(page, PlacesPage):
        return "\n".join(place_words(page)) if in_words else places_picture(page)
    if isinstance(page, BracketTree):
        return "\n".join(tree_words(page)) if in_words else _tree_picture(page)
    if in_words:
        return "\n".join(bracket_words(page))
    return Picture("bracket.png", draw_bracket(page), alt_bracket(page))


def places_picture(page: PlacesPage) -> Picture:
    """Return a page of places."""
    return Picture("places.png", draw_places(page), alt_places(page))


def places_pages(view: TournamentView, naming: Naming = _for_pictures) -> tuple[PlacesPage, ...]:
    """Return the points table of a league, or the places of a knock-out; with prizes once it is over."""
    lines = _place_lines(view, naming)
    heads = _heads(view)
    cut = [lines[first : first + PLACES_A_PAGE] for first in range(0, len(lines), PLACES_A_PAGE)]
    return tuple(PlacesPage(view.plan.name, heads, tuple(page)) for page in cut)


def _heads(view: TournamentView) -> tuple[str, ...]:
    league = view.bracket is not None and view.bracket.is_league
    counts = (tournaments.PLAYED(), tournaments.WON(), tournaments.POINTS()) if league else ()
    return (*counts, tournaments.PRIZE()) if _has_prizes(view) else counts


def _has_prizes(view: TournamentView) -> bool:
    return bool(view.champions) and view.state.pot > 0


def _place_lines(view: TournamentView, naming: Naming) -> list[PlaceLine]:
    assert view.bracket is not None
    table = {line.placing.player: line for line in points_table(view.bracket)}
    prizes = prizes_of(view.state, view.bracket)
    lines = []
    for one in placings(view.bracket):
        own = table[one.player]
        counts = (str(own.matches), str(own.won), standings.league(own.points)) if view.bracket.is_league else ()
        prize = (chips.amount(prizes[one.player]) if prizes[one.player] else "",) if _has_prizes(view) else ()
        name = naming(called(view.state, one.player))
        lines.append(PlaceLine(one.place, name, (*counts, *prize), one.player in view.champions))
    return lines


def mentions_of(players: Sequence[Player]) -> tuple[PlayerId, ...]:
    """Return the people among these players."""
    return tuple(PlayerId(player.id) for player in players if not player.is_computer)
