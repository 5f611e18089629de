import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryServer, buildServer } from '../../../testing/server-builder.ts'
import {
  type ServerFilter,
  defaultFilter,
  displayName,
  filterServers,
  getHiddenReason,
  matchesSearch,
} from './server-filter.ts'

const anyFilter: fc.Arbitrary<ServerFilter> = fc.record({
  search: fc.constantFrom('', ' ', 'alpha', '上海', 'ALP'),
  modes: fc.subarray(['retakes', 'public', 'deathmatch']),
  maps: fc.subarray(['de_mirage', 'de_dust2']),
  regions: fc.subarray(['ap-shanghai', '火星']),
  hideFull: fc.boolean(),
  hideEmpty: fc.boolean(),
  hideOffline: fc.boolean(),
})

test('D5 the defaults: nothing chosen, full and offline hidden, empty shown', () => {
  expect(defaultFilter).toEqual({
    search: '',
    modes: [],
    maps: [],
    regions: [],
    hideFull: true,
    hideEmpty: false,
    hideOffline: true,
  })
})

describe('D12 what a toggle hides', () => {
  const all = { hideFull: true, hideEmpty: true, hideOffline: true }
  test.each([
    ['players_max reached', { players: '8/10', players_max: 8 }, 'full'],
    ['players_max not reached though the string says full', { players: '10/10', players_max: 12 }, null],
    ['the max of the string reached', { players: '10/10' }, 'full'],
    ['beyond the max', { players: '11/10' }, 'full'],
    ['a max of 0 is no max', { players: '3/0' }, null],
    ['nobody there', { players: '0/10' }, 'empty'],
    ['nobody there and no max known', { players: '0/0' }, 'empty'],
    ['offline and full: only the offline rule speaks', { players: '10/10', open: 0 }, 'offline'],
    ['offline and empty', { players: '0/10', open: 0 }, 'offline'],
    ['a broken count is nobody', { players: 'x/y' }, 'empty'],
  ] as const)('%s', (_name, change, why) => {
    expect(getHiddenReason(buildServer(change), all)).toBe(why)
  })

  test('an offline server that may be seen is never hidden as full or empty', () => {
    const shown = { hideFull: true, hideEmpty: true, hideOffline: false }
    expect(getHiddenReason(buildServer({ open: 0, players: '10/10' }), shown)).toBeNull()
    expect(getHiddenReason(buildServer({ open: 0, players: '0/10' }), shown)).toBeNull()
  })

  test('a switch that is off hides nothing', () => {
    const off = { hideFull: false, hideEmpty: false, hideOffline: false }
    fc.assert(fc.property(arbitraryServer, (server) => getHiddenReason(server, off) === null))
  })
})

test('D11 search is trimmed, case-insensitive, over name and display name', () => {
  const server = buildServer({ name: 'Shanghai #1', name_display: '上海 #1 回防' })
  expect(matchesSearch(server, '  SHANG ')).toBe(true)
  expect(matchesSearch(server, '回防')).toBe(true)
  expect(matchesSearch(server, 'beijing')).toBe(false)
  expect(matchesSearch(server, '   ')).toBe(true)
})

test('D13 the display name is preferred unless it is blank', () => {
  expect(displayName({ name: 'a', name_display: 'b' })).toBe('b')
  expect(displayName({ name: 'a', name_display: '  ' })).toBe('a')
})

test('D12 a filter keeps the order, takes nothing in and drops only what a rule names', () => {
  fc.assert(
    fc.property(fc.array(arbitraryServer), anyFilter, (servers, filter) => {
      const matching = filterServers(servers, filter)
      expect(servers.filter((server) => matching.includes(server))).toEqual(matching)
      for (const server of matching) {
        if (filter.modes.length > 0) expect(filter.modes).toContain(server.category)
        if (filter.maps.length > 0) expect(filter.maps).toContain(server.map)
        if (filter.regions.length > 0) expect(filter.regions).toContain(server.region)
        if (filter.hideOffline) expect(server.open).not.toBe(0)
      }
      expect(filterServers(matching, filter)).toEqual(matching)
    }),
  )
})

test('D12 a server in maintenance follows every filter, but does not count as offline', () => {
  const maintenance = { zh: '换硬盘', en: '' }
  const all = { ...defaultFilter, hideFull: true, hideEmpty: true, hideOffline: true }
  const [silent, full, empty] = [{ open: 0 }, { players: '10/10' }, { players: '0/10' }].map((change) =>
    buildServer({ ...change, maintenance }),
  )
  const worked = [silent, full, empty].filter((server) => server !== undefined)
  expect(filterServers(worked, all)).toEqual([silent])
  expect(filterServers(worked, { ...all, hideFull: false })).toEqual([silent, full])
  expect(filterServers(worked, { ...all, hideEmpty: false })).toEqual([silent, empty])
  expect(filterServers(worked, { ...all, search: 'nowhere' })).toEqual([])
  expect(filterServers(worked, { ...all, regions: ['nowhere'] })).toEqual([])
})
