# Commands on the PATH, units of systemd and a daily backup: everything compose/local installs on the machine. Sourced by
# compose/local, which sets the folders; never run.
# shellcheck shell=bash disable=SC2154

marker="Written by compose/local of Quad."

# is_ours FILE: true if the file is new or one of Quad's.
is_ours() { [ ! -e "$1" ] || grep -qF "$marker" "$1"; }

# link [FOLDER]: the commands quad and quadctl of this site, for a folder of the PATH.
link() {
  local folder=${argument:-} tool
  if [ -z "$folder" ]; then
    folder=$HOME/.local/bin
    [ "$(id -u)" != 0 ] || folder=/usr/local/bin
  fi
  folder=$(cd "$called_from" && realpath -m -- "$folder")
  mkdir -p "$folder"
  for tool in quad quadctl; do
    is_ours "$folder/$tool" || fail "$folder/$tool is there already and not Quad's" "compose/local link FOLDER takes another folder"
    printf '#!/bin/sh\n# %s\nexec %q --data %q %s "$@"\n' "$marker" "$quad_root/compose/local" "$var" "$tool" >"$folder/$tool"
    chmod 755 "$folder/$tool"
  done
  say "$folder/quad and $folder/quadctl are those of the site in $var"
  case :$PATH: in
    *:"$folder":*) ;;
    *) say "$folder is not on your PATH. For this shell and the next: PATH=$folder:\$PATH, also in ~/.profile" ;;
  esac
}

# service_text TYPE ARGUMENT…: the lines that both services have; they run compose/local with these arguments.
service_text() {
  local type=$1
  shift
  cat <<UNIT
[Service]
Type=$type
User=$(stat -c %U "$var")
WorkingDirectory=$quad_root
Environment=QUAD_BIN=$bin
ExecStart=$quad_root/compose/local --data $var $*
UMask=0077
NoNewPrivileges=yes
UNIT
}

# unit_text NAME: the text of a unit.
unit_text() {
  printf '# %s\n' "$marker"
  case $1 in
    quad.service)
      cat <<UNIT
[Unit]
Description=Quad in $var
After=network.target

$(service_text exec --no-seeds)
Restart=on-failure
RestartSec=10
KillMode=mixed
TimeoutStopSec=$((stop_limit + 30))
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
UNIT
      ;;
    quad-backup.service)
      cat <<UNIT
[Unit]
Description=Backup of Quad in $var
After=quad.service

$(service_text oneshot backup)
UNIT
      ;;
    quad-backup.timer)
      cat <<UNIT
[Unit]
Description=Daily backup of Quad in $var

[Timer]
OnCalendar=*-*-* 03:30:00
RandomizedDelaySec=15m
Persistent=yes

[Install]
WantedBy=timers.target
UNIT
      ;;
  esac
}

# service [remove]: the site starts with the machine. With DESTDIR the units are written there, and nothing else is done.
service() {
  local folder=${DESTDIR:-}/etc/systemd/system name units=(quad.service quad-backup.service quad-backup.timer)
  [ -n "${DESTDIR:-}" ] || [ "$(id -u)" = 0 ] || fail "only root may do that" "sudo compose/local --data $var service $argument"
  [[ $var$quad_root$bin != *[[:space:]]* ]] || fail "a unit of systemd cannot name a folder with blanks: $var, $quad_root"
  for name in "${units[@]}"; do
    is_ours "$folder/$name" || fail "$folder/$name is there already and not Quad's"
  done
  case $argument in
    "") ;;
    remove)
      [ -n "${DESTDIR:-}" ] || systemctl disable --now quad.service quad-backup.timer || true
      for name in "${units[@]}"; do rm -f "$folder/$name"; done
      [ -n "${DESTDIR:-}" ] || systemctl daemon-reload
      say "Quad does not start with the machine any more; its data stays in $var"
      return 0
      ;;
    *) fail "there is no service $argument" "compose/local service, or compose/local service remove" ;;
  esac
  [ -d "$data" ] || fail "there is no site in $var yet" "compose/local --data $var --background --no-seeds, then compose/local stop"
  [ -x "$bin/quadctl" ] || fail "$bin/quadctl is missing" "compose/local builds it"
  mkdir -p "$folder"
  for name in "${units[@]}"; do unit_text "$name" >"$folder/$name"; done
  say "Wrote ${units[*]} to $folder"
  if [ -z "${DESTDIR:-}" ]; then
    systemctl daemon-reload
    ! supervisor_pid >/dev/null || stop
    systemctl enable --now quad.service
    say "Quad runs, and starts with the machine: systemctl status quad"
  fi
  if [ -z "${QUAD_BACKUP_PASSPHRASE:-}" ]; then
    say "There is no daily backup: name the file of a passphrase as QUAD_BACKUP_PASSPHRASE in $site_conf, and repeat this."
  elif [ -z "${DESTDIR:-}" ]; then
    systemctl enable --now quad-backup.timer
    say "A backup is made every night: systemctl list-timers quad-backup"
  fi
}

# One backup of the running site, read back and checked; then those that are too old go.
backup() {
  local days=${QUAD_BACKUP_DAYS:-14} name
  [ -n "${QUAD_BACKUP_PASSPHRASE:-}" ] || fail "no passphrase for backups" \
    "name its file as QUAD_BACKUP_PASSPHRASE in $site_conf: one line, at least 12 characters"
  [[ $days =~ ^[1-9][0-9]{0,3}$ ]] || fail "QUAD_BACKUP_DAYS: $days is not a number of days (1 to 9999)"
  choose_run_folder
  for name in QUAD_KEYS QUAD_RUN QUAD_DATA; do export "$(site_setting "$name")"; done
  mkdir -p "${QUAD_BACKUPS:-$var/backups}"
  PATH=$bin:$PATH exec sh compose/site.sh backup "${QUAD_BACKUPS:-$var/backups}" "$QUAD_BACKUP_PASSPHRASE" "$days"
}
