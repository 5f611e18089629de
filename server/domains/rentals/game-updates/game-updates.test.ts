import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GameUpdates, InstallState } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const minute = 60_000
let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.running(ann)
})
afterAll(() => fixture.close())

const url = '/game-updates'
const updates = async () => (await fixture.operator('GET', url)).json<GameUpdates>()

/** The host of the rental has one version installed, and the rental's server reports one. */
async function write(installed: string | null, running: string | null, players = 0): Promise<void> {
  const { database, clock } = fixture.context
  const host = await database
    .selectFrom('rental_instances')
    .select('host_name')
    .where('rental_id', '=', rental.id)
    .executeTakeFirstOrThrow()
  const row = { installed_version: installed, installed_at: clock.now() }
  await database
    .insertInto('hosts')
    .values({ ...host, driver: 'process', ...row })
    .onConflict((conflict) => conflict.column('host_name').doUpdateSet(row))
    .execute()
  await database
    .updateTable('rental_instances')
    .set({ game_version: running, players })
    .where('rental_id', '=', rental.id)
    .execute()
}

test('J the operator sees which version each host has and each server runs', async () => {
  await write('1.41.3.2', '1.41.3.1', 4)
  const { hosts, hold, deadline } = await updates()
  expect(hosts).toEqual([
    {
      hostName: expect.any(String),
      installed: '1.41.3.2',
      since: fixture.now,
      outdated: false,
      revision: expect.any(Number),
      install: null,
      update: null,
      servers: [
        { number: rental.number, name: rental.name, version: '1.41.3.1', players: 4, state: 'waiting' },
      ],
    },
  ])
  expect([hold, deadline]).toEqual([null, null])
})

test('J a hold has a reason and stays since it began; a deadline is between 5 minutes and a day', async () => {
  await write('1.41.3.2', '1.41.3.1', 4)
  await fixture.operator('PUT', `${url}/hold`, { reason: 'a match' })
  const since = fixture.now
  fixture.context.clock.advance(minute)
  await fixture.operator('PUT', `${url}/hold`, { reason: 'a tournament' })
  expect((await updates()).hold).toEqual({ since, reason: 'a tournament' })
  await fixture.operator('DELETE', `${url}/hold`)
  expect((await updates()).hold).toBeNull()

  for (const minutes of [4, 1441, 7.5, '30'])
    expect((await fixture.operator('PUT', `${url}/deadline`, { minutes })).statusCode).toBe(400)
  expect((await fixture.operator('PUT', `${url}/hold`, { reason: ' ' })).statusCode).toBe(400)
  const set = await fixture.operator('PUT', `${url}/deadline`, { minutes: 30 })
  expect(set.json()).toMatchObject({ deadline: fixture.now + 30 * minute })
  expect((await fixture.operator('DELETE', `${url}/deadline`)).json()).toMatchObject({ deadline: null })
})

test('J an install is updated on request where a command is configured, once at a time', async () => {
  await write('1.41.3.1', '1.41.3.1')
  const [{ hostName } = { hostName: '' }] = (await updates()).hosts
  const install = (name = hostName) => fixture.operator('POST', `${url}/hosts/${name}/install`)
  expect((await install()).json()).toMatchObject({ code: 'host.no_update_command' })
  Object.assign(fixture.context.config, { gameUpdateCommand: ['update'] })
  expect((await install('no-such-host')).json()).toMatchObject({ code: 'host.not_found' })
  const first = (await install()).json<GameUpdates>()
  expect(first).toMatchObject({ canInstall: true, hosts: [{ update: { state: 'running', output: '' } }] })
  fixture.context.clock.advance(minute)
  expect((await install()).json<GameUpdates>().hosts).toEqual(first.hosts)
  Object.assign(fixture.context.config, { gameUpdateCommand: undefined })
})

test('J a build is chosen, and a host held and released, by its command', async () => {
  const { database, config, clock } = fixture.context
  await write('1.41.3.2', '1.41.3.2')
  const [{ hostName, revision: first } = { hostName: '', revision: 0 }] = (await updates()).hosts
  const host = async () => (await updates()).hosts[0]
  const send = (method: 'PUT' | 'DELETE', path: string, body?: object) =>
    fixture.operator(method, `${url}/hosts/${path}`, body)
  const refusal = async (...call: Parameters<typeof send>) =>
    (await send(...call)).json<{ code: string }>().code
  const end = (install: InstallState) =>
    database
      .updateTable('hosts')
      .set({ update_state: 'done', update_ended_at: clock.now(), install_state: JSON.stringify(install) })
      .where('host_name', '=', hostName)
      .execute()
  const build = { build: '100', version: '1.41.3.1', current: false }
  const installed = { builds: [build], mods: null, hold: null }

  Object.assign(config, { gameUpdateCommand: ['/opt/update.sh'] })
  expect(await refusal('PUT', `${hostName}/build`, { build: '100' })).toBe('host.no_update_command')
  expect((await updates()).canChoose).toBe(false)
  Object.assign(config, { gameUpdateCommand: ['update'] })
  expect((await updates()).canChoose).toBe(true)
  expect(await refusal('PUT', 'no-such-host/build', { build: '100' })).toBe('host.not_found')
  await end(installed)
  expect(await host()).toMatchObject({ install: installed })
  expect(await refusal('PUT', `${hostName}/build`, { build: '7' })).toBe('host.no_build')
  for (const bad of ['../7', '', 'x'])
    expect((await send('PUT', `${hostName}/build`, { build: bad })).statusCode).toBe(400)
  expect((await send('PUT', `${hostName}/hold`, { reason: ' ' })).statusCode).toBe(400)

  const used = await send('PUT', `${hostName}/build`, { build: '100', revision: first })
  expect(used.json()).toMatchObject({
    hosts: [{ update: { action: 'use', argument: '100', state: 'running' }, revision: first + 1 }],
  })
  expect(await refusal('DELETE', `${hostName}/hold`)).toBe('host.busy')
  await end({ ...installed, hold: { since: 1, reason: 'pinned to build 100', trial: false } })
  expect(await refusal('PUT', `${hostName}/hold`, { reason: 'a match', revision: first })).toBe(
    'edit.conflict',
  )
  expect(
    (await send('PUT', `${hostName}/hold`, { reason: ' a match ', revision: first + 1 })).json(),
  ).toMatchObject({
    hosts: [{ update: { action: 'hold', argument: 'a match' } }],
  })
  await end(installed)
  expect(await refusal('DELETE', `${hostName}/hold?revision=${first}`)).toBe('edit.conflict')
  expect((await send('DELETE', `${hostName}/hold?revision=${first + 2}`)).json()).toMatchObject({
    hosts: [{ update: { action: 'release', argument: '', output: '' } }],
  })
  const { rows } = (await fixture.operator('GET', `/audit?subject=${hostName}&outcome=done&size=3`)).json<{
    rows: { action: string }[]
  }>()
  expect(rows.map(({ action }) => action)).toEqual([
    'operatorReleaseHostUpdates',
    'operatorHoldHostUpdates',
    'operatorUseBuild',
  ])
  Object.assign(config, { gameUpdateCommand: undefined })
})

test('G5 the card of a server says that an update is ready, and by when it restarts', async () => {
  const card = async () => (await fixture.server(ann)).game_update
  expect(await card()).toBeNull()
  await write('1.41.3.1', '1.41.3.1')
  expect(await card()).toBeNull()
  await write('1.41.3.2', '1.41.3.1')
  expect(await card()).toEqual({ ready: true, restart_at: null })
  await fixture.operator('PUT', `${url}/deadline`, { minutes: 30 })
  expect(await card()).toEqual({ ready: true, restart_at: fixture.now + 30 * minute })
  await fixture.operator('PUT', `${url}/hold`, { reason: 'a match' })
  expect(await card()).toBeNull()
  await fixture.context.database.updateTable('game_version_check').set({ required_version: 14_132 }).execute()
  expect(await card()).toEqual({ ready: false, restart_at: null })
})
