import { rconCommands, type RconCommand } from '@clutch/contract/rules/servers/rcon/rcon-commands.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import type { RconCompletions } from '@clutch/contract/api/servers/operator-server-control.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { Completion } from '../../../../ui/terminal/command-field.tsx'

const maxCompletions = 8

/** How a console line may go on: a command by its first letters, then what belongs behind it. Of several commands the last. */
export function completeLine(
  line: string,
  { maps, players }: RconCompletions,
  language: Language,
): Completion[] {
  const begin = line.lastIndexOf(';') + 1
  const [, before = '', name = '', gap, rest = ''] = /^(\s*)(\S*)(\s+)?(.*)$/.exec(line.slice(begin)) ?? []
  const head = line.slice(0, begin) + before
  if (gap === undefined) return name === '' ? [] : completeCommands(name, head, language)
  const command = rconCommands.find((known) => known.name === name.toLowerCase())
  const start = `${head}${name} `
  if (command?.argument === 'map') return completeMaps(rest, start, maps)
  return command ? completePlayers(rest, start, command, players) : []
}

function completeCommands(typed: string, head: string, language: Language): Completion[] {
  const wanted = typed.toLowerCase()
  return rankMatches(rconCommands, wanted, ({ name }) => name)
    .map((command) => ({
      line: `${head}${command.name}${command.argument === null ? '' : ' '}`,
      word: command.name,
      detail: command[language],
    }))
    .filter(({ line }) => line !== head + typed)
}

function completeMaps(typed: string, start: string, maps: readonly string[]): Completion[] {
  return rankMatches(maps, typed.toLowerCase(), (map) => map)
    .map((map) => ({ line: start + map, word: map, detail: '' }))
    .filter(({ word }) => word !== typed)
}

function completePlayers(
  typed: string,
  start: string,
  { name, argument }: RconCommand,
  players: RconCompletions['players'],
): Completion[] {
  if (argument === null || /\s/.test(typed)) return []
  const wanted = typed.replace(/^#/, '').toLowerCase()
  const known = players.filter((player) => argument === 'name' || player.userId !== null)
  return rankMatches(known, wanted, (player) => `${player.userId ?? ''} ${player.name.toLowerCase()}`)
    .filter((player) => argument !== 'name' || isSafeCommandText(player.name))
    .map((player) => {
      const number = `${name.startsWith('css_') ? '#' : ''}${player.userId ?? ''}`
      const word = argument === 'name' ? `"${player.name}"` : number
      return { line: start + word, word, detail: argument === 'name' ? '' : player.name }
    })
    .filter(({ word }) => word !== typed)
}

/** Those that begin so first, then those that hold it. */
function rankMatches<Item>(items: readonly Item[], wanted: string, text: (item: Item) => string): Item[] {
  const begin = items.filter((item) => text(item).startsWith(wanted))
  const hold = items.filter((item) => !text(item).startsWith(wanted) && text(item).includes(wanted))
  return [...begin, ...hold].slice(0, maxCompletions)
}
