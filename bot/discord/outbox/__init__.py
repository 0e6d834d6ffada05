"""What the bot posts and keeps up to date by itself: boards, postings, hands sent by message."""
