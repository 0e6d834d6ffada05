"""The word that each person adds to a shuffle: three drawn ones, or their own."""

import re
import secrets
import unicodedata
from urllib.parse import unquote

from bot.codes import Problem
from bot.rummy.ids import one_line
from bot.service.errors import ServiceError
from bot.store.rows.tables import TableRow
from bot.store.rows.tournaments import TournamentRow

LONGEST = 32
"""The most characters of an own word."""
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
"""The characters that a line of entropy holds as they are."""
DRAWN = "drawn "
"""Stands before a word that the bot drew."""
LIST = """
acorn amber anchor apple apron arrow aspen atlas autumn badge bagel bamboo banjo barley basil basket beacon bean
beaver berry birch biscuit blanket blossom bottle boulder bramble bread breeze brick bridge broom bucket button cabin
cactus camel candle canoe canvas carpet carrot castle cedar cello cheese cherry chestnut circle clay clock cloud
clover coast cobble coconut comet compass copper coral cotton cricket crystal cuckoo curtain cushion daisy dawn desert
diamond dolphin donkey dragon drum eagle earth echo elbow ember engine fabric falcon feather fern fiddle field finch
flame flute forest fossil fountain fox galaxy garden garlic ginger glacier glove goat gold goose granite grape grass
guitar hammer harbour harvest hazel hedge helmet heron hill honey horizon ice indigo iris island ivory ivy jacket
jaguar jasmine jelly juniper kayak kettle kite kitten ladder lagoon lake lamp lantern lark laurel lemon lentil lily
lime linen lion lizard lotus magnet magpie mango maple marble meadow melon mill mint mirror moon moss mountain mule
needle nest night nutmeg oak oasis oat ocean olive onion orbit orchid otter owl paddle palm panda paper parrot peach
pear pebble pencil pepper piano pigeon pillow pine planet plum pocket pollen pond poppy potato prairie pumpkin puzzle
quartz quill rabbit radish rain raven reed ribbon rice river robin rocket rope rose saddle saffron sail salt sand
satin scarf seal sesame shadow shell silk silver sketch snow sparrow spice spider spoon spring spruce squirrel stone
storm straw sugar summer sun swallow swan syrup table teapot thistle thread thunder tiger timber tomato torch trail
tulip tunnel turtle umbrella valley vanilla velvet village vine violet violin wagon walnut water wave whale wheat
whistle willow wind window winter wolf wool yarn zebra
"""
"""The words of which three are drawn."""


def drawn_word() -> str:
    """Return three words drawn by chance, as a line of entropy ends: `drawn amber-canoe-lentil`."""
    words = LIST.split()
    return DRAWN + "-".join(secrets.choice(words) for _ in range(3))


def first_word(row: TableRow | TournamentRow) -> str | None:
    """Return the word that a person gets who joins there; None where the shuffle knows no words."""
    return None if row.veil is None else drawn_word()


def own_word(typed: str) -> str:
    """Return a typed word as a line of entropy ends: in Unicode's form NFC, single spaces, percent-encoded.

    Raises:
        ServiceError: it is empty, too long, or has a character that cannot be seen.
    """
    text = unicodedata.normalize("NFC", re.sub(" +", " ", typed).strip(" "))
    is_seen = text.isprintable() and text == one_line(text) and any(map(_is_seen_alone, text))
    if len(text) > LONGEST or not is_seen:
        raise ServiceError(Problem.NO_WORD)
    encoded = (letter if letter in PLAIN else "".join(f"%{byte:02X}" for byte in letter.encode()) for letter in text)
    return "".join(encoded)


def _is_seen_alone(letter: str) -> bool:
    """Return whether it is no space, and no mark on other letters."""
    return unicodedata.category(letter)[0] not in "ZM"


def word_of(ending: str) -> tuple[str, bool]:
    """Return a word and whether it was drawn, given the end of its line."""
    is_drawn = ending.startswith(DRAWN)
    return unquote(ending.removeprefix(DRAWN)), is_drawn
