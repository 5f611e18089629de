import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { startPoller } from '../index.ts'
import {
  createRealTimeContext,
  createServersApp,
  fetchServerList,
  registerTestServer,
} from '../testing/servers-app.ts'
import { checkGameVersion } from './game-version.service.ts'
import { getGameVersionCheck } from './game-version.store.ts'

let base: Awaited<ReturnType<typeof createRealTimeContext>>
let steam: SteamEmulator
let sim: Gamesim
let app: App
let stopPoller: () => Promise<void>

beforeAll(async () => {
  base = await createRealTimeContext()
  steam = await startSteamEmulator({ people: [], apiKey: 'not-needed', gameVersion: '1.41.3.1' })
  sim = await startGamesim({ idle: true, seed: 'versions', servers: [{ name: 'One', version: '1.41.3.1' }] })
  app = await createServersApp(base)
  const poller = startPoller(base)
  stopPoller = () => poller.stop()
})

afterAll(async () => {
  await stopPoller()
  await app.close()
  await sim.close()
  await steam.close()
  await base.destroy()
})

const check = () => checkGameVersion({ ...base, config: { ...base.config, steamApiUrl: steam.url } })
const registered = async () =>
  (await app.inject({ url: '/api/operator/servers', headers: asOperator })).json<RegisteredServer[]>()[0]
const within = { timeout: 10_000, interval: 25 }

test('D18 a server that runs an older version than Steam requires is outdated until it is updated', async () => {
  await check()
  expect([steam.requestCounts.version, await getGameVersionCheck(base.database)]).toEqual([
    0,
    { required: null, since: null, checkedAt: null, problem: '' },
  ])

  const { port } = sim.servers[0] ?? { port: 0 }
  await registerTestServer(app, { port })
  await vi.waitFor(async () => expect((await registered())?.seen?.gameVersion).toBe('1.41.3.1'), within)
  await check()
  expect(await getGameVersionCheck(base.database)).toMatchObject({ required: 14_131, problem: '' })
  expect((await fetchServerList(app))[0]).not.toHaveProperty('outdated')

  steam.setGameVersion('1.41.3.2')
  await check()
  await vi.waitFor(
    async () => expect(await fetchServerList(app)).toMatchObject([{ open: 1, outdated: true }]),
    within,
  )
  expect(await registered()).toMatchObject({ state: 'online', outdated: true })

  steam.setGameVersion('1.41.3.1')
  await check()
  await vi.waitFor(async () => expect((await fetchServerList(app))[0]).not.toHaveProperty('outdated'), within)
})

test.each(['down', 'lying', 'huge'] as const)(
  'D18 a Steam that is %s leaves the last known version and is reported',
  async (mode) => {
    const { required } = await getGameVersionCheck(base.database)
    steam.setMode(mode)
    await check()
    const after = await getGameVersionCheck(base.database)
    expect(after).toMatchObject({
      required,
      problem: expect.stringMatching(/^(did not answer|answered with)/),
    })
    steam.setMode('ok')
    await check()
    expect((await getGameVersionCheck(base.database)).problem).toBe('')
  },
)
