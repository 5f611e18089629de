import type { Command, CommandHost } from './command-host.ts'
import { parseSteamId } from '../game/player.ts'

const reloadAdmins: Command = (host) => {
  host.records.adminReloads += 1
  host.records.admins = readAdmins(host)
  return `[MatchZy] Admins reloaded: ${host.records.admins.length}\n`
}

/** SteamID64s of MatchZy's admins and of CounterStrikeSharp's; none from a file that cannot be read. */
export function readAdmins(host: CommandHost): string[] {
  const matchzy = Object.keys(readJsonObject(host, 'cfg/MatchZy/admins.json'))
  const plugins = pluginAdminsPaths
    .flatMap((path) => Object.values(readJsonObject(host, path)))
    .flatMap((entry) =>
      typeof entry === 'object' && entry !== null && 'identity' in entry ? [String(entry.identity)] : [],
    )
  return [...new Set([...matchzy, ...plugins])]
}

/** In an install, and in a server's folder as a portal writes it. */
const pluginAdminsPaths = ['addons/counterstrikesharp/configs/admins.json', 'counterstrikesharp/admins.json']

function readJsonObject(host: CommandHost, path: string): object {
  try {
    const value: unknown = JSON.parse(host.readFile(path) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * Whether the folder of the server has Metamod and its plugins, as an install with `start.sh` does; a simulated server without such a
 * folder has them. `last-build.txt` names the last build of the game with which the plugins work.
 */
export function findPlugins(host: CommandHost): 'none' | 'broken' | 'loaded' {
  const gameInfo = host.readFile('gameinfo.gi')
  if (gameInfo === null) return 'loaded'
  if (!gameInfo.includes('csgo/addons/metamod')) return 'none'
  const build = /PatchVersion=\d+\.\d+\.(\d+)/.exec(host.readFile('steam.inf') ?? '')?.[1]
  const last = host.readFile('addons/counterstrikesharp/last-build.txt')
  return last !== null && Number(build) > Number(last) ? 'broken' : 'loaded'
}

/** Its own text, in the form of Metamod 2.0 with CounterStrikeSharp 1.0.373. */
const listMetamodPlugins: Command = (host) => {
  const plugins = findPlugins(host)
  if (plugins === 'none') return "Unknown command 'meta'!\n"
  return plugins === 'broken'
    ? 'Listing 1 plugin:\n  [01] <ERROR> CounterStrikeSharp (v1.0.374 @ 6c02f47) by Roflmuffin\n'
    : 'Listing 1 plugin:\n  [01] CounterStrikeSharp (v1.0.373 @ 3a59f2d) by Roflmuffin\n'
}

const listPlugins: Command = (host) =>
  findPlugins(host) === 'loaded'
    ? '  List of all plugins currently loaded by CounterStrikeSharp: 1 plugins loaded.\n' +
      '  [#1:LOADED]: "MatchZy" (0.8.15) by WD- (https://github.com/shobhit-pathak/)\n' +
      '    A plugin for running and managing CS2 practice/pugs/scrims/matches!\n'
    : "Unknown command 'css_plugins'!\n"

/** Not a plugin's command, for tests: a player, who comes when not there, writes into the chat; answers what they read. */
const sayAs: Command = ({ game, records }, [steamId = '', ...words]) => {
  if (parseSteamId(steamId) !== steamId) return 'Invalid SteamID64.\n'
  const player = game.roster.bySteamId(steamId) ?? game.connect({ name: 'Guest', steamId })
  const before = records.privateMessages.length
  game.say(player, words.join(' '))
  return records.privateMessages
    .slice(before)
    .map(({ text }) => `${text}\n`)
    .join('')
}

/** Commands of Metamod, CounterStrikeSharp and MatchZy. */
export const pluginCommands: Record<string, Command> = {
  css_admins_reload: (host) => {
    host.records.admins = readAdmins(host)
    return ''
  },
  css_plugins: listPlugins,
  meta: listMetamodPlugins,
  reload_admins: reloadAdmins,
  gamesim_say: sayAs,
  // Not a plugin's command: lists the present admins, for tests.
  gamesim_admins: ({ records }) => `${JSON.stringify(records.admins)}\n`,
}
