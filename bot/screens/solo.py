"""A deal that one person plays alone: the hand with its controls, and the end."""

from collections.abc import Mapping
from functools import partial

from bot.faces.controls import Scene
from bot.faces.face import face_of
from bot.layout import Accent, Component, Screen, SoloControlId, screen
from bot.rummy.cards import Seat
from bot.screens.base import ends_soon, escaped
from bot.screens.endings import last_deal_parts
from bot.screens.hand import drawn_hand
from bot.service.solo import Solo
from bot.store.rows.settings import PlayerSettings
from bot.text import lobby


def solo_scene(
    solo: Solo, place: str, names: Mapping[Seat, str], settings: PlayerSettings, *, is_lesson: bool
) -> Scene:
    """Return the scene from which the face of the game draws the deal for its player. The solver may help.

    Args:
        solo: the deal.
        place: its place.
        names: the names of all players, by seat.
        settings: the player's preferences.
        is_lesson: whether the player learns the game. In a lesson nothing is arranged unasked.
    """
    return Scene(
        control_id=partial(SoloControlId, place),
        view=solo.view if is_lesson else face_of(solo.view.rules).arranged(solo.view),
        last_deal=None,
        names=names,
        called={seat: escaped(name) for seat, name in names.items()},
        help=True,
        in_words=bool(settings.text_only),
        card_buttons=bool(settings.card_buttons) and not is_lesson,
        is_lesson=is_lesson,
        deadline="",
        hand=lambda view: drawn_hand(view, settings, help=True),
    )


def solo_names(solo: Solo, name: str) -> Mapping[Seat, str]:
    """Return the names of all players, by seat; `name` is the person's."""
    players = enumerate(solo.view.players)
    return {Seat(seat): lobby.computer_name(player.id) if player.is_computer else name for seat, player in players}


def solo_hand(scene: Scene, note: str | None, *below: Component | None) -> Screen:
    """Return the hand with the actions possible now, or the end of the deal; `note` stands above, `below` at the foot.

    Until it is over, a deal always waits for its player, who is in it.
    """
    view, face = scene.view, face_of(scene.view.rules)
    deal = view.deal
    assert deal is not None
    if deal.outcome is not None:
        return screen(Accent.GOLD, note, *last_deal_parts(view, scene.names, scene.called), *below)
    parts = scene.hand(view), face.task(scene), ends_soon(deal), face.details(scene)
    return screen(Accent.GREEN, note, *parts, *face.controls(scene), *below)
