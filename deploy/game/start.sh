#!/usr/bin/env bash
# Starts or verifies one Counter-Strike 2 server from a shared, read-only install.
#
#   start.sh run    --install DIR --folder DIR --port N [--mods DIR] [--tv N] [--host IP] [--map NAME] [--players N] [-- MORE…]
#   start.sh verify --install DIR --folder DIR [--mods DIR]
#
# --install  one version of the game, as game-host installs it; a link such as `current` is resolved once, at the start
# --mods     a tree that is copied over game/csgo: Metamod, CounterStrikeSharp, MatchZy, …
# --folder   the server's own folder, which the portal fills: cfg/server.cfg, cfg/MatchZy/admins.json, counterstrikesharp/admins.json,
#            cfg/MatchZy/savednades.json (may be missing),
#            launch/webapi_authkey.txt and launch/workshop_collection.txt (both may be empty)
#
# The game runs in FOLDER/cs2: real folders with links to the files of the install, copies of what the game or a mod changes.
# `run` builds it again at each start and starts the game only when it is complete. On SIGTERM the game ends its recording
# and quits; what remains after 4 s is for the portal to kill.
set -euo pipefail

fail() {
  echo "start.sh: $1" >&2
  exit "${2:-1}"
}

mode=${1:-}
[ "$mode" = run ] || [ "$mode" = verify ] || fail 'the first argument must be run or verify' 2
shift
install='' mods='' folder='' port='' tv='' host=0.0.0.0 map=de_dust2 players=16
while [ $# -gt 0 ]; do
  option=$1
  shift
  [ "$option" = -- ] && break
  [ $# -gt 0 ] || fail "$option needs a value" 2
  case $option in
    --install) install=$1 ;;
    --mods) mods=$1 ;;
    --folder) folder=$1 ;;
    --port) port=$1 ;;
    --tv) tv=$1 ;;
    --host) host=$1 ;;
    --map) map=$1 ;;
    --players) players=$1 ;;
    *) fail "unknown option $option" 2 ;;
  esac
  shift
done
[ -n "$install" ] || fail '--install is missing' 2
[ -n "$folder" ] || fail '--folder is missing' 2

# An update moves the link; a running server stays on its version.
install=$(readlink -e -- "$install") || fail 'the install does not exist'
[ -d "$install/game/csgo" ] || fail "$install holds no game/csgo"
# Held while the game runs: game-host removes no build that is in use.
if [ -f "$install/.manifest" ]; then
  exec 9<"$install/.manifest"
  flock --shared --nonblock 9 || fail "$install is being removed"
fi
[ ! -e "$install/.incomplete" ] || fail "$install is incomplete: its installation did not end"
if [ -n "$mods" ]; then
  mods=$(readlink -e -- "$mods") || fail 'the mods do not exist'
  [ -d "$mods/addons" ] || fail "$mods holds no addons"
fi

farm=$folder/cs2
csgo=$farm/game/csgo
bin=game/bin/linuxsteamrt64

# What SteamCMD left: a size per file, written by game-host when the installation was complete.
check_install() {
  [ -f "$install/.manifest" ] || return 0
  local size path
  while read -r size path; do
    [ "$(stat -c %s -- "$install/$path" 2>/dev/null || echo none)" = "$size" ] || fail "$install/$path is missing or damaged" 3
  done <"$install/.manifest"
}

# The game and its mods write into their own folders, so those are real. Files of the install are links, renewed each time;
# files that the game or a plugin wrote stay: demos, backups, databases.
build_farm() {
  mkdir -p "$farm"
  find "$farm" -type l -delete
  if [ -f "$farm/.mods" ]; then
    (cd "$csgo" 2>/dev/null && xargs -0 -r rm -f -- <"$farm/.mods") || true
  fi
  rm -rf -- "${farm:?}/$bin"
  cp -R --symbolic-link --remove-destination -- "$install/." "$farm/"
  rm -rf -- "${farm:?}/$bin"
  # The game finds its files by the path of its own program, which must not be a link.
  cp -RL --reflink=auto -- "$install/$bin" "$farm/$bin"
  if [ -n "$mods" ]; then
    (cd "$mods" && find . -type f -print0) >"$farm/.mods.new"
    mv "$farm/.mods.new" "$farm/.mods"
    cp -RL --remove-destination -- "$mods/." "$csgo/"
    add_metamod
  fi
  # Links, never copies: the game runs server.cfg at every map, and a copy brings an old password back.
  link_file cfg/server.cfg cfg/server.cfg
  link_file cfg/MatchZy/admins.json cfg/MatchZy/admins.json
  link_saved_grenades
  if [ -s "$folder/launch/webapi_authkey.txt" ]; then link_file launch/webapi_authkey.txt webapi_authkey.txt; fi
  link_file counterstrikesharp/admins.json addons/counterstrikesharp/configs/admins.json
  # Workshop maps are downloaded next to the program; they are kept when that folder is copied again.
  mkdir -p "$folder/workshop" "$farm/$bin/steamapps"
  ln -sfn "$folder/workshop" "$farm/$bin/steamapps/workshop"
}

link_file() {
  mkdir -p "$(dirname "$csgo/$2")"
  ln -sfn "$folder/$1" "$csgo/$2"
}

# MatchZy writes through the link into the file that the portal reads. What a server saved before there was a link goes into it.
link_saved_grenades() {
  local saved=cfg/MatchZy/savednades.json
  [ -f "$folder/$saved" ] || return 0
  if [ -f "$csgo/$saved" ] && [ ! -L "$csgo/$saved" ]; then cat -- "$csgo/$saved" >"$folder/$saved"; fi
  link_file "$saved" "$saved"
}

# Metamod is loaded by a search path after Game_LowViolence, which every update of the game removes.
add_metamod() {
  local info=$csgo/gameinfo.gi
  grep -q Game_LowViolence "$install/game/csgo/gameinfo.gi" || fail "$install/game/csgo/gameinfo.gi has no Game_LowViolence"
  sed '0,/Game_LowViolence/s|.*Game_LowViolence.*|&\n\t\t\tGame\tcsgo/addons/metamod|' "$install/game/csgo/gameinfo.gi" >"$info.new"
  mv "$info.new" "$info"
}

# Nothing else removes these files (minutes: a week of demos and logs, three days of backups).
prune() {
  find "$csgo/MatchZy" -name '*.dem' -type f -mmin +10080 -delete 2>/dev/null || true
  find "$csgo/MatchZyDataBackup" -type f -mmin +4320 -delete 2>/dev/null || true
  find "$csgo/logs" "$csgo/addons/counterstrikesharp/logs" -type f -mmin +10080 -delete 2>/dev/null || true
}

if [ "$mode" = verify ]; then
  check_install
  build_farm
  echo "verified: $install"
  exit 0
fi

[[ $port =~ ^[0-9]+$ ]] || fail '--port must be a number' 2
build_farm
prune

# Steam's library is looked up in the home folder.
export HOME=$folder/home
mkdir -p "$HOME/.steam/sdk64"
if [ -f "$install/steamclient.so" ]; then ln -sfn "$install/steamclient.so" "$HOME/.steam/sdk64/steamclient.so"; fi
export LD_LIBRARY_PATH=$farm/$bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# tv_port counts on the command line only.
tv_words=()
if [ -n "$tv" ]; then tv_words=(+tv_port "$tv"); fi

# A collection offers its maps besides those of the game.
workshop_words=()
collection=$(cat -- "$folder/launch/workshop_collection.txt" 2>/dev/null || true)
if [[ $collection =~ ^[1-9][0-9]{0,19}$ ]]; then workshop_words=(+host_workshop_collection "$collection"); fi

console=$folder/console
rm -f -- "$console"
mkfifo -m 600 "$console"
exec 3<>"$console"
cd "$farm/$bin"
./cs2 -dedicated -ip "$host" -usercon -port "$port" "${tv_words[@]}" -maxplayers "$players" \
  +game_type 0 +game_mode 1 +exec server.cfg "${workshop_words[@]}" +map "$map" "$@" <&3 &
game=$!

# shellcheck disable=SC2317 # called by the trap
stop() {
  # The game would drop the end of a recording when it is killed.
  printf 'tv_stoprecord\nquit\n' >&3
  for _ in $(seq 40); do
    kill -0 "$game" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -TERM "$game" 2>/dev/null || true
}
trap stop TERM INT

# A signal ends `wait` while the game still runs.
while :; do
  code=0
  wait "$game" || code=$?
  kill -0 "$game" 2>/dev/null || break
done
exit "$code"
