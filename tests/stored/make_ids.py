"""The script that made `tests/stored/v0_1/custom_ids.json.gz`.

It runs with version 0.1 of the bot only and is kept as documentation.

    python -m tests.stored.make_ids

From the stored database it builds, with the code of 0.1, every kind of message that 0.1 puts up by itself and every
answer to a command that has controls; it uses each control there, looks at what is shown in answer, and goes on with
the controls of that. What would change anything is noted and not done, so all controls belong to the tables as they are
stored. At the end it makes sure that nothing that the router of 0.1 knows is missing.
"""

# mypy: ignore-errors
# The code it was written for is that of 0.1; what comes later need not fit.

import asyncio
import gzip
import json
import tempfile
from collections import deque
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.ui import ids, messages
from bot.ui.messages.brackets import TournamentView
from bot.ui.tournament_postings import Post, message_of
from bot.ui.tournament_views import viewed

from bot.codes import Pace
from bot.rummy import placing
from bot.rummy.actions import LayOff, Place
from bot.rummy.cards import JOKER, Seat
from bot.rummy.match import courses
from bot.rummy.rules import load
from bot.rummy.view import Phase, Stage
from bot.service.tables.form import TableForm
from bot.store.rows import TournamentPosting
from tests.stored.presses import Press, Presses, controls

HERE = Path(__file__).parent / "v0_1"
SAMPLES = 3
"""Values of a menu that are tried."""


class Collected:
    """Everything found so far."""

    def __init__(self, presses: Presses) -> None:
        self.presses = presses
        self.app = presses.app
        self.found = {}
        self.queue = deque()

    def add(self, components, message: str, by: int, where: str, *, staff: bool = False, deeper: bool = True) -> None:
        there = controls(components)
        beside = tuple(one["custom_id"] for one in there)
        for one in there:
            key = one["custom_id"], where, staff
            if key not in self.found and not one.get("disabled") and ids.parse(one["custom_id"]):
                self.found[key] = None
                self.queue.append((one, message, by, where, staff, deeper, beside))

    async def crawl(self) -> None:
        while self.queue:
            one, message, by, where, staff, deeper, beside = self.queue.popleft()
            kind = "select" if one["type"] == 3 else "button" if one["type"] == 2 else "modal"
            entry = {
                "custom_id": one["custom_id"],
                "kind": kind,
                "label": one.get("label") or one.get("placeholder") or one.get("title"),
                "message": message,
                "by": by,
                "where": where,
            }
            entry |= {"staff": True} if staff else {}
            entry |= {"beside": beside} if where == "direct" else {}
            press = partial(Press, one["custom_id"], kind, by, where, staff=staff)
            press = partial(press, beside=beside) if where == "direct" else press
            if kind == "select":
                entry["values"] = [option["value"] for option in one["options"]]
                entry["means"] = {}
                whole = one["custom_id"].startswith("rummy:n")
                tried = samples(entry["values"], one.get("max_values", 1), all=whole)
                more = [
                    some for some in await self.placeable(one["custom_id"], by) if set(some) <= set(entry["values"])
                ]
                for chosen in [*tried, *more]:
                    meaning = await self.presses.meaning(press(values=chosen))
                    entry["means"][" / ".join(chosen)] = meaning.text
                    self.follow(meaning, message, by, staff, deeper)
            elif kind == "modal":
                inputs = {field["custom_id"]: field.get("value") or "" for field in controls(one["components"])}
                texts = [inputs, dict.fromkeys(inputs, "2H 3H 4H | 5C 6C")]
                entry["typed"], entry["means"] = texts, []
                for typed in texts:
                    entry["means"].append((await self.presses.meaning(press(typed=typed))).text)
            else:
                meaning = await self.presses.meaning(press())
                entry["means"] = meaning.text
                self.follow(meaning, message, by, staff, deeper)
            self.found[one["custom_id"], where, staff] = entry

    async def placeable(self, custom_id: str, by: int) -> list[tuple[str, ...]]:
        """Return the listed cards that can be put down."""
        id = ids.SelectId.parse(custom_id)
        if id is None or id.word != "pick":
            return []
        deal = (await self.app.tables.find(id.table)).for_player(by).romme
        plan = placing.best(deal)
        found = [step.cards for step in plan.steps if isinstance(step, Place | LayOff)] if plan is not None else []
        jokers = [card for card in deal.hand if card == JOKER]
        natural = next(card for card in deal.hand if card != JOKER)
        if len(jokers) == 2:
            found.append((natural, *jokers))
        return [tuple(ids.card_values(cards)) for cards in found]

    def follow(self, meaning, message: str, by: int, staff: bool, deeper: bool) -> None:
        if not deeper:
            return
        for where, components in meaning.shown:
            name = meaning.text.split(" ")[0]
            if where == "form":
                for form in components:
                    self.add([form | {"type": 0}], f"form of {name}", by, "private", staff=staff)
            else:
                self.add(components, f"answer to {name}", by, where, staff=staff, deeper=name != "fill")

    # -- where it begins ----------------------------------------------------------------------------

    async def table(self, name: str, id: str, people: dict[str, int]) -> None:
        update = await self.app.tables.find(id)
        seated = [player.id for player in update.players if not player.is_computer]
        outsider = people["Fay"] if people["Fay"] not in seated else people["Dev"]
        shown = []
        if update.is_lobby:
            shown = [("lobby card", messages.lobby_card(update)), ("host menu", messages.host_menu(update))]
            shown += [("invitation", messages.invitation(update, guest)) for guest in sorted(update.lobby.invited)[:1]]
            seated = [update.row.host, *seated, outsider]
        elif update.table is None:
            shown = [("closed lobby card", messages.lobby_closed(update))]
        else:
            view, deal = update.public, update.public.deal
            first = [update.players[seat].id for seat in (view.awaited or (deal.awaited if deal else ()))]
            seated = [one for one in first if one in seated] + [one for one in seated if one not in first]
            shown = [("start", messages.start(update)), ("board", messages.board(update))]
            if update.last_deal is not None:
                shown.append(("board of the deal before", messages.last_board(update, update.last_deal)))
            shown += [("back", messages.back(update))]
            for number, outcome in enumerate(view.outcomes, start=1):
                if number > 2:
                    break
                if outcome.shown:
                    shown.append(("show", messages.show(update, number)))
                if number < len(view.outcomes) or not view.match.is_over:
                    shown.append(("score sheet", messages.sheet(update, deal=number)))
            if update.table.is_over:
                shown.append(("result", messages.result(update, await self.app.store.matches.of(update.id))))
            elif view.stage is Stage.BETWEEN:
                shown.append(("pause between deals", messages.pause(update)))
                if view.called:
                    shown.append(("call between deals", messages.pause_ping(update)))
            elif deal.phase is Phase.SHOW:
                shown.append(("call to show", messages.show_ping(update)))
            else:
                shown += [("call to the turn", messages.ping(update))]
                shown += [("reminder", messages.remind(update, Seat(deal.turn)))]
        for by in dict.fromkeys(seated[:3]):
            for kind, message in shown:
                self.add(message.layout.to_components(), kind, by, "shared")
            await self.crawl()
            if update.table is not None and update.row.status.is_open and by in [p.id for p in update.players]:
                hand = messages.hand(update, by, await self.app.store.settings.of(by))
                self.add(hand.layout.to_components(), "hand", by, "direct")
                self.add(hand.layout.to_components(), "hand", by, "private")
                await self.crawl()
        if update.row.status.is_open and update.row.guild is not None:
            for kind, message in shown[:2]:
                self.add(message.layout.to_components(), kind, seated[0], "shared", staff=True)
        await self.crawl()

    async def tournament(self, id: str, people: dict[str, int]) -> None:
        update = await self.app.tournaments.find(id)
        view = await viewed(update, self.app.tables)
        crowd = sorted(update.entrants)[:1]
        shown = [("tournament card", messages.tournament_card(view))]
        shown += [(f"posting {kind}", told) for kind, told in self.told(view, crowd)]
        for by, staff in (
            (crowd[0] if crowd else people["Fay"], False),
            (people["Fay"], False),
            (people["Zara"], True),
        ):
            for kind, message in shown:
                self.add(message.layout.to_components(), kind, by, "shared", staff=staff)
            meaning = await self.presses.ask(partial(self.cups.show, typed=id), by, staff=staff)
            self.follow(meaning, "tournament show", by, staff, True)
            await self.crawl()
        if not update.status.is_over:
            cancel = partial(self.cups.cancel, typed=id, confirmed=False)
            self.follow(
                await self.presses.ask(cancel, people["Zara"], staff=True), "command", people["Zara"], True, True
            )

    def told(self, view: TournamentView, crowd: list[int]):
        now = view.update.row.changed_at
        for kind in Post:
            for number in (1, 2):
                posting = TournamentPosting(view.update.id, kind, number, None, now)
                try:
                    yield kind, message_of(view, posting, tuple(crowd), f"{kind}-{number}-0")
                except Exception:  # there is no such round, or it is not over
                    continue

    @property
    def router(self):
        return self.app.client.on_click.__self__

    @property
    def cups(self):
        return self.router._tournaments

    async def commands(self, people: dict[str, int], rules) -> None:
        router, asha = self.router, people["Asha"]
        standings = router._standings
        asked = [
            (standings.standings, ("season", None), ("format", None)),
            (standings.standings, ("season", "all"), ("format", None)),
            (standings.standings, ("season", "1"), ("format", "pool_101")),
            (standings.profile, ("player", asha), ("name", "Asha")),
            (standings.season, ("typed", None)),
            (standings.season, ("typed", "1")),
            (standings.history, ("player", None), ("format", None)),
            (standings.history, ("player", asha), ("format", "pool_101")),
            (router._wallet.show,),
            (router._looks.settings,),
            (router._looks.help, ("topic", None)),
            (router._looks.doctor,),
            (router._tournaments.list,),
        ]
        for flow, *named in asked:
            for by in (asha, people["Bén 🂡"]):
                meaning = await self.presses.ask(partial(flow, **dict(named)), by)
                self.follow(meaning, "command", by, False, True)
                await self.crawl()
        meaning = await self.presses.ask(partial(standings.close_season, confirmed=False), people["Zara"], staff=True)
        self.follow(meaning, "command", people["Zara"], True, True)
        now = self.app.clock()
        self.add(messages.ask_erase(asha, now).layout.to_components(), "question whether to erase", asha, "private")
        await self.crawl()
        for one in rules.values():
            for terms in courses(one) if one.id in ("circle", "romme") else courses(one)[:1]:
                options = TableForm(one.id, terms, Pace.RELAXED, one.max_players, terms.format == "points", True)
                form = messages.new_table(options, rules, chips=True)
                self.add(form.layout.to_components(), "form for a new table", asha, "private", deeper=False)
        await self.crawl()

    def made_up(self, people: dict[str, int], codes: dict[str, str]) -> None:
        """Yield ids that the router knows and that no message of these tables carries, as older messages do."""
        update_of = codes
        for name, action in (
            ("vote on ending", "vote no"),
            ("rejoin offered", "next no"),
            ("vote on sharing", "vote no"),
            ("before the first draw", "end-by-staff"),
        ):
            code, step = update_of[name]
            for where in ("shared", "private"):
                one = {"type": 2, "custom_id": str(ids.ButtonId(code, step, action)), "label": None}
                self.add([one], "made by hand", people["Asha"], where, staff=action == "end-by-staff")


def samples(values: list[str], most: int, *, all: bool) -> list[tuple[str, ...]]:
    """Return the values of a menu to try."""
    if all:
        return [(value,) for value in values]
    copies = [value for value in values if "#" in value or value.startswith("JK")]
    tried = [(value,) for value in dict.fromkeys([*values[:SAMPLES], *copies[:2], values[-1]])]
    return tried + ([tuple(values[: min(3, most)])] if most > 1 else [])


def missing(found: list[dict], router) -> list[str]:
    """Return the ids that the router knows and that were not found."""
    known = [ids.parse(entry["custom_id"]) for entry in found]
    words = {("b", id.word) for id in known if isinstance(id, ids.ButtonId)}
    words |= {("s", id.word) for id in known if isinstance(id, ids.SelectId)}
    words |= {("m", id.word) for id in known if isinstance(id, ids.ModalId)}
    words |= {("n", str(id.field)) for id in known if isinstance(id, ids.NewTableId)}
    words |= {("p", f"{id.field} {id.on}") for id in known if isinstance(id, ids.SettingId)}
    words |= {("t", str(id.turn)) for id in known if isinstance(id, ids.StandingsId)}
    words |= {("h", str(id.turn)) for id in known if isinstance(id, ids.HistoryId)}
    words |= {("u", id.word) for id in known if isinstance(id, ids.ProfileId)}
    words |= {("e", id.word) for id in known if isinstance(id, ids.SeasonId)}
    words |= {("w", str(id.claim)) for id in known if isinstance(id, ids.WalletId)}
    words |= {("d", str(id.erase)) for id in known if isinstance(id, ids.DataId)}
    words |= {("o", str(id.word)) for id in known if isinstance(id, ids.CupId)}
    wanted = {("b", word) for word in router._buttons}
    wanted |= {("s", word) for word in ("pick", "lay-off", "swap", "discard", "group", "declare-card", "remove")}
    wanted |= {("m", "group"), ("u", "share"), ("w", "True"), ("w", "False"), ("d", "True"), ("d", "False")}
    wanted |= {("n", str(field)) for field in ids.NewField} | {("o", str(word)) for word in ids.CupWord}
    wanted |= {("p", f"{field} {on}") for field in ids.Setting for on in (True, False)}
    wanted |= {("t", str(turn)) for turn in ids.Turn} | {("h", "back"), ("h", "next")}
    wanted |= {("e", "show"), ("e", "close"), ("e", "share")}
    return sorted(map(str, wanted - words))


async def main() -> None:
    expected = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
    people, rules = expected["people"], load(HERE / "rules")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "paplu.db"
        file.write_bytes(gzip.decompress((HERE / "paplu.db.gz").read_bytes()))
        now = datetime.fromisoformat(expected["now"])
        async with Presses.open(file, HERE / "rules", now, expected["guild"], expected["channel"]) as presses:
            found = Collected(presses)
            played = {f"finished {id} {terms.course}" for id, one in rules.items() for terms in courses(one)[1:]}
            skipped = played - {"finished circle pool_101", "finished circle deals_2", "finished romme limit_100"}
            for name, table in expected["tables"].items():
                if name not in skipped:
                    await found.table(name, table["code"], people)
            for cup in expected["tournaments"].values():
                await found.tournament(cup["code"], people)
            await found.commands(people, rules)
            steps = {name: (table["code"], table["step"]) for name, table in expected["tables"].items()}
            found.made_up(people, steps)
            await found.crawl()
            entries = [entry for entry in found.found.values() if entry is not None]
            print(len(entries), "controls; missing:", missing(entries, found.router))
    lines = [json.dumps(entry, ensure_ascii=False) for entry in entries]
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    (HERE / "custom_ids.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    asyncio.run(main())
