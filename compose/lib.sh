# Shared by compose/local and Tests/run: messages, and what has to be installed. Sourced by bash, never run.
# shellcheck shell=bash

quad_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*"; }

# The programs of a site, in the order of start: the rows that `quadctl catalogue` prints.
site_programs() { sed -nE 's/^\{"hasStore":(true|false),"name":"([a-z-]+)".*/\2/p' "$quad_root/compose/catalogue.json"; }

# The apps of this release, a line each.
known_apps() { sed -nE 's/^\{"name":"([a-z]+)","programs":.*/\1/p' "$quad_root/compose/catalogue.json"; }

# apps_problem LIST: what is wrong with a list of apps; nothing if a site can run it.
apps_problem() {
  local word words seen=' ' known
  known=" $(known_apps | paste -sd ' ') "
  [[ $1 =~ [^[:space:],] ]] || {
    printf 'lists no app'
    return
  }
  IFS=, read -ra words <<<"$1,"
  for word in "${words[@]}"; do
    word=${word#"${word%%[![:space:]]*}"}
    word=${word%"${word##*[![:space:]]}"}
    if [ -z "$word" ]; then
      printf 'has a comma too many'
    elif [[ $seen == *" $word "* ]]; then
      printf 'lists %s twice' "$word"
    elif [[ $known != *" $word "* ]]; then
      printf 'lists %s, which is not an app' "$word"
    else
      seen+="$word "
      continue
    fi
    return
  done
}

# The programs that a list of apps needs (programs_of LIST), in the order of start; all for an empty one.
programs_of() {
  local name app list
  list=${1//[[:space:]]/}
  while read -r name app; do
    [[ -n $app && -n $list && ",$list," != *",$app,"* ]] || printf '%s\n' "$name"
  done < <(sed -nE 's/^\{"hasStore":(true|false),"name":"([a-z-]+)"(,"neededBy":"([a-z]+)")?.*/\2 \4/p' \
    "$quad_root/compose/catalogue.json")
}

# The settings of a kind of site (local, campus), a line each: whether the operator's own value counts, name, value.
launch_settings() {
  local row='s/^\{"isDefault":(true|false),"kind":"KIND","setting":"([A-Z_]+)","value":"([^"]*)"\}.*/\1 \2 \3/p'
  sed -nE "${row/KIND/$1}" "$quad_root/compose/catalogue.json"
}

# launch_seconds ready|stop: the seconds that a site may take.
launch_seconds() { sed -nE 's/^\{"name":"'"$1"'","seconds":([0-9]+)\}.*/\1/p' "$quad_root/compose/catalogue.json"; }

# The gateway's path that reports whether the whole site is ready.
ready_path() { sed -nE 's/^\{.*"readyPath":"([^"]+)".*/\1/p' "$quad_root/compose/catalogue.json"; }

# Ends the script: what is wrong, then (further arguments) what to do about it.
fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  shift
  local line
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# Milliseconds of a clock that no time correction moves.
now_ms() {
  local up
  read -r up _ </proc/uptime
  up=${up/./}
  printf '%s' "$((10#$up * 10))"
}

# "12.3" out of milliseconds.
seconds() { printf '%d.%d' "$(($1 / 1000))" "$(($1 % 1000 / 100))"; }

# The packages of a group of packages.debian.
packages_of() { sed -nE "s/^$1 +([^ ]+).*/\1/p" "$quad_root/compose/packages.debian"; }

need_swift() {
  command -v swift >/dev/null ||
    fail "Quad needs Swift 6.3 and there is no swift on the PATH: https://www.swift.org/install/linux/" \
      "Debian 12 needs these packages for it: $(packages_of swift | paste -sd ' ')"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif ! command -v sudo >/dev/null; then
    return 1
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# Installs the packages of these groups of packages.debian that are missing, saying which.
need_packages() {
  command -v dpkg-query >/dev/null || {
    say "This is not Debian: packages are not checked (what is needed: compose/packages.debian)"
    return
  }
  local group name least wanted have missing=()
  for wanted in "$@"; do
    while read -r group name least _; do
      [ "$group" = "$wanted" ] || continue
      have=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$name" 2>/dev/null || true)
      case $have in
        "installed "*) ;;
        *) have= ;;
      esac
      case $least in
        ">="*) dpkg --compare-versions "${have#installed }" ge "${least#>=}" || have= ;;
      esac
      [ -n "$have" ] || missing+=("$name")
    done <"$quad_root/compose/packages.debian"
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing Debian packages: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -q)
  { as_root "${apt[@]}" update && as_root "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } ||
    fail "could not install them; as root, run:" \
      "apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
}

# Makes the Python environment FOLDER from files of requirements, again only when one of them has changed.
need_python_environment() {
  local folder=$1 stamp python=/usr/bin/python3 requirements=()
  shift
  [ -x "$python" ] || python=$(command -v python3)
  stamp=$({ "$python" --version; cat "$@"; } | sha256sum)
  [ "$(cat "$folder/.stamp" 2>/dev/null)" != "$stamp" ] || return 0
  say "Making the Python environment ${folder#"$quad_root"/}"
  rm -rf "$folder"
  local file
  for file in "$@"; do requirements+=(-r "$file"); done
  if ! { "$python" -m venv "$folder" &&
    timeout 600 "$folder/bin/pip" install -q --disable-pip-version-check --no-input "${requirements[@]}"; }; then
    fail "could not install the Python packages of ${*#"$quad_root"/}"
  fi
  printf '%s\n' "$stamp" >"$folder/.stamp"
}
