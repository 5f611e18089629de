import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moderationPresets } from '../servers/rcon/command-presets.ts'
import {
  fillModerationCommand,
  isSafeCommandText,
  toCommandText,
} from '../servers/rcon/moderation-commands.ts'
import { type EnforcementFacts, planEnforcement, toCommandMinutes } from './enforcement.ts'
import { getSanctionState, mayActOnServers } from './sanctions.ts'

const hourMs = 3_600_000
const now = 100 * hourMs
const simple = { apply: moderationPresets.simpleadmin.ban, lift: moderationPresets.simpleadmin.unban }
const game = { apply: moderationPresets.game.ban, lift: moderationPresets.game.unban }
const none = { apply: '', lift: '' }
const gag = { apply: moderationPresets.simpleadmin.gag, lift: moderationPresets.simpleadmin.ungag }
const here = { since: now - hourMs }

/** An active ban of a player who is not there, never sent. */
const ban: EnforcementFacts = {
  kind: 'ban',
  target: 'applied',
  isHeldByAnother: false,
  isByAddress: false,
  commands: game,
  present: null,
  sentAt: null,
  resend: false,
  onlineSince: null,
  now,
}

test.each<[string, Partial<EnforcementFacts>, string[], string]>([
  [
    'banned and there: the ban by number first, which needs them there',
    { present: here },
    ['ban', 'portal-kick'],
    'applied',
  ],
  [
    'banned and there: the kick first, where the ban is by SteamID',
    { present: here, commands: simple },
    ['portal-kick', 'ban'],
    'applied',
  ],
  [
    'banned and there although the ban was sent',
    { present: here, commands: simple, sentAt: now - 1 },
    ['portal-kick', 'ban'],
    'applied',
  ],
  ['banned and there, without any command', { present: here, commands: none }, ['portal-kick'], 'applied'],
  ['banned and not there', {}, [], 'absent'],
  ['banned and not there, with a plugin that stores it', { commands: simple }, ['ban'], 'applied'],
  ['banned, stored by the plugin already', { commands: simple, sentAt: 1 }, [], 'applied'],
  ['a ban that was changed', { commands: simple, sentAt: 1, resend: true }, ['unban', 'ban'], 'applied'],
  [
    'at the address of a ban',
    { present: here, commands: simple, isByAddress: true },
    ['portal-kick'],
    'applied',
  ],
  ['lifted', { target: 'lifted', sentAt: 1 }, ['unban'], 'lifted'],
  ['lifted, but another ban holds', { target: 'lifted', isHeldByAnother: true }, [], 'lifted'],
  ['lifted, without a command', { target: 'lifted', commands: none }, [], 'lifted'],
  ['lifted, of another account at the address', { target: 'lifted', isByAddress: true }, [], 'lifted'],
  ['over: the server notices by itself', { target: 'ended', present: here }, [], 'lifted'],
  ['gagged', { kind: 'gag', commands: gag }, ['gag'], 'applied'],
  [
    'gagged, stored an hour ago',
    { kind: 'gag', commands: gag, sentAt: now - hourMs, present: here },
    [],
    'applied',
  ],
  [
    'gagged before the server restarted',
    { kind: 'gag', commands: gag, sentAt: now - 2, onlineSince: now - 1 },
    ['gag'],
    'applied',
  ],
  [
    'gagged, changed since',
    { kind: 'gag', commands: gag, sentAt: now - 2, resend: true },
    ['ungag', 'gag'],
    'applied',
  ],
  ['gagged without a command', { kind: 'gag', commands: none }, [], 'unsupported'],
  [
    'gagged by number and not there',
    { kind: 'gag', commands: { ...gag, apply: 'x {userid}' } },
    [],
    'absent',
  ],
  [
    'gagged by number in an earlier visit',
    { kind: 'gag', commands: { ...gag, apply: 'x {userid}' }, present: here, sentAt: now - 2 * hourMs },
    ['gag'],
    'applied',
  ],
  [
    'gagged by number in this visit',
    { kind: 'gag', commands: { ...gag, apply: 'x {userid}' }, present: here, sentAt: now - 1 },
    [],
    'applied',
  ],
])('a game server is brought to a sanction: %s', (_, facts, actions, state) => {
  expect(planEnforcement({ ...ban, ...facts })).toEqual({ actions, state })
})

const time = fc.integer({ min: 0, max: now })
const facts: fc.Arbitrary<EnforcementFacts> = fc.record({
  kind: fc.constantFrom('ban', 'mute', 'gag'),
  target: fc.constantFrom('applied', 'lifted', 'ended'),
  isHeldByAnother: fc.boolean(),
  isByAddress: fc.boolean(),
  commands: fc.constantFrom(simple, game, none, gag),
  present: fc.option(fc.record({ since: fc.option(time) })),
  sentAt: fc.option(time),
  resend: fc.boolean(),
  onlineSince: fc.option(time),
  now: fc.constant(now),
})

test('a player is kicked exactly where a ban holds and they are there', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const isKicked = planEnforcement(one).actions.includes('portal-kick')
      expect(isKicked).toBe(one.kind === 'ban' && one.target === 'applied' && one.present !== null)
    }),
  )
})

test('no sanction that is over is applied, and none that holds ends without being applied again', () => {
  fc.assert(
    fc.property(facts, (one) => {
      const { actions } = planEnforcement(one)
      if (one.target !== 'applied') expect(actions).not.toContain(one.kind)
      else if (actions.some((action) => action.startsWith('un'))) expect(actions.at(-1)).toBe(one.kind)
    }),
  )
})

test('any reason becomes text that stays in its command', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const reason = toCommandText(text)
      expect(isSafeCommandText(reason)).toBe(true)
      const values = { steamId: '76561198000000001', minutes: 5, reason }
      expect(fillModerationCommand(simple.apply, values)).not.toBe(null)
    }),
  )
})

test('minutes of a command are rounded up, and 0 only for a permanent sanction', () => {
  expect(
    [null, now - 5, now + 1, now + 60_000, now + 60_001].map((end) => toCommandMinutes(end, now)),
  ).toEqual([0, 1, 1, 1, 2])
})

test('a sanction is active until it expires or is lifted', () => {
  expect(getSanctionState({ expires: null, lifted: null }, now)).toBe('active')
  expect(getSanctionState({ expires: now, lifted: null }, now)).toBe('expired')
  expect(getSanctionState({ expires: now, lifted: { at: 1 } }, now)).toBe('lifted')
})

test.each<[string[] | null, string[] | null, boolean]>([
  [null, null, true],
  [null, ['a'], true],
  [['a'], null, false],
  [['a'], ['a'], true],
  [['a'], ['a', 'b'], false],
])('C18 an operator of %j may act on a sanction of %j: %j', (own, servers, may) => {
  expect(mayActOnServers(own, servers)).toBe(may)
})
