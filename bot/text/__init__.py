"""Every sentence a person reads, by topic. The rules and the service say why by a code; here stands how to say it.

Small words, and the sentences for codes, are at hand as `text.points`; others by their topic, as `text.asks.drop`.
Names of people come in ready to be shown: callers have escaped them.
"""

from bot.text import asks as asks
from bot.text import between as between
from bot.text import buttons as buttons
from bot.text import chips as chips
from bot.text import coach as coach
from bot.text import commands as commands
from bot.text import daily as daily
from bot.text import disputes as disputes
from bot.text import doctor as doctor
from bot.text import endings as endings
from bot.text import events as events
from bot.text import hand as hand
from bot.text import help as help
from bot.text import lesson as lesson
from bot.text import limits as limits
from bot.text import lobby as lobby
from bot.text import owner as owner
from bot.text import papers as papers
from bot.text import privacy as privacy
from bot.text import process as process
from bot.text import refusals as refusals
from bot.text import reports as reports
from bot.text import review as review
from bot.text import rules as rules
from bot.text import settings as settings
from bot.text import standings as standings
from bot.text import table as table
from bot.text import terminal as terminal
from bot.text import tournaments as tournaments
from bot.text import words as words
from bot.text.events import event as event
from bot.text.refusals import PROBLEMS as PROBLEMS
from bot.text.refusals import REFUSALS as REFUSALS
from bot.text.words import FORMATS as FORMATS
from bot.text.words import LEVELS as LEVELS
from bot.text.words import PACES as PACES
from bot.text.words import STATUSES as STATUSES
from bot.text.words import card as card
from bot.text.words import cards as cards
from bot.text.words import clipped as clipped
from bot.text.words import course as course
from bot.text.words import duration as duration
from bot.text.words import listed as listed
from bot.text.words import points as points
from bot.text.words import times as times
from bot.text.words import waiting as waiting
