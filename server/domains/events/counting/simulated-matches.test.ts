import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { describe, expect, test } from 'vitest'
import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { simulatedModes } from '@clutch/gamesim/server/server-config.ts'
import type { ServerConfig } from '@clutch/gamesim/index.ts'
import { readTimestamp } from '../log-parser/timestamp.ts'
import { listRoster } from './count-batch.ts'
import {
  matchArrivals,
  expectMistakes,
  expectUnseenAbsences,
  recordLines,
} from './testing/expected-losses.ts'
import {
  disconnectAll,
  epoch,
  countAll,
  readLines,
  withServer,
  playMinutes,
  rules,
  toStreams,
  sumTotals,
  toExpectedCounts,
} from './testing/simulated-server.ts'

const seeds = Array.from({ length: isProving ? 20 : 1 }, (_, number) => `seed ${number}`)
/** Minutes of the long plays. */
const longPlay = isProving ? 180 : 40
const busy = { bots: 6, busy: 0.7, maxPlayers: 12, stayMinutes: 12, mapMinutes: 10 }
const players = (counts: Record<string, Counts>) => Object.values(counts)
const sum = (counts: Record<string, Counts>, field: keyof Counts) =>
  players(counts).reduce((total, player) => total + player[field], 0)

describe.each(sampleCases(simulatedModes, 4))('%s', (mode) => {
  test.each(seeds)('I9 hours of play give exactly the tally: %s', async (seed) => {
    await withServer({ mode, ...busy }, seed, async (all) => {
      await playMinutes(all, longPlay)
      await disconnectAll(all)
      const truth = toExpectedCounts(all.server.tally)
      expect(sumTotals(toStreams(all.receiver.received))).toEqual(truth)
      expect(sum(truth, 'kills')).toBeGreaterThan(100)
      expect(sum(truth, 'playtimeMs')).toBeGreaterThan(3_600_000)
      const hasRounds = mode === 'retakes' || mode === 'competitive' || mode === 'public'
      expect(sum(truth, 'clutchWins') > 0).toBe(hasRounds)
    })
  })

  test('I9 repeated, torn and overtaken batches give exactly the tally', async () => {
    await withServer({ mode, ...busy }, 'faults', async (all) => {
      Object.assign(all.server.faults, { logRepeat: 0.3, logTear: 0.2, logReorder: 0.2 })
      await playMinutes(all, isProving ? 60 : 30, 10_000)
      await disconnectAll(all)
      const bodies = all.receiver.received.map(({ body }) => body.toString())
      expect(new Set(bodies).size).toBeLessThan(bodies.length)
      expect(sumTotals(toStreams(all.receiver.received))).toEqual(toExpectedCounts(all.server.tally))
    })
  })

  test.each(seeds)(
    'I9 with lost batches, only their contents are missing, and nothing is invented: %s',
    async (seed) => {
      await withServer({ mode, ...busy }, seed, async (all) => {
        const { server, sim, receiver } = all
        const written = recordLines(server, () => sim.now(), epoch)
        await server.flushLog()
        written.length = 0
        server.changeMap('de_dust2')
        server.faults.logDrop = 0.15
        await playMinutes(all, longPlay, 20_000)
        server.faults.logDrop = 0
        await disconnectAll(all)
        const isDeathmatch = mode === 'dm' || mode === 'dm-pistol'
        const [stream = []] = toStreams(receiver.received, { ...rules, board: isDeathmatch ? mode : null })
        const counted = countAll(stream)
        if (!isDeathmatch) {
          checkRoundsAfterLoss(Object.fromEntries(counted.players), toExpectedCounts(server.tally))
          return
        }
        const lines = readLines(stream)
        const arrived = matchArrivals(written, lines.slice(lines.indexOf(written[0]?.line ?? '')))
        expect(counted.missing).toBeGreaterThan(0)
        checkAfterLoss(Object.fromEntries(counted.players), {
          truth: toExpectedCounts(server.tally),
          lost: toExpectedCounts(server.lostTally),
          mistakes: expectMistakes(written, arrived),
          absences: expectUnseenAbsences(written, arrived),
        })
        const mistaken = players(expectMistakes(written, arrived)).reduce(
          (all, { kills }) => all + Math.abs(kills),
          0,
        )
        expect(mistaken).toBeLessThan(0.1 * sum(toExpectedCounts(server.tally), 'kills'))
      })
    },
  )
})

interface Loss {
  truth: Record<string, Counts>
  lost: Record<string, Counts>
  /** The errors that presuming causes by rule, and no others. */
  mistakes: Record<string, Counts>
  absences: Record<string, number>
}

/** What lies between holes without a decided round is left out; nothing is counted that was not played. */
function checkRoundsAfterLoss(counted: Record<string, Counts>, truth: Record<string, Counts>): void {
  for (const [steamId, player] of Object.entries(counted)) {
    for (const field of [...exact, ...atMost]) {
      expect([steamId, field, player[field] <= (truth[steamId]?.[field] ?? 0)]).toEqual([
        steamId,
        field,
        true,
      ])
    }
  }
  expect(sum(counted, 'kills')).toBeGreaterThan(0.4 * sum(truth, 'kills'))
}

const exact = ['kills', 'headshots', 'rifleKills', 'awpKills', 'pistolKills', 'deaths'] as const
const atMost = ['clutches', 'clutchWins', 'wins', 'losses'] as const

function checkAfterLoss(counted: Record<string, Counts>, { truth, lost, mistakes, absences }: Loss): void {
  for (const [steamId, player] of Object.entries(truth)) {
    for (const field of exact) {
      const wanted = player[field] - (lost[steamId]?.[field] ?? 0) + (mistakes[steamId]?.[field] ?? 0)
      expect([steamId, field, counted[steamId]?.[field] ?? 0]).toEqual([steamId, field, wanted])
    }
    for (const field of atMost) expect(counted[steamId]?.[field] ?? 0).toBeLessThanOrEqual(player[field])
    const mayHavePlayed = player.playtimeMs + (absences[steamId] ?? 0)
    expect(counted[steamId]?.playtimeMs ?? 0).toBeLessThanOrEqual(mayHavePlayed)
  }
  expect(Object.keys(counted).filter((steamId) => !truth[steamId])).toEqual([])
  expect(sum(counted, 'playtimeMs')).toBeGreaterThan(0.7 * sum(truth, 'playtimeMs'))
}

test('I9 a crash ends all players’ time at the last line, and counting continues at the next start', async () => {
  const settings: Partial<ServerConfig> = { mode: 'retakes', ...busy }
  await withServer(settings, 'downfall', async (all) => {
    const { server, sim, receiver } = all
    const silences: Record<string, number> = {}
    for (let start = 0; start < 5; start++) {
      await playMinutes(all, 20)
      sim.advance(9_000)
      await server.flushLog()
      const silence = epoch + sim.now() - readTimestamp(receiver.lines.at(-1) ?? '')
      for (const { steamId } of server.game.roster.humans) {
        silences[steamId ?? ''] = (silences[steamId ?? ''] ?? 0) + silence
      }
      await server.crash()
      await server.start()
    }
    await playMinutes(all, 20)
    await disconnectAll(all)
    const streams = toStreams(receiver.received)
    expect(streams).toHaveLength(6)
    const counted = sumTotals(streams)
    for (const [steamId, player] of Object.entries(toExpectedCounts(server.tally))) {
      expect(counted[steamId]).toEqual({ ...player, playtimeMs: counted[steamId]?.playtimeMs })
      const missing = player.playtimeMs - (counted[steamId]?.playtimeMs ?? 0)
      expect(missing).toBeGreaterThanOrEqual(0)
      expect(missing).toBeLessThanOrEqual(silences[steamId] ?? 0)
    }
  })
})

test.each(sampleCases(['retakes', 'competitive', 'public'] as const, 3, 1))(
  'I9 rounds of a %s match that are restored or restarted are subtracted as in the tally',
  async (mode) => {
    await withServer({ mode, ...busy, stayMinutes: 60, mapMinutes: 60 }, 'restored', async (all) => {
      const { server, receiver } = all
      for (let time = 0; time < 60; time++) {
        await playMinutes(all, 3, 20_000)
        const { CT, TERRORIST } = server.game.score
        const back = Math.max(0, CT + TERRORIST - 1 - (time % 3))
        if (time % 7 === 6) server.runCommandLine('mp_restartgame 4')
        else
          server.runCommandLine(
            `mp_backup_restore_load_file backup_round${String(back).padStart(2, '0')}.txt`,
          )
      }
      await playMinutes(all, 10)
      await disconnectAll(all)
      const countLines = (part: string) => receiver.lines.filter((line) => line.includes(part)).length
      expect(countLines('"Match_Reloaded"')).toBeGreaterThan(20)
      expect(countLines('"Restart_Round_(4_seconds)"')).toBeGreaterThan(5)
      const truth = toExpectedCounts(server.tally)
      expect(sumTotals(toStreams(receiver.received))).toEqual(truth)
      expect(sum(truth, 'kills')).toBeGreaterThan(50)
    })
  },
)

test('I9 free for all: kills of one side are kills', async () => {
  await withServer({ mode: 'dm', ...busy, freeForAll: true }, 'free', async (all) => {
    await playMinutes(all, 60)
    await disconnectAll(all)
    const rules = { board: 'dm', freeForAll: true, minHumans: 2 } as const
    const truth = toExpectedCounts(all.server.tally)
    expect(sumTotals(toStreams(all.receiver.received, rules))).toEqual(truth)
    const strict = sumTotals(toStreams(all.receiver.received))
    expect(sum(strict, 'kills')).toBeLessThan(0.7 * sum(truth, 'kills'))
  })
})

test('I9 a forger gains nothing, and no other player loses to them', async () => {
  await withServer({ mode: 'dm', ...busy, forgers: true }, 'forgers', async (all) => {
    await playMinutes(all, longPlay)
    await disconnectAll(all)
    const truth = toExpectedCounts(all.server.tally)
    const counted = sumTotals(toStreams(all.receiver.received))
    expect(Object.keys(counted).filter((steamId) => !truth[steamId])).toEqual([])
    for (const [steamId, player] of Object.entries(counted)) {
      for (const field of Object.keys(player) as (keyof Counts)[]) {
        expect(player[field]).toBeLessThanOrEqual(truth[steamId]?.[field] ?? 0)
      }
    }
    expect(sum(counted, 'kills')).toBeGreaterThan(0.5 * sum(truth, 'kills'))
  })
})

test.each(sampleCases(simulatedModes, 4, 1))(
  'D14 the roster of a %s server is who is on it',
  async (mode) => {
    await withServer({ mode, ...busy }, 'roster', async (all) => {
      for (let time = 0; time < (isProving ? 20 : 8); time++) {
        await playMinutes(all, 5, 30_000)
        const [stream = []] = toStreams(all.receiver.received)
        const { state } = countAll(stream)
        const present = state ? listRoster(state) : []
        const truth = all.server.game.roster.all.map(({ name, steamId }) => `${name} ${steamId}`)
        expect(present.map(({ name, steamId }) => `${name} ${steamId}`).toSorted()).toEqual(truth.toSorted())
      }
    })
  },
)
