#!/bin/sh
# What a deployment does before its command: migrate, ingest the bundled notes where they are wanted, then become it.
set -eu
cd "$(dirname "$0")/.."

# Standard output belongs to the command.
python scripts/migrate.py >&2
# Notes that can't be ingested now (a provider's quota) leave the earlier ones, or local vectors: enough to answer from.
python scripts/ingest_notes.py >&2 || echo "fonte: starting all the same" >&2

exec "$@"
