#!/bin/sh
# Copies PostgreSQL into the folder $DUMPS every $DUMP_HOURS, and keeps the newest $DUMPS_KEPT copies.
# compose.yaml runs it. A copy in the making ends in .unfinished, so that an interrupted one is taken for none.
set -eu
umask 077
trap 'exit 0' TERM INT
PGPASSWORD=$(cat "$PGPASSWORD_FILE")
export PGPASSWORD

while :; do
    if [ -z "$(find "$DUMPS" -name 'paplu-*.dump' -mmin "-$((DUMP_HOURS * 60))")" ]; then
        if pg_dump --format=custom --file="$DUMPS/paplu.unfinished" && pg_restore --list "$DUMPS/paplu.unfinished" > /dev/null
        then
            mv "$DUMPS/paplu.unfinished" "$DUMPS/paplu-$(date -u +%Y%m%dT%H%M%SZ).dump"
            find "$DUMPS" -name 'paplu-*.dump' | sort -r | tail -n "+$((DUMPS_KEPT + 1))" | xargs -r rm --
            echo "copy made"
        else
            echo "no copy was made: trying again in ${PAUSE:-300} s" >&2
        fi
    fi
    sleep "${PAUSE:-300}" &
    wait $!
done
