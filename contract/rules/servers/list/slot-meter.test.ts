import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryServer, buildServer } from '../../../testing/server-builder.ts'
import { connectCommand, joinLink } from '../join-link.ts'
import { mapName } from '../map-name.ts'
import { formatPlaytime } from '../playtime.ts'
import { isRegionCode, regionCodePattern, regionCodes } from '../../rentals/regions/region-codes.ts'
import { buildSlotMeter } from './slot-meter.ts'
import { parsePlayers } from './player-slots.ts'

test.each([
  [0, '00:00:00'],
  [59.9, '00:00:59'],
  [6_128, '01:42:08'],
  [360_000, '100:00:00'],
  [undefined, '--:--:--'],
  [Number.NaN, '--:--:--'],
  [-1, '--:--:--'],
  [Number.POSITIVE_INFINITY, '--:--:--'],
])('D4 %s seconds read %s', (seconds, text) => {
  expect(formatPlaytime(seconds)).toBe(text)
})

test.each([
  ['workshop/3070284539/de_x', 'de_x'],
  ['workshop/3070284539/', 'workshop/3070284539/'],
  ['de_mirage', 'de_mirage'],
  ['', ''],
])('D2 the map %j is called %j', (map, name) => {
  expect(mapName(map)).toBe(name)
})

test('D3 the join link is the one the operator chose', () => {
  const server = buildServer({ ip: '203.0.113.9', port: 27020 })
  expect(joinLink(server, 'run')).toBe('steam://run/730//+connect%20203.0.113.9:27020')
  expect(joinLink(server, 'connect')).toBe('steam://connect/203.0.113.9:27020')
  expect(joinLink(server, 'perfectworld')).toBe(
    'steam://rungame/730/76561202255233023/+connect%20203.0.113.9:27020%20-perfectworld',
  )
  expect(connectCommand(server)).toBe('connect 203.0.113.9:27020')
})

test('F8 the meter draws a segment a slot, the reserved ones last, 20 at most', () => {
  expect(buildSlotMeter(3, 10, 2).segments.join(' ')).toBe(
    'taken taken taken free free free free free reserved reserved',
  )
  expect(buildSlotMeter(9, 10, 2).segments.at(-1)).toBe('reserved')
  expect(buildSlotMeter(10, 10, 2).segments).not.toContain('reserved')
  expect(buildSlotMeter(1, 64, 2).segments.filter((segment) => segment === 'taken')).toHaveLength(1)
  expect(buildSlotMeter(6, 10, 0).level).toBe('good')
  expect(buildSlotMeter(7, 10, 0).level).toBe('busy')
  expect(buildSlotMeter(9, 10, 0).level).toBe('bad')
})

test('F8 no count breaks the meter', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.nat(3), (current, max, reserved) => {
      const { segments } = buildSlotMeter(current, max, reserved)
      expect(segments).toHaveLength(Math.min(20, max))
      const taken = segments.filter((segment) => segment === 'taken').length
      if (max > 0) expect(taken > 0).toBe(current > 0)
    }),
  )
})

test('D12 players are read as numbers, whatever the text', () => {
  expect(parsePlayers('12/20')).toEqual({ current: 12, max: 20 })
  expect(parsePlayers('')).toEqual({ current: 0, max: 0 })
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { current, max } = parsePlayers(text)
      expect(current >= 0 && max >= 0).toBe(true)
    }),
  )
  fc.assert(fc.property(arbitraryServer, (server) => parsePlayers(server.players).current <= 30))
})

test('G23 the 18 region codes', () => {
  expect(regionCodes).toHaveLength(18)
  expect(isRegionCode('sa-saopaulo')).toBe(true)
  expect(isRegionCode('火星')).toBe(false)
})

test('G23 an operator’s own region code is lower-case letters and digits in parts', () => {
  for (const code of [...regionCodes, 'home-2', 'oc-perth-1', 'lan']) expect(code).toMatch(regionCodePattern)
  for (const code of ['', 'x', 'Ap-tokyo', 'a--b', '-a', 'a-', 'a b', '火星', 'a/b', 'x'.repeat(33)])
    expect(code).not.toMatch(regionCodePattern)
})
