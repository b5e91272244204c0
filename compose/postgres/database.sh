#!/bin/sh
# PostgreSQL for a site in containers (postgres.yaml). In its image it is /usr/local/bin/quad-database.
#   quad-database serve     makes the server's data where there is none, and becomes the server
#   quad-database roles     makes the database, and the roles and schemas of the programs
#   quad-database healthy   exit status 0 as long as the server takes connections
set -eu
umask 077
bin=/usr/lib/postgresql/15/bin
data=/data/postgres/main
sockets=/run/postgresql

# The data appears whole or not at all. Nobody has a password of the superuser's: pg_hba.conf.
serve() {
  if ! [ -e "$data" ]; then
    rm -rf "$data.new"
    "$bin/initdb" --pgdata "$data.new" --username quad --auth reject --encoding UTF8 --locale C.UTF-8
    mv -T "$data.new" "$data"
  fi
  # More connections than the programs' readers and writers together, and fewer processes than the container may have.
  exec "$bin/postgres" -D "$data" -k "$sockets" \
    -c listen_addresses='*' -c hba_file=/etc/quad/pg_hba.conf -c max_connections=100 -c max_parallel_workers=4 \
    -c shared_buffers=128MB -c jit=off -c log_checkpoints=off
}

ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --host "$sockets" --username quad "$@"; }

roles() {
  # A site of an earlier release has roles for the programs of that release: all of it runs at each start.
  [ "$(ask --dbname postgres --command "SELECT count(*) FROM pg_database WHERE datname = 'quad'")" != 0 ] ||
    ask --dbname postgres --command "CREATE DATABASE quad"
  ask --dbname quad --file /keys/postgres/roles.sql
}

# The first check after a start ends at once. Later ones stay for a minute, since to start one is what costs.
healthy() {
  "$bin/pg_isready" --quiet --host "$sockets" --username quad --dbname postgres
  [ -e /tmp/healthy ] || {
    : >/tmp/healthy
    return 0
  }
  left=30
  while [ "$left" -gt 0 ]; do
    sleep 2
    "$bin/pg_isready" --quiet --host "$sockets" --username quad --dbname postgres
    left=$((left - 1))
  done
}

case ${1:-} in
  serve | roles | healthy) "$1" ;;
  *)
    sed -n '3,5s/^#  *//p' "$0" >&2
    exit 64
    ;;
esac
