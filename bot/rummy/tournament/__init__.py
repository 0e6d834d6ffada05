"""Tournaments: entrants and results in; rounds, tables, places and prizes out.

A `Bracket` is a plan, the entrants by their seeding, and the events so far. `next_round` proposes who sits with whom;
`play` takes that proposal, results, decisions and withdrawals, and refuses what cannot be.
"""

from bot.rummy.tournament.bracket import Bracket, Gone
from bot.rummy.tournament.draw import next_round
from bot.rummy.tournament.events import (
    Advance,
    DecideByTotal,
    Decision,
    Event,
    IllegalEvent,
    Objection,
    PlayerResult,
    Result,
    SeatRound,
    Withdraw,
    parse_event,
)
from bot.rummy.tournament.order import LeagueLine, Placing, placings, points_table
from bot.rummy.tournament.plan import MAX_ENTRANTS, MAX_MATCHES, MAX_SEATS, MIN_SEATS, BracketPlan, TournamentKind
from bot.rummy.tournament.prizes import payouts, prizes
from bot.rummy.tournament.rounds import By, Purpose, Round, RoundTable, Verdict

__all__ = [
    "MAX_ENTRANTS",
    "MAX_MATCHES",
    "MAX_SEATS",
    "MIN_SEATS",
    "Advance",
    "Bracket",
    "BracketPlan",
    "By",
    "DecideByTotal",
    "Decision",
    "Event",
    "Gone",
    "IllegalEvent",
    "LeagueLine",
    "Objection",
    "Placing",
    "PlayerResult",
    "Purpose",
    "Result",
    "Round",
    "RoundTable",
    "SeatRound",
    "TournamentKind",
    "Verdict",
    "Withdraw",
    "next_round",
    "parse_event",
    "payouts",
    "placings",
    "points_table",
    "prizes",
]
