import { expect, test } from 'vitest'
import {
  moderationPresetNames,
  moderationPresets,
  findPreset,
  vipPresetNames,
  vipPresets,
} from './command-presets.ts'
import { fillModerationCommand, isModerationCommand, moderationKinds } from './moderation-commands.ts'
import { toSteamId } from '../../accounts/steam-id.ts'
import { fillVipCommand, isVipCommand } from '../../vip/vip-commands.ts'

const moments = ['grant', 'extend', 'expire'] as const
const now = Date.UTC(2026, 10, 22)
const facts = { steamId: toSteamId(7), group: 'VIP', until: now + 86_400_000 }

test('F7 every preset of VIP can be saved, and is recognised again', () => {
  for (const name of vipPresetNames) {
    expect(findPreset(vipPresets, vipPresets[name])).toBe(name)
    for (const moment of moments) expect(isVipCommand(vipPresets[name][moment])).toBe(true)
  }
  expect(findPreset(vipPresets, { ...vipPresets.vipcore, extend: 'say hi' })).toBeNull()
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

test('F7 cs2-vip is addressed by account number; it has no command to extend', () => {
  expect(fillVipCommand(vipPresets.cs2vip.grant, facts, now)).toBe('vip_give 7 86400 VIP')
  expect(vipPresets.cs2vip.extend).toBe('')
})

test('J every preset of moderation can be saved, and is recognised again', () => {
  for (const name of moderationPresetNames) {
    expect(findPreset(moderationPresets, moderationPresets[name])).toBe(name)
    for (const kind of moderationKinds)
      expect(isModerationCommand(kind, moderationPresets[name][kind])).toBe(true)
  }
})

test('J SimpleAdmin bans by SteamID64', () => {
  const ban = { steamId: facts.steamId, userId: 3, minutes: 60, reason: 'aim' }
  expect(fillModerationCommand(moderationPresets.simpleadmin.ban, ban)).toBe(
    `css_addban ${facts.steamId} 60 aim`,
  )
})
