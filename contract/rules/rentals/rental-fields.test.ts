import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type RentalAdmin,
  validateAdmins,
  validateAdmin,
  validateRentalName,
  validateRentalPassword,
  normalizeRentalName,
} from './rental-fields.ts'
import {
  type RegionGroup,
  isRegionInFilter,
  regionFilters,
  regionGroups,
  sortRegions,
} from './regions/region-filters.ts'

test.each([
  ['', 'rental.name_required'],
  ['   ', 'rental.name_required'],
  ['ab', 'rental.name_length'],
  [' ab ', 'rental.name_length'],
  ['abc', null],
  ['周五内战一号', null],
  ['一二三', null],
  ['x'.repeat(16), null],
  ['x'.repeat(17), 'rental.name_length'],
  // Characters beyond the basic plane count once.
  ['𠮷'.repeat(16), null],
  ['Friday 5v5', null],
  ['Friday\t5v5', null],
  ['name"; quit', 'rental.name_invalid'],
  ['名字。号', 'rental.name_invalid'],
  ['ab😀c', 'rental.name_invalid'],
  ['ab​cd', 'rental.name_invalid'],
])('G10 the name %j: %s', (name, problem) => {
  expect(validateRentalName(name)).toBe(problem)
})

test('G10 a name that is taken holds nothing a console could read as more than a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
      if (validateRentalName(name) === null)
        expect(normalizeRentalName(name)).not.toMatch(/["';\\\p{Cc}\p{Cf}/$]|^ | $/u)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['', 'rental.password_required'],
  ['  ', 'rental.password_required'],
  ['abc', 'rental.password_length'],
  ['abcd', null],
  ['clutch2026', null],
  ['x'.repeat(16), null],
  ['x'.repeat(17), 'rental.password_length'],
  ['pass word', 'rental.password_invalid'],
  ['密码密码', 'rental.password_invalid'],
  ['ab";quit', 'rental.password_invalid'],
])('G10 G14 the password %j: %s', (password, problem) => {
  expect(validateRentalPassword(password)).toBe(problem)
})

const admin = (last: number, name = ''): RentalAdmin => ({
  steamid: `7656119800000000${last}`,
  name,
  servername: '',
})

test.each<[string, RentalAdmin, string | null]>([
  ['nothing', { ...admin(1), steamid: '' }, 'admin.steam_id_empty'],
  ['16 digits', { ...admin(1), steamid: '7656119800000000' }, 'admin.steam_id_invalid'],
  ['letters', { ...admin(1), steamid: '7656119800000000x' }, 'admin.steam_id_invalid'],
  ['another beginning', { ...admin(1), steamid: '76561200000000000' }, 'admin.steam_id_prefix'],
  ['somebody on the list', admin(0), 'admin.steam_id_twice'],
  ['a note of 20 characters', admin(1, '字'.repeat(20)), null],
  ['a note of 21 characters', admin(1, '字'.repeat(21)), 'admin.note_length'],
])('G15 %s', (_name, entry, problem) => {
  expect(validateAdmin([admin(0)], entry)).toBe(problem)
})

test('G15 a list has at least one and at most seven', () => {
  const seven = Array.from({ length: 7 }, (_, at) => admin(at))
  expect(validateAdmins([])).toBe('admin.none')
  expect(validateAdmins(seven)).toBe(null)
  expect(validateAdmins([...seven, admin(7)])).toBe('admin.too_many_admins')
  expect(validateAdmins([admin(1), admin(2), admin(1)])).toBe('admin.steam_id_twice')
})

test('G15 who is on the list already stays, whatever their SteamID begins with, once', () => {
  const high = { ...admin(1), steamid: '76561200000000000' }
  expect(validateAdmins([high, admin(2)], [high.steamid])).toBe(null)
  expect(validateAdmins([high, high], [high.steamid])).toBe('admin.steam_id_twice')
  expect(validateAdmins([high, admin(2)], [admin(2).steamid])).toBe('admin.steam_id_prefix')
  expect(validateAdmins([{ ...high, steamid: '7656' }], ['7656'])).toBe('admin.steam_id_invalid')
})

test('G18 G23 every group is in its own filter and in all; Asia holds China', () => {
  const filtersOf = (group: RegionGroup) => regionFilters.filter((filter) => isRegionInFilter(group, filter))
  expect(Object.fromEntries(regionGroups.map((group) => [group, filtersOf(group)]))).toEqual({
    china: ['all', 'china', 'asia'],
    asia: ['all', 'asia'],
    europe: ['all', 'europe'],
    america: ['all', 'america'],
    other: ['all'],
  })
})

test('G10 G18 the present region first, then recommended ones, the rest as they came', () => {
  const regions = [
    { region: 'a', recommended: false },
    { region: 'b', recommended: true },
    { region: 'c', recommended: false },
    { region: 'd', recommended: true },
  ]
  const order = (current: string | null) =>
    sortRegions(regions, current)
      .map(({ region }) => region)
      .join('')
  expect(order(null)).toBe('bdac')
  expect(order('c')).toBe('cbda')
  expect(order('d')).toBe('dbac')
})
