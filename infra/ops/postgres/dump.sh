#!/bin/sh
# Dumps the database at the start and then daily, atomically; keeps seven days. A failed dump ends the program, which the
# container restarts. The PG* variables select the database: sh dump.sh FOLDER
set -eu
umask 077
cd "$1"
while :; do
  pg_dump --format=custom --file=draft
  mv draft "inaam-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump"
  find . -name 'inaam-*.dump' -mtime +6 -exec rm {} +
  # For the node exporter's textfile folder: the metric of the alerts BackupStale and BackupMissing.
  echo "inaam_backup_last_success_timestamp_seconds $(date +%s)" > inaam_backup.prom.new
  chmod 644 inaam_backup.prom.new
  mv inaam_backup.prom.new inaam_backup.prom
  sleep 86400
done
