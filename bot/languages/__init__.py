"""The languages that Paplu speaks, and how a sentence is said in the one of its reader.

English is the source. `saying.py` says sentences, `language.py` knows the languages and their catalogues, `formats.py`
writes lists, numbers and dates, `faults.py` says what the rules and the settings found wrong. `catalogues/` holds a
gettext catalogue for each language but English; `python -m tests.languages.catalogues update` brings them up to date.
The package imports nothing else of the bot but `bot.rummy.errors`.
"""
