import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { countCores, countFreePlaces, getHostLimits, getHostUse } from './host-classes.ts'

const noLimits = { servers: null, memoryMb: null, cpus: null }
const nothing = { memoryMb: 0, cpus: 0, pinnedCores: null }
const needs = {
  standard: { memoryMb: 2_048, cpus: 0.5, pinnedCores: null },
  performance: { memoryMb: 4_096, cpus: 2, pinnedCores: 4 },
}

test.each([
  ['0', 1],
  ['0-3,8', 5],
  ['4-7,6-9', 6],
  ['3-1', null],
  ['', null],
  ['1,', null],
  ['a', null],
])('the cores of %j are %j', (list, count) => {
  expect(countCores(list)).toBe(count)
})

test('a limit that is not set is what the machine has, less what its system needs', () => {
  expect(getHostLimits(noLimits, { memoryMb: 65_536, cpus: 16 })).toEqual({
    servers: null,
    memoryMb: 64_512,
    cpus: 16,
  })
  const set = { servers: 3, memoryMb: 1_000, cpus: 2 }
  expect(getHostLimits(set, { memoryMb: 65_536, cpus: 16 })).toEqual(set)
})

test.each([
  ['count', { ...noLimits, servers: 3, memoryMb: 99_999, cpus: 99 }, { standard: 1, performance: 1 }, [1, 1]],
  ['memory', { servers: null, memoryMb: 10_240, cpus: 99 }, { standard: 1, performance: 1 }, [2, 1]],
  ['processor', { servers: null, memoryMb: 99_999, cpus: 3 }, { standard: 2, performance: 0 }, [4, 1]],
  ['pinned cores', { servers: null, memoryMb: 99_999, cpus: 99 }, { standard: 0, performance: 2 }, [33, 0]],
  ['unknown machine', noLimits, { standard: 0, performance: 0 }, [0, 0]],
] as const)('free places by %s', (_by, limits, counts, [standard, performance]) => {
  expect(countFreePlaces('performance', needs, limits, counts)).toBe(performance)
  expect(Math.min(countFreePlaces('standard', needs, limits, counts), 33)).toBe(standard)
})

test('needs of 0 are not counted, also where the machine is not known', () => {
  const free = { standard: nothing, performance: nothing }
  expect(countFreePlaces('standard', free, noLimits, { standard: 5, performance: 5 })).toBe(Infinity)
})

test('as many servers as there are free places never exceed a limit, and one more does', () => {
  const amount = fc.integer({ min: 1, max: 40 })
  const need = fc.record({ memoryMb: amount, cpus: amount.map((tenths) => tenths / 10) })
  const limit = fc.record({ memoryMb: fc.nat(400), cpus: fc.nat(40) })
  const present = fc.record({ standard: fc.nat(5), performance: fc.nat(5) })
  fc.assert(
    fc.property(need, need, limit, present, (standard, performance, { memoryMb, cpus }, counts) => {
      const all = {
        standard: { ...standard, pinnedCores: null },
        performance: { ...performance, pinnedCores: null },
      }
      const limits = { servers: null, memoryMb, cpus }
      const free = countFreePlaces('performance', all, limits, counts)
      const fits = (more: number) => {
        const used = getHostUse(all, { ...counts, performance: counts.performance + more })
        return used.memoryMb <= memoryMb && used.cpus <= cpus
      }
      return (free === 0 || fits(free)) && !fits(free + 1)
    }),
    { numRuns: propertyRuns(500) },
  )
})
