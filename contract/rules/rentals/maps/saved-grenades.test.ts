import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxSavedGrenades, savedGrenadesMaxBytes } from '../../../limits.ts'
import {
  type SavedGrenade,
  formatSavedGrenades,
  maxGrenadeVersions,
  mergeSavedGrenades,
  parseSavedGrenades,
  selectSurplusVersions,
} from './saved-grenades.ts'

const entry = {
  LineupPos: '-1280.4375 576.5 -164.96875',
  LineupAng: '-12.345 90 0',
  Desc: 'jump throw',
  Map: 'de_mirage',
  Type: 'Smoke',
}
const file = (content: unknown) => parseSavedGrenades(JSON.stringify(content))
const player = '76561198000000001'

test('a file of MatchZy is read, with line-ups of players and of everyone, saved or imported', () => {
  const { Type: _type, ...imported } = entry
  const text = JSON.stringify({
    [player]: { window: entry },
    default: { 'A-跳投': { ...imported, Desc: '' } },
  })
  expect(parseSavedGrenades(`\uFEFF${text}`)).toEqual({
    fault: null,
    grenades: [
      {
        owner: player,
        name: 'window',
        map: 'de_mirage',
        type: 'Smoke',
        position: entry.LineupPos,
        angle: entry.LineupAng,
        description: 'jump throw',
      },
      expect.objectContaining({ owner: 'default', name: 'A-跳投', type: '', description: '' }),
    ],
  })
  expect(parseSavedGrenades('{}')).toEqual({ fault: null, grenades: [] })
})

describe('what is no file of MatchZy is refused, and the entry is named', () => {
  test.each([
    ['[]', ''],
    ['null', ''],
    [`{"${player}": []}`, player],
    ['{"unknown": {"a": {}}}', 'unknown / a'],
    [JSON.stringify({ [player]: { a: { ...entry, LineupPos: '1 2' } } }), `${player} / a`],
    [JSON.stringify({ [player]: { a: { ...entry, LineupAng: '1 2 NaN' } } }), `${player} / a`],
    [JSON.stringify({ [player]: { a: { ...entry, Map: '../x y' } } }), `${player} / a`],
    [JSON.stringify({ [player]: { a: { ...entry, Desc: 7 } } }), `${player} / a`],
    [JSON.stringify({ [player]: { 'a b': entry } }), `${player} / a b`],
    [JSON.stringify({ [player]: { a: 'text' } }), `${player} / a`],
  ])('%s', (text, at) => {
    expect(parseSavedGrenades(text)).toEqual({ grenades: null, fault: { kind: 'wrong-shape', at } })
  })

  test('also half of a file, one that is too long, and one with too many line-ups', () => {
    expect(parseSavedGrenades('{"default": {').fault).toEqual({ kind: 'not-json' })
    expect(parseSavedGrenades(`"${'界'.repeat(savedGrenadesMaxBytes / 3)}"`).fault).toEqual({
      kind: 'too-large',
    })
    const small = { LineupPos: '0 0 0', LineupAng: '0 0 0', Map: 'x' }
    const many = Object.fromEntries(
      Array.from({ length: maxSavedGrenades + 1 }, (_, at) => [`n${at}`, small]),
    )
    expect(file({ default: many }).fault).toEqual({ kind: 'too-many' })
  })
})

const grenades = fc.array(
  fc.record({
    owner: fc.constantFrom('default', player),
    name: fc.oneof(
      fc.constantFrom('__proto__', 'constructor', '<script>'),
      fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !/\s/u.test(text)),
    ),
    map: fc.constantFrom('de_mirage', 'workshop/3070284539/aim'),
    type: fc.constantFrom('', 'Smoke', 'HE'),
    position: fc.constant('-1.5 0 3E-05'),
    angle: fc.constant('0 0 0'),
    description: fc.string({ maxLength: 60 }),
  }),
  { maxLength: 20 },
)
const sorted = (all: readonly SavedGrenade[]) =>
  all.toSorted((one, other) => (`${one.owner} ${one.name}` < `${other.owner} ${other.name}` ? -1 : 1))

test('every set of line-ups is read as it was written, whatever players call theirs', () => {
  fc.assert(
    fc.property(grenades, (all) => {
      const unique = mergeSavedGrenades([], all)
      expect(sorted(parseSavedGrenades(formatSavedGrenades(unique)).grenades ?? [])).toEqual(sorted(unique))
    }),
  )
})

test('a merge holds everything of both, and the added ones where both have a name', () => {
  fc.assert(
    fc.property(grenades, grenades, (present, added) => {
      const merged = mergeSavedGrenades(present, added)
      const names = (all: readonly SavedGrenade[]) =>
        new Set(all.map(({ owner, name }) => `${owner} ${name}`))
      expect(names(merged)).toEqual(names([...present, ...added]))
      expect(merged).toEqual(expect.arrayContaining(mergeSavedGrenades([], added)))
      expect(mergeSavedGrenades(merged, added)).toEqual(merged)
    }),
  )
})

test('the latest versions are kept, of older ones one a day, and always the current one', () => {
  const versions = fc.array(fc.integer({ min: 0, max: 60 * 86_400_000 }), { maxLength: 80 })
  fc.assert(
    fc.property(versions, fc.nat(), (times, pick) => {
      const all = times.map((madeAt, index) => ({ id: String(index), madeAt }))
      const current = all[pick % Math.max(all.length, 1)]?.id ?? null
      const surplus = selectSurplusVersions(all, current)
      expect(surplus).not.toContain(current)
      const kept = all.filter(({ id }) => !surplus.includes(id))
      expect(kept.length).toBeLessThanOrEqual(maxGrenadeVersions + 1)
      const latest = all.toSorted((one, other) => other.madeAt - one.madeAt).slice(0, 10)
      expect(kept).toEqual(expect.arrayContaining(latest))
      expect(selectSurplusVersions(kept, current)).toEqual([])
    }),
  )
})
