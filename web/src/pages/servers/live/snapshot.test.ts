import { describe, expect, test } from 'vitest'
import { createServer } from '../testing/servers.ts'
import { applyDelta, getConfirmedAt, applyDeltas, reuseEqualServers, type Snapshot } from './snapshot.ts'

const everything = { modes: [], maps: [], regions: [] }
const [a, b, c] = [createServer({ id: 'a' }), createServer({ id: 'b' }), createServer({ id: 'c' })]
const held: Snapshot = { servers: [a, b, c], version: '1', at: 100, aheadMs: 50 }
const delta = { from: '1', to: '2', at: 200, changed: [], removed: [] }

describe('D18 a delta of the stream', () => {
  test('changes a row in its place, adds a new one at the end and removes one', () => {
    const b2 = createServer({ id: 'b', players: '5/10' })
    const d = createServer({ id: 'd' })
    const next = applyDelta(held, { ...delta, changed: [b2, d], removed: ['a'] }, everything)
    expect(next?.servers.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
    expect(next?.servers[0]).toBe(b2)
    expect(next?.servers[1]).toBe(c)
    expect(next).toMatchObject({ version: '2', at: 200, aheadMs: 50 })
  })

  test('that follows another snapshot is refused, and so is any delta of a snapshot without a version', () => {
    expect(applyDelta(held, { ...delta, from: '0' }, everything)).toBeNull()
    expect(applyDelta({ ...held, version: '' }, { ...delta, from: '' }, everything)).toBeNull()
  })

  test('D13 moves a server into and out of a filtered list', () => {
    const lists = { modes: [], maps: ['de_nuke'], regions: [] }
    const onNuke = { ...held, servers: [createServer({ id: 'a', map: 'de_nuke' })] }
    const changed = [createServer({ id: 'a', map: 'de_dust2' }), createServer({ id: 'b', map: 'de_nuke' }), c]
    const next = applyDelta(onNuke, { ...delta, changed }, lists)
    expect(next?.servers.map(({ id }) => id)).toEqual(['b'])
  })

  test('that came while the list was loading is applied afterwards; older ones are passed over', () => {
    const deltas = [
      { ...delta, from: '0', to: '1' },
      { ...delta, changed: [createServer({ id: 'c', map: 'de_nuke' })] },
      { ...delta, from: '2', to: '3', removed: ['b'] },
    ]
    const next = applyDeltas(held, deltas, everything)
    expect(next.version).toBe('3')
    expect(next.servers.map(({ id, map }) => [id, map])).toEqual([
      ['a', 'de_mirage'],
      ['c', 'de_nuke'],
    ])
  })
})

test('a reload keeps the identity of rows with the same content, and of a list in which nothing changed', () => {
  const again = [
    createServer({ id: 'a' }),
    createServer({ id: 'b', map: 'de_nuke' }),
    createServer({ id: 'c' }),
  ]
  const reused = reuseEqualServers(again, held.servers)
  expect([reused[0] === a, reused[1] === b, reused[2] === c]).toEqual([true, false, true])
  expect(reuseEqualServers([{ ...a }, { ...b }, { ...c }], held.servers)).toBe(held.servers)
})

test('a lost optional field is a change', () => {
  const limited = createServer({ id: 'a', players_max: 8 })
  expect(reuseEqualServers([a], [limited])[0]).toBe(a)
})

test('D15 the age of a list counts from the confirmation by the portal, not from the load', () => {
  expect(getConfirmedAt({ ...held, at: 9_000, aheadMs: 2_000 }, 60_000)).toBe(7_000)
  expect(getConfirmedAt({ ...held, at: 9_000, aheadMs: 2_000 }, 6_000)).toBe(6_000)
  expect(getConfirmedAt({ ...held, at: 0, aheadMs: 2_000 }, 60_000)).toBe(60_000)
})
