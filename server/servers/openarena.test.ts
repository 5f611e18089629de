import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ServerInfo } from '@clutch/contract/api/servers.ts'
import { peer } from '@clutch/tools/testing.ts'
import type { App } from '../http/app.ts'
import { startPoller } from './index.ts'
import { createRunningHouse, createTestPortal, readList, register } from './testing/portal.ts'

const here = peer('openarena-server')
const stops: (() => unknown)[] = []
let app: App
let port: number

beforeAll(async () => {
  if (!here) return
  const house = await createRunningHouse()
  stops.push(() => house.destroy())
  app = await createTestPortal(house)
  stops.push(() => app.close())
  const poller = startPoller(house)
  stops.push(() => poller.stop())
  port = await freePort()
  startOpenArena(port)
})

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port: free } = socket.address()
  socket.close()
  await once(socket, 'close')
  return free
}

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
async function tell(line: string): Promise<void> {
  const socket = createSocket('udp4')
  const bytes = Buffer.from(`\xff\xff\xff\xffrcon test ${line}`, 'latin1')
  await new Promise((sent) => socket.send(bytes, port, '127.0.0.1', sent))
  socket.close()
}

test.skipIf(!here)(
  'D18 a real OpenArena server is listed live: bots, and a change of map',
  async () => {
    const within = { timeout: 15_000, interval: 100 }
    await register(app, { port, protocol: 'openarena', name: 'OA' })
    await vi.waitFor(
      async () => expect(await readList(app)).toMatchObject([{ open: 1, map: 'oa_dm1' }]),
      within,
    )
    for (const bot of ['sarge', 'gargoyle', 'grism']) await tell(`addbot ${bot} 3`)
    await vi.waitFor(
      async () => expect(await readList(app)).toMatchObject([{ players: '3/16', bots: 3 }]),
      within,
    )
    const answer = await app.inject({ url: `/api/server/info?ip=127.0.0.1&port=${port}` })
    expect(answer.json<ServerInfo>()).toMatchObject({ names: 'shown', players: { list: [{}, {}, {}] } })
    await tell('map oa_dm2')
    await vi.waitFor(
      async () => expect(await readList(app)).toMatchObject([{ open: 1, map: 'oa_dm2' }]),
      within,
    )
  },
  45_000,
)
