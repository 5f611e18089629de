import type { Command } from './command-host.ts'
import { protectedCvars } from './console-variables.ts'
import { formatStatusJson, formatStatus } from './status-text.ts'

const kickSlot: Command = (host, [slot = '', ...reason]) => {
  const player = host.game.roster.all.find((one) => String(one.userId) === slot)
  if (player && !host.ignoresKick()) host.game.leave(player, reason.join(' ') || 'Kicked by Console')
  return player ? '' : `Userid ${slot} is not on the server\n`
}

const kickName: Command = (host, words) => {
  const name = words.join(' ')
  const player = host.game.roster.all.find((one) => one.name === name)
  if (player) host.game.leave(player, 'Kicked by Console')
  return player ? '' : `Can't kick, ${name} is not on the server\n`
}

const listMapsCommand: Command = (host, [part = '*']) => {
  const wanted = part.replaceAll('*', '').toLowerCase()
  const found = host.listMaps().filter((map) => map.includes(wanted))
  return found.map((map) => `${map}\n`).join('')
}

const say: Command = (host, words) => {
  host.records.announcements.push(words.join(' '))
  host.game.emit({ kind: 'announced', text: words.join(' ') })
  return ''
}

/** The backup of the round after n ones is called `…round<n>.txt`; any prefix is ignored. */
const restore: Command = (host, [file = '']) => {
  const [, played] = /round(\d{1,3})\.txt$/.exec(file) ?? []
  if (played !== undefined && host.restore(Number(played))) return ''
  return `Failed to load file: ${file}\n`
}

/** Commands of the game itself. */
export const gameCommands: Record<string, Command> = {
  status: (host) => formatStatus(host.status()),
  status_json: (host) => formatStatusJson(host.status()),
  kick: kickName,
  kickid: kickSlot,
  bot_kick: (host) => {
    for (const bot of host.game.roster.bots) host.game.leave(bot, 'Kicked by Console')
    return ''
  },
  maps: listMapsCommand,
  echo: (_host, words) => `${words.join(' ')}\n`,
  say,
  mp_restartgame: (host, [seconds = '1']) => {
    const wanted = Number(seconds)
    if (wanted > 0) host.restart(Math.min(60, Math.ceil(wanted)))
    return ''
  },
  mp_backup_restore_load_file: restore,
  mp_pause_match: (host) => {
    host.game.setPaused(true)
    return ''
  },
  mp_unpause_match: (host) => {
    host.game.setPaused(false)
    return ''
  },
  tv_stoprecord: () => '',
  quit: (host) => {
    host.quit()
    return ''
  },
  cvarlist: (host) =>
    [...host.cvars]
      .filter(([name]) => !protectedCvars.has(name))
      .map(([name, value]) => `${name.padEnd(40)} : ${value}\n`)
      .join(''),
}
