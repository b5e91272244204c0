#!/bin/sh
# Keys, demo campus, backups and restores of a site in containers. In the image it is /usr/local/bin/quad-site.
#   quad-site keys [ARGUMENT …]   keys of the site, and for each program what it may see of them
#   quad-site demo                loads the demo campus into a new site
#   quad-site restore FILE …      puts a backup into the data volumes of a site that is stopped
#   quad-site backup FOLDER PASSPHRASE-FILE DAYS   one backup, checked; then those that are older go
#   quad-site backups [FOLDER PASSPHRASE-FILE]     a backup every day
#   quad-site restore --empty NAME   lets a program of a stopped site begin with an empty store, after its data was lost
set -eu
umask 077

# Files appear whole or not at all, and are on disk before their name is.
put() { # put MODE FROM TO
  rm -f "$3.new"
  cp -- "$2" "$3.new"
  chmod "$1" "$3.new"
  sync "$3.new"
  mv -f -- "$3.new" "$3"
}

# /keys/all holds every key and is mounted here alone; /keys/NAME is what the program NAME gets to see.
keys() {
  quadctl keygen --keys /keys/all
  [ $# = 0 ] || quadctl keygen --keys /keys/all "$@"
  for folder in /keys/*/; do
    name=$(basename "$folder")
    case $name in
      all) continue ;;
      metrics)
        # The token that the gateway's /metrics asks for.
        if ! [ -e /keys/metrics/token ]; then
          head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n' >/tmp/token
          put 0400 /tmp/token /keys/metrics/token
        fi
        continue
        ;;
      postgres)
        # With postgres.yaml alone this is a volume: what the server is told of the programs' passwords.
        [ -w /keys/postgres ] || continue
        quadctl postgres --keys /keys/all >/tmp/roles.sql
        put 0400 /tmp/roles.sql /keys/postgres/roles.sql
        continue
        ;;
      tools) own="operator seed" ;;
      *) own=$name ;;
    esac
    for program in $own; do
      put 0400 "/keys/all/$program.key" "$folder$program.key"
      [ ! -e "/keys/all/$program.postgres" ] || put 0400 "/keys/all/$program.postgres" "$folder$program.postgres"
    done
    put 0444 /keys/all/public.json "${folder}public.json"
  done
  # Of a site that was made before there was such a volume: programs cannot make the folder that theirs is mounted on.
  [ ! -d /data ] || mkdir -p /data/guide-files
}

# The programs take the seed loader's word while the mark is there. A load that was broken off leaves it, and half a
# campus with it.
demo() {
  [ ! -e /data/seeding ] || {
    echo "the demo campus was not loaded to the end last time: begin with an empty site (down --volumes)" >&2
    exit 1
  }
  [ ! -e /data/seeded ] || {
    echo "the demo campus is loaded already"
    return 0
  }
  : >/data/seeding
  quadctl seed --seeds /usr/share/quad/seeds
  mv /data/seeding /data/seeded
}

refuse_running() { # refuse_running PROGRAM
  [ ! -e "/data/$1/$1.sqlite.lock" ] || flock -n "/data/$1/$1.sqlite.lock" true || {
    echo "$1 runs on this data: stop the site first; nothing was changed" >&2
    exit 1
  }
}

set_aside() { # set_aside PROGRAM FOLDER: in the program's folder
  for file in "$1.sqlite" "$1.sqlite-wal" "$1.sqlite-shm" "$1.sqlite.mark"; do
    [ -e "$file" ] || continue
    mkdir -p "$2"
    mv -- "$file" "$2/"
  done
  [ ! -e "$1.sqlite.lock" ] || : >"$1.sqlite.lock"
}

# The program takes the mark for an operator's word that its data may be gone.
empty() {
  cd "/data/${1:?quad-site restore --empty NAME}"
  refuse_running "$1"
  : >anew
  set_aside "$1" "replaced-$(date -u +%Y%m%dT%H%M%SZ)"
  sync .
  echo "$1 begins with an empty store at its next start"
}

# Each program's data is a volume of its own, so a restore cannot move files from one to another: the stores are
# restored beside and copied. While the mark is there no program starts.
restore() {
  [ "${1:-}" != --empty ] || {
    empty "${2:-}"
    return
  }
  beside=/data/restored-beside
  rm -rf "$beside"
  # The accounts that were deleted since the backup are deleted again.
  mkdir -p "$beside/auth"
  [ ! -e /data/auth/erased ] || cp -- /data/auth/erased "$beside/auth/erased"
  quadctl restore "$@" --data "$beside"
  for store in "$beside"/*/*.sqlite; do
    program=$(basename "$store" .sqlite)
    [ -d "/data/$program" ] || {
      echo "there is no volume for $program" >&2
      exit 1
    }
    refuse_running "$program"
  done
  : >/data/restoring
  # A picture is named after its content: one that is there already is the same one.
  for picture in "$beside"/media/objects/*/*/original; do
    [ -e "$picture" ] || continue
    folder=${picture#"$beside"}
    mkdir -p "/data${folder%/original}"
    put 0600 "$picture" "/data$folder"
    rm -f "$picture"
  done
  aside=replaced-$(date -u +%Y%m%dT%H%M%SZ)
  for store in "$beside"/*/*.sqlite; do
    program=$(basename "$store" .sqlite)
    cd "/data/$program"
    set_aside "$program" "$aside"
    put 0600 "$beside/$program/restored" restored
    put 0600 "$store" "/data/$program/$program.sqlite"
    sync .
    [ ! -d "$aside" ] || echo "$program: what was there before is in $aside of its volume"
  done
  rm -rf "$beside"
  rm /data/restoring
}

# A backup counts once it was read back. Older ones, and pictures that only they need, go only after a good one came.
backup() {
  file=$1/quad-$(date -u +%Y%m%dT%H%M%SZ).quad
  quadctl backup "$file" --passphrase-file "$2"
  quadctl backup --verify "$file" --passphrase-file "$2" || {
    rm -f "${QUAD_DATA:?}/backed-up"
    mv -- "$file" "$file.damaged"
    echo "the backup could not be read back; it is kept as $file.damaged" >&2
    exit 1
  }
  find "$1" -maxdepth 1 -type f -name 'quad-*.quad' -mmin "+$(($3 * 1440))" -print -delete
  quadctl backup --prune "$1" || echo "the backup is good, but old pictures are still in $1/quad-pictures" >&2
}

# Looks every ten minutes whether the newest is a day old, so that a failed one is tried again soon.
backups() {
  folder=${1:-/backups}
  passphrase=${2:-/run/secrets/passphrase}
  [ -s "$passphrase" ] && [ -r "$passphrase" ] || {
    echo "QUAD_BACKUP_PASSPHRASE has to name a file that user 65532 can read, with the passphrase in its first line" >&2
    exit 78
  }
  trap 'exit 0' TERM INT
  while :; do
    [ -n "$(find "$folder" -maxdepth 1 -name 'quad-*.quad' -mmin -1430)" ] ||
      sh "$0" backup "$folder" "$passphrase" "$QUAD_BACKUP_DAYS" ||
      echo "there is no new backup; the next try is in ten minutes" >&2
    sleep 600 &
    wait $!
  done
}

case ${1:-} in
  keys | demo | restore | backup | backups)
    command=$1
    shift
    "$command" "$@"
    ;;
  *)
    sed -n '3,8s/^#  *//p' "$0" >&2
    exit 64
    ;;
esac
