import { expect, test } from 'vitest'
import { HostUnreachable } from '../../driver.ts'
import {
  openDriverFor,
  testInstanceName,
  testInstance,
  openScriptedEngine,
  testInstanceSpec,
} from '../testing/scripted-driver-fixture.ts'
import type { EngineFault } from '../testing/scripted-engine.ts'

const faults: [string, EngineFault['how']][] = [
  ['hangs', 'hang'],
  ['breaks off', 'cut'],
  ['says 500', { status: 500, body: '{"message":"context deadline exceeded"}' }],
  ['is behind a proxy that answers 502', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['is behind a proxy that answers 404', { status: 404, body: '<html>Not Found</html>' }],
  ['sends an invalid answer', { status: 200, body: '"ok"' }],
]

test.each(faults)('R6 an engine that %s is silent, not empty', async (_does, how) => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  engine.fault = () => ({ when: 'before', how })
  for (const call of [
    () => driver.observe(testInstance),
    () => driver.list('sh-1'),
    () => driver.ensure(testInstanceSpec),
    () => driver.configure(testInstance, testInstanceSpec.files),
    () => driver.restart(testInstance, 'op'),
    () => driver.verify(testInstance, 'op'),
    () => driver.remove(testInstance, { graceMs: 0, keepData: false }),
  ])
    await expect(call()).rejects.toThrow(HostUnreachable)
  expect(engine.find(testInstanceName)?.startedAt).not.toBeNull()
})

test('R6 a list is incomplete if the engine does not describe every container in it', async () => {
  const engine = await openScriptedEngine('docker', 200)
  const driver = await openDriverFor([engine])
  const observed = await driver.ensure(testInstanceSpec)
  await driver.ensure({ ...testInstanceSpec, generation: 2, port: 27_201 })
  expect(await driver.list('sh-1')).toMatchObject({ complete: true, instances: [{}, {}] })
  const { id } = engine.find('prac-7f3k2q-g2') ?? {}
  let looks = 0
  engine.fault = (operation) => {
    looks += operation === 'inspect' ? 1 : 0
    return operation === 'inspect' && looks === 2 ? { when: 'before', how: 'hang' } : undefined
  }
  expect(await driver.list('sh-1')).toEqual({ complete: false, instances: [observed] })
  expect(id).toBeDefined()
})

test('R6 a container removed during the listing is left out, and the list is complete', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  engine.fault = (operation) => {
    if (operation === 'inspect') engine.containers.clear()
    return undefined
  }
  expect(await driver.list('sh-1')).toEqual({ complete: true, instances: [] })
})

test('R7 a machine that is lost is silent while the others answer', async () => {
  const [lost, other] = await Promise.all([openScriptedEngine(), openScriptedEngine()])
  const driver = await openDriverFor([lost, other])
  await driver.ensure({ ...testInstanceSpec, hostName: 'sh-2' })
  lost.close()
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(HostUnreachable)
  await expect(driver.list('sh-1')).rejects.toThrow(HostUnreachable)
  expect(await driver.list('sh-2')).toMatchObject({ complete: true, instances: [{ isRunning: true }] })
})
