#!/bin/sh
# A dump of the database at the start and then each day, whole or not at all; seven days of them are kept. One that fails
# ends the program, which is started again. PGHOST and its like say which database: sh dump.sh FOLDER
set -eu
umask 077
cd "$1"
while :; do
  pg_dump --format=custom --file=draft
  mv draft "inaam-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump"
  find . -name 'inaam-*.dump' -mtime +6 -exec rm {} +
  # For the node exporter's textfile folder: what the alerts BackupStale and BackupMissing read.
  echo "inaam_backup_last_success_timestamp_seconds $(date +%s)" > inaam_backup.prom.new
  chmod 644 inaam_backup.prom.new
  mv inaam_backup.prom.new inaam_backup.prom
  sleep 86400
done
