import { parseSteamId, toSteamTag } from '../game/player.ts'
import type { Command, CommandHost } from './command-host.ts'
import { findPlugins } from './plugin-commands.ts'

/** `banid 5 3 kick`: by the number of a player who is there, or a SteamID in any of its forms. */
const banId: Command = (host, [minutes = '', who = '', kick]) => {
  if (!/^\d{1,9}$/.test(minutes) || who === '')
    return 'Usage:  banid < minutes > < userid | uniqueid > { kick }\n'
  const player = host.game.roster.humans.find(
    ({ userId, steamId }) => String(userId) === who || steamId === parseSteamId(who),
  )
  const steamId = player?.steamId ?? parseSteamId(who)
  if (!steamId) return `banid:  Couldn't resolve uniqueid ${who}.\n`
  host.game.bans.add(steamId, Number(minutes))
  if (player && kick === 'kick') host.game.leave(player, 'Kicked and banned')
  return ''
}

/** Only permanent bans are written. */
const writeId: Command = (host) => {
  const lines = host.game.bans.permanent.map((steamId) => `banid 0 ${toSteamTag(steamId)}\n`)
  host.writeFile('cfg/banned_user.cfg', lines.join(''))
  return ''
}

/** The game's own list of bans, which ends with its process; `writeid` saves what `exec banned_user.cfg` reads. */
const commands: Record<string, Command> = {
  banid: banId,
  removeid: (host, [who = '']) =>
    host.game.bans.remove(parseSteamId(who) ?? '') ? '' : `removeid:  couldn't find ${who}\n`,
  writeid: writeId,
  listid: (host) =>
    `ID filter list: ${host.game.bans.permanent.length} entries\n${host.game.bans.permanent
      .map((steamId, index) => `${index + 1} ${toSteamTag(steamId)} : permanent\n`)
      .join('')}`,
}

/** CS2 hides these commands; CounterStrikeSharp unlocks them (`UnlockConCommands`), so that a server without it does not know them. */
export function findBanCommand(host: CommandHost, name: string): Command | undefined {
  return Object.hasOwn(commands, name) && findPlugins(host) === 'loaded' ? commands[name] : undefined
}
