import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payments-test-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

async function launch(config: object): Promise<ChildProcess> {
  const file = join(folder, 'payments.json')
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  const child = fork(join(import.meta.dirname, 'main.ts'), ['--config', file], { silent: true })
  children.push(child)
  return child
}

test('a parent learns where it is and how the portal is set, and takes it down by going', async () => {
  const child = await launch({ ports: { page: 0 }, keyFolder: join(folder, 'keys') })
  const [message]: unknown[] = await once(child, 'message')
  const { url, environment } = message as { url: string; environment: Record<string, string> }
  expect(message).toMatchObject({ ready: true })
  expect(await (await fetch(url)).text()).toContain('no money moves')
  expect(environment['ALIPAY_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const exit = once(child, 'exit')
  child.disconnect()
  expect(await exit).toEqual([0, null])
})

test('SIGTERM ends it, also while a client waits for an answer that never comes', async () => {
  const child = await launch({})
  const [message]: unknown[] = await once(child, 'message')
  const { url, environment } = message as { url: string; environment: Record<string, string> }
  const headers = { 'content-type': 'application/json' }
  const body = '{"provider":"alipay","faults":{"hang":"undone"}}'
  await fetch(`${url}/control`, { method: 'POST', headers, body })
  const waiting = fetch(`${environment['ALIPAY_URL']}/v3/alipay/trade/query`, { method: 'POST', body: '{}' })
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await expect(waiting).rejects.toThrow('fetch failed')
  expect(await exit).toEqual([0, null])
})

test.each([
  ['there is no port bank', { ports: { bank: 1 } }],
  ['the port alipay must be', { ports: { alipay: '1' } }],
  ['keyFolder must be a path', { keyFolder: 1 }],
  ['expected an object', []],
])('a wrong config is one clear line and the usage: %s', async (message, config) => {
  const child = await launch(config)
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString('utf8')))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(errorOutput).toContain(message)
  expect(errorOutput).toContain('node emulators/payments/main.ts --config')
})
