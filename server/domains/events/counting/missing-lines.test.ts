import { describe, expect, test } from 'vitest'
import { listRoster } from './count-batch.ts'
import {
  type Line,
  LogFixture,
  bot,
  connects,
  ct,
  enters,
  gameOver,
  joins,
  kills,
  leaves,
  loading,
  matchStart,
  roundEnd,
  roundStart,
  started,
  t,
  wins,
} from './testing/log-fixture.ts'

const kill: Line = [20, kills(ct(1), t(2), 'awp')]
const begin: Line[] = [
  [0, loading],
  [0, started],
  [1, matchStart],
]

/** A log that was counted up to a match, and whose next lines are missing. */
function buildLogWithGap(lines: readonly Line[] = begin): LogFixture {
  const log = new LogFixture()
  log.send(lines)
  log.lose(321)
  return log
}

describe('a match is presumed to be on behind a hole', () => {
  test('I9 missing bytes are reported; what follows counts at once', () => {
    const log = buildLogWithGap()
    expect(log.send([kill]).missing).toBe(321)
    expect(log.of(1)).toEqual({ kills: 1, awpKills: 1 })
    expect(log.send([[21, roundEnd]]).missing).toBe(0)
  })

  test('I9 bytes from before the log was attached are not missing, and nothing counts until a match is known', () => {
    const log = new LogFixture()
    log.lose(1_000)
    expect(log.send([kill]).missing).toBe(0)
    log.lose(10)
    expect(log.send([kill]).missing).toBe(10)
    expect(log.of(2)).toEqual({})
    log.send([[30, gameOver]])
    expect(log.of(2)).toMatchObject({ deaths: 2 })
  })

  test.each([
    ['Match_Start', matchStart, {}],
    ['Game Over', gameOver, { kills: 1, awpKills: 1 }],
    ['Round_End', roundEnd, { kills: 1, awpKills: 1 }],
    ['a round won', wins('CT', 'CTs_Win'), { kills: 1, awpKills: 1 }],
    ['a map', loading, { kills: 1, awpKills: 1 }],
    ['a map that began', started, { kills: 1, awpKills: 1 }],
  ])('I9 if %s is next, that decides', (_, line, stays) => {
    const log = buildLogWithGap()
    log.send([kill])
    log.send([[30, line]])
    const { wins: won, losses, playtimeMs, ...fights } = log.of(1)
    expect([fights, losses]).toEqual([stays, undefined])
    expect([won, playtimeMs]).toEqual([line.includes('SFUI') ? 1 : undefined, 10_000])
  })

  test('I9 subtracted counts are negative, once, and in the same categories', () => {
    const log = buildLogWithGap()
    log.send([kill, [21, kills(ct(1), t(2), 'ak47', ' (headshot)')]])
    const { players } = log.send([[30, matchStart]])
    expect(players.map(({ name, counts }) => [name, counts.kills, counts.deaths, counts.headshots])).toEqual([
      ['P1', -2, 0, -1],
      ['P2', 0, -2, 0],
    ])
    log.send([[31, matchStart]])
    log.send([[32, kills(ct(1), t(2))]])
    expect(log.of(1)).toMatchObject({ kills: 1, rifleKills: 1 })
  })

  test('I9 another gap confirms nothing that was presumed before it', () => {
    const log = buildLogWithGap()
    log.send([kill])
    log.lose()
    log.send([[40, kills(ct(1), t(2))]])
    expect(log.of(1)).toMatchObject({ kills: 2 })
    log.send([[50, matchStart]])
    expect(log.of(1)).not.toHaveProperty('kills')
  })

  test.each([{ board: null }, { board: 'retakes' as const }, { freeForAll: true }, { minHumans: 1 }])(
    'I9 nothing is taken back under other rules: %o',
    (rules) => {
      const log = buildLogWithGap()
      log.send([kill])
      log.send([[30, matchStart]], rules)
      expect(log.of(1)).toMatchObject({ kills: 1 })
    },
  )

  test('I9 once a round was over nothing is presumed any more', () => {
    const log = buildLogWithGap()
    log.send([[10, roundEnd], kill])
    log.send([[30, matchStart]])
    expect(log.of(1)).toMatchObject({ kills: 1 })
  })

  test('I9 after the end of a match nothing is presumed', () => {
    const log = buildLogWithGap()
    log.send([[10, gameOver], kill])
    expect(log.of(1)).toEqual({})
  })

  test('I9 a log that begins in the middle of a match hides earlier lines', () => {
    const log = new LogFixture()
    log.send([...begin, [2, 'Log file started (file "x")'], kill])
    log.send([[30, matchStart]])
    expect(log.of(1)).not.toHaveProperty('kills')
  })
})

describe('people behind a hole', () => {
  const inGame: Line[] = [...begin, [2, connects(1)], [10, enters(1)], [10, joins(1, 'CT')]]

  test.each([
    ['a line names them', `${ct(1)} say "hi"`, 30_000],
    ['they leave', leaves(1), 30_000],
    ['they enter', enters(1), 30_000],
    ['they connect again', connects(1), undefined],
    ['another has their number', '"Q<1><[U:1:7]><CT>" say "hi"', undefined],
    ['they have another number', '"P1<5><[U:1:1]><CT>" say "hi"', undefined],
    ['a match begins first', matchStart, undefined],
  ])('I9 the time since is theirs or not: %s', (_, line, playtimeMs) => {
    const log = buildLogWithGap(inGame)
    log.send([[20, roundEnd]])
    expect(log.of(1)).toEqual({})
    log.send([[40, line]])
    expect(log.of(1).playtimeMs).toBe(playtimeMs)
  })

  test('I9 who is not named for a whole round is gone, and comes back with the first line', () => {
    const log = buildLogWithGap(inGame)
    log.send([[20, roundStart]])
    expect(listRoster(log.state ?? neverNull()).map(({ name }) => name)).toEqual(['P1'])
    log.send([[30, roundStart]])
    expect(listRoster(log.state ?? neverNull())).toEqual([])
    log.send([
      [40, `${ct(1)} say "hi"`],
      [45, roundEnd],
    ])
    expect(log.of(1)).toEqual({ playtimeMs: 5_000 })
  })

  test.each([
    ['a match begins', [matchStart]],
    ['another connects with their number', ['"Q<1><[U:1:7]><>" connected, address "192.0.2.1:5"', leaves(7)]],
    ['another turns up with their number', ['"Q<1><[U:1:7]><CT>" say "hi"', leaves(7)]],
  ])('I9 who is in doubt is gone once %s', (_, lines) => {
    const log = buildLogWithGap(inGame)
    log.send(lines.map((line): Line => [20, line]))
    expect(listRoster(log.state ?? neverNull())).toEqual([])
    log.send([[40, `${ct(1)} say "hi"`]])
    expect(log.of(1)).toEqual({})
  })

  test('I9 a stranger plays from the line that names them', () => {
    const log = buildLogWithGap()
    log.send([kill, [25, roundEnd]])
    expect(log.of(1)).toMatchObject({ playtimeMs: 5_000 })
  })

  test('I9 without a gap, lines of a player who left do not make them present', () => {
    const log = new LogFixture()
    log.send([...inGame, [20, leaves(1)], [21, kills(ct(1), bot(9, 'TERRORIST'))], [60, roundEnd]])
    expect(log.of(1)).toEqual({ playtimeMs: 10_000 })
    expect(listRoster(log.state ?? neverNull())).toEqual([])
  })
})

describe('clutches', () => {
  const people = [1, 2, 3, 4].flatMap((account): Line[] => [
    [2, connects(account)],
    [3, enters(account)],
    [4, joins(account, account < 3 ? 'CT' : 'TERRORIST')],
  ])
  const round: Line[] = [
    [10, roundStart],
    [11, kills(t(3), ct(1))],
    [12, kills(ct(2), t(3))],
    [13, kills(ct(2), t(4))],
  ]
  const over: Line = [14, wins('CT', 'CTs_Win')]
  const clutches = (log: LogFixture, account: number) => {
    const { clutches: all = 0, clutchWins = 0 } = log.of(account)
    return [all, clutchWins]
  }

  test('I9 the last one of a side against the rest, won or lost', () => {
    const log = new LogFixture()
    log.send([...begin, ...people, ...round, over])
    expect([2, 4].map((account) => clutches(log, account))).toEqual([
      [1, 1],
      [1, 0],
    ])
    expect([1, 2, 3, 4].map((account) => log.of(account).wins ?? 0)).toEqual([1, 1, 0, 0])
    expect([1, 2, 3, 4].map((account) => log.of(account).losses ?? 0)).toEqual([0, 0, 1, 1])
  })

  test.each([
    ['that is not decided', [...begin, ...people, ...round, [20, gameOver], over]],
    ['before the match', [...begin.slice(0, 2), ...people, ...round, over]],
    [
      'in which the dead come back',
      [...begin, ...people, ...round.slice(0, 2), [12, kills(t(4), ct(1))], ...round.slice(2), over],
    ],
  ] as [string, Line[]][])('I9 no clutch in a round %s', (_, lines) => {
    const log = new LogFixture()
    log.send(lines)
    expect([2, 4].map((account) => clutches(log, account))).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('I9 no clutch in a round with a gap, nor in the next while an unnamed player may be present', () => {
    const log = new LogFixture()
    log.send([...begin, ...people, ...round.slice(0, 2)])
    log.lose()
    log.send([...round.slice(2), over])
    log.send([...round, over])
    expect(clutches(log, 2)).toEqual([0, 0])
  })

  test('I9 once both sides were eliminated in fully seen rounds, every player is known again', () => {
    const log = buildLogWithGap([...begin, ...people])
    log.send([...round, over])
    log.send([
      [30, roundStart],
      [31, kills(t(3), ct(1))],
      [32, kills(t(3), ct(2))],
      [33, wins('TERRORIST', 'Terrorists_Win')],
    ])
    expect([2, 3].map((account) => clutches(log, account))).toEqual([
      [0, 0],
      [0, 0],
    ])
    log.send([...round, over])
    expect([2, 4].map((account) => clutches(log, account))).toEqual([
      [1, 1],
      [1, 0],
    ])
  })
})

function neverNull(): never {
  throw new Error('nothing was counted')
}
