import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServersApp, registerTestServer } from '../../servers/testing/servers-app.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import {
  type PendingFilter,
  countPendingChanges,
  selectPendingChanges,
  selectServersWithChanges,
} from './membership-changes.store.ts'
import { resetAllDeliveries } from './deliveries.store.ts'
import type { ChangeKind } from './membership-changes.ts'

const hourMs = 3_600_000
let context: TestContext
let app: App
let servers: string[] = []
let now = new Date()
const after = (hours: number) => new Date(now.getTime() + hours * hourMs)
const player = (name: string) => String(76_561_198_000_000_000n + BigInt(name.charCodeAt(0)))

/** What a server holds of a player, and what their membership is. */
const players: Record<
  string,
  { held?: { until: Date | null; isTold?: boolean; tryAt?: Date }; until?: Date | null }
> = {}

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context)
  now = context.clock.now()
  servers = [await registerTestServer(app, { port: 1 }), await registerTestServer(app, { port: 2 })]
  Object.assign(players, {
    a: { until: after(1) },
    b: { until: after(1), held: { until: after(1) } },
    c: { until: after(2), held: { until: after(1) } },
    d: { until: after(1), held: { until: after(1), isTold: false } },
    e: { held: { until: after(-1) } },
    f: { held: { until: null, tryAt: after(1) } },
    g: { until: null, held: { until: null } },
    h: { until: after(1), held: { until: after(-1), tryAt: after(-1) } },
  })
  const rows = Object.entries(players).flatMap(([name, { held }]) => {
    if (!held) return []
    const told_at = held.isTold === false ? null : now
    const row = { steam_id: player(name), group_name: 'VIP', expires_at: held.until, told_at }
    return [{ ...row, server_id: servers[0] ?? '', try_at: held.tryAt ?? null }]
  })
  await context.database.insertInto('vip_on_servers').values(rows).execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const filterOf = (kinds: readonly ChangeKind[], dueOnly: boolean): PendingFilter => {
  const holders = Object.entries(players).flatMap(([name, { until }]) =>
    until === undefined ? [] : [{ steamId: player(name), expires: until }],
  )
  return { servers, holders, kinds, now, dueOnly }
}

test.each<{ kinds: ChangeKind[]; dueOnly: boolean; players: string }>([
  { kinds: ['grant', 'again', 'extend', 'expire'], dueOnly: false, players: 'acdefh' },
  { kinds: ['grant', 'again', 'extend', 'expire'], dueOnly: true, players: 'acdeh' },
  { kinds: ['grant', 'again'], dueOnly: true, players: 'adh' },
  { kinds: ['extend'], dueOnly: true, players: 'c' },
  { kinds: ['expire'], dueOnly: false, players: 'ef' },
])(
  'counts, changes and single players agree: $kinds, $dueOnly',
  async ({ kinds, dueOnly, players: expected }) => {
    const { database } = context
    const filter = filterOf(kinds, dueOnly)
    const [first = '', second = ''] = servers
    const changes = await selectPendingChanges(database, { ...filter, servers: [first] }, 100)
    expect(changes.map(({ steamId }) => steamId).toSorted()).toEqual(expected.split('').map(player))
    const members = kinds.includes('grant') ? filter.holders.length : 0
    const counts = [[first, changes.length] as const, ...(members > 0 ? [[second, members] as const] : [])]
    expect(await countPendingChanges(database, filter)).toEqual(new Map(counts))
    if (!dueOnly) return
    for (const name of Object.keys(players)) {
      const found = await selectServersWithChanges(database, { ...filter, servers: [first] }, [player(name)])
      expect([name, found.length]).toEqual([name, expected.includes(name) ? 1 : 0])
    }
  },
)

test('a reset of all deliveries changes one row for each server, not what each holds', async () => {
  const { database } = context
  const deliveries = servers.map((server_id) => ({ server_id, console: 'known', try_at: after(1), tries: 3 }))
  await database.insertInto('vip_deliveries').values(deliveries).execute()
  const readHeld = () => database.selectFrom('vip_on_servers').selectAll().orderBy('steam_id').execute()
  const held = await readHeld()
  await database.transaction().execute(resetAllDeliveries)
  expect(await readHeld()).toEqual(held)
  const rows = database.selectFrom('vip_deliveries').select(['console', 'try_at', 'tries'])
  expect(await rows.execute()).toEqual(servers.map(() => ({ console: '', try_at: null, tries: 0 })))
})
