import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateInstall } from './update-install.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-update-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A command that notes its runs, says something, and ends with a code once the file `go` holds it. */
const script = `
  const { appendFileSync, existsSync, readFileSync } = require('fs')
  appendFileSync('runs', 'x')
  console.log('downloading 40 %')
  const timer = setInterval(() => {
    if (!existsSync('go')) return
    console.log('the end')
    process.exit(Number(readFileSync('go', 'utf8')))
  }, 20)`
const host = () => ({ updateCommand: [process.execPath, '-e', script], updateFolder: join(folder, 'update') })
const action = { name: 'update', argument: '' } as const
const update = (op: string) => updateInstall(host(), op, action)
const end = (code: number) => writeFileSync(join(folder, 'update/go'), String(code))
const runs = () => readFileSync(join(folder, 'update/runs'), 'utf8').length
const until = (op: string, state: string) =>
  vi.waitUntil(async () => ((await update(op))?.state === state ? update(op) : null), { timeout: 15_000 })

test('R13 the update command runs once for an op, and its exit code decides', async () => {
  expect(await updateInstall({ ...host(), updateCommand: null }, 'a', action)).toBeNull()
  expect(await update('a')).toEqual({ state: 'running', output: '' })
  await vi.waitUntil(async () => (await update('a'))?.output === 'downloading 40 %', { timeout: 15_000 })
  // Another op finds the run that is under way.
  expect(await update('b')).toEqual({ state: 'running', output: 'downloading 40 %' })
  end(0)
  expect(await until('a', 'done')).toEqual({ state: 'done', output: 'downloading 40 %\nthe end' })
  expect([await update('a'), runs()]).toMatchObject([{ state: 'done' }, 1])
  end(4)
  expect(await update('b')).toEqual({ state: 'running', output: '' })
  expect(await until('b', 'failed')).toMatchObject({ output: 'downloading 40 %\nthe end' })
  expect(runs()).toBe(2)
})

test('R13 a run that was killed, as with its host, has failed', async () => {
  await update('a')
  await vi.waitUntil(async () => (await update('a'))?.output !== '', { timeout: 15_000 })
  const { run } = JSON.parse(readFileSync(join(folder, 'update/run.json'), 'utf8')) as {
    run: { pid: number }
  }
  process.kill(-run.pid, 'SIGKILL')
  expect(await until('a', 'failed')).toEqual({ state: 'failed', output: 'downloading 40 %' })
})

test('R13 other actions replace the word of the configured command, and see that the portal runs them', async () => {
  const print = 'console.log(process.env.CLUTCH_GAME_HOST_STATE, ...process.argv.slice(1))'
  const updateCommand = [process.execPath, '-e', print, '--', 'update', '--root', '/srv']
  const one = { updateCommand, updateFolder: join(folder, 'update') }
  const hold = { name: 'hold', argument: '--a "reason" $(x)' } as const
  expect(await updateInstall(one, 'a', hold)).toMatchObject({ state: 'running' })
  await expect
    .poll(() => updateInstall(one, 'a', hold), { timeout: 15_000 })
    .toEqual({ state: 'done', output: '1 hold --reason=--a "reason" $(x) --root /srv' })
  const none = { ...one, updateCommand: [process.execPath, '-e', print] }
  expect(await updateInstall(none, 'b', hold)).toBeNull()
})
