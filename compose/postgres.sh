# The PostgreSQL of a site that compose/local runs with --postgres: a server of its own, whose data is in DIR/postgres/data
# and whose only way in is a socket beside those of the programs. Sourced by compose/local, which sets the folders and limits;
# never run.
# shellcheck shell=bash disable=SC2154

postgres_data=$var/postgres/data
# More than the programs' readers and writers together, with room for copies and an operator.
postgres_connections=150
# The server refuses to run as root. In a user namespace root's files belong to an account that is not.
as_server=()
[ "$(id -u)" != 0 ] || as_server=(unshare --user --map-user=65534 --map-group=65534 --)

has_postgres() { [ -d "$var/postgres" ]; }

# The folder of the programs of PostgreSQL: of the version that made the data, else of the newest.
postgres_bin() {
  local version folder
  version=$(cat "$postgres_data/PG_VERSION" 2>/dev/null || true)
  folder=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -path "*/${version:-*}/bin" 2>/dev/null | sort -V | tail -n 1)
  [ -n "$folder" ] || fail "PostgreSQL ${version:-} is missing" "apt-get install postgresql${version:+-$version}"
  printf '%s' "$folder"
}

# Each program signs in as the role of its name, with its password from the folder of keys.
postgres_address() { printf 'postgres:///quad?host=%s' "$run"; }

# Notes that the data of a new site is on a server of its own, or ends the script where it can't be.
choose_postgres() {
  local source="the environment"
  [[ " ${from_file[*]} " != *" QUAD_STORE "* ]] || source=$site_conf
  if has_postgres || [ "$postgres" = yes ]; then
    [ -z "${QUAD_STORE:-}" ] || [ "$QUAD_STORE" = "$(postgres_address)" ] ||
      fail "QUAD_STORE in $source says $QUAD_STORE, but the data of this site is in $postgres_data" \
        "take the setting out; --data DIR makes another site"
  fi
  has_postgres || [ "$postgres" = no ] || [ -z "$(ls -A "$data")" ] ||
    fail "--postgres is for a new site; $data is not empty" "--data DIR makes another site"
  [ "$postgres" = no ] || mkdir -p -m 700 "$var/postgres"
}

# Makes the database where there is none yet. It appears whole or not at all.
make_postgres() {
  ! [ -e "$postgres_data" ] || return 0
  local bin new=$postgres_data.new made=$log/initdb.log
  need_packages postgres 9>&-
  bin=$(postgres_bin)
  "${as_server[@]}" true 2>/dev/null || fail "PostgreSQL does not run as root, and this machine lets nobody make a user namespace" \
    "start the site as another user"
  say "Making a database on PostgreSQL ${bin//[^0-9]/}"
  rm -rf "$new"
  mkdir -m 700 "$new"
  {
    "${as_server[@]}" "$bin/initdb" -D "$new" --auth=trust --username=quad --encoding=UTF8 --locale=C.UTF-8 &&
      printf "%s = %s\n" listen_addresses "''" unix_socket_permissions 0700 max_connections "$postgres_connections" \
        >>"$new/postgresql.conf" &&
      "${as_server[@]}" "$bin/postgres" --single -D "$new" postgres <<<"CREATE DATABASE quad"
  } </dev/null >"$made" 2>&1 || fail "the database could not be made: $(tail -n 1 "$made")" "look: $made"
  mv -T "$new" "$postgres_data"
}

# The passwords, roles and schemas of the programs, at each start: a later release may have another program, and programs of
# an earlier one signed in as the superuser.
prepare_postgres() {
  local account prepared=$log/postgres-roles.log
  account=$(id -un)
  [ ${#as_server[@]} = 0 ] || account=$("${as_server[@]}" id -un)
  printf '%s\n' '# Written by compose/local at each start: programs by password, this account as the superuser.' \
    'local all  quad peer map=operator' 'local quad all  scram-sha-256' >"$postgres_data/pg_hba.conf"
  printf 'operator "%s" quad\n' "$account" >"$postgres_data/pg_ident.conf"
  "$bin/quadctl" keygen --keys "$keys" --postgres >/dev/null
  # Without a server a statement ends with an empty line, and a failure with exit status 0.
  { "$bin/quadctl" postgres --keys "$keys" && printf '\n'; } |
    "${as_server[@]}" "$(postgres_bin)/postgres" --single -j -D "$postgres_data" quad >"$prepared" 2>&1 &&
    ! grep -q '^[^"]*\(ERROR\|FATAL\|PANIC\):' "$prepared" ||
    fail "the roles of the programs could not be made: $(grep -m 1 'ERROR:\|FATAL:\|PANIC:' "$prepared" || tail -n 1 "$prepared")" \
      "look: $prepared"
}

# The rows of the server in supervisor's configuration. It starts before the programs and stops after them.
postgres_config() {
  local bin
  bin=$(postgres_bin)
  printf '\n[program:postgres]\ncommand=%s"%s/postgres" -D "%s" -k "%s"\n' "${as_server[*]}${as_server:+ }" "$bin" "$postgres_data" "$run"
  printf 'directory=%s\npriority=1\nautorestart=true\nstartsecs=1\nstartretries=100\n' "$postgres_data"
  # INT lets nobody finish, but everybody has by then.
  printf 'stopsignal=INT\nstopwaitsecs=%d\nredirect_stderr=true\nstdout_logfile=%s\n' "$program_limit" "$log/postgres.log"
  printf 'stdout_logfile_maxbytes=10MB\nstdout_logfile_backups=3\n'
}

# The process of the server, if it runs: found by its arguments, as a number in a file may be another's by now.
postgres_pid() {
  local file
  while read -r file; do
    file=${file%/cmdline}
    [[ $(readlink "$file/exe" 2>/dev/null) == */postgres ]] || continue
    printf '%s' "${file#/proc/}"
    return 0
  done < <(grep -lzsxF -- "$postgres_data" /proc/[0-9]*/cmdline)
  return 1
}

# Ends a server whose supervisor died without it, after its programs.
end_postgres() {
  local pid signal deadline
  pid=$(postgres_pid) || return 0
  # What was committed outlives QUIT too: the next start takes it from the log.
  for signal in INT QUIT; do
    kill "-$signal" "$pid" 2>/dev/null || true
    deadline=$(($(now_ms) + program_limit * 1000))
    while is_alive "$pid" && [ "$(now_ms)" -lt "$deadline" ]; do sleep 0.1; done
    is_alive "$pid" || return 0
  done
  fail "PostgreSQL (process $pid) cannot be ended" "look: $log/postgres.log"
}
