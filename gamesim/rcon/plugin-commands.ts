import { type Command, type CommandHost, findTargets } from './command-host.ts'
import { type Player, parseSteamId } from '../game/player.ts'
import { formatPlayers } from './status-text.ts'

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

/** SimpleAdmin's own way to the message: quotes around the target are not reckoned with, so they get into it. */
const privateMessage: Command = (host, [target = '', ...message], text) => {
  if (message.length === 0) return 'Expected usage: "css_psay <#userid or name> <message>".\n'
  const players = findTargets(host, target)
  if (players.length === 0) return `Target ${target} not found.\n`
  if (players.length > 1) return `Multiple targets found for "${target}".\n`
  const said = text.slice('css_psay'.length + target.length + 2)
  for (const { steamId, name } of players) host.records.privateMessages.push({ steamId, name, text: said })
  return ' Private message sent!\n'
}

/** SimpleAdmin's kick and ban of a player who is there. */
const kick: Command = (host, [target = '', ...reason]) =>
  withSingleTarget(host, target, (player) => host.game.leave(player, reason.join(' ') || 'Kicked by Console'))

const ban: Command = (host, [target = '', minutes = '0']) =>
  withSingleTarget(host, target, (player) => {
    if (player.steamId !== null) host.game.bans.add(player.steamId, Number(minutes) || 0)
    host.game.leave(player, 'Kicked and banned')
  })

function withSingleTarget(host: CommandHost, target: string, act: (player: Player) => void): string {
  const [player, ...others] = findTargets(host, target)
  if (!player) return `Target ${target} not found.\n`
  if (others.length > 0) return `Multiple targets found for "${target}".\n`
  act(player)
  return ''
}

/** Its ban of a player who may be elsewhere. */
const addBan: Command = (host, [who = '', minutes = '0']) => {
  const steamId = parseSteamId(who)
  if (!steamId) return 'Invalid SteamID64.\n'
  host.game.bans.add(steamId, Number(minutes) || 0)
  const player = host.game.roster.bySteamId(steamId)
  if (player) host.game.leave(player, 'Kicked and banned')
  return ''
}

const announce: Command = (host, words) => {
  host.records.announcements.push(words.join(' '))
  host.game.emit({ kind: 'announced', text: words.join(' ') })
  return ''
}

/**
 * Whether the folder of the server has Metamod and its plugins, as an install with `start.sh` does; a simulated server without such a
 * folder has them. `last-build.txt` names the last build of the game with which the plugins work.
 */
function findPlugins(host: CommandHost): 'none' | 'broken' | 'loaded' {
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

/** Commands of the plugins SimpleAdmin and MatchZy. */
export const pluginCommands: Record<string, Command> = {
  css_addban: addBan,
  css_admins_reload: (host) => {
    host.records.admins = readAdmins(host)
    return ''
  },
  css_ban: ban,
  css_kick: kick,
  css_say: announce,
  css_plugins: listPlugins,
  meta: listMetamodPlugins,
  css_players: (host) => formatPlayers(host.game.roster.all),
  css_psay: privateMessage,
  css_reloadadmins: (host) => {
    host.records.adminReloads += 1
    return '[SA] Admins reloaded\n'
  },
  reload_admins: reloadAdmins,
  // Not a plugin's command: lists the present admins, for tests.
  gamesim_admins: ({ records }) => `${JSON.stringify(records.admins)}\n`,
}
