import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { factsNow, buildFacts, minutesFromNow, buildSwitchRow } from '../../testing/rental-facts-builder.ts'
import { decideAction } from './decide-action.ts'
import {
  type RentalFacts,
  type Observation,
  type Action,
  isLost,
  isPresent,
  shouldRun,
  findActiveInstance,
  getSurplusInstances,
} from '../facts/rental-facts.ts'

const week = 7 * 24 * 60
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const past = fc
  .constantFrom(-20_000, -week, -1_440, -31, -30, -16, -11, -6, -5, -4, -2, -1, 0)
  .map(minutesFromNow)
const anyTime = fc.oneof(past, fc.constantFrom(0.1, 1, 5, 1_440, 20_000).map(minutesFromNow))
const op = maybe(fc.constantFrom('a', 'b'))

const instance = fc.record({
  region: fc.constantFrom('ap-shanghai', 'ap-tokyo'),
  hostName: fc.constantFrom('one', 'two'),
  state: fc.constantFrom('placed', 'starting', 'ready', 'stopping', 'removed'),
  started_at: maybe(past),
  ready_at: maybe(past),
  silent_at: maybe(past),
  unreached_at: maybe(past),
  unreached_seen_at: maybe(past),
  refused_at: maybe(past),
  kept: fc.boolean(),
  files_rev: fc.integer({ min: 0, max: 2 }),
  applied_rev: fc.integer({ min: 0, max: 2 }),
  tried: fc.constantFrom('', 'create', 'stop', 'apply-config', 'restart', 'verify', 'configure'),
  tries: fc.nat(5),
  retry_at: maybe(anyTime),
  restarted_op: op,
  verified_op: op,
})

const rental = fc.record({
  rev: fc.integer({ min: 1, max: 2 }),
  generation: fc.nat(4),
  created_at: past,
  ready_at: maybe(past),
  expires_at: anyTime,
  revoked_at: fc.option(past, { nil: null, freq: 5 }),
  failed_at: fc.option(past, { nil: null, freq: 5 }),
  cleared_at: maybe(past),
  restart_op: op,
  verify_op: op,
  verify_at: maybe(past),
  retry_at: maybe(anyTime),
})

const move = fc.record({
  generation: maybe(fc.integer({ min: 1, max: 4 })),
  asked_at: past,
  to_region: fc.constantFrom('ap-shanghai', 'ap-tokyo'),
})

/** Whatever rows could be, also what no history makes. */
const anyFacts = fc
  .tuple(rental, fc.array(instance, { maxLength: 4 }), maybe(move), fc.boolean(), fc.boolean())
  .map(([row, instances, switching, isForgetting, isMaintained]) =>
    buildFacts(
      row,
      instances.map((one, index) => ({ ...one, generation: instances.length - index })),
      {
        switching: switching && buildSwitchRow(switching),
        forgetting: isForgetting ? buildSwitchRow({ state: 'done' }) : null,
        isMaintained,
      },
    ),
  )
const anyHow = fc.constantFrom<Observation['is'][]>(
  'silent',
  'absent',
  'stopped',
  'running',
  'refused',
  'ready',
)

/** The step that a turn does, after a look where one is asked for. */
function stepOf(facts: RentalFacts, how: Observation['is']): Action {
  const first = decideAction(facts, null)
  return first.kind === 'look' ? decideAction(facts, { generation: first.generation, is: how }) : first
}

function always(rule: (facts: RentalFacts, step: Action, how: Observation['is']) => void): void {
  const property = fc.property(anyFacts, anyHow, (facts, how) => rule(facts, stepOf(facts, how), how))
  fc.assert(property, { numRuns: propertyRuns(30_000) })
}

test('R2 a look is asked for once, and a wait is for a time to come', () => {
  always((facts, step) => {
    expect(step.kind).not.toBe('look')
    if (step.kind !== 'wait') return
    if (step.until) expect(step.until > factsNow).toBe(true)
    if (shouldRun(facts)) expect(step.until !== null && step.until <= facts.rental.expires_at).toBe(true)
  })
})

test('R11 for a rental that is over nothing is made, and all of it goes', () => {
  always((facts, step) => {
    if (shouldRun(facts)) return
    expect(['wait', 'stop', 'drop', 'clear', 'fail-switch']).toContain(step.kind)
    const mayStop = facts.instances.some(
      (one) => isPresent(one) && !(one.tried === 'stop' && one.retry_at && one.retry_at > factsNow),
    )
    if (mayStop && !facts.switching) expect(step.kind).toBe('stop')
  })
})

test('R1 nothing is placed or created while a reachable surplus instance remains', () => {
  always((facts, step, how) => {
    const { instances, rental } = facts
    if (step.kind === 'create') {
      const one = instances.find(({ generation }) => generation === step.generation)
      const isFirst = one?.started_at === null && one.ready_at === null
      if (isFirst)
        expect(getSurplusInstances(facts).filter(({ unreached_at }) => unreached_at === null)).toEqual([])
    }
    if (step.kind !== 'place' || step.switchId !== null) return
    expect(instances.filter(isPresent).every((one) => isLost(one, factsNow))).toBe(true)
    if (findActiveInstance(facts, rental.generation)) expect(how).toBe('silent')
  })
})

test('R9 what serves is not touched while it is wanted, and during a move nothing of it is', () => {
  always((facts, step) => {
    const { rental, switching } = facts
    if (!shouldRun(facts) || !('generation' in step)) return
    const serving = findActiveInstance(facts, rental.generation)
    if (serving?.generation !== step.generation) return
    expect(['stop', 'drop']).not.toContain(step.kind)
    if (switching && switching.generation !== rental.generation) expect(step.kind).toBe('never')
  })
})

test('G21 retained data is not deleted before its time', () => {
  always((facts, step) => {
    if (step.kind !== 'drop' && step.kind !== 'clear') return
    const { rental, isMaintained } = facts
    const isTime = rental.expires_at <= minutesFromNow(-week) && !isMaintained
    expect(rental.revoked_at !== null || isTime).toBe(true)
  })
})

test('R2 what failed rests as long as it is to', () => {
  always((facts, step) => {
    if (!('generation' in step)) return
    const one = facts.instances.find(({ generation }) => generation === step.generation)
    const rests = one?.tried === step.kind && one.retry_at !== null && one.retry_at > factsNow
    expect(rests).toBe(false)
  })
})

test('R12 a game is configured, or restarted by request, only with files of the latest revision', () => {
  always((facts, step) => {
    const isTold = step.kind === 'apply-config' || (step.kind === 'restart' && step.why === 'asked')
    if (!isTold || !('generation' in step)) return
    const one = facts.instances.find(({ generation }) => generation === step.generation)
    expect(one?.files_rev).toBe(facts.rental.rev)
  })
})
