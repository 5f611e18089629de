import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** As in the game: Metamod's line goes after Game_LowViolence. */
const gameinfo = `"GameInfo"
{
\tFileSystem
\t{
\t\tSearchPaths
\t\t{
\t\t\tGame_LowViolence\tcsgo_lv
\t\t\tGame\tcsgo
\t\t\tGame\tcsgo_imported
\t\t}
\t}
}
`

/**
 * In place of the game's program: takes its command line, and plays in the folder it was started from. Like the game it
 * reads its console from the standard input, and ends without gameinfo.gi or its library path.
 */
const program = `#!/usr/bin/env bash
set -euo pipefail
root=$(dirname "$(readlink -f -- "$0")")/../../..
test -e "$root/game/csgo/gameinfo.gi"
test "\${LD_LIBRARY_PATH%%:*}" = "$(cd "$root/game/bin/linuxsteamrt64" && pwd)" || { echo 'no library path' >&2; exit 127; }
words=(--rented --console --data "$root/game/csgo" --install "$root")
while [ $# -gt 0 ]; do
  case $1 in
    -port) words+=(--port "$2"); shift ;;
    -ip) words+=(--host "$2"); shift ;;
    +tv_port) words+=(--tv-port "$2"); shift ;;
  esac
  shift
done
exec 'NODE' 'START' "\${words[@]}"
`

/** Writes a tree that is laid out as an install of the game, with gamesim as its program. `build` is its version. */
export function writeCs2Tree(folder: string, build = '1'): void {
  write(folder, 'game/csgo/gameinfo.gi', gameinfo)
  write(folder, 'game/csgo/pak01_dir.vpk', `build ${build}\n`)
  write(folder, 'game/csgo/cfg/gamemode_competitive.cfg', 'mp_maxrounds 24\n')
  writeSteamInf(folder, `1.41.${build}.0`)
  write(folder, 'game/bin/linuxsteamrt64/libserver.so', `build ${build}\n`)
  const start = join(import.meta.dirname, '../start.mjs')
  write(
    folder,
    'game/bin/linuxsteamrt64/cs2',
    program.replace('NODE', process.execPath).replace('START', start),
  )
  chmodSync(join(folder, 'game/bin/linuxsteamrt64/cs2'), 0o755)
}

/** Writes the file that names the version of an install. */
export function writeSteamInf(folder: string, version: string): void {
  write(folder, 'game/csgo/steam.inf', `PatchVersion=${version}\nappID=730\n`)
}

/** Writes a tree of mods: Metamod, and MatchZy with a configuration of its own. It works up to the build `lastBuild` of the game. */
export function writeModsTree(folder: string, version = '1', lastBuild = '999999999'): void {
  write(folder, 'addons/counterstrikesharp/last-build.txt', lastBuild)
  write(folder, 'addons/metamod/metaplugins.ini', `; ${version}\n`)
  write(folder, 'addons/counterstrikesharp/plugins/MatchZy/MatchZy.dll', `version ${version}\n`)
  write(folder, `addons/counterstrikesharp/plugins/MatchZy/v${version}.txt`, '')
  write(folder, 'cfg/MatchZy/config.cfg', '// MatchZy\n')
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
