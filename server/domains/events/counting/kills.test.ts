import { describe, expect, test } from 'vitest'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import {
  type Line,
  type Rules,
  LogFixture,
  bot,
  connects,
  ct,
  dies,
  enters,
  gameOver,
  kills,
  leaves,
  loading,
  matchStart,
  roundEnd,
  started,
  t,
} from './testing/log-fixture.ts'

const live: Line = [0, matchStart]
const only = (log: LogFixture, account: number) => ({ ...log.of(account), playtimeMs: undefined })

function after(lines: readonly Line[], rules: Rules = {}): LogFixture {
  const log = new LogFixture()
  log.send(lines, rules)
  return log
}

test.each([
  ['ak47', { rifleKills: 1 }],
  ['m4a1_silencer', { rifleKills: 1 }],
  ['awp', { awpKills: 1 }],
  ['deagle', { pistolKills: 1 }],
  ['knife_t', {}],
])('I9 a kill with %s', (weapon, more) => {
  const log = after([
    live,
    [1, kills(ct(1), t(2), weapon, ' (headshot penetrated)')],
    [2, kills(ct(1), t(2), 'knife')],
  ])
  expect(only(log, 1)).toEqual({ kills: 2, headshots: 1, ...more })
  expect(only(log, 2)).toEqual({ deaths: 2 })
})

test.each([
  ['before the match', [[1, kills(ct(1), t(2))]]],
  ['after it', [live, [1, gameOver], [2, kills(ct(1), t(2))]]],
  ['back in warm-up', [live, [1, 'World triggered "Warmup_Start"'], [2, kills(ct(1), t(2))]]],
  ['on the next map', [live, [1, loading], [2, kills(ct(1), t(2))]]],
  ['on a map that begins', [live, [1, started], [2, kills(ct(1), t(2))]]],
  ['of a comrade', [live, [1, kills(ct(1), ct(2))]]],
  ['of a bot', [live, [1, kills(ct(1), bot(2, 'TERRORIST'))]]],
  ['by a bot', [live, [1, kills(bot(1, 'CT'), t(2))]]],
  ['of oneself', [live, [1, kills(ct(1), t(1))]]],
  ['of a chicken', [live, [1, `${ct(1)} [1 2 3] killed other "chicken<160>" [1 2 3] with "ak47"`]]],
  ['quoted in a chat message', [live, [1, `${ct(1)} say "${kills(ct(1), t(2))}"`]]],
] as [string, Line[]][])('I10 a kill %s is not counted', (_, lines) => {
  const log = after(lines)
  expect(only(log, 1)).toEqual({})
  expect(only(log, 2)).toEqual({})
})

test('I10 free for all: a kill of the own side is a kill', () => {
  expect(after([live, [1, kills(ct(1), ct(2))]], { freeForAll: true }).of(1)).toMatchObject({ kills: 1 })
})

test('I3 kills count only with the minimum of players in the game that the operator set; bots and loading players do not count', () => {
  const lines: Line[] = [
    [0, loading],
    [1, started],
    ...[1, 2, 3, 4].flatMap((account): Line[] => [
      [2, connects(account)],
      ...(account < 4 ? [[3, enters(account)] as const] : []),
    ]),
    [4, `${bot(9, '')} entered the game`],
    [5, matchStart],
    [6, kills(ct(1), t(2))],
  ]
  expect(after(lines, { minHumans: 3 }).of(1)).toMatchObject({ kills: 1 })
  expect(after(lines, { minHumans: 4 }).of(1)).not.toHaveProperty('kills')
  expect(after([...lines, [7, enters(4)], [8, kills(ct(1), t(2))]], { minHumans: 4 }).of(1)).toMatchObject({
    kills: 1,
  })
  expect(after([...lines, [7, leaves(3)], [8, kills(ct(1), t(2))]], { minHumans: 3 }).of(1)).toMatchObject({
    kills: 1,
  })
})

describe('own deaths', () => {
  test.each([
    ['a fall', [live, [1, dies(1)]], 1],
    ['an own grenade', [live, [1, dies(1, 'hegrenade')]], 1],
    ['the bomb', [live, [1, `${ct(1)} [1 2 3] was killed by the bomb.`]], 1],
    ['before the match', [[1, dies(1)]], 0],
    ['after it', [live, [1, gameOver], [2, dies(1)]], 0],
    ['the one that only follows a disconnect', [live, [1, leaves(1)], [1, dies(1)]], 0],
    ['a grenade after a disconnect', [live, [1, leaves(1)], [1, dies(1, 'hegrenade')]], 1],
    ['a fall after the disconnect of another', [live, [1, leaves(2)], [1, dies(1)]], 1],
    ['a fall some time after a disconnect', [live, [1, leaves(1)], [2, roundEnd], [3, dies(1)]], 1],
  ] as [string, Line[], number][])('I9 %s', (_, lines, deaths) => {
    expect(after(lines).of(1).deaths ?? 0).toBe(deaths)
  })

  test('I9 a disconnect at the end of a batch is remembered', () => {
    const log = after([live, [1, leaves(1)]])
    log.send([[1, dies(1)]])
    expect(log.of(1)).toEqual({})
  })
})

describe('anomalies', () => {
  const many = (count: number, everyMs: number, line: (index: number) => string): Line[] =>
    Array.from({ length: count }, (_, index) => [1 + (index * everyMs) / 1000, line(index)])
  const kindsIn = (log: LogFixture) => log.last?.anomalies.map(({ steamId, kind }) => `${steamId} ${kind}`)
  const first = toSteamId(1)

  test('I3 more kills in a minute than a human makes', () => {
    const log = after([live, ...many(25, 1_000, (index) => kills(ct(1), t(2 + (index % 5))))])
    expect(kindsIn(log)).toEqual([])
    log.send([[30, kills(ct(1), t(2))]])
    expect(log.last?.anomalies).toEqual([
      { steamId: first, kind: 'rate', detail: { map: '', killsThisMinute: 26 } },
    ])
    log.send([[31, kills(ct(1), t(2))]])
    expect(kindsIn(log)).toEqual([])
  })

  test('I3 nothing but headshots', () => {
    const log = after([
      live,
      ...many(40, 10_000, (index) => kills(ct(1), t(2 + (index % 5)), 'ak47', ' (headshot)')),
    ])
    expect(log.last?.anomalies).toEqual([
      { steamId: first, kind: 'headshots', detail: { map: '', kills: 40, headshots: 40 } },
    ])
  })

  test('I3 the same victim over and over, also behind many others; on the next map again', () => {
    const others = many(12, 10_000, (index) => kills(ct(1), t(3 + index)))
    const farmed = many(40, 10_000, () => kills(ct(1), t(2)))
    const log = after([[0, loading], live, ...others, ...farmed])
    expect(log.last?.anomalies).toEqual([
      {
        steamId: first,
        kind: 'farming',
        detail: { map: 'de_dust2', kills: 52, victim: toSteamId(2), killsOfVictim: 40 },
      },
    ])
    log.send([[500, started], [500, matchStart], ...farmed])
    expect(kindsIn(log)).toEqual([`${first} farming`])
  })

  test('I3 only kills that count are looked at', () => {
    expect(kindsIn(after(many(80, 10_000, () => kills(ct(1), t(2), 'ak47', ' (headshot)'))))).toEqual([])
  })
})

test('I9 what people say is handed on, bots say nothing', () => {
  const log = after([
    [1, `${ct(1)} say "!bind 123"`],
    [2, `${t(2)} say_team "你好\u0000"`],
    [3, `${bot(3, 'CT')} say "hi"`],
  ])
  expect(log.last?.chat).toEqual([
    { steamId: toSteamId(1), name: 'P1', text: '!bind 123', toTeam: false },
    { steamId: toSteamId(2), name: 'P2', text: '你好', toTeam: true },
  ])
})

test('I9 each named player is returned with their last name, also with nothing to count', () => {
  const log = after([
    [1, '"Old<1><[U:1:1]><CT>" say "x"'],
    [2, '"New\u0001<1><[U:1:1]><CT>" say "x"'],
  ])
  expect(log.last?.players).toEqual([
    {
      steamId: toSteamId(1),
      name: 'New',
      counts: expect.objectContaining({ kills: 0, playtimeMs: 1000 }),
    },
  ])
})
