#!/bin/sh
# Run once by PostgreSQL's image with an empty data folder: creates the api's role in addition to the owner. migrate
# grants its rights (packages/db/src/migrate/roles.ts).
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role inaam_app login password :'password';
alter role inaam_app in database inaam set statement_timeout = 6000;
alter role inaam_app in database inaam set lock_timeout = 3000;
alter role inaam_app in database inaam set idle_in_transaction_session_timeout = 12000;
SQL
