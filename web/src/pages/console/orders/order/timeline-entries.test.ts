import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { expect, test } from 'vitest'
import { createTimeline } from './timeline-entries.ts'

const step = (thing: string, from: string, to: string, at: number) => ({ thing, from, to, reason: 'r', at })
const file = {
  order: {
    number: 'ord-1',
    questions: [{ text: '?', asked: 25, answer: '!', answered: 60 }],
  },
  attempts: [{ no: 'pay1' }],
  refunds: [{ no: 'back1' }],
  events: [{ event: 'e', provider: 'alipay', no: 'pay1', kind: 'PAID', verdict: 'accepted', at: 20 }],
  steps: [
    step('order', '', 'open', 10),
    step('pay1', '', 'creating', 10),
    step('pay1', 'open', 'paid', 20),
    step('order', 'open', 'paid', 20),
    step('back1', '', 'asked', 50),
    step('gone', '', 'asked', 55),
  ],
} as unknown as OrderDetails

test('J a timeline holds steps, events, questions and answers, the oldest first', () => {
  expect(createTimeline(file).map(({ at, kind, no }) => [at, kind, no])).toEqual([
    [10, 'order', 'ord-1'],
    [10, 'attempt', 'pay1'],
    [20, 'event', 'pay1'],
    [20, 'attempt', 'pay1'],
    [20, 'order', 'ord-1'],
    [25, 'asked', 'ord-1'],
    [50, 'refund', 'back1'],
    [60, 'answered', 'ord-1'],
  ])
})

test('J what begins has no state before', () => {
  expect(createTimeline(file)[0]).toMatchObject({ from: null, to: 'open' })
  expect(createTimeline(file)[4]).toMatchObject({ from: 'open', to: 'paid' })
})

test('J an order without history has an empty timeline', () => {
  const empty = { ...file, events: [], steps: [], order: { ...file.order, questions: [] } }
  expect(createTimeline(empty)).toEqual([])
})
