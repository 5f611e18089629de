import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { GameServer } from '@clutch/gamesim/index.ts'
import { asOperator } from '../../../testing/http.ts'
import { setCommands, setVip, standingOf, untilVips, vipsOf } from '../testing/delivery.ts'
import { claimDelivery, markCommandStarted, resetDelivery, saveDeliveredCommand } from './deliveries.store.ts'
import { VipFixture, rconPassword } from '../testing/vip-fixture.ts'

const fixture = new VipFixture()
const [ann, bob] = ['76561198000000001', '76561198000000002']
const day = 24 * 3_600_000
const within = { timeout: 15_000, interval: 20 }

test('F7 a server that is down waits without holding up the others, and gets all of it later', async () => {
  const { game, id } = fixture.first
  await game.crash()
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  await untilVips(fixture.second.game, { [ann]: 86_400 })
  await vi.waitFor(
    async () =>
      expect(await fixture.standing()).toMatchObject({
        problem: 'The server’s console did not answer',
        waiting: 1,
        applied: 0,
      }),
    within,
  )
  await setVip(fixture.app, ann, 'none')
  await setVip(fixture.app, bob, fixture.now + 2 * day)
  await untilVips(fixture.second.game, { [bob]: 2 * 86_400 })
  await game.start()
  expect(vipsOf(game)).toEqual({})
  fixture.context.clock.advance(3_600_000)
  await untilVips(game, { [bob]: 2 * 86_400 - 3_600 })
  await vi.waitFor(
    async () => expect(await standingOf(fixture.app, id)).toMatchObject({ problem: '', waiting: 0 }),
    within,
  )
})

test('F7 a server that fails is tried ever less often', async () => {
  await fixture.first.game.crash()
  fixture.work()
  await setVip(fixture.app, ann, null)
  const tries: number[] = []
  for (let times = 1; times <= 4; times++) {
    const { tries: failed, try_at } = await vi.waitFor(async () => {
      const row = await fixture.context.database
        .selectFrom('vip_deliveries')
        .selectAll()
        .where('server_id', '=', fixture.first.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ tries: times, claim_id: null })
      return row
    }, within)
    tries.push((try_at?.getTime() ?? 0) - fixture.now)
    expect(failed).toBe(times)
    fixture.context.clock.advance(tries.at(-1) ?? 0)
  }
  expect(tries).toEqual([10_000, 20_000, 40_000, 80_000])
})

test('F7 a restarted server gets all members again, including changes made meanwhile', async () => {
  fixture.work()
  await fixture.seen(fixture.first, 'online')
  await setVip(fixture.app, ann, fixture.now + day)
  await setVip(fixture.app, bob, fixture.now + day)
  const { game } = fixture.first
  await untilVips(game, { [ann]: 86_400, [bob]: 86_400 })
  await game.crash()
  game.records.vips.clear()
  await fixture.seen(fixture.first, 'offline')
  await setVip(fixture.app, bob, 'none')
  await game.start()
  await fixture.seen(fixture.first, 'online')
  await untilVips(game, { [ann]: 86_400 - 2 })
  expect(await fixture.standing()).toMatchObject({ problem: '' })
})

test('F7 a server that retained its VIPs across a restart also gets the changes', async () => {
  fixture.work()
  await fixture.seen(fixture.first, 'online')
  await setVip(fixture.app, ann, fixture.now + day)
  await setVip(fixture.app, bob, fixture.now + day)
  const { game } = fixture.first
  await untilVips(game, { [ann]: 86_400, [bob]: 86_400 })
  await game.crash()
  await fixture.seen(fixture.first, 'offline')
  await setVip(fixture.app, ann, fixture.now + 9 * day)
  await setVip(fixture.app, bob, 'none')
  await game.start()
  await fixture.seen(fixture.first, 'online')
  await untilVips(game, { [ann]: 9 * 86_400 - 1 })
  expect(await fixture.standing()).toMatchObject({ problem: '' })
})

test('F7 slow servers take turns with the others: the longest waiting is served first', async () => {
  const people = Array.from({ length: 10 }, (_, index) => String(76_561_198_000_000_100n + BigInt(index)))
  await Promise.all(people.map((steamId) => setVip(fixture.app, steamId, null)))
  const turns: string[] = []
  for (const { id, game } of [fixture.first, fixture.second])
    game.game.listeners.push((gameEvent) => {
      if (gameEvent.kind !== 'rcon' || !gameEvent.command.startsWith('css_vip')) return
      fixture.context.clock.advance(1)
      if (turns.at(-1) !== id) turns.push(id)
    })
  fixture.work({ serversAtOnce: 1, changesAtOnce: 4 })
  const everybody = Object.fromEntries(people.map((steamId) => [steamId, 0]))
  await untilVips(fixture.first.game, everybody)
  await untilVips(fixture.second.game, everybody)
  expect(turns).toHaveLength(6)
})

/** Kills a game server on its next VIP command: it accepts the command and its answer is lost. */
function dieOnNextLine({ game }: { game: GameServer }): void {
  game.game.listeners.push((gameEvent) => {
    if (gameEvent.kind === 'rcon' && gameEvent.command.startsWith('css_vip')) void game.crash()
  })
}

test.each([
  ['prolonged', 2],
  ['taken back', 0],
])(
  'F7 what a server took without anybody hearing of it, and was %s then, is set right',
  async (_what, days) => {
    const { game } = fixture.first
    dieOnNextLine(fixture.first)
    fixture.work()
    await setVip(fixture.app, ann, fixture.now + day)
    const problem = 'The server’s console did not answer'
    await vi.waitFor(
      async () => expect(await fixture.standing()).toMatchObject({ problem, applied: 0 }),
      within,
    )
    await untilVips(game, { [ann]: 86_400 })
    await setVip(fixture.app, ann, days === 0 ? 'none' : fixture.now + days * day)
    await game.start()
    fixture.context.clock.advance(60_000)
    await untilVips(game, days === 0 ? {} : { [ann]: days * 86_400 - 60 })
  },
)

test('F7 an extension whose answer was lost, and that was revoked meanwhile, is corrected', async () => {
  const { game } = fixture.first
  fixture.work()
  const until = fixture.now + day
  await setVip(fixture.app, ann, until)
  await untilVips(game, { [ann]: 86_400 })
  await vi.waitFor(async () => expect(await fixture.standing()).toMatchObject({ applied: 1 }), within)
  dieOnNextLine(fixture.first)
  await setVip(fixture.app, ann, until + day)
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 0, waiting: 1 }),
    within,
  )
  await setVip(fixture.app, ann, until)
  await game.start()
  fixture.context.clock.advance(60_000)
  await untilVips(game, { [ann]: 86_400 - 60 })
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 1, waiting: 0 }),
    within,
  )
})

test('F7 a wrong password is a problem the operator sees, is not tried again, and the right one is used at once', async () => {
  const { id, game } = fixture.first
  const change = (payload: object) =>
    fixture.app.inject({ method: 'PATCH', url: `/api/operator/servers/${id}`, headers: asOperator, payload })
  await change({ rcon_password: 'wrong' })
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  await untilVips(fixture.second.game, { [ann]: 86_400 })
  const problem = 'The server refused the RCON password'
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ problem, waiting: 1 }),
    within,
  )
  const { tried } = await fixture.standing()
  fixture.context.clock.advance(59 * 60_000)
  await setVip(fixture.app, bob, null)
  await untilVips(fixture.second.game, { [ann]: 86_400, [bob]: 0 })
  expect(await fixture.standing()).toMatchObject({ problem, tried, waiting: 2 })
  await change({ rcon_password: rconPassword })
  await untilVips(game, { [ann]: 86_400 - 59 * 60, [bob]: 0 })
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ problem: '', applied: 2 }),
    within,
  )
})

test('F7 a server that moved and lost its password waits, and gets all members when it has one again', async () => {
  const { id, game } = fixture.first
  const change = (payload: object) =>
    fixture.app.inject({ method: 'PATCH', url: `/api/operator/servers/${id}`, headers: asOperator, payload })
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  await untilVips(game, { [ann]: 86_400 })
  await change({ ip: 'localhost' })
  await setVip(fixture.app, bob, null)
  await untilVips(fixture.second.game, { [ann]: 86_400, [bob]: 0 })
  expect(vipsOf(game)).toEqual({ [ann]: 86_400 })
  await change({ rcon_password: rconPassword })
  await untilVips(game, { [ann]: 86_400, [bob]: 0 })
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ problem: '', applied: 2 }),
    within,
  )
})

test('F7 a server that does not know the command has a problem and counts as having accepted nothing', async () => {
  await setCommands(fixture.app, { grant: 'css_nobody_knows {steamid}' })
  fixture.work()
  await setVip(fixture.app, ann, null)
  const problem = expect.stringContaining('does not know the command css_nobody_knows')
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ problem, applied: 0, waiting: 1 }),
    within,
  )
})

test('F7 a silent console ends by its deadline, and the end of the portal does not wait for it', async () => {
  fixture.first.game.faults.silent = true
  fixture.work()
  await setVip(fixture.app, ann, null)
  await untilVips(fixture.second.game, { [ann]: 0 })
  const startedAt = performance.now()
  await fixture.rest()
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  fixture.first.game.faults.silent = false
  fixture.work()
  await untilVips(fixture.first.game, { [ann]: 0 })
})

test('F7 a player whom a server does not take rests alone: later ones are served, and the problem stays until that is over', async () => {
  const refused = new Set([ann])
  const { game, id } = fixture.first
  game.game.listeners.push((gameEvent) => {
    if (gameEvent.kind !== 'rcon') return
    const isRefused = [...refused].some((steamId) => gameEvent.command.includes(accountOf(steamId)))
    fixture.vipGroups.splice(0, 1, isRefused ? 'None' : 'Gold')
  })
  await setVip(fixture.app, ann, null)
  fixture.work()
  const problem = 'css_vip_adduser: This VIP group was not found!'
  const expectStanding = (expected: object) =>
    vi.waitFor(async () => expect(await fixture.standing()).toMatchObject(expected), within)
  await expectStanding({ problem, applied: 0, waiting: 1 })
  const others = ['76561198000000003', '76561198000000004']
  for (const steamId of others) {
    await setVip(fixture.app, steamId, null)
    await expectStanding({ problem, waiting: 1, applied: others.indexOf(steamId) + 1 })
  }
  const refusals = async () => {
    const rows = fixture.context.database.selectFrom('vip_on_servers').select('refusals')
    return (await rows.where('server_id', '=', id).where('steam_id', '=', ann).executeTakeFirst())?.refusals
  }
  expect(await refusals()).toBe(1)
  fixture.context.clock.advance(10_000)
  await vi.waitFor(async () => expect(await refusals()).toBe(2), within)
  refused.clear()
  fixture.context.clock.advance(20_000)
  await expectStanding({ problem: '', applied: 3, waiting: 0 })
})

test('F7 a server whose console cannot be reached is still known to hold what it accepted', async () => {
  const { game } = fixture.first
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  const expectStanding = (expected: object) =>
    vi.waitFor(async () => expect(await fixture.standing()).toMatchObject(expected), within)
  await expectStanding({ applied: 1, waiting: 0 })
  await game.crash()
  await setVip(fixture.app, ann, fixture.now + 2 * day)
  await expectStanding({ problem: 'The server’s console did not answer', applied: 1, waiting: 1 })
})

const untilLockAwaited = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(fixture.context.database)
    expect(rows).not.toEqual([])
  }, within)

test('F7 VIP that a player buys, and another worker delivers, while a worker waits for its turn is not taken from them', async () => {
  const { game, id } = fixture.first
  fixture.work()
  await setVip(fixture.app, bob, null)
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 1, waiting: 0 }),
    within,
  )
  const lines = fixture.lines()
  await fixture.context.database.transaction().execute(async (tx) => {
    await sql`select from vip_deliveries where server_id = ${id} for update`.execute(tx)
    await setVip(fixture.app, '76561198000000003', null)
    await untilLockAwaited()
    await setVip(fixture.app, ann, null)
    const held = { server_id: id, steam_id: ann, group_name: 'Gold', expires_at: null }
    await tx
      .insertInto('vip_on_servers')
      .values({ ...held, told_at: fixture.context.clock.now() })
      .execute()
    game.runCommandLine(`css_vip_adduser "${accountOf(ann)}" "Gold" "0"`)
  })
  await untilVips(game, { [ann]: 0, [bob]: 0, '76561198000000003': 0 })
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 3, waiting: 0 }),
    within,
  )
  expect(lines.filter((line) => line.includes('deleteuser'))).toEqual([])
})

test('F7 what a server accepted is not recorded after a reset that it interrupted', async () => {
  const { database, clock } = fixture.context
  const { id: server } = fixture.first
  const now = clock.now()
  await database.transaction().execute((tx) => resetDelivery(tx, { server, console: 'one', since: null }))
  const claim = { server, claim_id: crypto.randomUUID() }
  expect(await claimDelivery(database, claim, now, new Date(now.getTime() + day))).toBe(true)
  const change = { steamId: ann, kind: 'grant', until: null, group: null, refusals: 0 } as const
  expect(await markCommandStarted(database, claim, change, 'Gold')).toBe(true)
  let saved: Promise<boolean> | undefined
  await database.transaction().execute(async (tx) => {
    await resetDelivery(tx, { server, console: 'two', since: null })
    saved = saveDeliveredCommand(database, claim, change, { group: 'Gold', now })
    await untilLockAwaited()
  })
  expect(await saved).toBe(false)
  expect(await markCommandStarted(database, claim, { ...change, steamId: bob }, 'Gold')).toBe(false)
  const rows = database.selectFrom('vip_on_servers').select(['steam_id', 'told_at'])
  expect(await rows.where('server_id', '=', server).execute()).toEqual([{ steam_id: ann, told_at: null }])
})

function accountOf(steamId: string): string {
  return String(BigInt(steamId) - 76_561_197_960_265_728n)
}
