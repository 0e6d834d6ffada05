"""The languages that Paplu speaks, and how a sentence is said in the one of its reader.

English is the source. `saying.py` says sentences, `language.py` knows the languages and their catalogues, `formats.py`
writes lists, numbers and dates. `catalogues/` holds a gettext catalogue for each language but English;
`python -m tests.catalogues update` brings them up to date. The package imports nothing else of the bot.
"""
