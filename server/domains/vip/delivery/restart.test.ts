import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { startPoller } from '../../servers/index.ts'
import { createQueryDriver } from '../../servers/query/query-driver.ts'
import {
  createRealTimeContext,
  fetchServerList,
  registerTestServer,
} from '../../servers/testing/servers-app.ts'
import type { App } from '../../../platform/http/app.ts'
import { startVip } from '../index.ts'
import { createVipApp } from '../testing/app.ts'
import { commands, setCommands, setVip, standingOf, vipsOf } from '../testing/delivery.ts'

const rconPassword = 'rcon-of-the-test'
const within = { timeout: 15_000, interval: 20 }
let context: Awaited<ReturnType<typeof createRealTimeContext>>
let app: App
let sim: Gamesim
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  context = await createRealTimeContext()
  app = await createVipApp(context)
  sim = await startGamesim({ servers: [{ autoplay: false, rconPassword }] })
  const poller = startPoller(context, createQueryDriver({ timeoutMs: 200 }))
  const vip = startVip(context, { tickMs: 50 })
  stops.push(
    () => vip.stop(),
    () => poller.stop(),
  )
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await app.close()
  await sim.close()
  await context.destroy()
})

test('F7 a game server whose process was killed and started again is given its VIPs again, once the poller sees it', async () => {
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  await setCommands(app, commands)
  const id = await registerTestServer(app, { port: game.port, rcon_password: rconPassword })
  const isListed = async () => (await fetchServerList(app)).some((one) => one.id === id && one.open === 1)
  await vi.waitUntil(isListed, within)
  await setVip(app, '76561198000000001', null)
  await vi.waitFor(() => expect(vipsOf(game)).toEqual({ '76561198000000001': 0 }), within)
  await vi.waitFor(async () => expect(await standingOf(app, id)).toMatchObject({ applied: 1 }), within)

  await game.crash()
  game.records.vips.clear()
  await vi.waitUntil(async () => !(await isListed()), within)
  expect(vipsOf(game)).toEqual({})
  await game.start()
  await vi.waitFor(() => expect(vipsOf(game)).toEqual({ '76561198000000001': 0 }), within)
})
