import { toSteamId64 } from '../game/player.ts'
import type { Command, CommandHost } from '../rcon/command-host.ts'

/** A SteamID64, also of an account number, as VIPCore takes both. */
function readSteamId(text: string): string {
  return text.length < 17 ? toSteamId64(Number(text)) : text
}

const isId = (text: string) => /^\d{1,20}$/.test(text)

/** VIPCore: `group` and `time` of an update stay as they are with `-s`. */
const vipcoreCommands: Record<string, Command> = {
  css_vip_adduser: ({ vipPlugin }, words) => {
    const [steamId = '', group = '', seconds = ''] = words
    if (words.length !== 3) return 'Usage: css_vip_adduser <steamid or accountid> <group> <time_second>\n'
    if (!isId(steamId) || !/^\d{1,12}$/.test(seconds)) return ''
    if (!vipPlugin.takesGroup(group)) return 'This VIP group was not found!\n'
    vipPlugin.add(readSteamId(steamId), { group, seconds: Number(seconds) })
    return ''
  },
  css_vip_updateuser: ({ vipPlugin }, words) => {
    const [steamId = '', group = '', seconds = ''] = words
    if (words.length !== 3)
      return 'Usage: css_vip_updateuser <steamid or accountid> [group or -s] [time or -s]\n'
    if (!isId(steamId)) return ''
    if (group !== '-s' && !vipPlugin.takesGroup(group)) return 'This VIP group was not found!\n'
    vipPlugin.update(readSteamId(steamId), {
      group: group === '-s' ? null : group,
      seconds: seconds === '-s' ? null : Number(seconds),
    })
    return ''
  },
  css_vip_deleteuser: ({ vipPlugin }, words) => {
    const [steamId = ''] = words
    if (words.length !== 1) return 'Using: css_vip_deleteuser <steamid or accountid>\n'
    if (isId(steamId)) vipPlugin.remove(readSteamId(steamId))
    return ''
  },
  css_vip_update_user: (host, [steamId = '']) => {
    if (isOnline(host, steamId)) host.vipPlugin.reload(steamId, false)
    return ''
  },
}

const cs2VipCommands: Record<string, Command> = {
  mm_reload_vip: (host, [accountId = '']) => {
    if (accountId === '') return '[VIP] Usage: mm_reload_vip <userid|nickname|accountid>\n'
    const steamId = isId(accountId) ? readSteamId(accountId) : ''
    if (!isOnline(host, steamId)) return '[VIP] Player not found\n'
    host.vipPlugin.reload(steamId, true)
    return ''
  },
}

function isOnline({ game }: CommandHost, steamId: string): boolean {
  return game.roster.bySteamId(steamId) !== undefined
}

/** The command of the plugin that the server has; undefined where the console does not know it. */
export function findVipCommand({ vipPlugin }: CommandHost, name: string): Command | undefined {
  if (vipPlugin.kind === 'none') return undefined
  const commands = vipPlugin.kind === 'vipcore' ? vipcoreCommands : cs2VipCommands
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}
