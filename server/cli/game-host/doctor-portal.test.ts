import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerContent } from '../../domains/content/index.ts'
import { registerEvents } from '../../domains/events/index.ts'
import { registerDemos } from '../../domains/rentals/demos/index.ts'
import type { App } from '../../platform/http/app.ts'
import { freePort } from '../../testing/free-port.ts'
import { asOperator, createTestApp } from '../../testing/http.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { runGameHost } from './command.ts'
import { canGameUserRead, gameUserOptions } from './testing/game-user.ts'

let folder: string
let context: TestContext
let app: App
let origin: string
const at = (...path: string[]) => join(folder, ...path)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-doctor-'))
  chmodSync(folder, 0o755)
  mkdirSync(at('cs2'))
  context = await createTestContext()
  Object.assign(context.config, { demoDir: at('demos') })
  app = await createTestApp(context)
  await registerEvents(context, app)
  await registerDemos(context, app, await registerContent(context, app))
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  writeFileSync(at('steam.json'), JSON.stringify({ build: '100' }))
  writeSteamcmd(folder, at('steam.json'))
  await run('install', '--steamcmd', at('steamcmd.sh'), '--need-gb', '0')
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  rmSync(folder, { recursive: true })
})

async function run(...words: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const [name = '', ...rest] = words
  const io = { environment: {}, out: print, err: print }
  return {
    code: await runGameHost([name, '--root', at('cs2'), ...rest], io),
    text: lines.join('\n'),
  }
}

async function doctor(...words: string[]) {
  const port = String(await freePort())
  const token = ['--token-file', at('token'), '--demo-mb', '2', '--start-seconds', '30']
  return run('doctor', '--port', port, ...token, ...gameUserOptions, ...words)
}

test.skipIf(!canGameUserRead)(
  'R2 doctor proves the ways to and from a portal by a token of the operator',
  async () => {
    const made = await app.inject({ method: 'POST', url: '/api/operator/host-checks', headers: asOperator })
    // As `npm run operator -- host check > FILE` writes it.
    writeFileSync(
      at('token'),
      `\n> node server/cli/operator.ts host check\n\n${JSON.stringify(made.json(), null, 2)}\n`,
    )
    const { text } = await doctor('--portal', `${origin}/`, '--public-host', '127.0.0.1')
    expect(text).toMatch(/\| the log arrives at the portal \| pass \| \d+ bytes \|/)
    expect(text).toMatch(/\| the portal reaches the game port \(UDP\) \| pass \| \d+ ms \|/)
    expect(text).toMatch(/\| the portal reaches RCON \(TCP\) \| pass \| \d+ ms \|/)
    expect(text).toContain('| a demo is uploaded to the portal | pass | 2000000 bytes |')
    expect(await context.database.selectFrom('event_batches').select('id').execute()).toEqual([])
  },
  60_000,
)

test.runIf(isProving && canGameUserRead)(
  'R2 doctor names what a portal does not let through, without the token',
  async () => {
    const token = 'x'.repeat(43)
    writeFileSync(at('token'), token)
    const [closed, unknown] = [
      await freePort(),
      await doctor('--portal', origin, '--public-host', '127.0.0.1'),
    ]
    expect(unknown.code).toBe(1)
    expect(unknown.text).toContain('| the log arrives at the portal | **FAIL** |')
    expect(unknown.text).toMatch(/\| a demo is uploaded to the portal \| \*\*FAIL\*\* \| status 401/)
    expect(unknown.text).not.toContain(token)
    const refused = await doctor('--portal', `http://127.0.0.1:${closed}`)
    expect(refused.text).toContain('| a demo is uploaded to the portal | **FAIL** | ECONNREFUSED |')
    expect(refused.text).not.toContain('the portal reaches')
  },
  150_000,
)

test('R2 a portal without a token, and a token that cannot be read, are refused', async () => {
  expect(await run('doctor', '--portal', origin)).toMatchObject({ code: 2 })
  expect(await run('doctor', '--portal', origin, '--token-file', at('none'))).toMatchObject({ code: 2 })
  writeFileSync(at('other'), 'not a "token"')
  expect(await run('doctor', '--portal', origin, '--token-file', at('other'))).toMatchObject({ code: 2 })
  expect(await run('doctor', '--portal', 'no address', '--token-file', at('token'))).toMatchObject({
    code: 2,
  })
})
