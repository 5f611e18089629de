import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../../testing/database.ts'
import { startFreezingProxy } from '../../testing/freezing-proxy.ts'
import { type Program, startProgram } from '../../testing/program.ts'

/** Whole programs on a busy machine: these limits are there to end, not to measure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let dataDir: string
let portal: Program | undefined

beforeEach(async () => {
  empty = await createEmptyDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'clutch-ready-'))
})
afterEach(async () => {
  portal?.child.kill('SIGKILL')
  await portal?.ended
  await empty.drop()
  rmSync(dataDir, { recursive: true })
})

async function start(environment: NodeJS.ProcessEnv): Promise<{ url: string; program: Program }> {
  const program = startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_DATA_DIR: dataDir,
    CLUTCH_PORT: '0',
    CLUTCH_LOG_LEVEL: 'silent',
    ...environment,
  })
  portal = program
  return { url: String((await program.ready)['url']), program }
}

function registerOne(url: string): Promise<Response> {
  const token = readFileSync(join(dataDir, 'operator.token'), 'utf8').trim()
  const server = { ip: '127.0.0.1', port: 27_015, name: 'One', category: 'public', region: 'ap-shanghai' }
  return fetch(`${url}/api/operator/servers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(server),
  })
}

test('a web process is ready without a poller only until a server is registered', async () => {
  const { url } = await start({ CLUTCH_ROLES: 'web', DATABASE_URL: empty.url })
  const ready = async () => (await fetch(`${url}/readyz`)).json()
  expect(await ready()).toMatchObject({ failing: [] })
  expect((await registerOne(url)).status).toBe(200)
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ failing: ['list'] }), 10_000)
})

test.runIf(isProving)('a portal whose database went silent stops in order all the same', async () => {
  const proxy = await startFreezingProxy()
  const { username, pathname } = new URL(empty.url)
  const { url, program } = await start({
    DATABASE_URL: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`,
  })
  proxy.freeze()
  const pending = fetch(`${url}/api/server/announcement`).catch(() => undefined)
  program.child.kill('SIGINT')
  expect((await program.ended).code).toBe(0)
  await pending
  await proxy.close()
})
