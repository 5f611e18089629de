import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { getDemoLink, listDemos } from '@clutch/contract/api/rentals/demos.ts'
import type { TestUser } from '../../../accounts/testing/test-users.ts'
import { allowRentalReports } from '../../../events/index.ts'
import { freePorts } from '../../../../testing/free-port.ts'
import { createProcessDriverFixture } from '../../drivers/process/testing/process-driver-fixture.ts'
import { type Fleet, openRentalFleet, toInstanceRef } from '../../fleet.ts'
import { reconcileDue } from '../../reconciler/reconcile-due.ts'
import { HostWatcher } from '../../reconciler/watch/host-watcher.ts'
import { type RentalRow, selectInstances } from '../../rentals.store.ts'
import { createTestRental } from '../../testing/rental-builder.ts'
import { defaultDemoLimits } from '../index.ts'
import { LeftoverDemosPass } from './leftover-demos.worker.ts'
import { type DemoPortal, createSignedInUser, openDemoPortal } from '../testing/demo-portal-fixture.ts'
import { generateToken } from '../../../../platform/keys/tokens.ts'

const gamesim = join(import.meta.dirname, '../../../../../gamesim/start.mjs')
const demoBytes = 20_000
/** Short matches for the players that the test connects; no demo is pruned, however slow the test is. */
const game = { mode: 'competitive', maxPlayers: 16, busy: 0, matchRounds: 6, demoBytes, demosKept: 1_000 }
const steamIds = ['76561198000000001', '76561198000000002']
let portal: DemoPortal
let programs: Awaited<ReturnType<typeof createProcessDriverFixture>>
let folder: string
let fleet: Fleet
let watcher: HostWatcher
let owner: TestUser
let rental: RentalRow
let gamePort = 0
let controlPort = 0

beforeAll(async () => {
  portal = await openDemoPortal()
  folder = await mkdtemp(join(tmpdir(), 'clutch-lost-uploads-'))
  await writeFile(join(folder, 'game.json'), JSON.stringify([game]))
  const [first = 0, second = 0] = await freePorts(2)
  gamePort = first
  controlPort = second
  const place = ['--host', '{host}', '--port', '{port}', '--data', '{folder}']
  const options = ['--config', join(folder, 'game.json'), '--control', String(controlPort), '--pace', '600']
  programs = await createProcessDriverFixture({
    CLUTCH_GAME_COMMAND: JSON.stringify([process.execPath, gamesim, ...place, ...options]),
    CLUTCH_GAME_PORTS: `${gamePort}-${gamePort}`,
    CLUTCH_REPORT_URL: portal.origin,
  })
  fleet = await openRentalFleet({
    ...portal.context,
    config: { ...programs.config, demoDir: portal.folder },
  })
  watcher = new HostWatcher(fleet)
  owner = await createSignedInUser(portal.context)
  const secret = generateToken()
  rental = await createTestRental(portal.context, {
    owner: owner.steamId,
    user_id: owner.userId,
    report_secret: secret,
  })
  const { database, clock } = portal.context
  await database.transaction().execute((tx) => allowRentalReports(tx, clock.now(), rental.id, secret))
})

afterAll(async () => {
  for (const one of await instances())
    await fleet.driver.remove(toInstanceRef(rental, one), { graceMs: 0, keepData: false })
  fleet.driver.close()
  fleet.game.close()
  await portal.close()
  await programs.remove()
  await rm(folder, { recursive: true })
})

const instances = () => selectInstances(portal.context.database, rental.id)
const until = (step: () => Promise<boolean>) => vi.waitUntil(step, { timeout: 90_000, interval: 50 })

/** Lets the workers of rentals do what is due. */
async function work(): Promise<void> {
  // Less than what really passes, so that no limit is reached early.
  portal.context.clock.advance(50)
  await watcher.pass()
  await reconcileDue(fleet)
}

async function control(act: string, body: object = {}): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${controlPort}/${act}`, {
    method: 'POST',
    body: JSON.stringify({ server: gamePort, ...body }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function demosOnHost(): Promise<string[]> {
  const [one] = await instances()
  if (!one) return []
  const names = await readdir(join(await programs.folder(toInstanceRef(rental, one)), 'MatchZy')).catch(
    () => [],
  )
  return names.filter((name) => name.endsWith('.dem')).toSorted()
}

const call = (path: string) =>
  portal.app.inject({ url: `/api/scrim/server/${rental.number}/${path}`, headers: owner.headers })

async function listed() {
  return (await call('demos')).json<Reply<typeof listDemos>>().data.demos
}

async function download(name: string): Promise<Buffer> {
  const link = (await call(`demos/${name}/download`)).json<Reply<typeof getDemoLink>>()
  return Buffer.from(await (await fetch(link.data.download_url)).arrayBuffer())
}

test('G17 a demo whose upload was lost is collected from its host and offered as an uploaded one is', async () => {
  await until(async () => {
    await work()
    return (await instances())[0]?.state === 'ready'
  })
  await control('faults', { faults: { demoLoss: 1 } })
  for (const steamId of steamIds) await control('connect', { steamId, name: `Player ${steamId.at(-1)}` })
  // The upload of the last one may not be decided yet, that of the first one is.
  await until(async () => (await demosOnHost()).length > 1)
  const [lost = ''] = await demosOnHost()
  expect(await listed()).toEqual([])

  await control('faults', { faults: { demoLoss: 0 } })
  await until(async () => (await listed()).length > 0)
  const uploaded = (await listed()).at(-1)?.name ?? ''
  expect(await demosOnHost()).toContain(lost)

  for (const steamId of steamIds) await control('disconnect', { steamId })
  const leftovers = new LeftoverDemosPass(fleet, defaultDemoLimits)
  await until(async () => {
    await work()
    portal.context.clock.advance(6 * 60_000)
    await leftovers.run(AbortSignal.timeout(60_000))
    return (await demosOnHost()).length === 0
  })
  const shown = (await listed()).filter(({ name }) => name === lost || name === uploaded)
  expect(shown.map(({ name, size }) => [name, size])).toEqual([
    [uploaded, demoBytes],
    [lost, demoBytes],
  ])
  for (const { name } of shown) {
    const content = await download(name)
    expect([content.length, content.toString('latin1', 0, 7), content.includes(name)]).toEqual([
      demoBytes,
      'PBDEMS2',
      true,
    ])
  }
}, 180_000)
