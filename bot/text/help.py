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
    "Before anyone joins, the bot draws two secrets and shows their fingerprint (SHA-256), the **commitment**. "
    "Everybody who joins adds a word to the shuffle: a drawn one or, by **My word** under ⋯, their own. After the "
    "match the secrets are published, and **Verify** or `paplu verify` on the record works out every shuffle again. "
    "The digest identifies the record."
)
PROVES = Sentence(
    "**What this proves:** the packs were not changed after the start, and no player could choose them alone. If you "
    "typed a word, your part is in the shuffle; a drawn word proves nothing."
)
PROVES_NOT = Sentence(
    "**What it does not prove:** that the person who runs this bot did not look at the cards, or has no friend at the "
    "table. Whoever gives the last word and knows the seed can try words until the cards please them."
)
PROVES_BEACON = Sentence(
    "**With a beacon:** nobody, not even the person who runs this bot, could have known the cards when the players and "
    "their words were fixed."
)
LOOKS = Sentence("**What it does not prove:** that the person who runs this bot did not look at the cards.")
KEPT = Sentence(
    "The bot stores your Discord id, your name at a table, your settings, the changes of your chips, the moves and "
    "cards of your tables, what reviews of your play found, and what you write in disputes and reports, until you "
    "erase it. Before the show, no other player sees your hand. Nothing is sold or passed on, and the bot never reads "
    "your messages.\n"
    "`/rummy data export` gives you everything stored about you as a file. `/rummy data erase` erases it: the records "
    "and standings of others then show “erased player” and a number. A keyed hash of your id stays: for 30 days with "
    "your chips, so that nobody gets new ones that way, and until the day is over if you have begun its deal."
)
KEPT_BESIDES = Sentence(
    "Only the host can remove two things. A block on you stays until they lift it; the file says since when. Their "
    "log, which is not in the file, has your id beside each command and press until they delete it."
)


def _with_play_money(said: Sentence) -> Callable[[], str]:
    """Return the text of a topic with the explanation of chips."""
    return lambda: f"{said()}\n{PLAY_MONEY()}"


_FIRST: Mapping[str, HelpTopic] = {
    "learn": HelpTopic(
        Sentence("Your first hand"),
        Sentence(
            "`/rummy learn`, or **Your first hand**, takes you through one hand in three minutes, alone and step by "
            "step. You do each thing yourself, and mistakes cost nothing. Stop at any time, and go on wherever you "
            "are. `/rummy learn` teaches the other games too."
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
            "On your turn press **Coach**, or use `/play coach`: it says what to draw or throw. It knows only what "
            "you can see. Missing cards, helping cards and points are exact. If a player asks it, the match changes "
            "no ratings and doesn't count in the standings, and the result says who asked. Where a match would count,"
            " you can start asking only in your first turn; against computers you can always ask. There is no coach "
            "where the host turned help off, where chips are at stake, and in tournaments unless the staff allow it."
        ),
    ),
    "review": HelpTopic(
        Sentence("Looking back"),
        Sentence(
            "After a match press **Review** under the result, or use `/review`. It shows you alone what each of your "
            "decisions was worth, what was luck, and which three choices cost most, judged by what you could see "
            "then. **Replay**, or `/replay`, steps through the match with all hands open. `/profile` adds up what "
            "your reviews found, for you alone. In `/rummy settings` you can have all your matches reviewed. "
            "**Practice**, or `/practice`, asks for your move in puzzles, some of them from your own matches."
        ),
    ),
    "time": HelpTopic(
        Sentence("Time"),
        Sentence(
            "Most tables have a clock, which the board shows. If your time runs out, the turn passes, and a card you "
            "drew is discarded. If you were about to declare valid groups, they are declared for you. **I'm back** "
            "(under **⋯**) shows what was done for you. A table without a clock closes after seven days without a "
            "move."
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
            "A finished match among people counts in the standings of its server. `/standings` shows who leads by "
            "league points, `/profile` a player's numbers and rating, `/history` past matches, and `/season show` a "
            "season and its champions. Staff start and end seasons. Matches with computers are unrated; `/profile` "
            "shows matches against computers alone separately."
        ),
    ),
    "daily": HelpTopic(
        Sentence("The deal of the day"),
        Sentence(
            "`/daily` deals the same cards to everyone, against two computers that play the same way for everyone. You "
            "play it once, in private and without a clock, until 00:00 UTC. Fewest points win, then fewest turns.\n"
            "**Share** shows your result without showing a card, one sign per turn:\n"
            "- a square for the closed deck, a circle for the open one\n"
            "- blue for closer to a declaration, orange for further away\n"
            "Only those who share stand in the server's table. `/daily` with a date shows a past day and its best "
            "line. Staff can have it posted each day with `/rummy server`."
        ),
    ),
    "disputes": HelpTopic(
        Sentence("When a result is not right"),
        Sentence(
            "Press ⋯ and **Dispute** under the result, or use `/dispute result`, within seven days, and say what was "
            "wrong. The staff of the server get the record and what **Verify** says about it. They answer, or decide "
            "that the match doesn't count; then all chips go back. All players are told. `/dispute show` tells how it "
            "stands.\n"
            "**Report…** under ⋯, or `/rummy report`, tells the staff about anything else at a table where you play "
            "or watch. Only they read it, and they get the record once the match is over."
        ),
    ),
    "tournaments": HelpTopic(
        Sentence("Tournaments"),
        Sentence(
            "Staff announce a tournament with `/tournament new`, and its card stays in the channel.\n"
            "- **Join** pays the entry. **Leave** before the start pays it back.\n"
            "- If there is a check-in, press **Check in** in time to keep your place.\n"
            "- At the start, **My table** leads you to your seat.\n"
            "- In a knock-out the best of each table go on; in a league everyone plays the same number of matches.\n"
            "`/tournament list` shows the open ones. You can play in one at a time.\n"
            "-# By command: `/tournament join`, `/tournament checkin`, `/tournament leave`, `/tournament show`, "
            "`/tournament verify`; for staff also `/tournament repeat`."
        ),
    ),
    "formats": HelpTopic(
        Sentence("Formats"),
        Sentence(
            "**Points rummy**: one deal, and its winner wins the match. **Pool**: points add up, a player who reaches "
            "the limit is out, and the last one left wins. Players who are out may rejoin, and the last few may "
            "share the pool. **Deals rummy**: everyone has a stack. The winner of a deal takes the points of the "
            "others from their stacks, and the biggest stack wins. **Best of three**: three deals, and the best total "
            "wins. `/rummy rules` has the numbers, and the formats of each rule set."
        ),
    ),
    "shuffle": HelpTopic(
        Sentence("A shuffle you can check"), lambda: "\n".join((SHUFFLE(), PROVES(), PROVES_NOT(), PROVES_BEACON()))
    ),
    "chips": HelpTopic(
        Sentence("Chips"),
        _with_play_money(
            Sentence(
                "Everyone starts with some chips on each server. `/wallet show` shows how many you have, and `/wallet "
                "daily` brings more each day. The host of a table sets what is at stake: a value for each point, or "
                "an entry. It is held from each player when the cards are dealt, and paid out at the end. If a match "
                "ends without a result, everything goes back; if you leave one, your stake does not. Staff can switch "
                "chips off with `/rummy server`."
            )
        ),
    ),
    "terms": HelpTopic(
        Sentence("Terms"),
        _with_play_money(
            Sentence(
                "Play fair: one person, one seat, no second account, no program that plays for you. The staff of a "
                "server decide disputes at its tables. The host of this bot may block a person or a server. In "
                "`/rummy settings`, **Limits…** has a reminder of the time you have played, and a pause that nobody "
                "can end early."
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
