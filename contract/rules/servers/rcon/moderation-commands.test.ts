import { expect, test } from 'vitest'
import { areVipCommands } from '../../vip/vip-commands.ts'
import {
  defaultModerationCommands,
  fillModerationCommand,
  isModerationCommand,
  moderationKinds,
  isSafeCommandText,
} from './moderation-commands.ts'
import { toSteamId } from '../../accounts/steam-id.ts'

const steamId = toSteamId(7)

test('J the commands of the game itself are commands', () => {
  for (const kind of moderationKinds)
    expect(isModerationCommand(kind, defaultModerationCommands[kind])).toBe(true)
})

test.each([
  ['kick', 'css_kick #{userid} {reason}', true],
  ['kick', '', true],
  ['kick', 'status', false],
  ['kick', 'kickid {userid}; quit', false],
  ['kick', 'kickid {userid} "{reason}', false],
  ['kick', 'kickid {user}', false],
  ['kick', 'kickid {userid} {minutes}', false],
  ['kick', 'kickid {userid} // {reason}', false],
  ['ban', 'css_addban {steamid} {minutes} {reason}', true],
  ['ban', 'banid {minutes}', false],
  ['ban', 'banid {minutes} {userid} kick\nwriteid', true],
  ['ban', 'banid {minutes} {userid} kick\n\nwriteid\n', true],
  ['ban', 'writeid\nwriteid', false],
  ['ban', 'banid 0 {userid}\n2\n3\n4', false],
  ['ban', 'banid 0 {userid}\nwriteid; quit', false],
  ['ban', 'banid 0 {userid} "\n"', false],
  ['ban', 'css_addban {steamid} {minutes} {name}', false],
  ['unban', 'removeid "[U:1:{accountid}]"', true],
  ['unban', 'removeid {userid}', false],
  ['mute', 'css_addmute {steamid} {minutes}', true],
  ['gag', '', true],
  ['message', 'css_say {text}', true],
  ['message', 'say hello', false],
  ['message', '{text}', false],
  ['message', 'say {text}\n{text}', false],
  ['message', '" {text}"', false],
  ['message', '"{text}"', false],
  ['message', 'say"{text}"', false],
  ['message', "'{text}", false],
  ['message', ':{text}', false],
  ['message', 'say{text}', false],
  ['message', '  {text} say', false],
  ['kick', '{reason} {userid}', false],
  ['kick', 'kickid {userid}\n{reason}', false],
  ['kick', 'kickid {userid}\n"" {reason}', false],
  ['kick', '{userid} kickid', false],
  ['ban', '+x.y-z {steamid}', true],
  ['ban', '/ban {steamid}', false],
] as const)('J as command to %s, %j: %s', (kind, text, is) => {
  expect(isModerationCommand(kind, text)).toBe(is)
})

test.each([
  ['vip_set {steamid} {group} {until}', true],
  ['', true],
  ['mm_reload_vip {accountid}\nvip_flush', true],
  ['{group} {steamid}', false],
  ['vip_set {steamid}\n{group}', false],
  ['"{group}" {steamid}', false],
  ['vip_set{steamid}', false],
])('J as commands of VIP, %j: %s', (text, is) => {
  expect(areVipCommands(text)).toBe(is)
})

test('J a command is filled, or refused where something is missing or would not stay inside', () => {
  const ban = 'css_addban {steamid} {minutes} "{reason}"'
  expect(fillModerationCommand(ban, { steamId, minutes: 5, reason: '作弊' })).toBe(
    `css_addban ${steamId} 5 "作弊"`,
  )
  expect(fillModerationCommand('kickid {userid} "{reason}"', { userId: 0 })).toBe('kickid 0 ""')
  expect(fillModerationCommand('x {accountid}', { steamId })).toBe('x 7')
  expect(fillModerationCommand('kickid {userid}', { steamId })).toBeNull()
  expect(fillModerationCommand('', { steamId })).toBeNull()
  expect(fillModerationCommand(ban, { steamId, minutes: 5, reason: 'a" ; quit' })).toBeNull()
  expect(fillModerationCommand('say {text}', { text: '{reason}' })).toBe('say {reason}')
})

test.each(['a"b', 'a;b', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a // b', '\ud800'])(
  'J %j does not stay in a command',
  (text) => {
    expect(isSafeCommandText(text)).toBe(false)
  },
)
