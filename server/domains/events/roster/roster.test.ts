import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ServerInfo } from '@clutch/contract/api/servers/servers.ts'
import { rosterMaxAgeMs } from '@clutch/contract/limits.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { fetchServerList } from '../../servers/testing/servers-app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { countWaitingBatches } from '../processing/counting.service.ts'
import { addReporter, createEventsApp } from '../testing/events-app.ts'

let context: TestContext
let app: App
let origin = ''
let sim: Gamesim | undefined

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  await sim?.close()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** A registered server that hides names and reports, and how to ask who plays there. */
async function startReportingServer() {
  sim = await startGamesim({ servers: [{ mode: 'dm', autoplay: false, names: 'blank' }] })
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  const { id, secret } = await addReporter(app, { port: game.port })
  await vi.waitFor(async () => expect((await fetchServerList(app)).map((one) => one.id)).toContain(id))
  const ask = async () => {
    context.clock.advance(3_000)
    return (await app.inject({ url: `/api/server/info?ip=127.0.0.1&port=${game.port}` })).json<ServerInfo>()
  }
  const report = () => game.runCommandLine(`logaddress_add_http "${origin}/api/events/log/${secret}"`)
  const counted = async () => {
    await game.flushLog()
    await countWaitingBatches(
      context,
      { counted: [], match: [] },
      { streams: 9, batches: 99, bytes: 1e7 },
      [],
    )
  }
  return { game, ask, report, counted }
}

const namesOf = ({ players }: ServerInfo) => players.list.map(({ name }) => name)

test('D14 names come from the server’s own log where it hides them, with the time since they came', async () => {
  const { game, ask, report, counted } = await startReportingServer()
  report()
  game.connect({ name: '小"明"', steamId: '76561198000000001' })
  sim?.advance(90_000)
  const second = game.connect({ name: 'Zoë', steamId: '76561198000000002' })
  sim?.advance(30_000)
  game.say(second, 'hi')
  await counted()
  context.clock.advance(57_000)
  const info = await ask()
  expect(info.names).toBe('shown')
  expect(namesOf(info)).toEqual(['小"明"', 'Zoë'])
  expect(info.players.list.map(({ raw }) => raw.time)).toEqual([180, 90])
})

test('D14 whom the log does not know stays nameless; who is gone is no row more', async () => {
  const { game, ask, report, counted } = await startReportingServer()
  const first = game.connect({ name: 'A', steamId: '76561198000000001' })
  game.connect({ name: 'B', steamId: '76561198000000002' })
  report()
  await counted()
  game.connect({ name: 'C', steamId: '76561198000000003' })
  expect(namesOf(await ask())).toEqual(['A', 'B', ''])
  await counted()
  expect(namesOf(await ask())).toEqual(['A', 'B', 'C'])
  game.disconnect(first)
  expect(namesOf(await ask())).toHaveLength(2)
})

test('D14 a log without recent batches gives no roster', async () => {
  const { game, ask, report, counted } = await startReportingServer()
  report()
  game.connect({ name: 'A', steamId: '76561198000000001' })
  await counted()
  context.clock.advance(rosterMaxAgeMs - 10_000)
  expect(await ask()).toMatchObject({ names: 'shown' })
  context.clock.advance(10_000)
  expect(await ask()).toMatchObject({ names: 'hidden', players: { list: [{ name: '' }] } })
})

test('D14 after a restart only the newest log counts', async () => {
  const { game, ask, report, counted } = await startReportingServer()
  report()
  game.connect({ name: 'Old', steamId: '76561198000000001' })
  await counted()
  await game.crash()
  await game.start()
  report()
  game.connect({ name: 'New', steamId: '76561198000000002' })
  await counted()
  expect(namesOf(await ask())).toEqual(['New'])
})
