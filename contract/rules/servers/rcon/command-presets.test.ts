import { expect, test } from 'vitest'
import {
  moderationPresetNames,
  moderationPresets,
  findPreset,
  findVipPreset,
  parseModerationPreset,
  vipPresetNames,
  vipPresets,
} from './command-presets.ts'
import { fillModerationCommand, isModerationCommand, moderationKinds } from './moderation-commands.ts'
import { toSteamId } from '../../accounts/steam-id.ts'
import { areVipCommands, fillVipCommand } from '../../vip/vip-commands.ts'

const moments = ['grant', 'extend', 'expire'] as const
const now = Date.UTC(2026, 10, 22)
const facts = { steamId: toSteamId(7), group: 'VIP', until: now + 86_400_000 }

test('F7 every preset of VIP can be saved, and is recognised again', () => {
  for (const name of vipPresetNames) {
    expect(findVipPreset(vipPresets[name])).toBe(name)
    for (const moment of moments) expect(areVipCommands(vipPresets[name][moment])).toBe(true)
  }
  expect(findVipPreset({ ...vipPresets.vipcore, extend: 'say hi' })).toBeNull()
  expect(findVipPreset({ ...vipPresets.vipcore, table: 'check' })).toBe('vipcore')
  expect(findVipPreset({ ...vipPresets.cs2vip, table: 'off' })).toBeNull()
})

test('F7 VIPCore is addressed by SteamID64, and extended by its update command', () => {
  const { grant, extend, expire } = vipPresets.vipcore
  const line = (template: string) => fillVipCommand(template, facts, now)
  expect([grant, extend, expire].map(line)).toEqual([
    `css_vip_adduser "${facts.steamId}" "VIP" "86400"`,
    `css_vip_updateuser "${facts.steamId}" "VIP" "86400"`,
    `css_vip_deleteuser "${facts.steamId}"`,
  ])
})

test('F7 cs2-vip only reads a row again, which the portal writes', () => {
  const { grant, extend, expire, table } = vipPresets.cs2vip
  expect(table).toBe('write')
  expect(new Set([grant, extend, expire].map((line) => fillVipCommand(line, facts, now)))).toEqual(
    new Set(['mm_reload_vip 7']),
  )
})

test.each([
  ['one {steamid}\ntwo "{group}"', true],
  ['\n one \n\n', true],
  ['1\n2\n3\n4\n5', true],
  ['1\n2\n3\n4\n5\n6', false],
  ['one\ntwo; quit', false],
  ['one "\n two"', false],
  ['one {name}\ntwo', false],
])('F7 a moment has up to five lines, each one command: %j', (text, isGood) => {
  expect(areVipCommands(text)).toBe(isGood)
})

test('J every preset of moderation can be saved, and is recognised again', () => {
  for (const name of moderationPresetNames) {
    expect(findPreset(moderationPresets, moderationPresets[name])).toBe(name)
    for (const kind of moderationKinds)
      expect(isModerationCommand(kind, moderationPresets[name][kind])).toBe(true)
  }
})

test.each([
  ['simpleadmin', 'kick', 'css_kick #3 "aim: 1"'],
  ['simpleadmin', 'ban', `css_addban ${facts.steamId} 60 "aim: 1"`],
  ['simpleadmin', 'unban', `css_unban ${facts.steamId} "aim: 1"`],
  ['simpleadmin', 'mute', `css_addmute ${facts.steamId} 60 "aim: 1"`],
  ['simpleadmin', 'unmute', `css_unmute ${facts.steamId}`],
  ['simpleadmin', 'gag', `css_addgag ${facts.steamId} 60 "aim: 1"`],
  ['simpleadmin', 'ungag', `css_ungag ${facts.steamId}`],
  ['game', 'ban', 'banid 60 3 kick'],
  ['game', 'unban', 'removeid "[U:1:7]"'],
  ['game', 'mute', null],
  ['gameSaved', 'ban', 'banid 60 3 kick\nwriteid'],
  ['gameSaved', 'unban', 'removeid "[U:1:7]"\nwriteid'],
  ['off', 'ban', null],
] as const)('J with the preset %s a player is addressed, to %s: %j', (preset, kind, line) => {
  const values = { steamId: facts.steamId, userId: 3, minutes: 60, reason: 'aim: 1' }
  expect(fillModerationCommand(moderationPresets[preset][kind], values)).toBe(line)
})

test('J a stored preset that this version does not have is none', () => {
  expect(['simpleadmin', 'sourcemod', null].map(parseModerationPreset)).toEqual(['simpleadmin', null, null])
})
