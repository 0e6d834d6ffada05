"""The messages that the bot posts and updates unasked: boards, postings, and hands sent as direct messages."""
