import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Server, ServerInfo } from '@clutch/contract/api/servers/servers.ts'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import type { App } from '../../../platform/http/app.ts'
import { freePort } from '../../../testing/free-port.ts'
import { startPoller } from '../index.ts'
import {
  createRealTimeContext,
  createServersApp,
  fetchServerList,
  registerTestServer,
} from '../testing/servers-app.ts'

const hasOpenArena = hasPeerProgram('openarena-server')
const stops: (() => unknown)[] = []
let app: App
let port: number

beforeAll(async () => {
  if (!hasOpenArena) return
  const fast = await createRealTimeContext()
  // The game answers ten packets a second to one address, its console's among them.
  const context = { ...fast, config: { ...fast.config, pollIntervalMs: 700 } }
  stops.push(() => context.destroy())
  app = await createServersApp(context)
  stops.push(() => app.close())
  const poller = startPoller(context)
  stops.push(() => poller.stop())
  port = await freePort()
  startOpenArena(port)
})

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

function startOpenArena(at: number): void {
  const home = mkdtempSync(join(tmpdir(), 'clutch-openarena-'))
  const masters = [1, 2, 3, 4, 5].flatMap((number) => ['+set', `sv_master${number}`, ''])
  const set = (name: string, value: string) => ['+set', name, value]
  const settings = [
    ...set('net_ip', '127.0.0.1'),
    ...set('net_port', String(at)),
    ...set('dedicated', '1'),
    ...set('sv_hostname', 'Open Arena'),
    ...set('sv_maxclients', '16'),
    ...set('rconpassword', 'test'),
    ...set('bot_enable', '1'),
  ]
  const game = spawn('openarena-server', [...settings, ...masters, '+map', 'oa_dm1'], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/games`, HOME: home },
    stdio: 'ignore',
  })
  stops.push(async () => {
    game.kill('SIGKILL')
    if (game.exitCode === null && game.signalCode === null) await once(game, 'exit')
    rmSync(home, { recursive: true, force: true })
  })
}

/** A line for the console of the game. */
async function sendCommand(line: string): Promise<void> {
  const socket = createSocket('udp4')
  const bytes = Buffer.from(`\xff\xff\xff\xffrcon test ${line}`, 'latin1')
  await new Promise((sent) => socket.send(bytes, port, '127.0.0.1', sent))
  socket.close()
}

/** Repeats a command until the list shows its effect: the game drops commands that come too fast. */
async function sendCommandUntil(line: string, isSo: (listed: Server) => boolean): Promise<Server> {
  const seen = async () => (await fetchServerList(app)).find(isSo)
  return vi.waitUntil(
    async () => {
      await sendCommand(line)
      return vi.waitUntil(seen, { timeout: 3_000, interval: 100 }).catch(() => undefined)
    },
    { timeout: 20_000, interval: 100 },
  )
}

test.skipIf(!hasOpenArena)(
  'D18 a real OpenArena server is listed live: bots, and a change of map',
  async () => {
    const within = { timeout: 15_000, interval: 100 }
    await registerTestServer(app, { port, protocol: 'openarena', name: 'OA' })
    await vi.waitFor(
      async () => expect(await fetchServerList(app)).toMatchObject([{ open: 1, map: 'oa_dm1' }]),
      within,
    )
    await sendCommandUntil('addbot sarge 3', ({ bots }) => bots >= 1)
    const { bots, players } = await sendCommandUntil('addbot grism 3', (listed) => listed.bots >= 2)
    expect(players).toBe(`${bots}/16`)
    const answer = await app.inject({ url: `/api/server/info?ip=127.0.0.1&port=${port}` })
    const { names, players: reported } = answer.json<ServerInfo>()
    expect([names, reported.list.length >= 2]).toEqual(['shown', true])
    await sendCommandUntil('map oa_dm2', ({ open, map }) => open === 1 && map === 'oa_dm2')
  },
  60_000,
)
