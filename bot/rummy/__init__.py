"""The rules of rummy, pure: no clock, dice, disk or network."""
