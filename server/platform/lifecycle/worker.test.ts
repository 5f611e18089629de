import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startWorker } from './worker.ts'

const log = pino({ level: 'silent' })
const hourMs = 3_600_000

/** A database whose notifications the test sends. */
function fakeDatabase() {
  const handlers = new Map<string, () => void>()
  const database = {
    listen: (channel: string, handler: () => void) => {
      handlers.set(channel, handler)
      return Promise.resolve(() => void handlers.delete(channel))
    },
  }
  // The worker only listens.
  return { handlers, context: { log, database: database as never } }
}

test('a notification during a pass starts the next one at once', async () => {
  const { handlers, context } = fakeDatabase()
  let passes = 0
  const worker = startWorker(context, {
    pass: () => {
      passes += 1
      if (passes === 1) handlers.get('rentals')?.()
      return Promise.resolve(hourMs)
    },
    failureMessage: 'failed',
    channels: ['rentals'],
  })
  await expect.poll(() => passes).toBe(2)
  handlers.get('rentals')?.()
  await expect.poll(() => passes).toBe(3)
  await worker.stop()
  expect([passes, handlers.size]).toEqual([3, 0])
})

test('a pass that fails is retried', async () => {
  const { context } = fakeDatabase()
  let passes = 0
  const worker = startWorker(context, {
    pass: () => {
      passes += 1
      return passes === 1 ? Promise.reject(new Error('no database')) : Promise.resolve(hourMs)
    },
    failureMessage: 'failed',
    retryMs: 1,
  })
  await expect.poll(() => passes).toBe(2)
  await worker.stop()
})

test('stop waits for work in progress, but no longer than its timeout', async () => {
  const { context } = fakeDatabase()
  const options = { pass: () => Promise.resolve(hourMs), failureMessage: 'failed' }
  const work = Promise.withResolvers<void>()
  const patient = startWorker(context, { ...options, drain: () => work.promise })
  let isStopped = false
  const stopping = patient.stop().then(() => (isStopped = true))
  const hasty = startWorker(context, {
    ...options,
    drain: () => new Promise(() => undefined),
    stopTimeoutMs: 5,
  })
  await hasty.stop()
  expect(isStopped).toBe(false)
  work.resolve()
  await stopping
})
