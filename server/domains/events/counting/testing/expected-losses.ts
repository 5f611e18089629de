import { type Counts, addCounts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { GameEvent } from '@clutch/gamesim/game-events.ts'
import type { GameServer } from '@clutch/gamesim/index.ts'
import { formatLogLine, formatTimestamp } from '@clutch/gamesim/log/log-lines.ts'
import { getWeaponClass } from '@clutch/contract/rules/leaderboard/weapons.ts'

/** A line as the server wrote it. */
export interface WrittenLine {
  line: string
  gameEvent: GameEvent
  /** Game ms. */
  at: number
}

/** Writes down everything that happens on a server from here on. */
export function recordLines(server: GameServer, now: () => number, epoch: number): WrittenLine[] {
  const written: WrittenLine[] = []
  // Before listeners that trigger other events, like the log itself.
  server.game.listeners.unshift((gameEvent) => {
    const line = formatLogLine(gameEvent)
    if (line !== null)
      written.push({ line: `${formatTimestamp(epoch + now())} - ${line}`, gameEvent, at: now() })
  })
  return written
}

/** For each line whether it was received. */
export function matchArrivals(written: readonly WrittenLine[], received: readonly string[]): boolean[] {
  let next = 0
  const arrived = written.map(({ line }) => {
    if (received[next] !== line) return false
    next += 1
    return true
  })
  if (next !== received.length) throw new Error(`never written: ${received[next] ?? ''}`)
  return arrived
}

type CountsByPlayer = Record<string, Counts>

/**
 * Returns where presuming a deathmatch differs from the truth: counts of a warm-up whose `Match_Start` is in
 * a later gap, counts subtracted for a restarted match, and world deaths whose disconnect is missing.
 */
export function expectMistakes(written: readonly WrittenLine[], arrived: readonly boolean[]): CountsByPlayer {
  const mistakes: CountsByPlayer = {}
  let phase: 'off' | 'live' | 'presumed' = 'off'
  let presumed: { gameEvent: GameEvent; lostLeave: boolean }[] = []
  const end = (isMatch: boolean) => {
    for (const { gameEvent, lostLeave } of presumed) addMistake(mistakes, gameEvent, isMatch, lostLeave)
    presumed = []
  }
  for (const [index, { gameEvent }] of written.entries()) {
    const lostLeave = index > 0 && !(arrived[index - 1] ?? true)
    if (!arrived[index]) continue
    const { kind } = gameEvent
    if (lostLeave && kind !== 'map-loading') phase = 'presumed'
    if (kind === 'match-started') {
      end(false)
      phase = 'live'
    } else if (kind === 'warmup-started') {
      end(false)
      phase = 'off'
    } else if (kind === 'game-over' || kind === 'map-loading') {
      end(true)
      phase = 'off'
    } else if (kind === 'round-won' || kind === 'round-ended') {
      end(true)
      if (phase === 'presumed') phase = 'live'
    } else if (phase === 'presumed') presumed.push({ gameEvent, lostLeave })
    else addMistake(mistakes, gameEvent, phase === 'live', lostLeave)
  }
  end(true)
  return mistakes
}

function addMistake(
  mistakes: CountsByPlayer,
  gameEvent: GameEvent,
  isCounted: boolean,
  lostLeave: boolean,
): void {
  const add = (steamId: string | null, counts: Partial<Counts>, sign: number) => {
    if (steamId === null) return
    const signed = Object.entries(counts).map(([field, amount]) => [field, sign * amount] as const)
    addCounts((mistakes[steamId] ??= zeroCounters()), Object.fromEntries(signed) as Partial<Counts>)
  }
  if (gameEvent.kind === 'suicide' || gameEvent.kind === 'bombed') {
    const isAfterLeaving = gameEvent.kind === 'suicide' && gameEvent.afterLeaving
    const isTrue = !gameEvent.warmup && !isAfterLeaving
    const isTaken = isCounted && !(isAfterLeaving && !lostLeave)
    if (isTrue !== isTaken) add(gameEvent.player.steamId, { deaths: 1 }, isTaken ? 1 : -1)
  }
  if (gameEvent.kind !== 'killed' || gameEvent.teamKill) return
  const { killer, victim, weapon, headshot, warmup } = gameEvent
  if (killer.steamId === null || victim.steamId === null || isCounted === !warmup) return
  const sign = isCounted ? 1 : -1
  const sort = getWeaponClass(weapon)
  add(killer.steamId, { kills: 1, headshots: headshot ? 1 : 0 }, sign)
  if (sort !== 'other') add(killer.steamId, { [`${sort}Kills`]: 1 }, sign)
  add(victim.steamId, { deaths: 1 }, sign)
}

/** How long each player was away without any line of it: left in a hole, and back in the same one. */
export function expectUnseenAbsences(
  written: readonly WrittenLine[],
  arrived: readonly boolean[],
): Record<string, number> {
  const absent: Record<string, number> = {}
  const left = new Map<string, number>()
  const back = new Set<string>()
  for (const [index, { gameEvent, at }] of written.entries()) {
    if (!('player' in gameEvent) || gameEvent.player.steamId === null) continue
    const { steamId } = gameEvent.player
    if (gameEvent.kind === 'left' && !arrived[index]) left.set(steamId, at)
    else if (gameEvent.kind === 'connected' && arrived[index]) left.delete(steamId)
    else if (gameEvent.kind === 'connected' && left.has(steamId)) back.add(steamId)
    else if (gameEvent.kind === 'entered' && back.delete(steamId)) {
      absent[steamId] = (absent[steamId] ?? 0) + at - (left.get(steamId) ?? at)
      left.delete(steamId)
    }
  }
  return absent
}
