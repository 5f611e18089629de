import fc from 'fast-check'
import { paymentJobSteps } from '../../payments-context.ts'
import type { Fault, ScriptedCall } from '../scripted-provider.ts'
import { scenarios } from './scenarios.ts'
import type { Method, HistoryEvent, RefundAmount, BuyerDoes, WebhookContent } from './history.types.ts'

export type { Method, HistoryEvent, RefundAmount } from './history.types.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const method = fc.constantFrom<Method>('alipay', 'alipay', 'paypal')
const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) })
const call = fc.constantFrom<ScriptedCall>('begin', 'ask', 'close', 'refund', 'askRefund', 'readNotify')
const times = fc.integer({ min: 1, max: 4 })
const step = fc.constantFrom(...paymentJobSteps)

const order = fc.record({
  kind: fc.constant('order' as const),
  method,
  key: fc.option(fc.nat(3)),
  replaces: fc.option(which),
})
const pay = fc.record({
  kind: fc.constant('pay' as const),
  order: which,
  device: fc.constantFrom('desktop' as const, 'mobile' as const),
})
const buyer = fc.record({
  kind: fc.constant('buyer' as const),
  attempt: which,
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<BuyerDoes>('pays', 'approves') },
    { weight: 3, arbitrary: fc.constantFrom<BuyerDoes>('pays late', 'pays pending') },
    {
      weight: 2,
      arbitrary: fc.constantFrom<BuyerDoes>(
        'pays other amount',
        'pays other currency',
        'pays by another’s payment',
      ),
    },
  ),
})
const notify = fc.record({
  kind: fc.constant('notify' as const),
  attempt: which,
  content: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<WebhookContent>('true state', 'stored', 'resend') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<WebhookContent>(
        'other amount',
        'same event, other amount',
        'foreign',
        'unknown',
        'forged',
      ),
    },
  ),
  times,
})
const time = fc.record({
  kind: fc.constant('time' as const),
  ms: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, second, 10 * second, 31 * second) },
    { weight: 3, arbitrary: fc.constantFrom(minute, 5 * minute, 8 * minute, 31 * minute) },
    { weight: 1, arbitrary: fc.constantFrom(hour, 7 * hour, day, 3 * day) },
  ),
  workers: fc.nat(3),
})
const byBuyer = fc.record({ kind: fc.constantFrom('check' as const, 'close' as const), order: which })
const refund = fc.record({
  kind: fc.constant('refund' as const),
  order: which,
  amount: fc.constantFrom<RefundAmount>('part', 'whole', 'left', 'too much'),
  attempt: fc.option(fc.nat(2)),
  key: fc.option(fc.nat(2)),
})
const operator = fc.record({
  kind: fc.constant('operator' as const),
  order: which,
  does: fc.constantFrom('fulfil' as const, 'check' as const),
})
const fault = fc.record({
  kind: fc.constant('fault' as const),
  method,
  call,
  fault: fc.constantFrom<Fault>('silent', 'lost', 'lost', 'refused'),
})
const breakage = fc.record({ kind: fc.constant('break' as const), method, call, isBroken: fc.boolean() })
const product = fc.record({
  kind: fc.constant('product' as const),
  fails: fc.constantFrom('later' as const, 'later' as const, 'never' as const, 'revoke' as const),
  times,
})
const refunds = fc.record({
  kind: fc.constant('refunds' as const),
  method,
  become: fc.constantFrom('done' as const, 'pending' as const, 'failed' as const),
})
const crash = fc.record({
  kind: fc.constant('crash' as const),
  step,
  nth: fc.integer({ min: 1, max: 3 }),
})

/** The ordinary events; the rest are faults. */
const plain: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 1, arbitrary: order },
  { weight: 4, arbitrary: pay },
  { weight: 6, arbitrary: buyer },
  { weight: 5, arbitrary: notify },
  { weight: 6, arbitrary: time },
  { weight: 2, arbitrary: byBuyer },
  { weight: 3, arbitrary: refund },
  { weight: 1, arbitrary: operator },
)
const meanwhile = fc.record({
  kind: fc.constant('meanwhile' as const),
  at: fc.oneof(step, call),
  events: fc.array(plain, { minLength: 1, maxLength: 3 }),
})
const together = fc.record({
  kind: fc.constant('together' as const),
  all: fc.array(plain, { minLength: 2, maxLength: 4 }),
})
const wrong: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 3, arbitrary: fault },
  { weight: 1, arbitrary: breakage },
  { weight: 2, arbitrary: product },
  { weight: 1, arbitrary: refunds },
  { weight: 5, arbitrary: crash },
  { weight: 4, arbitrary: meanwhile },
  { weight: 2, arbitrary: together },
)
const anything = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: wrong })

/** The events of a scenario in order, with random events between them. */
const scenario = fc
  .constantFrom(...scenarios)
  .chain((script) =>
    fc
      .tuple(...script.map((each) => fc.tuple(fc.option(anything, { freq: 2 }), fc.constant(each))))
      .map((steps) => steps.flatMap(([before, each]) => (before ? [before, each] : [each]))),
  )

/** A history: several scenarios with other events around and within them. */
export const histories: fc.Arbitrary<HistoryEvent[]> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: scenario },
      { weight: 3, arbitrary: fc.array(anything, { minLength: 1, maxLength: 4 }) },
    ),
    { minLength: 1, maxLength: 8, size: 'max' },
  )
  .map((parts) => parts.flat())
