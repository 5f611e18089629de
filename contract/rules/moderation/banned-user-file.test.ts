import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSteamId } from '../accounts/steam-id.ts'
import { type FiledBan, formatBannedUsers } from './banned-user-file.ts'

const ban: FiledBan = {
  kind: 'ban',
  steamId: '76561197960287930',
  state: 'active',
  serverIds: null,
  expires: null,
}

test('a permanent ban on all servers is a line of banned_user.cfg, each player once; other sanctions are none', () => {
  const others: Partial<FiledBan>[] = [
    { kind: 'mute' },
    { state: 'lifted' },
    { state: 'expired' },
    { serverIds: ['one'] },
    { expires: Date.parse('2026-12-01T00:00:00Z') },
  ]
  expect(formatBannedUsers([ban, ban, ...others.map((one) => ({ ...ban, ...one }))])).toBe(
    'banid 0 STEAM_1:0:11101\n',
  )
  expect(formatBannedUsers([])).toBe('')
})

test('every account is its own number in the file', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), (account) => {
      const line = formatBannedUsers([{ ...ban, steamId: toSteamId(account) }])
      const [, y, z] = /^banid 0 STEAM_1:([01]):(\d+)\n$/.exec(line) ?? []
      expect(Number(z) * 2 + Number(y)).toBe(account)
    }),
  )
})
