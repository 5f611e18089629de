import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HostFull, type InstanceSpec, getInstanceName } from '../driver.ts'
import type { ProcessDriver } from './process-driver.ts'
import { getStartTime } from './system/processes.ts'
import { openProcessDriver, buildProcessConfig } from './testing/open-process-driver.ts'
import { listGameProcesses, createProcessDriverFixture } from './testing/process-driver-fixture.ts'

type Programs = Awaited<ReturnType<typeof createProcessDriverFixture>>

const owner = `trouble-${crypto.randomUUID()}`
const removing = { graceMs: 0, keepData: false }
const settled = { timeout: 15_000, interval: 20 }
let programs: Programs
let driver: ProcessDriver
let spec: InstanceSpec

beforeEach(async () => {
  programs = await createProcessDriverFixture()
  const number = `sv-${crypto.randomUUID().slice(0, 6)}`
  const instance = { rentalId: crypto.randomUUID(), number, generation: 1, hostName: 'local' }
  spec = {
    ...instance,
    region: 'ap-shanghai',
    port: await programs.freePort(),
    files: { 'cfg/a.cfg': 'a\n' },
  }
})

afterEach(async () => {
  await driver.remove(spec, removing)
  const left = await programs.leftovers(owner)
  await programs.remove()
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
})

/** A driver whose games are lines of a shell script; they know their folder as `$HOME`. */
function running(script: string, more: NodeJS.ProcessEnv = {}): ProcessDriver {
  const command = JSON.stringify(['/bin/sh', '-c', script])
  return openProcessDriver(
    buildProcessConfig(programs.config.dataDir, { CLUTCH_GAME_COMMAND: command, ...more }),
    owner,
  )
}

function path(...parts: string[]): string {
  return join(programs.config.dataDir, 'rentals', getInstanceName(spec), ...parts)
}

const readFile = (file: string) => (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : '')

test('R10 a game that does not listen to reason is killed, with all that it started', async () => {
  driver = running(
    'trap "" TERM; (trap "" TERM; while :; do sleep 1; done) & echo up; while :; do sleep 1; done',
  )
  await driver.ensure(spec)
  await expect.poll(() => readFile('log'), settled).toBe('up\n')
  const before = performance.now()
  await driver.remove(spec, { graceMs: 300, keepData: true })
  expect(performance.now() - before).toBeGreaterThan(290)
  expect(await programs.leftovers(owner)).toEqual([getInstanceName(spec)])
})

test('R10 a game that ends when it is asked is not waited for', async () => {
  driver = running('trap "echo bye; exit 0" TERM; echo up; while :; do sleep 0.01; done')
  await driver.ensure(spec)
  await expect.poll(() => readFile('log'), settled).toBe('up\n')
  await driver.remove(spec, { graceMs: 60_000, keepData: true })
  // The signal goes to the whole group: some shells report that a `sleep` ended.
  expect(readFile('log').replace('Terminated\n', '')).toBe('up\nbye\n')
})

test('R1 what a dead game left running is ended before the next one starts', async () => {
  driver = running('sleep 600 & echo $! >$HOME/helper; exec sleep 600')
  const first = await driver.ensure(spec)
  await expect.poll(() => readFile('game/helper'), settled).toMatch(/\d+\n/)
  const helper = Number(readFile('game/helper'))
  await programs.kill(spec)
  await expect.poll(() => driver.observe(spec), settled).toMatchObject({ isRunning: false })
  expect(getStartTime(helper)).not.toBeNull()
  const second = await driver.ensure(spec)
  expect(second.run).not.toBe(first.run)
  await expect.poll(() => readFile(`game/helper`), settled).not.toBe(`${helper}\n`)
  expect(getStartTime(helper)).toBeNull()
})

test('R5 a game whose folder was lost is listed, seen and adopted', async () => {
  driver = running('echo up; while :; do sleep 1; done')
  const created = await driver.ensure(spec)
  await expect.poll(() => readFile('log'), settled).toBe('up\n')
  rmSync(path(), { recursive: true })
  expect(await driver.observe(spec)).toEqual(created)
  expect(await driver.list('local')).toEqual({ instances: [created], complete: true })
  expect(await driver.ensure(spec)).toEqual(created)
  expect(await programs.file(spec, 'cfg/a.cfg')).not.toBeNull()
  expect(listGameProcesses(spec)).toHaveLength(1)
})

test('R4 a name that another portal has on this disk is not taken over', async () => {
  driver = running('exec sleep 600')
  const created = await driver.ensure(spec)
  const config = programs.config
  await expect(openProcessDriver(config, 'another-portal').ensure(spec)).rejects.toThrow(HostFull)
  expect(await driver.observe(spec)).toEqual(created)
})

test('G19 files are verified by the command of the settings while the game is stopped, once for an op', async () => {
  const script =
    'cat $HOME/go 2>/dev/null && exit 0; echo try >>$HOME/tries; until [ -e $HOME/go ]; do sleep 0.02; done'
  const verify = JSON.stringify(['/bin/sh', '-c', script])
  driver = running('exec sleep 600', { CLUTCH_GAME_VERIFY_COMMAND: verify })
  const created = await driver.ensure(spec)
  expect(await driver.verify(spec, 'op-1')).toBe('running')
  expect(await driver.observe(spec)).toEqual({ ...created, isRunning: false, run: '' })
  await expect.poll(() => readFile('game/tries'), settled).toBe('try\n')
  expect(await driver.verify(spec, 'op-1')).toBe('running')
  // The machine went down meanwhile: its end is unknown, so it is verified again.
  for (const pid of listGameProcesses(spec)) process.kill(pid, 'SIGKILL')
  await expect
    .poll(async () => [await driver.verify(spec, 'op-1'), readFile('game/tries')], settled)
    .toEqual(['running', 'try\ntry\n'])
  writeFileSync(path('game/go'), '')
  await expect.poll(() => driver.verify(spec, 'op-1'), settled).toBe('done')
  const after = await driver.ensure(spec)
  expect(await driver.verify(spec, 'op-1')).toBe('done')
  expect(await driver.observe(spec)).toEqual(after)
  expect(readFile('game/tries')).toBe('try\ntry\n')
})

test.each(['exit 3', 'kill -9 $$'])(
  'G24 a verification that ends with “%s” has failed, also when it is asked for again; the game starts',
  async (end) => {
    driver = running('exec sleep 600', {
      CLUTCH_GAME_VERIFY_COMMAND: JSON.stringify(['/bin/sh', '-c', end]),
    })
    await driver.ensure(spec)
    await expect.poll(() => driver.verify(spec, 'op-1'), settled).toBe('failed')
    expect(await driver.ensure(spec)).toMatchObject({ isRunning: true })
    expect(await driver.verify(spec, 'op-1')).toBe('failed')
    expect(await driver.verify(spec, 'op-2')).toBe('running')
  },
)

test('R2 a command that does not exist is a game that does not run, and its log says why', async () => {
  driver = openProcessDriver(
    buildProcessConfig(programs.config.dataDir, { CLUTCH_GAME_COMMAND: '["/no/such/game"]' }),
    owner,
  )
  await driver.ensure(spec)
  await expect.poll(() => driver.observe(spec), settled).toMatchObject({ isRunning: false })
  expect(readFile('log')).toContain('/no/such/game')
})

test('R12 a log that grew too long is truncated, and the game keeps writing', async () => {
  driver = running('while :; do echo line; sleep 0.01; done')
  await driver.ensure(spec)
  truncateSync(path('log'), 9_000_000)
  await driver.list('local')
  await expect.poll(() => readFile('log'), settled).toMatch(/^(line\n)+$/)
})
