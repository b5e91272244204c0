# The supervisor of compose/local: its configuration, its start and stop, and programs that outlived it. Sourced by
# compose/local, which sets the folders and limits; never run.
# shellcheck shell=bash disable=SC2154

# The process id of this site's supervisor, if it runs. It is found by its arguments: on a full disk there is no file
# of its number, and a number left behind by a dead one proves nothing.
supervisor_pid() {
  local file
  while read -r file; do
    grep -qzsE '(^|/)supervis(e|ord)$' "$file" || continue
    file=${file#/proc/}
    printf '%s' "${file%/cmdline}"
    return 0
  done < <(grep -lzsxF -- "$config" /proc/[0-9]*/cmdline)
  return 1
}

# The programs of this site that run, a line each: name and process id. Their environment names the data.
site_processes() {
  local folder name
  while read -r folder; do
    folder=${folder%/environ}
    name=$(readlink "$folder/exe" 2>/dev/null || true)
    name=${name##*/}
    # A script's is the second of its words.
    [[ " ${every_program[*]} " == *" $name "* ]] ||
      name=$(tr '\0' '\n' 2>/dev/null <"$folder/cmdline" | sed -nE "s#^$bin/([a-z-]+)\$#\1#p" | head -n 1)
    [ -z "$name" ] || printf '%s %s\n' "$name" "${folder#/proc/}"
  done < <(grep -lzsxF -- "$(site_setting QUAD_DATA)" /proc/[0-9]*/environ)
}

is_alive() { [ -d "/proc/$1" ] && ! grep -qs '^State:.*Z' "/proc/$1/status"; }

# What the supervisor runs, a line each, in the order of start.
supervised() {
  ! has_postgres || printf 'postgres\n'
  printf '%s\n' "${programs[@]}"
}

control() { supervisorctl -c "$config" "$@"; }

# Drains and stops everything, whether or not a supervisor runs (stop_site [PID]), and says what did not go well.
stop_site() {
  local pid=${1:-} from seen
  from=$(now_ms)
  seen=$(stat -c %s "$supervisor_log" 2>/dev/null || echo 0)
  say "Draining and stopping…"
  [ -z "$pid" ] || kill -TERM "$pid" 2>/dev/null || true
  while [ -n "$pid" ] && is_alive "$pid"; do
    if [ $(($(now_ms) - from)) -gt $((stop_limit * 1000)) ]; then
      say "The supervisor (process $pid) did not end within $stop_limit s and was killed"
      kill -KILL "$pid" 2>/dev/null || true
      break
    fi
    sleep 0.1
  done
  end_orphans
  local killed
  killed=$(tail -c "+$((seen + 1))" "$supervisor_log" 2>/dev/null | sed -nE "s/.*killing '([^']+)'.* with SIGKILL.*/\1/p" | sort -u | paste -sd ' ')
  [ -z "$killed" ] || say "Did not drain in time and was killed: $killed"
  say "Stopped after $(seconds $(($(now_ms) - from))) s"
}

# Ends programs of this site whose supervisor died without them (kill -9): they hold the databases and the sockets.
end_orphans() {
  end_programs
  ! has_postgres || end_postgres
}

end_programs() {
  local name pid pids=() killed=()
  while read -r name pid; do pids+=("$pid"); done < <(site_processes)
  [ ${#pids[@]} -gt 0 ] || return 0
  say "Ending programs left over from an earlier run: ${pids[*]}"
  kill -TERM "${pids[@]}" 2>/dev/null || true
  local deadline=$(($(now_ms) + program_limit * 1000))
  for pid in "${pids[@]}"; do
    while is_alive "$pid" && [ "$(now_ms)" -lt "$deadline" ]; do sleep 0.1; done
    ! is_alive "$pid" || killed+=("$pid")
  done
  [ ${#killed[@]} -gt 0 ] || return 0
  kill -KILL "${killed[@]}" 2>/dev/null || true
  deadline=$(($(now_ms) + program_limit * 1000))
  for pid in "${killed[@]}"; do
    while is_alive "$pid" && [ "$(now_ms)" -lt "$deadline" ]; do sleep 0.1; done
    ! is_alive "$pid" || fail "process $pid cannot be ended" "it waits for a disk that does not answer: look at the kernel's log"
  done
  say "Did not drain in time and were killed: ${killed[*]}"
}

# Prints the reason if nothing can be written to the site's folder, else nothing. A file of a few blocks has to fit.
disk_problem() {
  local why
  why=$({ head -c 65536 /dev/zero >"$var/.room" && rm -f "$var/.room"; } 2>&1) && return 0
  rm -f "$var/.room" 2>/dev/null || true
  why=${why##*: }
  printf '%s' "${why%%$'\n'*}"
}

write_config() {
  local name priority=0 first=
  ! has_postgres || first="\"$quad_root/compose/after-postgres\" \"$(postgres_bin)\" \"$run\" "
  {
    printf '; Written by compose/local at each start.\n'
    printf '[unix_http_server]\nfile=%s\nchmod=0700\n\n' "$run/supervisor.sock"
    printf '[supervisord]\nlogfile=%s\nlogfile_maxbytes=5MB\nlogfile_backups=2\npidfile=%s\n' \
      "$var/log/supervisord.log" "$var/supervisord.pid"
    printf 'childlogdir=%s\numask=077\n' "$var/log"
    [ "$(id -u)" != 0 ] || printf 'user=root\n'
    printf '\n[rpcinterface:supervisor]\n'
    printf 'supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface\n'
    printf '\n[supervisorctl]\nserverurl=unix://%s\n' "$run/supervisor.sock"
    ! has_postgres || postgres_config
    for name in "${programs[@]}"; do
      priority=$((priority + 10))
      printf '\n[program:%s]\ncommand=%s"%s"\ndirectory=%s\npriority=%d\n' "$name" "$first" "$bin/$name" "$var" "$priority"
      printf 'autorestart=true\nstartsecs=1\nstartretries=100\nstopsignal=TERM\nkillasgroup=true\n'
      printf 'stopwaitsecs=%d\n' "$program_limit"
      printf 'redirect_stderr=true\nstdout_logfile=%s\n' "$var/log/$name.log"
      printf 'stdout_logfile_maxbytes=10MB\nstdout_logfile_backups=3\n'
    done
  } >"$config"
}

# exits PROGRAM: the number of times it ended by itself since this start.
exits() { tail -c "+$((log_began + 1))" "$supervisor_log" 2>/dev/null | grep -c "exited: $1 .*not expected" || true; }

start_supervisor() {
  local files
  files=$(ulimit -Hn)
  [ "$files" != unlimited ] && [ "$files" -le 65536 ] || files=65536
  ulimit -Sn "$files"
  rm -f "$run/supervisor.sock" "$pid_file"
  log_began=$(stat -c %s "$supervisor_log" 2>/dev/null || echo 0)
  # Its own session: a Ctrl-C reaches this script alone, which then drains. It must not inherit the lock either.
  local python
  read -ra python < <(sed -n '1s/^#! *//p' "$(command -v supervisord)")
  setsid "${python[@]}" compose/supervise --nodaemon --silent -c "$config" </dev/null >"$log/supervisord.out" 2>&1 9>&- &
  supervisor=$!
}
