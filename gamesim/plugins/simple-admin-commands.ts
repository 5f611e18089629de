import { type Player, parseSteamId } from '../game/player.ts'
import { type Command, type CommandHost, findTargets } from '../rcon/command-host.ts'
import { formatPlayers } from '../rcon/status-text.ts'
import { type PenaltyKind, kickDelayMs } from './simple-admin.ts'

/** CounterStrikeSharp's answer to a command with too few words; the plugin does not see it then. */
function withUsage(name: string, usage: string, command: Command): Command {
  return (host, words, text) =>
    words.length === 0 ? `[CSS] Expected usage: "${name} ${usage}".\n` : command(host, words, text)
}

const targetUsage = '<#userid or name> [time in minutes/0 perm] [reason]'
const steamIdUsage = '<steamid> [time in minutes/0 perm] [reason]'

function findTarget(host: CommandHost, target: string): Player | string {
  const [player, ...others] = findTargets(host, target)
  if (!player) return `Target ${target} not found.\n`
  return others.length > 0 ? `Multiple targets found for "${target}".\n` : player
}

/** The plugin shows the player why for some seconds before they leave. */
function kickLater(host: CommandHost, player: Player, reason: string): void {
  host.game.schedule(kickDelayMs, () => host.game.leave(player, reason))
}

const kick: Command = (host, [target = '', ...reason]) => {
  const player = findTarget(host, target)
  if (typeof player === 'string') return player
  kickLater(host, player, reason.join(' ').trim() || 'Unknown')
  return ''
}

function toMinutes(text: string): number {
  return Math.max(0, Math.trunc(Number(text)) || 0)
}

function apply(host: CommandHost, kind: PenaltyKind, steamId: string, minutes: string): void {
  host.simpleAdmin.add(kind, steamId, toMinutes(minutes))
  const player = host.game.roster.bySteamId(steamId)
  if (player && kind === 'ban') kickLater(host, player, 'Kicked and banned')
}

/** Of a player who is there. */
const penalty =
  (kind: PenaltyKind): Command =>
  (host, [target = '', minutes = '']) => {
    const player = findTarget(host, target)
    if (typeof player === 'string') return player
    if (isStored(host) && player.steamId !== null) apply(host, kind, player.steamId, minutes)
    return ''
  }

const penaltyNames = { ban: 'Ban', mute: 'Mute', gag: 'Gag' } as const

/** Of a SteamID; only for a player who is not there the plugin answers what it did. */
const addedPenalty =
  (kind: PenaltyKind): Command =>
  (host, [who = '', minutes = '']) => {
    if (!isStored(host)) return ''
    const steamId = parseSteamId(who)
    if (steamId === null) return 'Invalid SteamID64.\n'
    apply(host, kind, steamId, minutes)
    if (host.game.roster.bySteamId(steamId)) return ''
    return `Player with steamid ${steamId} is not online. ${penaltyNames[kind]} has been added offline.\n`
  }

/** The answer is the same whether or not there was a penalty. */
const lift =
  (kind: PenaltyKind): Command =>
  (host, [who = '']) => {
    if (!isStored(host)) return ''
    if (who.length <= 1) return 'Too short pattern to search.\n'
    const steamId = parseSteamId(who)
    if (steamId !== null) host.simpleAdmin.remove(kind, steamId)
    if (kind === 'ban') return `Unbanned player with pattern ${who}.\n`
    const done = kind === 'mute' ? 'Unmuted' : 'Ungaged'
    const player = steamId === null ? undefined : host.game.roster.bySteamId(steamId)
    return player ? `${done} player ${player.name}.\n` : `${done} offline player with pattern ${who}.\n`
  }

function isStored({ simpleAdmin }: CommandHost): boolean {
  return simpleAdmin.kind !== 'broken'
}

/** The line as it was typed, quotes and all. */
const announce: Command = (host, _words, text) => {
  const said = text.slice('css_say '.length)
  host.records.announcements.push(said)
  host.game.emit({ kind: 'announced', text: said })
  return ''
}

/** SimpleAdmin's own way to the message: quotes around the target are not reckoned with, so they get into it. */
const privateMessage: Command = (host, [target = '', ...message], text) => {
  if (message.length === 0) return '[CSS] Expected usage: "css_psay <#userid or name> <message>".\n'
  const player = findTarget(host, target)
  if (typeof player === 'string') return player
  const said = text.slice('css_psay'.length + target.length + 2)
  host.records.privateMessages.push({ steamId: player.steamId, name: player.name, text: said })
  return ' Private message sent!\n'
}

/** Commands of CS2-SimpleAdmin 1.7.9. */
const commands: Record<string, Command> = {
  css_kick: withUsage('css_kick', '<#userid or name> [reason]', kick),
  css_ban: withUsage('css_ban', targetUsage, penalty('ban')),
  css_mute: withUsage('css_mute', targetUsage, penalty('mute')),
  css_gag: withUsage('css_gag', targetUsage, penalty('gag')),
  css_addban: withUsage('css_addban', steamIdUsage, addedPenalty('ban')),
  css_addmute: withUsage('css_addmute', steamIdUsage, addedPenalty('mute')),
  css_addgag: withUsage('css_addgag', steamIdUsage, addedPenalty('gag')),
  css_unban: withUsage('css_unban', '<steamid or name or ip> [reason]', lift('ban')),
  css_unmute: withUsage('css_unmute', '<steamid or name>', lift('mute')),
  css_ungag: withUsage('css_ungag', '<steamid or name> [reason]', lift('gag')),
  css_say: withUsage('css_say', '<message>', announce),
  css_psay: privateMessage,
  css_players: (host) => formatPlayers(host.game.roster.all),
  css_reloadadmins: (host) => {
    host.records.adminReloads += 1
    return '[SA] Admins reloaded\n'
  },
}

/** The command of the plugin; undefined where the server has no such plugin, or not this command. */
export function findAdminCommand({ simpleAdmin }: CommandHost, name: string): Command | undefined {
  return simpleAdmin.kind !== 'none' && Object.hasOwn(commands, name) ? commands[name] : undefined
}
