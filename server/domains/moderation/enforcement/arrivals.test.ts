// @slow 12 s: 100,000 sanctions, only in npm run prove
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import type { App } from '../../../platform/http/app.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createModerationApp } from '../testing/moderation-app.ts'
import { lockSanction, updateSanction } from '../sanctions/sanctions.store.ts'
import { createSanctionSubscriber } from './arrivals.ts'
import { postponeClaimed, releaseClaimed } from './sanction-claims.store.ts'
import { queueArrivals, queueSanction } from './sanction-servers.store.ts'
import { deleteSettledRows } from './settled-rows.store.ts'

const sanctions = isProving ? 100_000 : 1_000
const rounds = isProving ? 200 : 5
const playersOfBatch = 10
const first = 76_561_198_100_000_000n

let context: TestContext
let app: App
let serverId = ''
beforeAll(async () => {
  context = await createTestContext()
  app = await createModerationApp(context)
  serverId = await registerTestServer(app, { rcon_password: 'x' })
  await sql`insert into sanctions (id, kind, steam_id, address, reason, source, created_at, created_by, expires_at, lifted_at)
    select gen_random_uuid(), (array['ban', 'mute', 'gag'])[1 + n % 3], ${String(first)}::bigint + n,
        case when n % 3 = 0 and n % 10 = 0 then '203.0.' || n / 256 % 256 || '.' || n % 256 end, 'x', 'import', now(), 'operator',
        case when n % 5 = 0 then now() - interval '1 day' end, case when n % 7 = 0 then now() end
      from generate_series(1, ${sanctions}::integer) as n`.execute(context.database)
  await sql`analyze sanctions`.execute(context.database)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const arrival = (steamId: string, address: string | null = null) => ({
  serverId,
  steamId,
  address,
  name: 'Player',
  receivedAt: context.clock.now(),
})
const untilLockAwaited = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(context.database)
    expect(rows).toHaveLength(1)
  })
const queued = () => context.database.selectFrom('sanction_servers').select(['steam_id', 'wanted']).execute()

test('what holds for a player who comes becomes due: by SteamID and by address, nothing that expired or was lifted', async () => {
  await sql`insert into sanctions (id, kind, steam_id, address, reason, source, created_at, created_by, expires_at, lifted_at) values
    (gen_random_uuid(), 'ban', 76561197960265731, '192.0.2.1', 'x', 'portal', now(), 'operator', null, null),
    (gen_random_uuid(), 'ban', 76561197960265732, '192.0.2.2', 'x', 'portal', now(), 'operator', '2020-01-01', null),
    (gen_random_uuid(), 'ban', 76561197960265733, '192.0.2.3', 'x', 'portal', now(), 'operator', null, now())`.execute(
    context.database,
  )
  const come = (...players: ReturnType<typeof arrival>[]) =>
    context.database.transaction().execute((tx) => createSanctionSubscriber(context)(tx, players))
  await come(
    arrival('76561197960265732'),
    arrival('76561197960265733'),
    arrival('76561197960265740', '192.0.2.3'),
  )
  expect(await queued()).toEqual([])
  await come(
    arrival('76561197960265731', '192.0.2.1'),
    arrival('76561197960265731'),
    arrival('76561197960265741', '192.0.2.1'),
  )
  expect((await queued()).map(({ steam_id }) => steam_id).toSorted()).toEqual([
    '76561197960265731',
    '76561197960265741',
  ])
})

test('a player who comes while their ban is lifted does not bring it back', async () => {
  const id = randomUUID()
  await sql`insert into sanctions (id, kind, steam_id, reason, source, created_at, created_by)
    values (${id}, 'ban', 76561197960265750, 'x', 'portal', now(), 'operator')`.execute(context.database)
  const { database } = context
  await database.transaction().execute((tx) => queueSanction(tx, id, context.clock.now()))
  let arriving: Promise<number> | undefined
  await database.transaction().execute(async (tx) => {
    await lockSanction(tx, id)
    await updateSanction(tx, id, { lifted_at: context.clock.now(), lifted_by: 'operator', lift_reason: 'x' })
    await queueSanction(tx, id, context.clock.now())
    arriving = queueArrivals(database, [arrival('76561197960265750')], context.clock.now())
    arriving.catch(() => undefined)
    await untilLockAwaited()
  })
  expect(await arriving).toBe(0)
  const row = database.selectFrom('sanction_servers').select('wanted').where('sanction_id', '=', id)
  expect(await row.execute()).toEqual([{ wanted: 'lifted' }])
})

test('statements about several sanctions of a server lock them in one order', async () => {
  const { database } = context
  const now = context.clock.now()
  await database.deleteFrom('sanction_servers').execute()
  // Written in the reverse of that order.
  const ids = ['b0000000-0000-4000-8000-000000000000', 'a0000000-0000-4000-8000-000000000000']
  const steamIds = ids.map((_, at) => String(76_561_197_960_267_000n + BigInt(at)))
  const claimId = randomUUID()
  for (const [at, id] of ids.entries()) {
    await sql`insert into sanctions (id, kind, steam_id, reason, source, created_at, created_by)
      values (${id}, 'ban', ${steamIds[at]}, 'x', 'portal', now(), 'operator')`.execute(database)
    await sql`insert into sanction_servers (sanction_id, server_id, steam_id, wanted, state, due_at, claim_id, changed_at)
      values (${id}, ${serverId}, ${steamIds[at]}, 'applied', 'waiting', ${now}, ${claimId}, now())`.execute(
      database,
    )
  }
  const claim = { serverId, claimId }
  const rest = { problem: 'x', rest: { firstMs: 1, longestMs: 1 } }
  for (const wait of [
    () => postponeClaimed(database, claim, rest, now),
    () => releaseClaimed(database, claim, now),
    () =>
      queueArrivals(
        database,
        steamIds.map((steamId) => arrival(steamId)),
        now,
      ),
  ]) {
    await database.updateTable('sanction_servers').set({ claim_id: claimId, due_at: now }).execute()
    const lock = (tx: Queries, sanctionId: string | undefined) =>
      sql`select from sanction_servers where sanction_id = ${sanctionId} for update nowait`.execute(tx)
    let waiting: Promise<unknown> | undefined
    await database.transaction().execute(async (tx) => {
      await lock(tx, ids[1])
      waiting = wait()
      waiting.catch(() => undefined)
      await untilLockAwaited()
      await expect(lock(tx, ids[0])).resolves.toBeDefined()
    })
    await waiting
  }
})

test('each night the rows with nothing to do are deleted, in steps; a player who comes creates theirs again', async () => {
  const { database } = context
  await database.deleteFrom('sanction_servers').execute()
  const past = new Date(context.clock.now().getTime() - 1)
  const rows = [
    { player: 51, state: 'lifted' },
    { player: 52, state: 'absent' },
    { player: 53, state: 'unsupported' },
    { player: 54, state: 'applied', expires: past },
    { player: 55, state: 'applied', isKept: true },
    { player: 56, state: 'absent', kicks: 1, isKept: true },
    { player: 57, state: 'lifted', due: past, isKept: true },
  ]
  const steamIdOf = (player: number) => String(76_561_197_960_266_000n + BigInt(player))
  for (const { player, state, expires = null, kicks = 0, due = null } of rows) {
    const id = randomUUID()
    await sql`insert into sanctions (id, kind, steam_id, reason, source, created_at, created_by, expires_at)
      values (${id}, 'mute', ${steamIdOf(player)}, 'x', 'portal', now(), 'operator', ${expires})`.execute(
      database,
    )
    await sql`insert into sanction_servers (sanction_id, server_id, steam_id, wanted, state, kicks, due_at, changed_at)
      values (${id}, ${serverId}, ${steamIdOf(player)}, 'applied', ${state}, ${kicks}, ${due}, now())`.execute(
      database,
    )
  }
  expect(await deleteSettledRows(database, context.clock.now(), 2)).toBe(4)
  const kept = rows.filter(({ isKept }) => isKept).map(({ player }) => steamIdOf(player))
  expect((await queued()).map(({ steam_id }) => steam_id).toSorted()).toEqual(kept)
  expect(await queueArrivals(database, [arrival(steamIdOf(52))], context.clock.now())).toBe(1)
})

test('looking up the players of a batch costs little with many sanctions', async () => {
  const subscribe = createSanctionSubscriber(context)
  const before = (await queued()).length
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const players = Array.from({ length: playersOfBatch }, (_, at) =>
      arrival(String(76_561_199_000_000_000n + BigInt(round * playersOfBatch + at)), '198.51.100.7'),
    )
    await context.database.transaction().execute((tx) => subscribe(tx, players))
  }
  const ms = (performance.now() - began) / rounds
  process.stdout.write(
    `${sanctions} sanctions: ${ms.toFixed(2)} ms for a batch with ${playersOfBatch} players\n`,
  )
  expect(await queued()).toHaveLength(before)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select from sanctions
    where steam_id = 76561199000000000 and lifted_at is null`.execute(context.database)
  if (isProving) expect(JSON.stringify(rows)).toContain('sanctions_not_lifted')
})
