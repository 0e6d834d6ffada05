"""Tournaments, from entrants and results to rounds, tables, places and prizes.

A `Bracket` is a plan, the entrants by their seeding, and the events so far. `next_round` proposes a seating; `play`
takes that proposal, results, decisions and withdrawals, and refuses impossible ones.
"""
