import type { GameEvent } from '../game-events.ts'
import type { Player } from '../game/player.ts'
import type { CommandHost } from '../rcon/command-host.ts'

/** Below the folder of the game's `csgo`. */
const savedPath = 'cfg/MatchZy/savednades.json'

type Lineup = Record<string, string>
type SavedLineups = Record<string, Record<string, Lineup>>
type ChatCommand = (host: CommandHost, player: Player, words: readonly string[]) => void

/** MatchZy's chat commands for line-ups: all of them work in practice mode only. They read and write the file at each use. */
const commands: readonly (readonly [prefix: string, command: ChatCommand])[] = [
  ['.savenade', saveLineup],
  ['.sn', saveLineup],
  ['.deletenade', deleteLineup],
  ['.delnade', deleteLineup],
  ['.dn', deleteLineup],
  ['.importnade', importLineup],
  ['.listnades', listLineups],
  ['.lin', listLineups],
  ['.in', importLineup],
  ['.loadnade', loadLineup],
  ['.ln', loadLineup],
]

/** Does what a player's chat line asks of MatchZy. */
export function handleGrenadeChat(host: CommandHost, gameEvent: GameEvent): void {
  if (gameEvent.kind !== 'said' || host.cvars.get('sv_cheats') !== 'true') return
  const { player: author, text } = gameEvent
  const player = host.game.roster.bySteamId(author.steamId ?? '')
  const [, command] = commands.find(([prefix]) => text.startsWith(prefix)) ?? []
  if (player) command?.(host, player, text.split(' ').slice(1))
}

function saveLineup(host: CommandHost, player: Player, [name = '', ...description]: readonly string[]): void {
  if (name === '') return reply(host, player, 'Usage: .savenade <name>')
  const saved = readLineups(host)
  const own = (saved[player.steamId ?? ''] ??= {})
  if (own[name]?.['Map'] === host.game.map)
    return reply(host, player, 'Lineup already exists! Please use a different name or use .delnade <nade>')
  const [x, y, z] = player.position
  own[name] = {
    LineupPos: `${x} ${y} ${z + 4}`,
    LineupAng: `-12.5 ${(player.userId * 37) % 360} 0`,
    Desc: description.join(' '),
    Map: host.game.map,
    Type: guessType([name, ...description].join(' ')),
  }
  writeLineups(host, saved)
  reply(host, player, `Lineup ${name} saved successfully!`)
}

function deleteLineup(host: CommandHost, player: Player, words: readonly string[]): void {
  const name = words.join(' ')
  if (name === '') return reply(host, player, 'Usage: .delnade <name>')
  const saved = readLineups(host)
  const own = saved[player.steamId ?? ''] ?? {}
  const found = own[name]
  if (!found) return reply(host, player, `Lineup ${name} not found!`)
  if (found['Map'] !== host.game.map) return reply(host, player, `Nade ${name} not found on the current map!`)
  delete own[name]
  writeLineups(host, saved)
  reply(host, player, `Lineup ${name} deleted successfully.`)
}

/** An imported line-up has no type. */
function importLineup(host: CommandHost, player: Player, words: readonly string[]): void {
  const [name = '', ...numbers] = words.map((word) => word.replaceAll(',', ''))
  if (words.length !== 7) return reply(host, player, 'Invalid code format.')
  const saved = readLineups(host)
  const own = (saved[player.steamId ?? ''] ??= {})
  own[name] = {
    LineupPos: numbers.slice(0, 3).join(' '),
    LineupAng: numbers.slice(3).join(' '),
    Desc: '',
    Map: host.game.map,
  }
  writeLineups(host, saved)
  reply(host, player, 'Lineup imported and saved successfully.')
}

function listLineups(host: CommandHost, player: Player, words: readonly string[]): void {
  const filter = words.join(' ').toLowerCase()
  for (const [name, { Type = '' }] of listVisible(host, player))
    if (name.toLowerCase().includes(filter)) reply(host, player, `[${Type}] .loadnade ${name}`)
}

function loadLineup(host: CommandHost, player: Player, words: readonly string[]): void {
  const name = words.join(' ')
  const [, found] = listVisible(host, player).find(([known]) => known === name) ?? []
  if (!found) return reply(host, player, 'Nade not found! Usage: .loadnade <name>')
  const [x = 0, y = 0, z = 0] = (found['LineupPos'] ?? '').split(' ').map(Number)
  player.position = [x, y, z]
  reply(host, player, `Lineup ${name} loaded successfully!`)
}

/** The player's own and everyone's, on this map. */
function listVisible(host: CommandHost, { steamId }: Player): [string, Lineup][] {
  const saved = readLineups(host)
  const all = ['default', steamId ?? ''].flatMap((owner) => Object.entries(saved[owner] ?? {}))
  return all.filter(([, { Map: map }]) => map === host.game.map)
}

function guessType(text: string): string {
  return (
    ['Flash', 'HE', 'Decoy', 'Molly'].find((type) => text.toLowerCase().includes(type.toLowerCase())) ??
    'Smoke'
  )
}

/** A file that is no JSON is written over with what was saved since. */
function readLineups(host: CommandHost): SavedLineups {
  try {
    return JSON.parse(host.readFile(savedPath) ?? '{}') as SavedLineups
  } catch {
    return {}
  }
}

/** As .NET writes JSON: indented, with everything but plain ASCII escaped. */
function writeLineups(host: CommandHost, saved: SavedLineups): void {
  const text = JSON.stringify(saved, null, 2).replaceAll(
    /[^\x20-\x7E\n]|[<>&'+`]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  host.writeFile(savedPath, text)
}

function reply({ records }: CommandHost, { steamId, name }: Player, text: string): void {
  records.privateMessages.push({ steamId, name, text })
}
