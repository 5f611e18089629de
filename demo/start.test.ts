// @slow 25 s: starts the whole demo
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type Program, startProgram } from '@clutch/server/testing/program.ts'
import { sampleServers } from './samples/sample-servers.ts'
import { expectAccountJourneys } from './testing/account-checks.ts'

let home: string
const started: Program[] = []
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-demo-')))
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
  await vi.waitUntil(() => processesOfDemo().length === 0, { timeout: 60_000 })
})
afterAll(() => rmSync(home, { recursive: true }))

function start(environment: NodeJS.ProcessEnv = {}): Program {
  const program = startProgram('demo/start.ts', {
    CLUTCH_DATA_DIR: join(home, 'data'),
    CLUTCH_PORT: '0',
    CLUTCH_DEMO_GAME_PORT: '0',
    CLUTCH_DEMO_EMULATOR_PORT: '0',
    CLUTCH_DEMO_PAGE: 'off',
    ...environment,
  })
  started.push(program)
  return program
}

/** Processes that carry this demo's data directory in command line or environment: all of its parts do, and PostgreSQL. */
function processesOfDemo(): string[] {
  const ps = spawnSync('ps', ['eww', '-A', '-o', 'stat=,args='], { encoding: 'utf8' })
  return ps.stdout.split('\n').filter((line) => line.includes(home) && !line.startsWith('Z'))
}

/**
 * Asserts that the samples' play reaches the boards, that the season is listed, and that their secrets are
 * not exposed.
 */
async function expectBoards(demo: Program): Promise<void> {
  const { url, control } = await demo.ready
  const get = async <T>(path: string) => (await (await fetch(`${String(url)}${path}`)).json()) as T
  await vi.waitFor(
    async () => {
      const board = await get<{ data: { kills: number }[] }>('/api/leaderboard/dm')
      expect(board.data[0]?.kills).toBeGreaterThan(0)
    },
    { timeout: 60_000, interval: 250 },
  )
  expect(await get('/api/leaderboard/seasons')).toHaveLength(1)
  const { servers } = (await (await fetch(`http://127.0.0.1:${String(control)}/tally`)).json()) as {
    servers: { tally: { players: object } }[]
  }
  const people = servers.flatMap(({ tally }) => Object.keys(tally.players))
  const first = Number(toSteamId(2_030_000_000))
  expect(people.every((id) => Number(id) - first < 1_000)).toBe(true)
  const secrets = sampleServers.map((_sample, index) => {
    const file = join(home, `data/game-servers/${index + 1}/cfg/server.cfg`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    return /api\/events\/log\/([\w-]{43})/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  })
  expect(new Set(secrets).size).toBe(sampleServers.length)
  const said = readLogs('portal', 'gamesim')
  for (const secret of secrets) expect(`${said}${processesOfDemo().join('')}`).not.toContain(secret)
}

function readLogs(...parts: string[]): string {
  return parts.map((part) => readFileSync(join(home, `data/logs/${part}.log`), 'utf8')).join('')
}

async function listedBy(program: Program): Promise<Server[]> {
  const { url } = await program.ready
  const response = await fetch(`${String(url)}/api/servers`)
  return (await response.json()) as Server[]
}

test('one command plays five servers, lists them live, and Ctrl-C leaves nothing behind', async () => {
  const demo = start()
  await vi.waitFor(
    async () => {
      const online = (await listedBy(demo)).filter(({ open }) => open === 1)
      expect(new Set(online.map(({ name }) => name))).toEqual(new Set(sampleServers.map(({ name }) => name)))
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(statSync(join(home, 'data/gamesim.json')).mode & 0o777).toBe(0o600)
  await expectBoards(demo)
  const { apiKey } = JSON.parse(readFileSync(join(home, 'data/identity.json'), 'utf8')) as { apiKey: string }
  expect(statSync(join(home, 'data/identity.json')).mode & 0o777).toBe(0o600)
  await expectAccountJourneys(demo)
  const commands = spawnSync('ps', ['ww', '-A', '-o', 'args='], { encoding: 'utf8' }).stdout
  expect(`${commands}${readLogs('portal', 'gamesim', 'identity', 'mail')}`).not.toContain(apiKey)

  const second = await start().ended
  expect(second).toMatchObject({
    code: 1,
    stderr: `the demo of this data directory is already running (pid ${demo.child.pid})\n`,
  })

  demo.child.kill('SIGINT')
  const { code, stdout } = await demo.ended
  expect(code).toBe(0)
  for (const { name } of sampleServers)
    expect(stdout).toMatch(new RegExp(`${name} .*127.0.0.1:.* Counter-Strike 2`))
  expect(stdout).toMatch(/Sign-in page .*Steam\n/)
  expect(stdout).toMatch(/Mailbox .*a mail server\n/)
  expect(stdout).toMatch(/Inventory .*an inventory simulator\n/)
  expect(stdout).toMatch(/Linked accounts .*Discord and QQ\n/)
  expect(processesOfDemo()).toEqual([])
  for (const config of ['gamesim.json', 'identity.json', 'mail.json', 'inventory.json', 'oauth.json'])
    expect(() => statSync(join(home, 'data', config))).toThrow('ENOENT')
}, 120_000)

test.runIf(isProving)(
  'a second start finds the sample servers registered, at their new ports; kill -9 takes every part along',
  async () => {
    const demo = start()
    const { servers } = await demo.ready
    const ports = (servers as { port: number }[]).map(({ port }) => port)
    await vi.waitFor(
      async () => {
        const listed = await listedBy(demo)
        expect(listed).toHaveLength(sampleServers.length)
        expect(new Set(listed.map(({ port }) => port))).toEqual(new Set(ports))
      },
      { timeout: 60_000 },
    )
    demo.child.kill('SIGKILL')
    await demo.ended
    await vi.waitUntil(() => processesOfDemo().length === 0, { timeout: 60_000 })
    expect(readFileSync(join(home, 'data/logs/portal.log'), 'utf8')).toContain('"msg":"stopped"')
  },
  120_000,
)

test.each([
  [
    { CLUTCH_HOST: '0.0.0.0' },
    /^CLUTCH_HOST: the demo runs simulated parts and listens on this machine only/,
  ],
  [{ CLUTCH_ENV: 'production' }, /^CLUTCH_ENV: npm start runs simulated parts, production is npm run serve/],
  [{ CLUTCH_LOG_LEVEL: 'loud' }, /^CLUTCH_LOG_LEVEL: must be one of/],
])('the demo refuses %o in one line and starts nothing', async (environment, line) => {
  const { code, stdout, stderr } = await start(environment).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(line)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
