import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryServer, buildServer } from '../../../testing/server-builder.ts'
import { type ServerSort, formatServerAddress, defaultSort, nextSort, sortServers } from './server-sort.ts'

const ids = (servers: ReturnType<typeof sortServers>) => servers.map((server) => server.id).join(' ')

const sorts: ServerSort[] = [
  null,
  { column: 'name', direction: 'ascending' },
  { column: 'name', direction: 'descending' },
  { column: 'players', direction: 'ascending' },
  { column: 'players', direction: 'descending' },
]

test('D6 a header cycles ascending, descending, none; players descending is the default', () => {
  expect(defaultSort).toEqual({ column: 'players', direction: 'descending' })
  const first = nextSort(null, 'name')
  expect(first).toEqual({ column: 'name', direction: 'ascending' })
  const second = nextSort(first, 'name')
  expect(second).toEqual({ column: 'name', direction: 'descending' })
  expect(nextSort(second, 'name')).toBeNull()
  expect(nextSort(second, 'players')).toEqual({ column: 'players', direction: 'ascending' })
})

test('D6 pinned servers come first in every sort, the higher pin first', () => {
  fc.assert(
    fc.property(fc.array(arbitraryServer), fc.constantFrom(...sorts), (servers, sort) => {
      const pins = sortServers(servers, sort).map((server) => server.ontop)
      expect(pins).toEqual(pins.toSorted((a, b) => b - a))
    }),
  )
})

test('D7 players sort falls back to star, then max, then ip:port', () => {
  const servers = [
    buildServer({ id: 'port', players: '5/10', port: 27016 }),
    buildServer({ id: 'first', players: '5/10', port: 27015 }),
    buildServer({ id: 'max', players: '5/20', port: 27017 }),
    buildServer({ id: 'star', players: '5/8', star: 1, port: 27018 }),
    buildServer({ id: 'players', players: '6/8', port: 27019 }),
  ]
  expect(ids(sortServers(servers, { column: 'players', direction: 'descending' }))).toBe(
    'players star max first port',
  )
})

test('E4 the tie-breaks keep their direction when the players are ascending', () => {
  const servers = [
    buildServer({ id: 'players', players: '6/8', port: 27019 }),
    buildServer({ id: 'port', players: '5/10', port: 27016 }),
    buildServer({ id: 'first', players: '5/10', port: 27015 }),
    buildServer({ id: 'max', players: '5/20', port: 27017 }),
    buildServer({ id: 'star', players: '5/8', star: 1, port: 27018 }),
  ]
  expect(ids(sortServers(servers, { column: 'players', direction: 'ascending' }))).toBe(
    'star max first port players',
  )
})

test('D7 name sort is case-insensitive by the shown name, then ip:port in both directions', () => {
  const servers = [
    buildServer({ id: 'b', name: 'beta' }),
    buildServer({ id: 'a2', name: 'ALPHA', port: 27016 }),
    buildServer({ id: 'a1', name: 'zulu', name_display: 'alpha', port: 27015 }),
  ]
  expect(ids(sortServers(servers, { column: 'name', direction: 'ascending' }))).toBe('a1 a2 b')
  expect(ids(sortServers(servers, { column: 'name', direction: 'descending' }))).toBe('b a1 a2')
})

test('D6 no sort keeps the given order behind the pins', () => {
  const servers = [buildServer({ id: 'x' }), buildServer({ id: 'pin', ontop: 1 }), buildServer({ id: 'a' })]
  expect(ids(sortServers(servers, null))).toBe('pin x a')
})

test('D7 name sort puts Chinese in the order of pinyin and numbers in that of their value', () => {
  const named = (...names: string[]) =>
    names.map((name, at) => buildServer({ id: name, name, port: 27015 + at }))
  const sorted = (servers: ReturnType<typeof named>) =>
    sortServers(servers, { column: 'name', direction: 'ascending' }).map(({ name }) => name)
  expect(sorted(named('重庆', '上海', '北京', '广州', '成都'))).toEqual([
    '北京',
    '成都',
    '重庆',
    '广州',
    '上海',
  ])
  expect(sorted(named('上海 #10', '上海 #9', '上海 #1'))).toEqual(['上海 #1', '上海 #9', '上海 #10'])
  expect(sorted(named('zulu', 'Beta', 'alpha', '上海'))).toEqual(['上海', 'alpha', 'Beta', 'zulu'])
})

test('D7 a sort loses and invents nothing, and does not depend on the order it is given', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(arbitraryServer, { selector: (server) => server.id }),
      fc.constantFrom(...sorts.slice(1)),
      (servers, sort) => {
        const sorted = sortServers(servers, sort)
        expect(new Set(sorted)).toEqual(new Set(servers))
        expect(sortServers(servers.toReversed(), sort)).toEqual(sorted)
      },
    ),
  )
})

test('an IPv6 address is bracketed before its port', () => {
  expect(formatServerAddress({ ip: '2001:db8::1', port: 27015 })).toBe('[2001:db8::1]:27015')
  expect(formatServerAddress({ ip: '203.0.113.1', port: 27015 })).toBe('203.0.113.1:27015')
})
