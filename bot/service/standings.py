"""The standings of servers: pages of their leagues, figures of players, leaders of seasons, and finished matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.codes import MatchExit
from bot.rummy.ids import PlayerId
from bot.rummy.match.formats import Format
from bot.rummy.match.match import courses
from bot.rummy.rules import Rules
from bot.service.house import HouseRules
from bot.service.match_effects import counted
from bot.store.rows.matches import Finished, MatchFilter, ResultRow, RulesTally, Season, Standing
from bot.store.store import Store

ALL_TIME, ALL_FORMATS = 0, ""
"""The season and the format of standings over all of them."""
MET = 5
"""The matches that a head to head names."""
JUDGED = 30
"""The last matches with people by which a person is called reliable; with fewer nothing is said."""
RATINGS = 50
"""The matches whose ratings the figures of a player name."""
LEADERS = 5
"""The players that a season names."""


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A page of a league: the players of a server in one season and format."""

    page: int  # 0 is the first
    players: int  # in the whole league
    standings: tuple[Standing, ...]  # the standings of this page
    scheme: str  # the server's own league points by place
    places: tuple[int, ...]  # the place of each; equal ones share it


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The figures of one player's matches in one game."""

    rules: Rules  # one of those that were played
    matches: int
    won: int
    deals: int
    points: int  # in all deals, as the game counts them

    @property
    def average(self) -> float | None:
        """Return the points of an average deal; None if there was no deal."""
        return self.points / self.deals if self.deals else None


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """A player's figures over all matches of a server."""

    standing: Standing
    place: int
    players: int
    ratings: tuple[float, ...]  # the oldest first
    chips: bool  # whether the server plays with chips
    games: tuple[GameFigures, ...]
    alone: Standing | None = None  # in matches against computers
    finished: int | None = None  # of the last `JUDGED` with people; None if there were fewer


@dataclass(frozen=True, slots=True)
class FiguresAlone:
    """The figures of a player who has played against computers only."""

    standing: Standing
    games: tuple[GameFigures, ...]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The matches of two people of a server with each other. Here the better place wins a match."""

    games: tuple[tuple[GameFigures, GameFigures], ...]  # figures of the one and of the other, game by game
    last: tuple[Finished, ...]  # the newest first


@dataclass(frozen=True, slots=True)
class SeasonLeaders:
    """A season, and its leaders."""

    season: Season
    leaders: tuple[Standing, ...]  # over all formats, the best first
    best: tuple[tuple[Standing, ...], ...]  # for each format that was played: the players who share its first place


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A page of finished matches, the newest first."""

    page: int  # 0 is the first
    matches: int  # on all pages
    finished: tuple[Finished, ...]
    chips: bool  # whether the server plays with chips


class Standings:
    """The standings of all servers. Callers check permissions."""

    def __init__(self, store: Store, house: HouseRules) -> None:
        self._store = store
        self._house = house

    def formats(self) -> list[str]:
        """Return all that is played here, as `Terms.course` spells it."""
        found = {terms.course: terms for rules in self._house.rules.values() for terms in courses(rules)}
        return sorted(found, key=lambda it: ([*Format].index(found[it].format), found[it].deals, found[it].limit))

    async def place(self, guild: int, season: int, format: str, player: PlayerId) -> int | None:
        """Return a player's place in a league. Return None if they have played no match of it that counts."""
        found = await self._store.standings.of(guild, season, format, player)
        return None if found is None else await self._store.standings.rank(found)

    async def page_of(self, guild: int, season: int, format: str, player: PlayerId, a_page: int) -> int | None:
        """Return the page of a league on which a player stands. Return None if they have played no match of it that
        counts.
        """
        found = await self._store.standings.of(guild, season, format, player)
        return None if found is None else await self._store.standings.position(found) // a_page

    async def page(self, guild: int, season: int, format: str, page: int, a_page: int) -> LeaguePage:
        """Return that page of a league, or the last one there is; *a_page*: players on a page."""
        players = await self._store.standings.count(guild, season, format)
        page = _page_within(page, players, a_page)
        found = await self._store.standings.page(guild, season, format, a_page, page * a_page)
        first = await self._store.standings.rank(found[0]) if found else 1
        scheme = (await self._store.servers.of(guild)).league_points
        return LeaguePage(page, players, found, scheme, shared_places(found, page * a_page, first))

    async def figures(self, guild: int | None, player: PlayerId) -> PlayerFigures | FiguresAlone | None:
        """Return a player's figures among people; without any, those against computers. Return None without both."""
        store = self._store
        against_computers = alone(guild, player, await store.matches.alone(guild, player))
        found = await store.standings.of(guild, ALL_TIME, ALL_FORMATS, player) if guild is not None else None
        if guild is None or found is None:
            if against_computers is None:
                return None
            return FiguresAlone(against_computers, await self._games(guild, player, alone=True))
        ratings = await store.matches.ratings(guild, player, RATINGS)
        return PlayerFigures(
            standing=found,
            place=await store.standings.rank(found),
            players=await store.standings.count(guild, ALL_TIME, ALL_FORMATS),
            ratings=tuple(rating for _, rating in ratings),
            chips=(await store.servers.of(guild)).chips,
            games=await self._games(guild, player, alone=False),
            alone=against_computers,
            finished=await self.finished(guild, player),
        )

    async def finished(self, guild: int, player: PlayerId) -> int | None:
        """Return how many of the last `JUDGED` matches with people a person finished. Return None if they played
        fewer.
        """
        exits = await self._store.matches.exits(guild, player, JUDGED)
        return exits.count(MatchExit.FINISHED) if len(exits) == JUDGED else None

    async def head_to_head(self, guild: int, player: PlayerId, other: PlayerId) -> HeadToHead | None:
        """Return the matches of two people with each other. Return None if there are none."""
        matches = self._store.matches
        last = await matches.history(MatchFilter(guild, player, other=other, viewer=player), MET)
        if not last:
            return None
        rules = await self._house.known(guild)
        own = by_game(await matches.against(guild, player, other), rules)
        theirs = by_game(await matches.against(guild, other, player), rules)
        return HeadToHead(tuple(zip(own, theirs, strict=True)), last)

    async def _games(self, guild: int | None, player: PlayerId, *, alone: bool) -> tuple[GameFigures, ...]:
        """Return the figures of a player, game by game."""
        found = await self._store.matches.by_rules(guild, player, alone=alone)
        return by_game(found, await self._house.known(guild))

    async def leaders(self, season: Season) -> SeasonLeaders:
        """Return a season with its leaders; with the best of each format once it is closed."""
        guild, number, league = season.guild, season.number, self._store.standings
        leaders = await league.page(guild, number, ALL_FORMATS, LEADERS)
        if season.closed_at is None:
            return SeasonLeaders(season, leaders, ())
        best = [await league.page(guild, number, format, LEADERS) for format in self.formats()]
        return SeasonLeaders(season, leaders, tuple(joint_leaders(ones) for ones in best if ones))

    async def history(self, wanted: MatchFilter, page: int, a_page: int) -> MatchPage:
        """Return that page of finished matches, or the last one there is; *a_page*: matches on a page."""
        matches = await self._store.matches.count(wanted)
        page = _page_within(page, matches, a_page)
        found = await self._store.matches.history(wanted, a_page, page * a_page)
        chips = wanted.guild is not None and (await self._store.servers.of(wanted.guild)).chips
        return MatchPage(page, matches, found, chips)


def _page_within(page: int, things: int, a_page: int) -> int:
    """Return that page, or the last one there is."""
    return min(page, max(0, things - 1) // a_page)


def alone(guild: int | None, player: PlayerId, results: Iterable[ResultRow]) -> Standing | None:
    """Return a player's figures for these matches against computers, the oldest first; None if there are none."""
    standing = None
    for result in results:
        before = standing or Standing(guild or 0, 0, "", player)
        standing = counted(result, before, (before.mu, before.sigma))  # computers rate nobody
    return standing


def by_game(found: Iterable[RulesTally], rules: Mapping[str, Rules]) -> tuple[GameFigures, ...]:
    """Return the figures of each game, the one played most first; points of two games are not added.

    A rule set that no longer exists is left out, because its game is not stored.
    """
    games: dict[str, GameFigures] = {}
    for one in found:
        if played := rules.get(one.rules_id):
            before = games.get(played.game.id) or GameFigures(played, 0, 0, 0, 0)
            games[played.game.id] = GameFigures(
                before.rules,
                before.matches + one.matches,
                before.won + one.won,
                before.deals + one.deals,
                before.points
                + played.game.cost(one.points),  # `cost` is its own inverse: this gives points as the game counts them
            )
    return tuple(sorted(games.values(), key=lambda figures: (-figures.matches, figures.rules.game.id)))


def shared_places(standings: Sequence[Standing], before: int = 0, first: int = 1) -> tuple[int, ...]:
    """Return the place of each of these players, who follow each other in a league; equal ones share it.

    `before`: the number of players before them. `first`: the place of the first.
    """
    places = list[int]()
    for i, one in enumerate(standings):
        is_equal = i > 0 and (one.league, one.won) == (standings[i - 1].league, standings[i - 1].won)
        places.append(places[-1] if is_equal else before + i + 1 if i else first)
    return tuple(places)


def joint_leaders(leaders: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the players who are as good as the first, and the first."""
    return tuple(one for one in leaders if (one.league, one.won) == (leaders[0].league, leaders[0].won))
