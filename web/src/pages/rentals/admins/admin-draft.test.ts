import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { expect, test } from 'vitest'
import { findAddErrors, formatAdmin, toRentalAdmin, hasSameAdmins } from './admin-draft.ts'

const admin = (at: number, name = ''): RentalAdmin => ({
  steamid: `7656119800000000${at}`,
  name,
  servername: '',
})
const typing = (steamid: string, note = '') => ({ steamid, note, isDone: false })
const typed = (steamid: string, note = '') => ({ steamid, note, isDone: true })

test('G15 every rule of a SteamID has its named error, at its field', () => {
  expect(findAddErrors([], typed('')).steamid).toBe('admin.steam_id_empty')
  expect(findAddErrors([], typed('7656119')).steamid).toBe('admin.steam_id_invalid')
  expect(findAddErrors([], typed('12345678901234567')).steamid).toBe('admin.steam_id_prefix')
  expect(findAddErrors([admin(1)], typed(admin(1).steamid)).steamid).toBe('admin.steam_id_twice')
  expect(findAddErrors([], typed(` ${admin(1).steamid} `))).toEqual({ steamid: null, note: null })
})

test('G15 a note of more than 20 characters is said at the note, a full list at the SteamID', () => {
  expect(findAddErrors([], typed(admin(1).steamid, '字'.repeat(20)))).toEqual({ steamid: null, note: null })
  expect(findAddErrors([], typed(admin(1).steamid, '字'.repeat(21)))).toEqual({
    steamid: null,
    note: 'admin.note_length',
  })
  const full = [1, 2, 3, 4, 5, 6, 7].map((at) => admin(at))
  expect(findAddErrors(full, typed(admin(8).steamid)).steamid).toBe('admin.too_many_admins')
})

test('G15 an error caused by the list disappears when an admin is removed', () => {
  const full = [1, 2, 3, 4, 5, 6, 7].map((at) => admin(at))
  const [, ...others] = full
  const one = typed(admin(8).steamid)
  expect(findAddErrors(full, one).steamid).toBe('admin.too_many_admins')
  expect(findAddErrors(others, one)).toEqual({ steamid: null, note: null })
  const first = typed(admin(1).steamid)
  expect(findAddErrors(full, first).steamid).toBe('admin.steam_id_twice')
  expect(findAddErrors(others, first)).toEqual({ steamid: null, note: null })
})

test('G15 while it is typed only what cannot become right is said', () => {
  const soFar = (steamid: string) => findAddErrors([admin(1)], typing(steamid)).steamid
  for (const begun of ['', '7', '7656', '7656119', '76561198000', admin(2).steamid])
    expect([begun, soFar(begun)]).toEqual([begun, null])
  expect(soFar('8')).toBe('admin.steam_id_prefix')
  expect(soFar('76561x')).toBe('admin.steam_id_invalid')
  expect(soFar(`${admin(2).steamid}0`)).toBe('admin.steam_id_invalid')
  expect(soFar(admin(1).steamid)).toBe('admin.steam_id_twice')
})

test('G15 the owner may be put back, whatever their SteamID begins with', () => {
  const high = '76561200000000000'
  expect(findAddErrors([], typed(high)).steamid).toBe('admin.steam_id_prefix')
  expect(findAddErrors([], typed(high), [high]).steamid).toBeNull()
  expect(findAddErrors([], typing('765612'), [high]).steamid).toBeNull()
  expect(findAddErrors([], typing('7656121'), [high]).steamid).toBe('admin.steam_id_prefix')
})

test('G15 a list is changed if an admin, a note or the order differs', () => {
  const list = [admin(1, 'kite'), admin(2)]
  expect(hasSameAdmins(list, [admin(1, 'kite'), admin(2)])).toBe(true)
  expect(hasSameAdmins(list, [admin(1, 'kite')])).toBe(false)
  expect(hasSameAdmins(list, [admin(1), admin(2)])).toBe(false)
  expect(hasSameAdmins(list, [admin(2), admin(1, 'kite')])).toBe(false)
})

test("G15 an admin's name is the note, else the in-game name, else the SteamID", () => {
  expect(formatAdmin({ steamid: '1', name: 'note', servername: 'game' })).toBe('note')
  expect(formatAdmin({ steamid: '1', name: '', servername: 'game' })).toBe('game')
  expect(formatAdmin({ steamid: '1', name: '', servername: '' })).toBe('1')
  expect(toRentalAdmin(typed(' 1 ', ' note '))).toEqual({ steamid: '1', name: 'note', servername: '' })
})
