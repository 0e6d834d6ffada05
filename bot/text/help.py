"""Help for newcomers, and the promise of the shuffle."""

from collections.abc import Callable, Iterable, Mapping

from bot.faces.face import Face, HelpTopic
from bot.languages.sentence import Sentence
from bot.rummy.ids import folded
from bot.rummy.rules import GameRules
from bot.text.chips import PLAY_MONEY

TITLE = Sentence("### Rummy")
HOME = Sentence(
    "**Play now**, or `/rummy quick`, seats you at once, with computers in the empty seats. **Your first hand**, or "
    "`/rummy learn`, teaches you in three minutes. `/rummy new` opens a table your way, and `/tables` lists the tables "
    "you are at.\n"
    "On your turn press **My hand**, draw a card, and throw one."
)
"""The first screen of help. Topics follow in a menu."""
PICK = Sentence("Choose a topic")
AIM = "aim"
"""The topic about the aims of the games."""

SHUFFLE = Sentence(
    "Before anyone joins, the bot draws a secret seed and shows its fingerprint (SHA-256), the **commitment**. Every "
    "join, leave and start then adds something to the shuffle that nobody knew before. After the match the seed is "
    "published, and **Verify** or `paplu verify` on the record works out every shuffle again. The digest identifies "
    "the record."
)
PROVES = Sentence(
    "**What this proves:** the packs were not changed after the start, and no player without the seed could choose "
    "them."
)
PROVES_NOT = Sentence(
    "**What it does not prove:** that the person who runs this bot did not look at the seed, or try invented joins "
    "until a shuffle pleased them."
)
KEPT = Sentence(
    "Your Discord id, your display name at a table, your settings, what moved your chips, the moves and "
    "cards of the tables you played at, what reviews of your play found, and what you said in disputes and "
    "reports; all of it until you have it erased. No other player sees your hand before the show. Nothing "
    "is sold or passed on, and messages you write are never read.\n"
    "`/rummy data export` gives you all that is kept about you as a file. `/rummy data erase` removes it: in "
    "the records and standings of others you are “erased player” from then on, with a number. For 30 days a "
    "keyed hash of your id says what chips you had, so that nobody gets new ones that way, and until the day "
    "is over that you have had its deal."
)
KEPT_BESIDES = Sentence(
    "Two things are the host's to remove. If they have blocked you, that stays until they lift it; the file says since "
    "when. Their log, which is not in the file, names your id beside each command and press until they delete it."
)


def _with_play_money(said: Sentence) -> Callable[[], str]:
    """Return the text of a topic with the explanation of chips."""
    return lambda: f"{said()}\n{PLAY_MONEY()}"


_FIRST: Mapping[str, HelpTopic] = {
    "learn": HelpTopic(
        Sentence("Your first hand"),
        Sentence(
            "`/rummy learn`, or **Your first hand**, takes you through one hand in three minutes, alone and step by "
            "step: you do each thing yourself, and a mistake costs nothing. You may stop at any time and go on "
            "wherever you are. `/rummy learn` also knows the other games."
        ),
    ),
    "start": HelpTopic(
        Sentence("Getting to a table"),
        Sentence(
            "`/rummy quick`, or **Play now**, seats you at once. The cards are dealt after a moment, with computers in "
            "the empty seats. Its option `game` chooses the game. `/rummy new` opens a table your way: others press "
            "**Join**, and **Add computer** fills a seat where nothing is at stake. The host presses **Start**, and "
            "everybody presses **My hand**. `/tables` lists the tables you are at."
        ),
    ),
    "moves": HelpTopic(
        Sentence("Playing"),
        Sentence(
            "On your turn draw from the **closed** or the **open** deck, then throw a card. **Best** finds the "
            "grouping with the fewest points, **Arrange…** lays the groups you choose, and **⋯** has **Sort** and "
            "**Drop…**. Everything works by command too: `/play hand`, `/play draw`, `/play discard`, `/play group 2H "
            "3H 4H | 5C 6C 7C`, `/play declare`, `/play drop`."
        ),
    ),
}
"""The topics before those of the games."""

_THEN: Mapping[str, HelpTopic] = {
    "coach": HelpTopic(
        Sentence("The coach"),
        Sentence(
            "In your turn press **Coach**, or use `/play coach`: it says what to draw or throw. The cards you miss, "
            "the unseen cards that help and your points are exact, and it knows only what you can see. A match in "
            "which a player asks it changes no ratings and counts in no standings, and the result says who asked. So "
            "where a match would count, you can ask for the first time only until your first turn of it is over; "
            "against computers you can always ask. There is no coach where the host has turned help off, where chips "
            "are at stake, and in tournaments unless the staff allow it."
        ),
    ),
    "review": HelpTopic(
        Sentence("Looking back"),
        Sentence(
            "After a match press **Review** under the result, or use `/review`: to you alone it says what each of "
            "your decisions was worth, what was luck, and which three choices cost most. It judges by what you could "
            "see then. **Replay**, or `/replay`, steps through the match with all hands open. `/profile` adds up "
            "what your reviews found, for your eyes only; `/rummy settings` can have every match of yours reviewed."
        ),
    ),
    "time": HelpTopic(
        Sentence("Time"),
        Sentence(
            "Most tables have a clock, shown on the board, so that nobody has to wait for one player. If it runs "
            "out, the turn passes, and a card you had drawn is discarded; valid groups that you were about to "
            "declare are declared for you. **I'm back** (under **⋯**) tells what was done for you. Where no clock "
            "runs, the table closes after seven days without a move."
        ),
    ),
    "rules": HelpTopic(
        Sentence("Rules"),
        Sentence(
            "`/rummy rules` opens with the rules of the table you are at. Its option `rules` shows any others. Each "
            "table keeps the rules it began with."
        ),
    ),
    "standings": HelpTopic(
        Sentence("Standings and seasons"),
        Sentence(
            "A finished match among people counts in the standings of its server: `/standings` shows who leads by "
            "league points, `/profile` a player's numbers and rating, `/history` what was played, `/season show` a "
            "season and its champions. Staff start and close seasons. Tables with computers are unrated; who plays "
            "against computers alone has a `/profile` of their own."
        ),
    ),
    "daily": HelpTopic(
        Sentence("The deal of the day"),
        Sentence(
            "`/daily` deals the same cards to everybody on this bot, alone against two computers that always do the "
            "same when they see the same. You play it once, in private and without a clock, until 00:00 UTC; the "
            "fewest points are best, then the fewest turns. **Share** shows your result here without a card: a sign "
            "for each turn, a square for the closed deck, a circle for the open one; blue for nearer to a "
            "declaration, orange for further away. Only who presses it stands in the table of the server. `/daily` "
            "with a date shows a past day and its best line. Staff have it posted each day with `/rummy server`."
        ),
    ),
    "disputes": HelpTopic(
        Sentence("When a result is not right"),
        Sentence(
            "Press ⋯ and **Dispute** under the result, or use `/dispute result`, within seven days, and say what was "
            "wrong. The staff of the server get the record and what **Verify** says of it. They answer, or make the "
            "match void: then it counts nowhere, and every chip goes back. All who played are told. `/dispute show` "
            "tells how it stands.\n"
            "**Report…** under ⋯, or `/rummy report`, tells the staff of anything else at a table "
            "that you play at or watch. They alone read it, and get the record once the match is over."
        ),
    ),
    "tournaments": HelpTopic(
        Sentence("Tournaments"),
        Sentence(
            "Staff announce one with `/tournament new`, with computers if they like, and its card stands in the "
            "channel. Press **Join**; an entry is paid then, and comes back if you **Leave** before the start. Where "
            "there is a check-in, press **Check in** in time to keep your place. At the start everybody is seated, "
            "and **My table** leads you to yours. In a knock-out the best of a table go on, in a league everybody "
            "plays the same number of matches. You play in one at a time. `/tournament list` shows what is open by "
            "type, and you join there. By command: `/tournament join`, `/tournament checkin`, `/tournament leave`; "
            "`/tournament show` tells how one stands, and `/tournament verify` checks the draw of one that is over. "
            "`/tournament repeat` lets staff repeat one around the clock."
        ),
    ),
    "formats": HelpTopic(
        Sentence("Formats"),
        Sentence(
            "**Points rummy**: one deal, and its winner wins. **Pool**: points add up, a player who reaches the "
            "limit is out, and the last one left wins; players who are out may rejoin, and the last few may share "
            "the pool. **Deals rummy**: everybody has a stack, the winner of a deal takes the points of the others "
            "from theirs, and the biggest stack wins. **Best of three**: three deals, and the best total wins. "
            "`/rummy rules` has the numbers, and says what a rule set plays."
        ),
    ),
    "shuffle": HelpTopic(Sentence("A shuffle you can check"), lambda: f"{SHUFFLE()}\n{PROVES()}\n{PROVES_NOT()}"),
    "chips": HelpTopic(
        Sentence("Chips"),
        _with_play_money(
            Sentence(
                "Everybody begins with some in each server: `/wallet show` tells what you have, `/wallet daily` "
                "brings more each day. The host of a table says what is at stake: a value for each point, or an "
                "entry. That is held from each player when the cards are dealt, and paid out at the end. A match "
                "that ends without a result gives everything back; leaving one does not. Staff may switch chips off "
                "with `/rummy server`."
            )
        ),
    ),
    "terms": HelpTopic(
        Sentence("Terms"),
        _with_play_money(
            Sentence(
                "Play fair: one person, one seat, no second account, no program that plays for you. The staff of a "
                "server decide about disputes at its tables, and the host of this bot may stop serving a person or a "
                "server. `/rummy settings` has **Limits…**: a reminder of the time you have played, and a pause that "
                "nobody ends early."
            )
        ),
    ),
    "privacy": HelpTopic(Sentence("What is kept"), lambda: f"{KEPT()}\n{KEPT_BESIDES()}"),
}
"""The topics after those of the games."""


def topics(games: Iterable[GameRules]) -> Mapping[str, HelpTopic]:
    """Return all topics of help by their ids, including those of these games."""
    faces = [game.face for game in games if isinstance(game.face, Face)]
    aims = [face.aim for face in faces if face.aim]
    said = HelpTopic(Sentence("The aim"), lambda: "\n".join(aim() for aim in aims))
    aim = {AIM: said} if aims else {}
    return {**aim, **_FIRST, **{id: topic for face in faces for id, topic in face.help_topics.items()}, **_THEN}


def chosen(name: str | None, topics: Mapping[str, HelpTopic]) -> str | None:
    """Return the id of the topic of that id or title; None if there is none."""
    word = folded(name or "")
    return next((id for id, topic in topics.items() if word in (folded(id), folded(topic.title()))), None)
