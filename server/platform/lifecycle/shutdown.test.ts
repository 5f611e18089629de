import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ShutdownStack } from './shutdown.ts'

test('components stop in reverse order of start; parallel ones stop at once, even if one is slow', async () => {
  const running = new ShutdownStack(pino({ level: 'silent' }))
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const lastOne = Promise.withResolvers<void>()
  running.add('database', note('database'))
  running.addParallel('events', async () => {
    order.push('events')
    await lastOne.promise
    order.push('events ended')
  })
  running.addParallel('boards', () => {
    order.push('boards')
    return Promise.reject(new Error('it could not'))
  })
  running.addParallel('poller', () => {
    order.push('poller')
    lastOne.resolve()
  })
  running.add('http', note('http'))
  await running.stop()
  await running.stop()
  expect(order).toEqual(['http', 'events', 'boards', 'poller', 'events ended', 'database'])
})
