"""The review of a seat: the decisions of its deals, judged by the chance to win that each kept or lost."""
