import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMapArt, formatMapName } from './map-art.ts'

test.each([
  ['de_mirage', 'mirage'],
  ['aim_redline', 'redline'],
  ['workshop/123456/surf_utopia_v3', 'utopia_v3'],
  ['de_', 'de_'],
  ['lobby', 'lobby'],
  ['', ''],
])('the label of %s is %s', (map, label) => {
  expect(formatMapName(map)).toBe(label)
})

test('a known map has its own colours, whatever its prefix', () => {
  expect(createMapArt('de_dust2').from).toBe(createMapArt('dm_dust2').from)
  expect(createMapArt('de_dust2').from).not.toBe(createMapArt('de_mirage').from)
})

test.each(['__proto__', 'constructor', 'de_toString'])('a map may be called %s', (map) => {
  expect(createMapArt(map).from).toMatch(/^hsl\(/)
})

test('any name has a tile, always the same, with numbers only in its lines', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (map) => {
      const art = createMapArt(map)
      expect(createMapArt(map)).toEqual(art)
      expect(art.lines).toHaveLength(6)
      expect(art.lines.join('')).not.toMatch(/[^MLZ\d. -]/)
    }),
  )
})
