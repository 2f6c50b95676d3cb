#!/bin/sh
# Run once by PostgreSQL's image, over an empty data folder: the role that the api runs with, beside the owner. What it
# may do is given by migrate (packages/db/src/migrate/roles.ts).
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role inaam_app login password :'password';
alter role inaam_app in database inaam set statement_timeout = 6000;
alter role inaam_app in database inaam set lock_timeout = 3000;
alter role inaam_app in database inaam set idle_in_transaction_session_timeout = 12000;
SQL
