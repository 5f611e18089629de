import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PaymentFaults, noPaymentFaults } from './faults/faults.ts'
import { WebhookSender } from './webhook-sender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let sent: string[]
function open(faults: Partial<PaymentFaults>, answers: (number | null)[] = []) {
  sent = []
  const notifier = new WebhookSender(() => ({ ...noPaymentFaults, ...faults }), [10, 20])
  const tell = (name: string) =>
    notifier.enqueue({
      send: async () => {
        sent.push(name)
        const status = answers.shift() ?? 200
        return status === 0 ? null : { status, body: '' }
      },
      isAccepted: ({ status }) => status === 200,
    })
  return { notifier, tell }
}

test.each([
  ['once', 1],
  ['never', 0],
  ['twice', 2],
  ['eight', 8],
  ['forged', 1],
] as const)('%s is %i', async (notify, times) => {
  await open({ notify }).tell('a')
  expect(sent).toHaveLength(times)
})

test('what is not accepted, or not answered, is sent again a few times', async () => {
  await open({}, [500, 0, 200]).tell('a')
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toHaveLength(3)
  await open({}, [500, 500, 500, 500]).tell('b')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['b', 'b', 'b'])
})

test.each([
  [false, ['a', 'b', 'c']],
  [true, ['c', 'b', 'a']],
])('late ones arrive late; in the opposite order: %s', async (reorder, order) => {
  const { tell } = open({ notifyDelayMs: 50, reorder })
  await Promise.all(['a', 'b', 'c'].map(tell))
  await vi.advanceTimersByTimeAsync(49)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(order)
})

test('nothing is sent after the end', async () => {
  const { notifier, tell } = open({ notifyDelayMs: 50 })
  await tell('a')
  notifier.stop()
  await tell('b')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
})
