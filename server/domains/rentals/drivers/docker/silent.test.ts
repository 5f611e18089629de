import { expect, test } from 'vitest'
import { NodeSilent } from '../driver.ts'
import { driverOf, name, place, scripted, wanted } from './testing/scripted.ts'
import type { Fault } from './testing/scripted-engine.ts'

const faults: [string, Fault['how']][] = [
  ['hangs', 'hang'],
  ['breaks off', 'cut'],
  ['says 500', { status: 500, body: '{"message":"context deadline exceeded"}' }],
  ['stands behind a proxy that says 502', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['stands behind a proxy that says 404', { status: 404, body: '<html>Not Found</html>' }],
  ['says what is no answer', { status: 200, body: '"ok"' }],
]

test.each(faults)('R6 an engine that %s is silent, not empty', async (_does, how) => {
  const engine = await scripted()
  const driver = await driverOf([engine])
  await driver.ensure(wanted)
  engine.fault = () => ({ when: 'before', how })
  for (const asked of [
    () => driver.observe(place),
    () => driver.list('sh-1'),
    () => driver.ensure(wanted),
    () => driver.configure(place, wanted.files),
    () => driver.restart(place, 'op'),
    () => driver.verify(place, 'op'),
    () => driver.remove(place, { graceMs: 0, keepData: false }),
  ])
    await expect(asked()).rejects.toThrow(NodeSilent)
  expect(engine.find(name)?.startedAt).not.toBeNull()
})

test('R6 a list is not complete where the engine does not tell of every container in it', async () => {
  const engine = await scripted('docker', 200)
  const driver = await driverOf([engine])
  const seen = await driver.ensure(wanted)
  await driver.ensure({ ...wanted, generation: 2, port: 27_201 })
  expect(await driver.list('sh-1')).toMatchObject({ complete: true, seen: [{}, {}] })
  const { id } = engine.find('prac-7f3k2q-g2') ?? {}
  let looks = 0
  engine.fault = (what) => {
    looks += what === 'inspect' ? 1 : 0
    return what === 'inspect' && looks === 2 ? { when: 'before', how: 'hang' } : undefined
  }
  expect(await driver.list('sh-1')).toEqual({ complete: false, seen: [seen] })
  expect(id).toBeDefined()
})

test('R6 what was removed while it was listed is left out, and the list is complete', async () => {
  const engine = await scripted()
  const driver = await driverOf([engine])
  await driver.ensure(wanted)
  engine.fault = (what) => {
    if (what === 'inspect') engine.containers.clear()
    return undefined
  }
  expect(await driver.list('sh-1')).toEqual({ complete: true, seen: [] })
})

test('R7 a machine that is lost is silent while the others answer', async () => {
  const [lost, other] = await Promise.all([scripted(), scripted()])
  const driver = await driverOf([lost, other])
  await driver.ensure({ ...wanted, node: 'sh-2' })
  lost.close()
  await expect(driver.ensure(wanted)).rejects.toThrow(NodeSilent)
  await expect(driver.list('sh-1')).rejects.toThrow(NodeSilent)
  expect(await driver.list('sh-2')).toMatchObject({ complete: true, seen: [{ isRunning: true }] })
})
