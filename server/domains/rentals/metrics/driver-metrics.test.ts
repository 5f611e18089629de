import { beforeAll, expect, test } from 'vitest'
import { openMetrics } from '../../../platform/observability/metrics/open-metrics.ts'
import { createTestContext } from '../../../testing/test-context.ts'
import { HostFull, HostUnreachable } from '../drivers/driver.ts'
import {
  openDriverFor,
  openScriptedEngine,
  testInstance,
} from '../drivers/docker/testing/scripted-driver-fixture.ts'
import { observeDriver } from './driver-metrics.ts'

let read: () => Promise<string>
beforeAll(async () => {
  const context = await createTestContext()
  const metrics = await openMetrics(context, { version: '1', database: [] })
  await context.destroy()
  read = async () => (await metrics.read()).body
})

async function count(call: string, result: string): Promise<number> {
  const series = `clutch_rental_driver_call_duration_seconds_count{driver="docker",call="${call}",result="${result}"} `
  const line = (await read()).split('\n').find((one) => one.startsWith(series))
  return Number(line?.slice(series.length) ?? 0)
}

test('an observed driver answers as the driver itself, and its calls are counted by result', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  const observed = observeDriver(driver)
  expect(observed.kind).toBe('docker')
  expect(observed.hosts).toEqual(driver.hosts)
  const before = await count('list', 'ok')
  expect(await observed.list('sh-1')).toEqual({ instances: [], complete: true })
  expect(await observed.observe(testInstance)).toBeNull()
  expect(await count('list', 'ok')).toBe(before + 1)
  observed.close()
})

test.each([
  [new HostUnreachable('no answer'), 'unreachable'],
  [new HostFull('no place'), 'full'],
  [new Error('another'), 'failed'],
])('%s of a driver is passed on and counted as %s', async (error, result) => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  driver.list = () => Promise.reject(error)
  const before = await count('list', result)
  await expect(observeDriver(driver).list('sh-1')).rejects.toBe(error)
  expect(await count('list', result)).toBe(before + 1)
  driver.close()
})
