"""The codes that sentences and colours are keyed by, below these and the database; games have codes of their own."""

from enum import StrEnum


class Look(StrEnum):
    """The colours of pictures that a person or the staff of a server have chosen."""

    FELT = "felt"
    MIDNIGHT = "midnight"
    PAPER = "paper"


class MatchExit(StrEnum):
    """The way in which a person left a match."""

    FINISHED = "finished"
    """They played to the end, or until they were eliminated."""
    LEFT = "left"
    LAPSED = "lapsed"
    """The clock dropped them from their last deal."""


class Problem(StrEnum):
    """The reason why the service refuses a request."""

    NO_TABLE = "no_table"
    NOT_AT_TABLE = "not_at_table"
    STALE = "stale"
    BUSY = "busy"
    NOT_A_LOBBY = "not_a_lobby"
    STILL_A_LOBBY = "still_a_lobby"
    LOBBY_FULL = "lobby_full"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    NO_WORD = "no_word"
    NO_WORDS_HERE = "no_words_here"
    MUCH_DONE = "much_done"
    NOT_HOST = "not_host"
    TOO_FEW = "too_few"
    TOO_MANY_SEATS = "too_many_seats"
    NO_SUCH_SEAT = "no_such_seat"
    CANNOT_REMOVE_SELF = "cannot_remove_self"
    NOT_INVITED = "not_invited"
    TOO_MANY_LOBBIES = "too_many_lobbies"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_RUNNING = "too_many_running"
    TOO_MANY_ALONE = "too_many_alone"
    NO_SUCH_RULES = "no_such_rules"
    MANY_HOUSE_RULES = "many_house_rules"
    RULES_NAME_TAKEN = "rules_name_taken"
    NO_SUCH_FORMAT = "no_such_format"
    NOT_OVER = "not_over"
    PRUNED = "pruned"
    WAITS_FOR_PLACE = "waits_for_place"
    RESTING = "resting"
    MAINTENANCE = "maintenance"
    BLOCKED_PERSON = "blocked_person"
    BLOCKED_SERVER = "blocked_server"
    REMATCH_RUNNING = "rematch_running"
    NO_COACH = "no_coach"
    COACH_OFF = "coach_off"
    COACH_NOT_FOR_CHIPS = "coach_not_for_chips"
    COACH_NOT_IN_TOURNAMENT = "coach_not_in_tournament"
    COACH_TOO_LATE = "coach_too_late"
    COACH_NEEDS_HELP = "coach_needs_help"
    COACH_WAITS = "coach_waits"
    NOT_YOURS = "not_yours"
    TOO_MANY_KEYS = "too_many_keys"
    CHIPS_OFF = "chips_off"
    CANNOT_COVER = "cannot_cover"
    OTHER_CANNOT_COVER = "other_cannot_cover"
    COMPUTERS_HAVE_NO_CHIPS = "computers_have_no_chips"
    NO_SUCH_LEVEL = "no_such_level"
    NO_SUCH_STAKE = "no_such_stake"
    SEASON_RUNNING = "season_running"
    NO_SEASON = "no_season"
    SEASON_CLOSED = "season_closed"
    BAD_SEASON_NAME = "bad_season_name"
    NO_SERVER = "no_server"
    CLAIMED_TODAY = "claimed_today"
    BAD_HOURS = "bad_hours"
    BAD_RAKE = "bad_rake"
    BAD_LEAGUE = "bad_league"
    BAD_ZONE = "bad_zone"
    BAD_TOURNAMENT_NAME = "bad_tournament_name"
    BAD_START = "bad_start"
    BAD_SIGN_UP = "bad_sign_up"
    BAD_CHECK_IN = "bad_check_in"
    BAD_ROUND_TIME = "bad_round_time"
    BAD_ADVANCE = "bad_advance"
    NEEDS_CLOCK = "needs_clock"
    BAD_MATCHES = "bad_matches"
    BAD_PLAYERS = "bad_players"
    BAD_PRIZES = "bad_prizes"
    NOT_FOR_TWO = "not_for_two"
    NEEDS_SERVER = "needs_server"
    TOO_MANY_TOURNAMENTS = "too_many_tournaments"
    TOO_MANY_SERIES = "too_many_series"
    TOO_CLOSE = "too_close"
    NO_SERIES = "no_series"
    NO_TOURNAMENT = "no_tournament"
    SIGN_UP_OVER = "sign_up_over"
    TOURNAMENT_FULL = "tournament_full"
    ALREADY_SIGNED_UP = "already_signed_up"
    ALREADY_WAITING = "already_waiting"
    NOT_SIGNED_UP = "not_signed_up"
    NO_SUCH_ENTRANT = "no_such_entrant"
    AT_OTHER_TOURNAMENT = "at_other_tournament"
    CHECK_IN_CLOSED = "check_in_closed"
    ALREADY_CHECKED_IN = "already_checked_in"
    TOO_FEW_ENTRANTS = "too_few_entrants"
    TOURNAMENT_BEGUN = "tournament_begun"
    TOURNAMENT_NOT_RUNNING = "tournament_not_running"
    TOURNAMENT_NOT_PAUSED = "tournament_not_paused"
    TOURNAMENT_OVER = "tournament_over"
    NO_SUCH_MATCH = "no_such_match"
    WRONG_NUMBER_ADVANCE = "wrong_number_advance"
    TOURNAMENT_TABLE = "tournament_table"
    NOTHING_TO_DISPUTE = "nothing_to_dispute"
    DISPUTE_LATE = "dispute_late"
    DISPUTED_ALREADY = "disputed_already"
    TOO_MANY_DISPUTES = "too_many_disputes"
    BAD_WORDS = "bad_words"
    NOT_DISPUTED = "not_disputed"
    NO_STAFF = "no_staff"
    REPORT_LATE = "report_late"
    REPORTED_ALREADY = "reported_already"
    NOT_REPORTED = "not_reported"
    STILL_DISPUTED = "still_disputed"
    VOID_ALREADY = "void_already"
    OWN_MATCH = "own_match"
    NOT_BEGUN = "not_begun"
    NO_DAILY = "no_daily"
    DAY_TO_COME = "day_to_come"
    DAY_UNPLAYED = "day_unplayed"
    DAY_SOON = "day_soon"
    DAY_RUNNING = "day_running"
    DAY_OVER = "day_over"
    DAY_PLAYED = "day_played"
    DAY_CLOSED = "day_closed"


class TableStatus(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"
    CLOSED = "closed"  # a lobby that never started

    @property
    def is_open(self) -> bool:
        return self in (TableStatus.LOBBY, TableStatus.PLAYING)

    @property
    def is_over(self) -> bool:
        """Return whether a match was started here and has ended: its seed is public now."""
        return self in (TableStatus.FINISHED, TableStatus.VOID)


class Pace(StrEnum):
    """The pace of a table."""

    BLITZ = "blitz"
    STANDARD = "standard"
    RELAXED = "relaxed"
    SLOW = "slow"
    NONE = "none"
    """No clock."""


class TournamentStatus(StrEnum):
    """The life of a tournament."""

    SIGN_UP = "sign_up"
    CHECK_IN = "check_in"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be played, or being played."""
        return not self.is_over

    @property
    def is_over(self) -> bool:
        """Return whether it is over: its seed is public now."""
        return self in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

    @property
    def is_before(self) -> bool:
        """Return whether it has not begun."""
        return self in (TournamentStatus.SIGN_UP, TournamentStatus.CHECK_IN)


class Seeding(StrEnum):
    """The order in which entrants are seated."""

    RANDOM = "random"
    """A shuffle that anyone can check afterwards."""
    RATED = "rated"
    """The rating in the server's standings, the best first."""


class Cancellation(StrEnum):
    """The reason why a tournament was cancelled."""

    STAFF = "staff"
    TOO_FEW = "too_few"
    """Too few people had signed up or checked in when it was to start."""


class Day(StrEnum):
    """A day of the week, Monday first."""

    MON = "mon"
    TUE = "tue"
    WED = "wed"
    THU = "thu"
    FRI = "fri"
    SAT = "sat"
    SUN = "sun"


class Cause(StrEnum):
    """The reason for a movement."""

    START = "start"
    DAILY = "daily"
    STAKE = "stake"
    REJOIN = "rejoin"
    SETTLE = "settle"
    REFUND = "refund"
    ENTRY = "entry"
    PRIZE = "prize"
    ENTRY_BACK = "entry_back"
    VOID = "void"
    """The stakes and winnings of a match that the staff have made void go back."""
    PRIZE_BACK = "prize_back"
    """Prizes that went back when a tournament went on after its end; found in old ledgers."""


class DisputeEvent(StrEnum):
    """An event in the dispute about a match, or about a reported table."""

    RAISED = "raised"
    """A player disputes the result."""
    ANSWERED = "answered"
    VOIDED = "voided"
    """The staff have made the match void."""
    REPORTED = "reported"
    """A player or a spectator reports the table to the staff, at any time."""
    CLOSED = "closed"
    """The staff have dealt with all reports so far."""


class Nearness(StrEnum):
    """The effect of a turn on the number of cards that the hand misses."""

    NEARER = "nearer"
    SAME = "same"
    FURTHER = "further"


class OwnEnd(StrEnum):
    """The end of a deal for the person."""

    WON = "won"
    BEATEN = "beaten"
    """Another player was first."""
    WRONG = "wrong"
    """A wrong declaration."""
    DROPPED = "dropped"
    """They dropped, or left."""


class BlockKind(StrEnum):
    """The kind of a block."""

    SERVER = "server"
    PERSON = "person"
