"""Every sentence that people read, by topic. The rules and the service give a code; its sentence stands here.

Names of people come in ready for display: callers have escaped them.
"""
