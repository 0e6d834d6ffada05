"""Every sentence that people read, by topic. The rules and the service give a code; the sentence for it stands here.

Names of people come in ready to be shown: callers have escaped them.
"""
