import { existsSync, mkdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InstanceNotFound, type InstanceSpec, getInstanceName } from '../../driver.ts'
import type { ProcessDriver } from '../process-driver.ts'
import { openProcessDriver, buildProcessConfig } from '../testing/open-process-driver.ts'
import { listGameProcesses, createProcessDriverFixture } from '../testing/process-driver-fixture.ts'

const owner = `lost-${crypto.randomUUID()}`
const removing = { graceMs: 0, keepData: false }
const files = { 'cfg/a.cfg': 'new\n' }
let programs: Awaited<ReturnType<typeof createProcessDriverFixture>>
let driver: ProcessDriver
let spec: InstanceSpec
let warnings: string[]

beforeEach(async () => {
  programs = await createProcessDriverFixture()
  warnings = []
  const command = JSON.stringify(['/bin/sh', '-c', 'echo {port}; while :; do sleep 1; done'])
  const config = buildProcessConfig(programs.config.dataDir, { CLUTCH_GAME_COMMAND: command })
  driver = openProcessDriver(config, owner, { report: (problem) => warnings.push(problem) })
  const number = `sv-${crypto.randomUUID().slice(0, 6)}`
  const instance = { rentalId: crypto.randomUUID(), number, generation: 1, hostName: 'local' }
  const port = await programs.freePort()
  spec = { ...instance, region: 'ap-shanghai', port, files: { 'cfg/a.cfg': 'a\n' } }
})

afterEach(async () => {
  await driver.remove(spec, removing)
  const left = await programs.leftovers(owner)
  await programs.remove()
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
})

function path(...parts: string[]): string {
  return join(programs.config.dataDir, 'rentals', getInstanceName(spec), ...parts)
}

const readOutput = () => programs.file(spec, '../log')
const portLine = () => `${spec.port}\n`

/** Creates the instance, which has executed its program. */
async function created() {
  const observed = await driver.ensure(spec)
  await expect.poll(readOutput, { timeout: 15_000 }).toMatchObject({ text: portLine() })
  return observed
}

const spoil = () => truncateSync(path('instance.json'), 3)
const lose = () => rmSync(path(), { recursive: true })

test('R5 a game whose folder was lost is configured as if it were there', async () => {
  const first = await created()
  lose()
  await driver.configure(spec, files)
  expect(await programs.file(spec, 'cfg/a.cfg')).toEqual({ text: 'new\n', mode: 0o600 })
  expect(await driver.observe(spec)).toEqual(first)
  await expect.poll(() => listGameProcesses(spec)).toHaveLength(1)
})

test('R5 R12 R13 a game whose folder was lost is not started without its files when it is restarted', async () => {
  const first = await created()
  lose()
  expect(await driver.restart(spec, 'op-1')).toEqual({ ...first, isRunning: false, run: '' })
  expect(await driver.restart(spec, 'op-1')).toMatchObject({ isRunning: false })
  expect(listGameProcesses(spec)).toEqual([])
  const after = await driver.ensure(spec)
  expect(after).toMatchObject({ isRunning: true, createdAt: first.createdAt })
  expect(await programs.file(spec, 'cfg/a.cfg')).not.toBeNull()
  expect(await driver.restart(spec, 'op-1')).toEqual(after)
  expect(await driver.restart(spec, 'op-2')).toMatchObject({ isRunning: true })
})

test('R13 a game whose folder was lost is restarted once it was configured, on its own port', async () => {
  const first = await created()
  lose()
  await driver.configure(spec, files)
  const after = await driver.restart(spec, 'op-1')
  expect([after.isRunning, after.run === first.run]).toEqual([true, false])
  expect(await driver.restart(spec, 'op-1')).toEqual(after)
  await expect.poll(readOutput, { timeout: 15_000 }).toMatchObject({ text: portLine() })
})

test('G19 a game whose folder was lost is verified', async () => {
  await created()
  lose()
  expect(await driver.verify(spec, 'op-1')).toBe('done')
  expect(await driver.observe(spec)).toMatchObject({ isRunning: false })
})

test('R5 what runs under a record that makes no sense is known by its marks, and the list is complete', async () => {
  const first = await created()
  spoil()
  expect(await driver.list('local')).toEqual({ instances: [first], complete: true })
  expect(warnings).toEqual([
    `the record of ${getInstanceName(spec)} was corrupt: it was recreated from its game`,
  ])
  expect(existsSync(path('instance.json.broken'))).toBe(true)
  expect(await driver.observe(spec)).toEqual(first)
  expect(await driver.ensure(spec)).toEqual(first)
  spoil()
  expect(await driver.observe(spec)).toEqual(first)
  spoil()
  expect(await driver.restart(spec, 'op-1')).toMatchObject({ isRunning: true })
  await expect.poll(() => listGameProcesses(spec)).toHaveLength(1)
})

test('R6 where nothing runs, a record that makes no sense is put aside, and its data stay', async () => {
  await created()
  await programs.kill(spec)
  await expect.poll(() => driver.observe(spec), { timeout: 15_000 }).toMatchObject({ isRunning: false })
  spoil()
  expect(await driver.list('local')).toEqual({ instances: [], complete: true })
  expect(warnings).toEqual([`the record of ${getInstanceName(spec)} was corrupt: nothing of it runs`])
  expect(await driver.observe(spec)).toBeNull()
  await expect(driver.configure(spec, files)).rejects.toThrow(InstanceNotFound)
  const yesterday = Date.now() / 1_000 - 86_400
  utimesSync(path(), yesterday, yesterday)
  await driver.list('local')
  expect(await programs.file(spec, 'cfg/a.cfg')).not.toBeNull()
  expect(await driver.ensure(spec)).toMatchObject({ isRunning: true })
})

test('G21 data retained under a corrupt record stays, until it is deleted', async () => {
  await created()
  spoil()
  await driver.remove(spec, { graceMs: 0, keepData: true })
  expect(listGameProcesses(spec)).toEqual([])
  spoil()
  await driver.remove(spec, { graceMs: 0, keepData: true })
  expect(await driver.observe(spec)).toBeNull()
  expect(await programs.file(spec, 'cfg/a.cfg')).not.toBeNull()
  spoil()
  await driver.remove(spec, removing)
  expect(existsSync(path())).toBe(false)
})

test('R6 an unfinished instance is removed after a while', async () => {
  const begun = path('../prac-begun0-g1')
  mkdirSync(begun, { recursive: true })
  await driver.list('local')
  expect(existsSync(begun)).toBe(true)
  utimesSync(begun, 1, 1)
  expect(await driver.list('local')).toEqual({ instances: [], complete: true })
  expect(existsSync(begun)).toBe(false)
})
