"""The sentences that people read, by topic.

The rules and the service give codes; the sentence for each code is here.

Names of people come in ready for display: callers have escaped them.
"""
