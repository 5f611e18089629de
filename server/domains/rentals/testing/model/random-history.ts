import fc from 'fast-check'
import { type Checkpoint, checkpoints } from '../../fleet.ts'
import type { DriverCall, DriverFault } from '../scripted-driver.ts'

/** A request for a rental; `rental` counts back from the newest. */
export type RentalRequestKind =
  | 'renew'
  | 'restart'
  | 'password'
  | 'switch'
  | 'move'
  | 'verify'
  | 'expire'
  | 'revoke'

export type HistoryEvent =
  | { kind: 'pay' }
  | { kind: 'ask'; rental: number; ask: RentalRequestKind }
  | { kind: 'time'; ms: number; reconcilers: number }
  | { kind: 'watch' }
  | { kind: 'die'; step: Checkpoint; nth: number }
  /** Once a step outside a transaction is reached; a `stall` lasts longer than a holder has. */
  | { kind: 'meanwhile'; step: Checkpoint; stalls: boolean; happens: readonly HistoryEvent[] }
  | { kind: 'fault'; call: DriverCall; fault: DriverFault; times: number }
  | {
      kind: 'machine'
      hostName: string
      does: 'goes silent' | 'comes back' | 'is full' | 'has room' | 'loses a port'
    }
  | { kind: 'game'; rental: number; does: 'crashes' | 'hangs' | 'vanishes' | 'is deaf' | 'is slow' }

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Between these no row is held. */
const unlockedCheckpoints = checkpoints.filter((step) => step !== 'decided' && step !== 'written')
const rentalIndex = fc.nat(2)

const pay = fc.constant({ kind: 'pay' as const })
const ask = fc.record({
  kind: fc.constant('ask' as const),
  rental: rentalIndex,
  ask: fc.constantFrom<RentalRequestKind[]>(
    'renew',
    'renew',
    'restart',
    'password',
    'password',
    'switch',
    'switch',
    'move',
    'verify',
    'expire',
    'expire',
    'revoke',
  ),
})
const time = fc.record({
  kind: fc.constant('time' as const),
  ms: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(0, second, 10 * second, 100 * second) },
    { weight: 2, arbitrary: fc.constantFrom(3 * minute, 6 * minute, 11 * minute) },
    { weight: 1, arbitrary: fc.constantFrom(hour, 5 * hour, 8 * 24 * hour) },
  ),
  reconcilers: fc.nat(2),
})
const ordinaryEvents: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 1, arbitrary: pay },
  { weight: 5, arbitrary: ask },
  { weight: 6, arbitrary: time },
  { weight: 2, arbitrary: fc.constant({ kind: 'watch' as const }) },
)
const die = fc.record({
  kind: fc.constant('die' as const),
  step: fc.constantFrom(...checkpoints),
  nth: fc.integer({ min: 1, max: 3 }),
})
const meanwhile = fc.record({
  kind: fc.constant('meanwhile' as const),
  step: fc.constantFrom(...unlockedCheckpoints),
  stalls: fc.boolean(),
  happens: fc.array(ordinaryEvents, { minLength: 1, maxLength: 2 }),
})
const fault = fc.record({
  kind: fc.constant('fault' as const),
  call: fc.constantFrom<DriverCall[]>(
    'ensure',
    'ensure',
    'observe',
    'restart',
    'remove',
    'configure',
    'verify',
  ),
  fault: fc.constantFrom<DriverFault[]>(
    'silent',
    'lost',
    'lost',
    'broken',
    'stuck',
    'hang',
    'gone',
    'full',
    'port',
  ),
  times: fc.integer({ min: 1, max: 3 }),
})
const list = fc.record({
  kind: fc.constant('fault' as const),
  call: fc.constant<DriverCall>('list'),
  fault: fc.constantFrom<DriverFault[]>('silent', 'half'),
  times: fc.integer({ min: 1, max: 3 }),
})
const machine = fc.record({
  kind: fc.constant('machine' as const),
  hostName: fc.constantFrom('one', 'two'),
  does: fc.constantFrom(
    'goes silent' as const,
    'goes silent' as const,
    'comes back' as const,
    'is full' as const,
    'has room' as const,
    'loses a port' as const,
  ),
})
const game = fc.record({
  kind: fc.constant('game' as const),
  rental: rentalIndex,
  does: fc.constantFrom(
    'crashes' as const,
    'hangs' as const,
    'vanishes' as const,
    'is deaf' as const,
    'is slow' as const,
  ),
})
const faultEvents: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 3, arbitrary: die },
  { weight: 3, arbitrary: meanwhile },
  { weight: 3, arbitrary: fault },
  { weight: 1, arbitrary: list },
  { weight: 2, arbitrary: machine },
  { weight: 2, arbitrary: game },
)

/** A history: at least one rental, and events that affect it. */
export const randomHistories: fc.Arbitrary<HistoryEvent[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: ordinaryEvents }, { weight: 2, arbitrary: faultEvents }), {
    minLength: 3,
    maxLength: 24,
    size: 'max',
  })
  .map((all) => [{ kind: 'pay' }, ...all])
