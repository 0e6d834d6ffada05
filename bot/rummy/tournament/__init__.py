"""Tournaments, from entrants and results to rounds, tables, places and prizes.

A `Bracket` is a plan, the entrants by their seeding, and the events so far. `next_round` proposes a seating; `play`
takes that proposal, results, decisions and withdrawals, and refuses impossible ones.
"""

from bot.rummy.tournament.bracket import Bracket as Bracket
from bot.rummy.tournament.bracket import Gone as Gone
from bot.rummy.tournament.draw import next_round as next_round
from bot.rummy.tournament.events import Advance as Advance
from bot.rummy.tournament.events import DecideByTotal as DecideByTotal
from bot.rummy.tournament.events import Decision as Decision
from bot.rummy.tournament.events import IllegalEvent as IllegalEvent
from bot.rummy.tournament.events import PlayerResult as PlayerResult
from bot.rummy.tournament.events import Replay as Replay
from bot.rummy.tournament.events import Result as Result
from bot.rummy.tournament.events import SeatRound as SeatRound
from bot.rummy.tournament.events import TournamentEvent as TournamentEvent
from bot.rummy.tournament.events import TournamentRefusal as TournamentRefusal
from bot.rummy.tournament.events import Withdraw as Withdraw
from bot.rummy.tournament.events import parse_event as parse_event
from bot.rummy.tournament.order import LeagueLine as LeagueLine
from bot.rummy.tournament.order import Placing as Placing
from bot.rummy.tournament.order import champions as champions
from bot.rummy.tournament.order import former_champions as former_champions
from bot.rummy.tournament.order import placings as placings
from bot.rummy.tournament.order import points_table as points_table
from bot.rummy.tournament.plan import MAX_ENTRANTS as MAX_ENTRANTS
from bot.rummy.tournament.plan import MAX_MATCHES as MAX_MATCHES
from bot.rummy.tournament.plan import MAX_SEATS as MAX_SEATS
from bot.rummy.tournament.plan import MIN_SEATS as MIN_SEATS
from bot.rummy.tournament.plan import BracketPlan as BracketPlan
from bot.rummy.tournament.plan import TournamentKind as TournamentKind
from bot.rummy.tournament.prizes import payouts as payouts
from bot.rummy.tournament.prizes import prizes as prizes
from bot.rummy.tournament.rounds import By as By
from bot.rummy.tournament.rounds import Purpose as Purpose
from bot.rummy.tournament.rounds import Round as Round
from bot.rummy.tournament.rounds import RoundTable as RoundTable
from bot.rummy.tournament.rounds import Verdict as Verdict
