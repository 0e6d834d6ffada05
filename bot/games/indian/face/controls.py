"""The controls of the Indian game: drawing, grouping, declaring, showing; and the answers to its requests."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from bot.faces.controls import (
    MAX_TYPED,
    Act,
    Asked,
    Command,
    Fill,
    FillAgain,
    Parameter,
    Reply,
    Scene,
    ShowHand,
    ShowScreen,
    card_of_value,
    card_values,
)
from bot.games.indian.actions import Declare, Finish, Group
from bot.games.indian.actions import Show as ShowGroups
from bot.games.indian.codes import IndianEventKind
from bot.games.indian.face import arranging, words
from bot.games.indian.face.groups import grouping
from bot.games.indian.show import outside
from bot.games.indian.view import IndianView, indian_deal
from bot.languages.sentence import sentence_in
from bot.layout import Accent, Button, Choice, Menu, Row, Style, row, screen
from bot.rummy.actions import Drop
from bot.rummy.cards import Card, Groups, group_texts, is_joker, parse_groups
from bot.rummy.deal_view import Phase, without
from bot.rummy.errors import IllegalAction, Refusal
from bot.rummy.view import View
from bot.text.buttons import BACK
from bot.text.choices import (
    card_parameter,
    coach_button,
    draw_buttons,
    has_card_buttons,
    more_button,
    sort_button,
    throw_rows,
)
from bot.text.hand import JUST_DRAWN
from bot.text.refusals import NO_HELP, UserError
from bot.text.words import card

GROUPS_FIELD = "groups"
"""The field of the groups form."""
_GROUPS = sentence_in("an option", "groups")

# -- the hand ---------------------------------------------------------------------------------------


def controls(scene: Scene) -> Iterator[Row | Menu | None]:
    """Yield the controls of a player who is in the deal."""
    deal = indian_deal(scene.view.deal)
    match deal.phase if deal.is_my_turn else None:
        case Phase.DRAW:
            yield row(*draw_buttons(scene))
        case Phase.DISCARD if not scene.moves_cards:
            yield from throw_rows(scene, _as_shown(deal), *_thrown_first(scene, deal))
            if not has_card_buttons(scene):
                yield scene.menu("discard", words.DISCARD(), _card_choices(deal))
        case Phase.DECLARE:
            style = Style.DANGER if faults(deal) else Style.SUCCESS
            yield row(scene.button(f"declare-slot {_digest(deal.groups)}", words.DECLARE(), style))
        case _ if scene.view.allows(ShowGroups()):
            yield row(scene.button("show", words.DONE(), Style.SUCCESS))
    if scene.is_lesson and scene.view.allows(Group(())):
        yield scene.menu("make-group", words.MAKE_GROUP(), _group_choices(deal), most=deal.laws.hand_size + 1)
    may_arrange = scene.view.allows(Group(()))
    declares = deal.is_my_turn and deal.phase is Phase.DISCARD
    yield row(
        scene.button("best", words.BEST(), Style.PRIMARY) if scene.help and may_arrange else None,
        scene.button("ask-groups", words.ASK_GROUPS()) if may_arrange and not scene.moves_cards else None,
        scene.button("ask-declare", words.ASK_DECLARE()) if declares else None,
        coach_button(scene),
        more_button(scene),
    )


def more(scene: Scene) -> Iterator[Button | None]:
    """Yield the controls behind ⋯."""
    yield sort_button(scene)
    yield scene.button("group", words.UNGROUP()) if scene.view.allows(Group(())) else None
    yield scene.button("ask-drop", words.ASK_DROP()) if scene.view.allows(Drop()) else None


def _as_shown(deal: IndianView) -> list[Card]:
    """Return the cards as the picture shows them: the groups, then the others by suit, the drawn one last."""
    others = sorted(deal.ungrouped, key=lambda one: (one == deal.drawn, one.sort_key))
    return [*chain.from_iterable(deal.groups), *others]


def _thrown_first(scene: Scene, deal: IndianView) -> Iterator[Card | None]:
    """Yield the drawn card and, with help, the dearest card outside all groups as the solver lays them.

    Yield none with help if the hand can be declared: a discard would give that away.
    """
    if scene.help and deal.laws.best_discard(deal.hand)[1].declarable:
        return
    yield deal.drawn
    if scene.help:
        groups = deal.laws.propose(deal.hand) if deal.is_arranged else deal.groups
        loose = [one for one in without(deal.hand, chain.from_iterable(groups)) if not is_joker(one, deal.jokers)]
        yield max(loose, key=lambda one: (deal.laws.raw_points((), (one,)), -one.index), default=None)


def throw_question(deal: IndianView, thrown: Card) -> str:
    """Return the question before a card of a pure sequence is thrown; empty: it lies in none, or there is another."""
    pure, kept = grouping(deal).pure, deal.throwing(thrown).groups
    group = next((group for group in deal.groups if deal.laws.kind(group) in pure and group not in kept), None)
    return "" if group is None else words.throw_of_pure(thrown, group, deal.jokers)


def faults(deal: IndianView) -> list[str]:
    """Return the faults of the groups as they would be declared."""
    if deal.laws.judge(deal.groups, deal.hand).valid:
        return []
    kinds = [deal.laws.kind(group) for group in deal.groups]
    return words.wrong_groups(deal.groups, kinds, deal.ungrouped, deal.jokers, grouping(deal))


def verdict(deal: IndianView, deadline: str) -> str:
    """Return whether the groups are valid, and that the clock then declares them; if not, their faults and the cost of
    declaring them.
    """
    if wrong := faults(deal):
        return words.faults(wrong, deal.rules)
    return f"{words.VALID()} {words.PLAYED_BY_CLOCK()}" if deadline else words.VALID()


def outlook(scene: Scene) -> str:
    """Return the card with which the player can finish now, if help is on."""
    deal = indian_deal(scene.view.deal)
    if deal.is_my_turn and deal.phase is Phase.DISCARD and scene.help and scene.advice is None:
        thrown, kept = deal.laws.best_discard(deal.hand)
        if kept.declarable:
            ready = [one for one in dict.fromkeys(deal.hand) if _is_ready(deal, one)]
            return words.can_declare(ready[0] if ready else thrown, arranged=bool(ready))
    return ""


def show_points(scene: Scene, deal: IndianView) -> str:
    """Return the cost of the groups as they are, what counts instead if it is less, and the cost after the solver."""
    laws, had_turn = deal.laws, deal.seat is None or deal.seats[deal.seat].had_turn
    now = laws.loser_points(deal.groups, deal.ungrouped, had_turn=had_turn)
    groups = laws.counting(deal.groups, deal.declared, deal.hand)
    pays = laws.loser_points(groups, outside(deal.hand, groups), had_turn=had_turn)
    if pays < now:
        return words.pays_less(now, pays, arranged=laws.arranges)
    if not scene.help:
        return words.show_points(now, None)
    return words.show_points(now, laws.charge(laws.fewest(deal.hand).raw, had_turn=had_turn))


# -- cards to choose from ---------------------------------------------------------------------------


def _in_order(deal: IndianView) -> tuple[tuple[Card, int | None], ...]:
    """Return all cards of the hand, each with the index of its group.

    The drawn card comes first, then the loose ones by suit, then the groups.
    """
    loose = sorted(deal.ungrouped, key=lambda card: (card != deal.drawn, card.sort_key))
    grouped = ((card, index) for index, group in enumerate(deal.groups) for card in group)
    return (*((card, None) for card in loose), *grouped)


def _group_choices(deal: IndianView) -> list[Choice]:
    """Return a choice for every card of the hand, also for equal ones."""
    laid = _in_order(deal)
    values = card_values(one for one, _ in laid)
    return [
        Choice(card(one, deal.jokers), value, _where(deal, one, index))
        for (one, index), value in zip(laid, values, strict=True)
    ]


def _card_choices(deal: IndianView) -> list[Choice]:
    """Return a choice for each different card of the hand."""
    first: dict[Card, int | None] = {}
    for one, index in _in_order(deal):
        first.setdefault(one, index)
    return [Choice(card(one, deal.jokers), str(one), _where(deal, one, index)) for one, index in first.items()]


def _where(deal: IndianView, one: Card, index: int | None) -> str | None:
    """Return the group in which a card lies. Return None if nothing is grouped yet."""
    if index is None and one == deal.drawn:
        return JUST_DRAWN()
    if index is None:
        return words.IN_NO_GROUP() if deal.groups else None
    group = deal.groups[index]
    return words.in_group(index + 1, group, deal)


def regrouped(deal: IndianView, values: Iterable[str]) -> Groups:
    """Return the groups after the chosen cards were made into a new one.

    If they are exactly the cards of one group, that group is taken apart.

    Raises:
        IllegalAction: a value names no card of the hand.
    """
    laid = _in_order(deal)
    places = dict(zip(card_values(one for one, _ in laid), range(len(laid)), strict=True))
    chosen = list(dict.fromkeys(values))
    if not chosen or any(value not in places for value in chosen):
        raise IllegalAction(Refusal.NOT_IN_HAND)
    taken = {places[value] for value in chosen}
    rest = _groups_of(laid, taken, len(deal.groups))
    new = tuple(laid[place][0] for place in sorted(taken, key=lambda place: laid[place][0].sort_key))
    homes = {laid[place][1] for place in taken}
    whole = len(homes) == 1 and None not in homes and len(rest) < len(deal.groups)
    return rest if whole else (*rest, new)


def _groups_of(laid: Sequence[tuple[Card, int | None]], taken: set[int], count: int) -> Groups:
    """Return the old groups without the taken cards, and without groups that became empty."""
    groups: list[list[Card]] = [[] for _ in range(count)]
    for place, (one, index) in enumerate(laid):
        if index is not None and place not in taken:
            groups[index].append(one)
    return tuple(tuple(group) for group in groups if group)


# -- declaring --------------------------------------------------------------------------------------


def _digest(groups: Iterable[Iterable[Card]]) -> str:
    """Return eight hexadecimal digits of the groups shown. Groups that have changed since are not declared."""
    return hashlib.sha256(group_texts(groups).encode()).hexdigest()[:8]


def _ask_declare(scene: Scene, asked: Asked) -> Reply:
    """Ask for the card to finish with; with a card, show how the other thirteen would be judged.

    Nothing is decided yet.
    """
    finishing = card_of_value(asked.values[0]) if asked.values else None
    return _asked_to_declare(scene, finishing)


def _asked_to_declare(scene: Scene, finishing: Card | None, note: str | None = None) -> Reply:
    deal = indian_deal(scene.view.deal)
    if not deal.is_my_turn or deal.phase is not Phase.DISCARD:
        return ShowHand(note)
    if finishing is None:
        back = row(scene.button("hand", BACK()))
        menu = scene.menu("ask-declare", words.FINISH_WITH(), _finishing_choices(scene, deal))
        ask = f"{words.WHICH_CARD()} {scene.deadline}"
        return ShowScreen(screen(Accent.GREEN, note, scene.hand(scene.view), ask, menu, back))
    if finishing not in deal.hand:
        raise IllegalAction(Refusal.NOT_IN_HAND)
    then, groups = preview(scene.view, finishing), deal.throwing(finishing).groups
    is_valid = not faults(indian_deal(then.deal))
    confirm = f"declare-shown {finishing} {_digest(groups)}"
    edit = scene.button("hand", words.EDIT_GROUPS())
    sure = scene.button(confirm, words.FINISH_AND_DECLARE(), Style.SUCCESS if is_valid else Style.DANGER)
    # What confirms stands in another place than Declare… on the hand, before which Best stands where help is on.
    buttons = row(scene.button("ask-declare", BACK()), *((sure, edit) if scene.help else (edit, sure)))
    ask = f"{words.declare(finishing, deal.jokers)} {scene.deadline}"
    said = verdict(indian_deal(then.deal), scene.deadline)
    shown = screen(Accent.GREEN if is_valid else Accent.RED, note, scene.hand(then), ask, said, buttons)
    return ShowScreen(shown, preview=(Finish(finishing), Declare(groups)) if is_valid else ())


def preview(view: View, finishing: Card) -> View:
    """Return the view as it would be with the card in the finish slot."""
    deal = indian_deal(view.deal).throwing(finishing)
    return replace(view, deal=replace(deal, phase=Phase.DECLARE, drawn=None, finishing=finishing))


def _finishing_choices(scene: Scene, deal: IndianView) -> list[Choice]:
    """Return the cards to finish with; with help, those that make the hand declarable come first."""
    choices = _card_choices(deal)
    if not scene.help:
        return choices
    ranked = [(_readiness(deal, Card.parse(choice.value)), choice) for choice in choices]
    ranked.sort(key=lambda pair: pair[0])
    return [replace(choice, about=_promise(rank) or choice.about) for rank, choice in ranked]


def _promise(readiness: int) -> str:
    """Return the note beside a card with which the player can finish; empty: none."""
    return words.READY() if readiness == 0 else words.ready_after_best() if readiness == 1 else ""


def _readiness(deal: IndianView, finishing: Card) -> int:
    """Return 0 if finishing with the card makes the groups valid, 1 if the solver could make them valid, else 2."""
    if _is_ready(deal, finishing):
        return 0
    return 1 if deal.laws.best(deal.throwing(finishing).hand).declarable else 2


def _is_ready(deal: IndianView, finishing: Card) -> bool:
    """Return whether finishing with the card makes the groups valid as they are laid."""
    then = deal.throwing(finishing)
    return deal.laws.judge(then.groups, then.hand).valid


def _declare_shown(scene: Scene, asked: Asked) -> Reply:
    """Finish with the card and declare the groups that were shown; ask again if they have changed."""
    deal = indian_deal(scene.view.deal)
    if len(asked.args) != 2:
        raise IllegalAction(Refusal.NOT_NOW)
    finishing, seen = card_of_value(asked.args[0]), asked.args[1]
    groups = deal.throwing(finishing).groups if asked.is_current and finishing in deal.hand else ()
    if not deal.is_arranged and seen == _digest(()):
        groups = ()  # the groups were shown before hands were arranged from the start
    if asked.is_current and finishing in deal.hand and _digest(groups) != seen:
        return _asked_to_declare(scene, finishing, words.GROUPS_CHANGED())
    return Act((Finish(finishing), Declare(groups)))


def _declare_slot(scene: Scene, asked: Asked) -> Reply:
    """Declare the groups that were shown, once the finishing card is in its slot."""
    groups = indian_deal(scene.view.deal).groups
    if asked.is_current and asked.args != (_digest(groups),):
        return ShowHand(words.GROUPS_CHANGED())
    return Act((Declare(groups),))


# -- arranging --------------------------------------------------------------------------------------


def _best(scene: Scene, asked: Asked) -> Reply:
    """Group as the solver would; with fourteen cards, group those kept after the best discard."""
    deal = indian_deal(scene.view.deal)
    if not scene.help:
        raise UserError(NO_HELP())
    return Act((Group(deal.laws.propose(deal.hand)),), words.ARRANGED())


def _make_group(scene: Scene, asked: Asked) -> Reply:
    """Make one group of the chosen cards, beside the saved groups."""
    deal = indian_deal(scene.view.deal)
    saved = deal if deal.is_arranged else replace(deal, groups=())
    return Act((Group(regrouped(saved, asked.values)),))


def _ask_groups(scene: Scene, asked: Asked) -> Reply:
    """Return the form in which groups are laid; the present groups are filled in, or what was chosen before."""
    if refusal := scene.view.refusal(Group(indian_deal(scene.view.deal).groups)):
        raise IllegalAction(refusal)
    return Fill(arranging.form(scene, asked.typed))


def _groups(scene: Scene, asked: Asked) -> Reply:
    """Save the groups as chosen in the form, or as typed: `2H 3H 4H | 5C 6C 7C`."""
    if arranging.is_filled(asked.typed):
        return _arranged(scene, asked)
    groups = _typed(asked, GROUPS_FIELD)
    if not groups:
        raise UserError(words.no_groups_typed())
    return Act((Group(groups),))


def _arranged(scene: Scene, asked: Asked) -> Reply:
    """Save the groups as chosen in the form. If the hand has changed meanwhile, offer the form again."""
    deal = indian_deal(scene.view.deal)
    groups, twice = arranging.groups_of(deal, asked.typed)
    gone = tuple((Counter(chain.from_iterable(groups)) - Counter(deal.hand)).elements())
    if gone:
        return FillAgain(words.no_longer_held(gone, deal.jokers), "ask-groups", asked.typed)
    return Act((Group(groups),), words.grouped_twice(twice, deal.jokers) if twice else None)


def _typed(asked: Asked, field: str) -> Groups:
    return parse_groups(asked.typed.get(field, "").replace("\n", " ")[:MAX_TYPED])


def _finish(scene: Scene, asked: Asked) -> Reply:
    """Put the typed card in the finish slot. Save the groups as they are shown, so that they count."""
    deal, finish = indian_deal(scene.view.deal), Finish(Card.parse(asked.typed["card"].strip()))
    return Act((finish,) if deal.is_arranged or not deal.groups else (Group(deal.groups), finish))


def _declare(scene: Scene, asked: Asked) -> Reply:
    """Declare the typed groups, or the saved ones, with the card in the finish slot. In a show, end the show.

    Without a card in the slot, ask for the card to finish with.
    """
    deal, groups = indian_deal(scene.view.deal), _typed(asked, GROUPS_FIELD)
    if deal.must_show:
        return Act((Group(groups), ShowGroups()) if groups else (ShowGroups(),))
    if deal.is_my_turn and deal.phase is Phase.DISCARD:
        return Act((Group(groups),), then="ask-declare") if groups else _asked_to_declare(scene, None)
    return Act((Declare(groups or deal.groups),))


REQUESTS = {
    "ask-declare": _ask_declare,
    "declare-shown": _declare_shown,
    "declare-slot": _declare_slot,
    "best": _best,
    "make-group": _make_group,
    "ask-groups": _ask_groups,
    "groups": _groups,
}

COMMANDS = (
    Command(sentence_in("a command", "best"), words.BEST_COMMAND, _best),
    Command(
        sentence_in("a command", "group"),
        words.GROUP_COMMAND,
        _groups,
        (Parameter(_GROUPS, words.GROUPS, MAX_TYPED, is_needed=True),),
    ),
    Command(sentence_in("a command", "finish"), words.FINISH_COMMAND, _finish, (card_parameter(words.FINISH_CARD),)),
    Command(
        sentence_in("a command", "declare"),
        words.DECLARE_COMMAND,
        _declare,
        (Parameter(_GROUPS, words.DECLARE_GROUPS, MAX_TYPED),),
    ),
)


# -- after a move -----------------------------------------------------------------------------------


def declared(scene: Scene) -> str:
    """Return whether the last declaration was valid; if not, why, and what it cost."""
    views = (scene.view.deal, scene.last_deal.deal if scene.last_deal is not None else None)
    reasons = grouping(indian_deal(scene.view.deal)).reasons
    for deal in views:  # the next deal may be dealt already
        for event in reversed(deal.events if deal is not None else ()):
            if event.seat == scene.view.seat and event.kind is IndianEventKind.WRONG:
                return words.wrong(event, reasons)
            if event.seat == scene.view.seat and event.kind is IndianEventKind.DECLARED:
                return words.DECLARED()
    return words.DECLARED()
