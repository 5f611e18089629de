import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideOccupiedServer } from './game-updates.ts'

const minute = 60_000
const deadline = 100 * minute
const notice = (at: number, minutes: number) => ({ at: at * minute, minutes })

test.each([
  [40, null, { kind: 'announce', minutes: 60 }],
  [95.5, null, { kind: 'announce', minutes: 5 }],
  [41, notice(40, 60), { kind: 'wait', until: 70 * minute }],
  [70, notice(40, 60), { kind: 'announce', minutes: 30 }],
  [92, notice(70, 30), { kind: 'announce', minutes: 8 }],
  [95, notice(92, 8), { kind: 'announce', minutes: 5 }],
  [99, notice(95, 5), { kind: 'announce', minutes: 1 }],
  [99.5, notice(99, 1), { kind: 'wait', until: deadline }],
  [100, notice(99, 1), { kind: 'restart' }],
  // The portal was stopped over the deadline.
  [180, notice(40, 60), { kind: 'announce', minutes: 1 }],
  [180.5, notice(180, 1), { kind: 'wait', until: 181 * minute }],
  [180, null, { kind: 'announce', minutes: 1 }],
])('R13 at minute %s of 100, after the notice %j, an occupied server has %j', (now, announced, step) => {
  expect(decideOccupiedServer(deadline, announced, now * minute)).toEqual(step)
})

test('R13 an occupied server is never restarted before the deadline, nor without a notice a minute earlier', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 90 * minute }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 180 * minute }), pauses, (end, lateBy) => {
      let [now, announced] = [0, null as { at: number; minutes: number } | null]
      for (const late of lateBy) {
        const step = decideOccupiedServer(end, announced, now)
        if (step.kind === 'restart') {
          expect(now).toBeGreaterThanOrEqual(end)
          expect(announced && now - announced.at).toBeGreaterThanOrEqual(minute)
          return
        }
        if (step.kind === 'announce') announced = { at: now, minutes: step.minutes }
        else expect(step.until).toBeGreaterThan(now)
        now = Math.max(now, step.kind === 'wait' ? step.until : now) + late
      }
    }),
  )
})
