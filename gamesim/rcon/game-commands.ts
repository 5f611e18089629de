import type { Command } from './console-host.ts'
import { statusJson, statusText } from './status.ts'

const changeMap: Command = (host, [map = '']) => {
  if (!/^[a-z]{2,5}_[\w-]{1,60}$/.test(map)) return `CHANGELEVEL FAILED: ${map} not found\n`
  host.changeMap(map)
  return ''
}

const workshopMap: Command = (host, [id = '']) => {
  if (!/^\d{1,20}$/.test(id)) return 'Usage: host_workshop_map <workshop id>\n'
  host.changeMap(`workshop_${id}`)
  return ''
}

const kickSlot: Command = (host, [slot = '', ...reason]) => {
  const player = host.game.roster.all.find((one) => String(one.userId) === slot)
  if (player) host.game.leave(player, reason.join(' ') || 'Kicked by Console')
  return player ? '' : `Userid ${slot} is not on the server\n`
}

const kickName: Command = (host, words) => {
  const name = words.join(' ')
  const player = host.game.roster.all.find((one) => one.name === name)
  if (player) host.game.leave(player, 'Kicked by Console')
  return player ? '' : `Can't kick, ${name} is not on the server\n`
}

/** Commands of the game itself. */
export const gameCommands: Record<string, Command> = {
  status: (host) => statusText(host.status()),
  status_json: (host) => statusJson(host.status()),
  changelevel: changeMap,
  ds_workshop_changelevel: changeMap,
  map: changeMap,
  host_workshop_map: workshopMap,
  kick: kickName,
  kickid: kickSlot,
  bot_kick: (host) => {
    for (const bot of host.game.roster.bots) host.game.leave(bot, 'Kicked by Console')
    return ''
  },
  say: (host, words) => {
    host.records.announcements.push(words.join(' '))
    return ''
  },
  mp_restartgame: (host) => {
    host.restart()
    return ''
  },
  quit: (host) => {
    host.quit()
    return ''
  },
  cvarlist: (host) => [...host.cvars].map(([name, value]) => `${name.padEnd(40)} : ${value}\n`).join(''),
}
