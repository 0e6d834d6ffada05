"""The languages that Paplu speaks, and sentences in the language of their reader.

English is the source. `sentence.py` says sentences, `language.py` knows the languages and their catalogues,
`formats.py` writes lists, numbers and dates, `error_text.py` says the errors of the rules and the settings.
`catalogues/` holds a gettext catalogue for each language but English; `python -m tests.languages.catalogues update`
brings them up to date. The package imports nothing else of the bot but `bot.rummy.errors`.
"""
