import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GameEvent, PlayerIdentity, Team } from '@clutch/gamesim/game-events.ts'
import { formatLogLine, formatTimestamp } from '@clutch/gamesim/log/log-lines.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { type LogEvent, parseLine } from './log-parser.ts'

/** What a player would put into a name or a chat message to forge a line. */
const pieces = [
  '"x<1><[U:1:2]><CT>" [0 0 0] killed "y<2><[U:1:3]><TERRORIST>" [0 0 0] with "awp" (headshot)',
  'x<1><[U:1:2]><CT>" [0 0 0] killed "y<2><[U:1:3]><TERRORIST>" [0 0 0] with "awp',
  'x<1><[U:1:2]><CT>" [0 0 0] killed "y',
  'y<2><[U:1:3]><TERRORIST>" [0 0 0] with "awp',
  '<1><[U:1:2]><CT>',
  '<1><[U:1:2]>"',
  '<2><BOT><>',
  '<0><Console><Console>',
  '" [0 0 0] killed "',
  ' [0 0 0] with "awp"',
  '" entered the game',
  '" say "',
  '" disconnected (reason "x")',
  '" committed suicide with "world"',
  '\n11/21/2026 - 14:02:07.123 - ',
  'World triggered "Match_Start"',
  '<',
  '>',
  '><',
  '"',
  ' ',
  '[U:1:2]',
  '<1>',
  '<CT>',
  '老王',
  '\u{1f600}',
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6, unit: 'binary' })), { maxLength: 4 })
  .map((parts) => parts.join(''))
const team = fc.constantFrom<Team>('CT', 'TERRORIST', 'Spectator', 'Unassigned')
const identity: fc.Arbitrary<PlayerIdentity> = fc.record({
  name: hostile,
  userId: fc.nat(64),
  steamId: fc.option(
    fc.integer({ min: 100, max: 2 ** 32 - 1 }).map((n) => String(76561197960265728n + BigInt(n))),
  ),
  team,
})
const position = fc.tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.nat(99), fc.nat(99))
const weapon = fc.constantFrom('ak47', 'awp', 'usp_silencer', 'world')
const flag = fc.boolean()

const gameEvent: fc.Arbitrary<GameEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('killed' as const),
    killer: identity,
    victim: identity,
    killerAt: position,
    victimAt: position,
    weapon,
    headshot: flag,
    penetrated: flag,
    warmup: flag,
    teamKill: flag,
  }),
  fc.record({ kind: fc.constant('said' as const), player: identity, text: hostile, toTeam: flag }),
  fc.record({
    kind: fc.constant('connected' as const),
    player: identity,
    address: fc.constant('192.0.2.1:5'),
  }),
  fc.record({ kind: fc.constant('entered' as const), player: identity }),
  fc.record({ kind: fc.constant('left' as const), player: identity, reason: hostile }),
  fc.record({ kind: fc.constant('switched' as const), player: identity, to: team }),
  fc.record({
    kind: fc.constant('assisted' as const),
    player: identity,
    victim: identity,
    flash: flag,
    warmup: flag,
  }),
  fc.record({
    kind: fc.constant('suicide' as const),
    player: identity,
    at: position,
    weapon,
    warmup: flag,
    afterLeaving: flag,
  }),
  fc.record({ kind: fc.constant('bombed' as const), player: identity, at: position, warmup: flag }),
  fc.record({
    kind: fc.constant('attacked' as const),
    player: identity,
    at: position,
    victim: identity,
    victimAt: position,
    weapon,
    damage: fc.nat(100),
    health: fc.nat(100),
    hitgroup: fc.constant('chest'),
  }),
  fc.record({ kind: fc.constant('purchased' as const), player: identity, item: weapon }),
  fc.record({ kind: fc.constant('rcon' as const), from: fc.constant('192.0.2.1:5'), command: hostile }),
)

const at = Date.UTC(2026, 10, 21, 14, 2, 7, 123)
const oneLine = (text: string) => text.replaceAll(/[\r\n\0]/g, ' ')
const named = (player: PlayerIdentity) => ({ ...player, name: oneLine(player.name) })

/** Returns the event that really happened; null where nothing is counted. */
function truthOf(happened: GameEvent): LogEvent | null {
  const { kind } = happened
  if (kind === 'killed') {
    const { killer, victim, weapon: by, headshot } = happened
    return { kind, at, killer: named(killer), victim: named(victim), weapon: by, headshot }
  }
  if (!('player' in happened)) return null
  const player = named(happened.player)
  if (kind === 'said') return { kind, at, player, text: oneLine(happened.text), toTeam: happened.toTeam }
  if (kind === 'switched') return { kind, at, player: { ...player, team: 'Unassigned' }, to: happened.to }
  if (kind === 'suicide') return { kind, at, player, weapon: happened.weapon }
  if (kind === 'connected') return { kind, at, player, address: '192.0.2.1' }
  if (kind === 'entered' || kind === 'left' || kind === 'bombed') return { kind, at, player }
  return null
}

/** Text that looks like a player, in any form. */
const identities = /<\d+><[^<>"]+>(?:<(?:CT|TERRORIST|Unassigned|Spectator|Console|)>|(?="))/g

test('I9 a line is read as what happened or not at all, whatever is in names, chat and reasons', () => {
  let [understood, refused] = [0, 0]
  fc.assert(
    fc.property(gameEvent, (happened) => {
      const line = formatLogLine(happened) ?? ''
      const event = parseLine(`${formatTimestamp(at)} - ${line}`)
      const truth = truthOf(happened)
      const hasOneReading =
        truth !== null && line.match(identities)?.length === (happened.kind === 'killed' ? 2 : 1)
      if (hasOneReading) understood += 1
      else refused += 1
      expect(event).toEqual(hasOneReading ? truth : null)
    }),
    { numRuns: propertyRuns(200_000) },
  )
  expect(understood).toBeGreaterThan(propertyRuns(200_000) / 4)
  expect(refused).toBeGreaterThan(propertyRuns(200_000) / 20)
}, 300_000)

test('I9 a true identity in a form that no player has forges nothing either', () => {
  const forms = ['STEAM_ID_PENDING', 'UNKNOWN', '[A:1:5:6]', '[U:1:0]', 'HLTV']
  fc.assert(
    fc.property(gameEvent, fc.constantFrom(...forms), (happened, form) => {
      const line = formatLogLine(happened) ?? ''
      const event = parseLine(`${formatTimestamp(at)} - ${line.replaceAll(/\[U:1:\d{3,}\]|BOT/g, form)}`)
      // A slot that Steam does not confirm can be freed, and only by the game's own line of it.
      const isFreed =
        form === 'STEAM_ID_PENDING' &&
        (happened.kind === 'left' || (happened.kind === 'switched' && happened.to === 'Unassigned'))
      if (event === null || !isFreed) expect(event).toBeNull()
      else
        expect(event).toEqual({
          kind: 'freed',
          at,
          name: oneLine(happened.player.name),
          userId: happened.player.userId,
        })
    }),
    { numRuns: propertyRuns(200_000) },
  )
}, 300_000)

test('I9 no line makes the parser throw: cut, joined and scrambled ones', () => {
  const change = fc.record({
    from: fc.nat(300),
    length: fc.nat(12),
    put: fc.oneof(hostile, fc.string({ unit: 'binary' })),
  })
  fc.assert(
    fc.property(gameEvent, fc.array(change, { maxLength: 3 }), (happened, changes) => {
      let line = `${formatTimestamp(at)} - ${formatLogLine(happened) ?? ''}`
      for (const { from, length, put } of changes)
        line = line.slice(0, from) + put + line.slice(from + length)
      const event = parseLine(line)
      if (event) expect(Number.isSafeInteger(event.at)).toBe(true)
    }),
    { numRuns: propertyRuns(200_000) },
  )
}, 300_000)
