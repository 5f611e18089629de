import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { GameEvent, PlayerIdentity } from '@clutch/gamesim/game-events.ts'
import { type GameServer, startGamesim } from '@clutch/gamesim/index.ts'
import { formatLogLine, formatTimestamp } from '@clutch/gamesim/log/log-lines.ts'
import { toSteamTag } from '@clutch/gamesim/game/player.ts'

export interface SimulatedLogOptions {
  servers: number
  players: number
  /** Play continues until this many kills count. */
  kills: number
  /** The size at which a batch is sent. */
  batchBytes: number
}

export interface ServerLog {
  mode: BoardMode
  batches: Buffer[]
  lines: number
  /** Of human enemies in a match: those that have to be on the boards. */
  kills: number
}

const epoch = Date.UTC(2026, 10, 21, 12)
const clockStepMs = 10_000
/** Of every ten servers. */
const serverModes: readonly BoardMode[] = [
  'dm',
  'dm',
  'dm',
  'dm',
  'dm',
  'dm-pistol',
  'dm-pistol',
  'dm-pistol',
  'solo',
  'retakes',
]
/** Lines between two that gamesim writes: 60 % of all are such as a ranking ignores. */
const idleLines = 1.5
/** A name that looks like a player of the log: its lines are ambiguous and count for no one. */
const ambiguousName = /<\d+><[^<>"]+>(?:<\w*>|")/

/** What gamesim's players do, as the logs of their servers, with the lines between that only a detailed log has. */
export async function simulateLogs({
  servers,
  players,
  kills,
  batchBytes,
}: SimulatedLogOptions): Promise<ServerLog[]> {
  const sim = await startGamesim({
    servers: Array.from({ length: servers }, (_, index) => ({
      mode: serverModes[index % serverModes.length] ?? 'dm',
    })),
    defaults: { maxPlayers: players, busy: 0.95, rcon: false },
    seed: 'bench',
    epoch,
  })
  try {
    const writers = sim.servers.map((server) => new LogWriter(server, () => epoch + sim.now(), batchBytes))
    while (writers.reduce((sum, writer) => sum + writer.kills, 0) < kills) sim.advance(clockStepMs)
    return writers.map((writer) => writer.finish())
  } finally {
    await sim.close()
  }
}

class LogWriter {
  kills = 0
  readonly #mode: BoardMode
  readonly #now: () => number
  readonly #batchBytes: number
  readonly #batches: Buffer[] = []
  #seenPlayers: string[] = []
  #text = ''
  #lines = 0
  #idle = 0

  constructor({ config, game }: GameServer, now: () => number, batchBytes: number) {
    this.#mode = config.mode as BoardMode
    this.#now = now
    this.#batchBytes = batchBytes
    game.listeners.push((event) => this.#write(event))
  }

  finish(): ServerLog {
    this.#startBatch()
    return { mode: this.#mode, batches: this.#batches, lines: this.#lines, kills: this.kills }
  }

  #write(event: GameEvent): void {
    const line = formatLogLine(event)
    if (line === null) return
    const time = formatTimestamp(this.#now())
    if (event.kind === 'left') this.#seenPlayers = []
    else for (const one of playersIn(event)) this.#rememberPlayer(one)
    this.#idle += idleLines
    // The suicide of a leaving player must directly follow the line about it.
    for (; this.#idle >= 1 && event.kind !== 'suicide'; this.#idle -= 1) this.#add(time, this.#idleLine())
    this.#add(time, line)
    if (isCounted(event)) this.kills += 1
  }

  #add(time: string, line: string): void {
    this.#text += `${time} - ${line}\n`
    this.#lines += 1
    if (this.#text.length > this.#batchBytes) this.#startBatch()
  }

  #startBatch(): void {
    if (this.#text !== '') this.#batches.push(Buffer.from(this.#text))
    this.#text = ''
  }

  #rememberPlayer(one: PlayerIdentity): void {
    this.#seenPlayers.unshift(`"${one.name}<${one.userId}><${toSteamTag(one.steamId)}><${one.team}>"`)
    this.#seenPlayers.length = Math.min(this.#seenPlayers.length, 8)
  }

  #idleLine(): string {
    const [one = '"a<1><BOT><CT>"', other = one] = this.#seenPlayers
    const number = this.#lines % 100
    switch (this.#lines % 7) {
      case 0:
        return `${one} purchased "ak47"`
      case 1:
        return `${one} threw hegrenade [${number} -${number} 64]`
      case 2:
        return `${one} money change ${number}+300 = $${number + 300} (tracked)`
      case 3:
        return `${one} picked up "m4a1"`
      case 4:
        return `${one} left buyzone with [ weapon_knife weapon_usp_silencer weapon_ak47 kevlar(100) helmet ]`
      default:
        return `${one} [${number} 30 1] attacked ${other} [4 ${number} 6] with "ak47" (damage "27") (damage_armor "3") (health "73") (armor "96") (hitgroup "chest")`
    }
  }
}

function playersIn(event: GameEvent): PlayerIdentity[] {
  if (event.kind === 'killed') return [event.killer, event.victim]
  return 'player' in event ? [event.player] : []
}

function isCounted(event: GameEvent): boolean {
  if (event.kind !== 'killed' || event.warmup || event.teamKill) return false
  return [event.killer, event.victim].every(
    ({ name, steamId }) => steamId !== null && !ambiguousName.test(name),
  )
}
