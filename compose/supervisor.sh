# The supervisor of compose/local: its configuration, its start and stop, and programs that outlived it. Sourced by
# compose/local, which sets the folders and limits; never run.
# shellcheck shell=bash disable=SC2154

# The process id of this site's supervisor, if it runs. A number left behind by a dead one proves nothing.
supervisor_pid() {
  local pid
  read -r pid 2>/dev/null <"$pid_file" || return 1
  [[ $pid =~ ^[0-9]+$ ]] && tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF -- "$config" || return 1
  printf '%s' "$pid"
}

control() { supervisorctl -c "$config" "$@"; }

stop_site() {
  local pid=$1 from seen
  from=$(now_ms)
  seen=$(stat -c %s "$supervisor_log" 2>/dev/null || echo 0)
  say "Draining and stopping…"
  kill -TERM "$pid" 2>/dev/null || true
  while [ -d "/proc/$pid" ] && ! grep -qs '^State:.*Z' "/proc/$pid/status"; do
    if [ $(($(now_ms) - from)) -gt $((stop_limit * 1000)) ]; then
      fail "still running after $stop_limit s (process $pid)" "look: compose/local logs"
    fi
    sleep 0.1
  done
  local killed
  killed=$(tail -c "+$((seen + 1))" "$supervisor_log" 2>/dev/null | sed -nE "s/.*killing '([^']+)'.* with SIGKILL.*/\1/p" | sort -u | paste -sd ' ')
  [ -z "$killed" ] || say "Did not drain in time and was killed: $killed"
  say "Stopped after $(seconds $(($(now_ms) - from))) s"
}

# Programs of this site whose supervisor died without them (kill -9): they hold the databases and the sockets.
end_orphans() {
  local folder name pids=() pid own
  own=$(site_setting QUAD_DATA)
  for folder in /proc/[0-9]*; do
    grep -qzsxF -- "$own" "$folder/environ" 2>/dev/null || continue
    name=$(readlink "$folder/exe" 2>/dev/null || true)
    [[ " ${programs[*]} " == *" ${name##*/} "* || $(tr '\0' ' ' 2>/dev/null <"$folder/cmdline") == *"$bin/"* ]] || continue
    pids+=("${folder#/proc/}")
  done
  [ ${#pids[@]} -gt 0 ] || return 0
  say "Ending programs left over from an earlier run: ${pids[*]}"
  kill -TERM "${pids[@]}" 2>/dev/null || true
  local deadline=$(($(now_ms) + program_limit * 1000))
  for pid in "${pids[@]}"; do
    while [ -d "/proc/$pid" ] && [ "$(now_ms)" -lt "$deadline" ]; do sleep 0.1; done
    kill -KILL "$pid" 2>/dev/null || true
  done
}

write_config() {
  local name priority=0
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
    for name in "${programs[@]}"; do
      priority=$((priority + 10))
      printf '\n[program:%s]\ncommand="%s"\ndirectory=%s\npriority=%d\n' "$name" "$bin/$name" "$var" "$priority"
      printf 'autorestart=true\nstartsecs=1\nstartretries=100\nstopsignal=TERM\nkillasgroup=true\n'
      printf 'stopwaitsecs=%d\n' "$program_limit"
      printf 'redirect_stderr=true\nstdout_logfile=%s\n' "$var/log/$name.log"
      printf 'stdout_logfile_maxbytes=10MB\nstdout_logfile_backups=3\n'
    done
  } >"$config"
}

# How often a program ended by itself since this start.
exits() { tail -c "+$((log_began + 1))" "$supervisor_log" 2>/dev/null | grep -c "exited: $1 .*not expected" || true; }

start_supervisor() {
  local files
  files=$(ulimit -Hn)
  [ "$files" != unlimited ] && [ "$files" -le 65536 ] || files=65536
  ulimit -Sn "$files"
  rm -f "$run/supervisor.sock" "$pid_file"
  log_began=$(stat -c %s "$supervisor_log" 2>/dev/null || echo 0)
  # Its own session: a Ctrl-C reaches this script alone, which then drains. It must not inherit the lock either.
  setsid supervisord --nodaemon --silent -c "$config" </dev/null >"$log/supervisord.out" 2>&1 9>&- &
  supervisor=$!
}
