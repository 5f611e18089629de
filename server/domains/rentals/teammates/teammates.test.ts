import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGamesim } from '@clutch/gamesim/index.ts'
import { teammateRetentionMs, maxTeammates } from '@clutch/contract/limits.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import { registerContent } from '../../content/index.ts'
import {
  type CountedBatch,
  allowRentalReports,
  registerEvents,
  startEventsWorker,
} from '../../events/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { type CreatedRental, insertReportingRental } from '../testing/reporting-rental-builder.ts'
import { registerTeammateRoutes, recordTeammates, startTeammateCleanupWorker } from './index.ts'

let context: TestContext
let app: App
let origin = ''
let owner: TestUser
let member: TestUser
let rental: CreatedRental
let people = 0

const createUnknownId = () => String(76_561_198_100_000_000n + BigInt((people += 1)))

beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerAccounts(context, app)
  registerTeammateRoutes(context, app, await registerContent(context, app))
  await registerEvents(context, app)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})

beforeEach(async () => {
  context.clock.advance(3_600_000)
  owner = await signIn(context, createUnknownId())
  member = await signIn(context, createUnknownId())
  rental = await rent(owner)
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

async function rent({ steamId, userId }: TestUser): Promise<CreatedRental> {
  const admins = [{ steamid: member.steamId, name: 'm', servername: '' }]
  return insertReportingRental(context, { owner: steamId, userId, admins })
}

const ask = ({ headers }: Pick<TestUser, 'headers'>, { number } = rental) =>
  app.inject({ url: `/api/scrim/server/${number}/past-teammates`, headers })
const listed = async () =>
  (await ask(owner)).json<{ teammates: { steamid: string; name: string }[] }>().teammates

/** Has the rental's events name these people now. */
async function see(rentalId: string, ...seen: [steamId: string, name: string][]): Promise<void> {
  const players = seen.map(([steamId, name]) => ({ steamId, name, counts: {} }))
  const batch = {
    rentalId,
    serverId: null,
    mode: null,
    receivedAt: context.clock.now(),
    anomalies: [],
    players,
  }
  const batches = [batch as unknown as CountedBatch]
  await context.database.transaction().execute((tx) => recordTeammates(tx, batches))
}

test('G16 players of every server of the owner, the latest first, by their latest names; not the owner', async () => {
  const other = await rent(owner)
  await see(rental.id, ['76561198000000001', 'A'], ['76561198000000002', 'B'], [owner.steamId, 'me'])
  context.clock.advance(120_000)
  await see(other.id, ['76561198000000003', 'C'])
  context.clock.advance(120_000)
  await see(other.id, ['76561198000000001', 'A 新'])
  await see((await insertReportingRental(context)).id, ['76561198000000009', 'elsewhere'])
  expect(await listed()).toEqual([
    { steamid: '76561198000000001', name: 'A 新' },
    { steamid: '76561198000000003', name: 'C' },
    { steamid: '76561198000000002', name: 'B' },
  ])
})

test('G16 a player seen continuously is written once a minute; a new name at once; an old batch changes nothing', async () => {
  const at = async () => {
    const row = await context.database
      .selectFrom('rental_players')
      .selectAll()
      .where('rental_id', '=', rental.id)
      .executeTakeFirst()
    return [row?.name, row?.last_at.getTime()]
  }
  const begin = context.clock.now().getTime()
  for (let second = 0; second <= 60; second += 20) {
    await see(rental.id, ['76561198000000001', 'A'])
    context.clock.advance(20_000)
  }
  expect(await at()).toEqual(['A', begin])
  await see(rental.id, ['76561198000000001', 'A'])
  expect(await at()).toEqual(['A', begin + 80_000])
  context.clock.advance(1_000)
  await see(rental.id, ['76561198000000001', 'B'])
  context.clock.advance(-10_000)
  await see(rental.id, ['76561198000000001', 'old'])
  expect(await at()).toEqual(['B', begin + 81_000])
})

test(`G16 at most ${maxTeammates} are returned`, async () => {
  const many = Array.from({ length: 60 }, (_, index): [string, string] => [
    String(76_561_198_200_000_000n + BigInt(index)),
    `p${index}`,
  ])
  await see(rental.id, ...many)
  expect(await listed()).toHaveLength(maxTeammates)
})

test('G16 only the owner may: an admin of the server gets 403, a stranger 404, an anonymous caller 401; switched off 404', async () => {
  const code = async (who: Pick<TestUser, 'headers'>) => {
    const answer = await ask(who)
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  expect(await code(member)).toEqual([403, 'rental.owner_only'])
  expect(await code(await signIn(context, createUnknownId()))).toEqual([404, 'rental.not_found'])
  expect(await code({ headers: { authorization: '' } })).toEqual([401, 'session.invalid'])
  const change = (enabled: boolean) =>
    app.inject({
      method: 'PATCH',
      url: '/api/operator/portal',
      headers: asOperator,
      payload: { features: { pracc: { enabled } } },
    })
  await change(false)
  expect(await code(owner)).toEqual([404, 'portal.feature_off'])
  await change(true)
  expect(await code(owner)).toEqual([200, undefined])
})

test('G16 people who come to a rented server are its teammates by its own events; bots are not', async () => {
  const sim = await startGamesim({ servers: [{ autoplay: false }] })
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  const { id, reportSecret } = rental
  await context.database
    .transaction()
    .execute((tx) => allowRentalReports(tx, context.clock.now(), id, reportSecret))
  game.runCommandLine(`logaddress_add_http "${origin}/api/events/log/${reportSecret}"`)
  game.connect({ name: '小"明"', steamId: '76561198000000007' })
  game.connect({ name: 'me', steamId: owner.steamId })
  game.connect({ name: 'Ivan', steamId: null })
  await game.flushLog()
  const events = startEventsWorker(context, { counted: [recordTeammates], match: [] })
  await expect.poll(listed).toEqual([{ steamid: '76561198000000007', name: '小"明"' }])
  await events.stop()
  await sim.close()
})

test('G16 a teammate is remembered for a year after they were last seen, then forgotten at night', async () => {
  await see(rental.id, ['76561198000000001', 'gone'], ['76561198000000002', 'still here'])
  context.clock.advance(teammateRetentionMs)
  await see(rental.id, ['76561198000000002', 'still here'])
  const readNames = async () =>
    (
      await context.database
        .selectFrom('rental_players')
        .select('name')
        .where('rental_id', '=', rental.id)
        .execute()
    )
      .map(({ name }) => name)
      .toSorted()
  await startTeammateCleanupWorker(context)
  const sweep = () => context.jobs.enqueue(context.database, 'teammate-sweep', {})
  await sweep()
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
  expect(await readNames()).toEqual(['gone', 'still here'])
  context.clock.advance(1)
  await sweep()
  await expect.poll(readNames, { timeout: 10_000 }).toEqual(['still here'])
})

/** Jobs that are not done yet. */
async function waiting(): Promise<number> {
  const { rows } =
    await sql`select from pgboss.job where name = 'teammate-sweep' and state <> 'completed'`.execute(
      context.database,
    )
  return rows.length
}
