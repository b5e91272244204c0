# The settings of a site that compose/local runs: NAME=value lines of its site.conf. Sourced by compose/local, which sets
# the folders; never run.
# shellcheck shell=bash disable=SC2154

# The settings that may stand in site.conf, a line each: name, a tab, what counts without it.
settings_of_file() {
  sed -nE 's/^\{"fallback":"([^"]*)","files":\[[^]]*"site\.conf"[^]]*\],"name":"([A-Z_]+)".*/\2\t\1/p' \
    "$quad_root/compose/catalogue.json"
}

# The lines of site.conf as NAME=value, or the first that is none.
file_settings() {
  local line name value number=0 known
  [ -e "$site_conf" ] || return 0
  known=$'\n'$(settings_of_file | cut -f 1)$'\n'
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    line=${line%$'\r'}
    [[ $line =~ ^[[:space:]]*(#|$) ]] && continue
    [[ $line =~ ^[[:space:]]*([A-Za-z_][A-Za-z0-9_]*)=(.*)$ ]] ||
      fail "$site_conf, line $number: this is not NAME=value: $line"
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    [[ $known == *$'\n'"$name"$'\n'* ]] ||
      fail "$site_conf, line $number: there is no setting $name" "compose/local settings lists those that there are"
    [[ $value =~ ^\"(.*)\"[[:space:]]*$ || $value =~ ^\'(.*)\'[[:space:]]*$ ]] && value=${BASH_REMATCH[1]}
    printf '%s=%s\n' "$name" "$value"
  done <"$site_conf"
}

# The settings whose value comes from site.conf.
from_file=()

# Exports the settings of site.conf. One that the environment has already counts more.
read_site_conf() {
  local lines line name
  lines=$(file_settings) || exit 1
  while IFS= read -r line; do
    name=${line%%=*}
    [ -n "$line" ] || continue
    [ -z "${!name+set}" ] || continue
    export "${line?}"
    from_file+=("$name")
  done <<<"$lines"
}

# Ends with the status of a wrong configuration if QUAD_APPS is there and no list of apps.
refuse_bad_apps() {
  local problem place="the environment"
  [ -n "${QUAD_APPS+set}" ] || return 0
  problem=$(apps_problem "$QUAD_APPS")
  [ -n "$problem" ] || return 0
  [[ " ${from_file[*]} " != *" QUAD_APPS "* ]] || place=$site_conf
  (fail "QUAD_APPS in $place $problem" "allowed are: $(known_apps | paste -sd , | sed 's/,/, /g')") || exit 78
}

# Writes a setting into site.conf, in place of what is there: write_setting NAME VALUE. The file appears whole.
write_setting() {
  local name=$1 value=$2
  mkdir -p "$var"
  {
    if [ -e "$site_conf" ]; then
      grep -vE "^[[:space:]]*$name=" "$site_conf" || true
    else
      printf '# The settings of this site. compose/local settings shows all; compose/settings.md says what they mean.\n'
    fi
    printf '%s=%s\n' "$name" "$value"
  } >"$site_conf.new" || fail "$site_conf cannot be written"
  mv -f "$site_conf.new" "$site_conf"
}

# Every setting of site.conf with the value that counts, and where that is from.
settings() {
  tool=quadctl words=(settings --file "$site_conf" "${words[@]}")
  command_line
}
