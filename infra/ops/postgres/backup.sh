#!/bin/sh
# Makes a base backup at the start and then each night at 02:30 UTC: a full one on Sundays and the first time, else a
# differential one. A failed backup ends the program, which the container restarts. The metric of the alerts BackupStale
# and BackupMissing goes to the node exporter's folder: sh backup.sh METRICS_FOLDER
set -eu
umask 077
metrics=$1
# Does nothing where the stanza exists.
pgbackrest --stanza=inaam stanza-create
while :; do
  kind=diff
  [ "$(date -u +%u)" = 7 ] && kind=full
  # Without a full backup, pgBackRest makes the first differential one full.
  pgbackrest --stanza=inaam --type=$kind backup
  echo "inaam_backup_last_success_timestamp_seconds $(date +%s)" > "$metrics/inaam_backup.prom.new"
  chmod 644 "$metrics/inaam_backup.prom.new"
  mv "$metrics/inaam_backup.prom.new" "$metrics/inaam_backup.prom"
  # Seconds until the next 02:30 UTC.
  sleep $(((9000 + 86400 - $(date +%s) % 86400 - 1) % 86400 + 1))
done
