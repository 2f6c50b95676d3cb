#!/bin/sh
# Starts PostgreSQL in compose with TLS and an archive of its log. The TLS key is self-signed and made at the first
# start. A lost disk loses at most archive_timeout and the time of a copy.
set -eu
if [ ! -f /tls/server.key ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj /CN=postgres \
    -addext subjectAltName=DNS:postgres -keyout /tls/draft.key -out /tls/server.crt
  chown postgres /tls/draft.key
  chmod 600 /tls/draft.key
  mv /tls/draft.key /tls/server.key
fi
chown postgres /var/lib/pgbackrest
exec docker-entrypoint.sh postgres -c ssl=on -c ssl_cert_file=/tls/server.crt -c ssl_key_file=/tls/server.key \
  -c archive_mode=on -c archive_timeout=30s -c 'archive_command=pgbackrest --stanza=inaam archive-push %p'
