import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type LeaseAdmin,
  adminListProblem,
  adminProblem,
  leaseNameProblem,
  leasePasswordProblem,
  tidyLeaseName,
} from './lease-fields.ts'
import {
  type RegionGroup,
  isInFilter,
  regionFilters,
  regionGroups,
  regionsInOrder,
} from './region-filters.ts'

test.each([
  ['', 'lease.name_required'],
  ['   ', 'lease.name_required'],
  ['ab', 'lease.name_length'],
  [' ab ', 'lease.name_length'],
  ['abc', null],
  ['周五内战一号', null],
  ['一二三', null],
  ['x'.repeat(16), null],
  ['x'.repeat(17), 'lease.name_length'],
  // Characters beyond the basic plane count once.
  ['𠮷'.repeat(16), null],
  ['Friday 5v5', null],
  ['Friday\t5v5', null],
  ['name"; quit', 'lease.name_invalid'],
  ['名字。号', 'lease.name_invalid'],
  ['ab😀c', 'lease.name_invalid'],
  ['ab​cd', 'lease.name_invalid'],
])('G10 the name %j: %s', (name, problem) => {
  expect(leaseNameProblem(name)).toBe(problem)
})

test('G10 a name that is taken holds nothing a console could read as more than a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
      if (leaseNameProblem(name) === null)
        expect(tidyLeaseName(name)).not.toMatch(/["';\\\p{Cc}\p{Cf}/$]|^ | $/u)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['', 'lease.password_required'],
  ['  ', 'lease.password_required'],
  ['abc', 'lease.password_length'],
  ['abcd', null],
  ['clutch2026', null],
  ['x'.repeat(16), null],
  ['x'.repeat(17), 'lease.password_length'],
  ['pass word', 'lease.password_invalid'],
  ['密码密码', 'lease.password_invalid'],
  ['ab";quit', 'lease.password_invalid'],
])('G10 G14 the password %j: %s', (password, problem) => {
  expect(leasePasswordProblem(password)).toBe(problem)
})

const admin = (last: number, name = ''): LeaseAdmin => ({
  steamid: `7656119800000000${last}`,
  name,
  servername: '',
})

test.each<[string, LeaseAdmin, string | null]>([
  ['nothing', { ...admin(1), steamid: '' }, 'admin.steam_id_empty'],
  ['16 digits', { ...admin(1), steamid: '7656119800000000' }, 'admin.steam_id_invalid'],
  ['letters', { ...admin(1), steamid: '7656119800000000x' }, 'admin.steam_id_invalid'],
  ['another beginning', { ...admin(1), steamid: '76561200000000000' }, 'admin.steam_id_prefix'],
  ['somebody on the list', admin(0), 'admin.steam_id_twice'],
  ['a note of 20 characters', admin(1, '字'.repeat(20)), null],
  ['a note of 21 characters', admin(1, '字'.repeat(21)), 'admin.note_length'],
])('G15 %s', (_name, entry, problem) => {
  expect(adminProblem([admin(0)], entry)).toBe(problem)
})

test('G15 a list has at least one and at most seven', () => {
  const seven = Array.from({ length: 7 }, (_, at) => admin(at))
  expect(adminListProblem([])).toBe('admin.none')
  expect(adminListProblem(seven)).toBe(null)
  expect(adminListProblem([...seven, admin(7)])).toBe('admin.too_many_admins')
  expect(adminListProblem([admin(1), admin(2), admin(1)])).toBe('admin.steam_id_twice')
})

test('G15 who is on the list already stays, whatever their SteamID begins with, once', () => {
  const high = { ...admin(1), steamid: '76561200000000000' }
  expect(adminListProblem([high, admin(2)], [high.steamid])).toBe(null)
  expect(adminListProblem([high, high], [high.steamid])).toBe('admin.steam_id_twice')
  expect(adminListProblem([high, admin(2)], [admin(2).steamid])).toBe('admin.steam_id_prefix')
  expect(adminListProblem([{ ...high, steamid: '7656' }], ['7656'])).toBe('admin.steam_id_invalid')
})

test('G18 G23 every group is in its own filter and in all; Asia holds China', () => {
  const filtersOf = (group: RegionGroup) => regionFilters.filter((filter) => isInFilter(group, filter))
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
    regionsInOrder(regions, current)
      .map(({ region }) => region)
      .join('')
  expect(order(null)).toBe('bdac')
  expect(order('c')).toBe('cbda')
  expect(order('d')).toBe('dbac')
})
