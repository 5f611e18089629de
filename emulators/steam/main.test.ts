import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const people = [
  { steamId: '76561198000000001', name: 'Ada' },
  { steamId: '76561202255233023', name: 'the last one' },
]
const apiKey = 'a-key-of-the-tests'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-test-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

async function launch(config: object): Promise<ChildProcess> {
  const file = join(folder, 'identity.json')
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  const child = fork(join(import.meta.dirname, 'main.ts'), ['--config', file], { silent: true })
  children.push(child)
  return child
}

async function urlOf(child: ChildProcess): Promise<string> {
  const [message]: unknown[] = await once(child, 'message')
  const { ready, url } = message as { ready: boolean; url: string }
  expect(ready).toBe(true)
  return url
}

test('a parent learns where it is, and takes it down by going', async () => {
  const child = await launch({ port: 0, people, apiKey })
  const url = await urlOf(child)
  expect(await (await fetch(url)).text()).toContain('Steam emulator')
  const exit = once(child, 'exit')
  child.disconnect()
  expect(await exit).toEqual([0, null])
})

test('SIGTERM ends it, also while a client waits for a slow answer', async () => {
  const child = await launch({ people, apiKey })
  const url = await urlOf(child)
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/control`, { method: 'POST', headers, body: '{"mode":"slow"}' })
  const waiting = fetch(`${url}/avatars/76561198000000001.png`)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await expect(waiting).rejects.toThrow('fetch failed')
  expect(await exit).toEqual([0, null])
})

test.each([
  ['port must be 0 to 65535', { port: '8090', people, apiKey }],
  ['a steamId must be', { people: [{ steamId: '76561202255233024', name: 'x' }], apiKey }],
  ['a name must have', { people: [{ steamId: '76561198000000001', name: '' }], apiKey }],
  ['two have the same SteamID', { people: [...people, ...people], apiKey }],
  ['expected a list of people', { apiKey }],
  ['apiKey must be', { people, apiKey: 'a b' }],
  ['allowedReturn must be', { people, apiKey, allowedReturn: ['http://127.0.0.1/x'] }],
])('a wrong config is one clear line and the usage: %s', async (message, config) => {
  const child = await launch(config)
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString('utf8')))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(errorOutput).toContain(message)
  expect(errorOutput).toContain('node emulators/steam/main.ts --config')
})
