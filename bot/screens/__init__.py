"""What people see, built from values: the state of a table or a setting in, a `Screen` out."""

from bot.screens.asks import ask_drop, ask_end, ask_end_by_staff, ask_leave
from bot.screens.base import mentions, names, void_sentence
from bot.screens.between import deadline_text, pause, pause_ping
from bot.screens.board import back, board, last_board, moved, ping, remind, show_ping, start
from bot.screens.endings import record_file, result, sheet, show, verify
from bot.screens.hand import hand, scene
from bot.screens.lobby import host_menu, invitation, lobby_card, lobby_closed, new_table
from bot.screens.menus import away, discards, doctor, help, more, plain, rules, scores, settings
from bot.screens.privacy import ask_erase, export
from bot.screens.standings import ask_close, history, profile, season, standings
from bot.screens.tournaments import (
    ask_cancel_tournament,
    ask_leave_tournament,
    check_in_call,
    dice_file,
    round_card,
    tournament,
    tournament_cancelled,
    tournament_card,
    tournament_reminder,
    tournament_result,
    tournaments,
)
from bot.screens.wallet import server, wallet

__all__ = [
    "ask_cancel_tournament",
    "ask_close",
    "ask_drop",
    "ask_end",
    "ask_end_by_staff",
    "ask_erase",
    "ask_leave",
    "ask_leave_tournament",
    "away",
    "back",
    "board",
    "check_in_call",
    "deadline_text",
    "dice_file",
    "discards",
    "doctor",
    "export",
    "hand",
    "help",
    "history",
    "host_menu",
    "invitation",
    "last_board",
    "lobby_card",
    "lobby_closed",
    "mentions",
    "more",
    "moved",
    "names",
    "new_table",
    "pause",
    "pause_ping",
    "ping",
    "plain",
    "profile",
    "record_file",
    "remind",
    "result",
    "round_card",
    "rules",
    "scene",
    "scores",
    "season",
    "server",
    "settings",
    "sheet",
    "show",
    "show_ping",
    "standings",
    "start",
    "tournament",
    "tournament_cancelled",
    "tournament_card",
    "tournament_reminder",
    "tournament_result",
    "tournaments",
    "verify",
    "void_sentence",
    "wallet",
]
