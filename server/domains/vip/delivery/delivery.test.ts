import { expect, test, vi } from 'vitest'
import { signIn } from '../../accounts/testing/test-users.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { commands, setCommands, setVip, untilVips } from '../testing/delivery.ts'
import { fulfil, paidOrder, revoke } from '../testing/orders.ts'
import { VipFixture } from '../testing/vip-fixture.ts'

const fixture = new VipFixture()
const [ann, bob] = ['76561198000000001', '76561198000000002']
const day = 24 * 3_600_000
const within = { timeout: 15_000, interval: 20 }

test('F7 a grant, an extension and the end reach every game server, each once', async () => {
  const lines = fixture.lines()
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  await untilVips(fixture.first.game, { [ann]: 86_400 })
  await untilVips(fixture.second.game, { [ann]: 86_400 })
  await setVip(fixture.app, ann, fixture.now + 3 * day)
  await untilVips(fixture.first.game, { [ann]: 3 * 86_400 })
  await setVip(fixture.app, ann, null)
  await untilVips(fixture.second.game, { [ann]: 0 })
  await setVip(fixture.app, ann, fixture.now + 1_500)
  await untilVips(fixture.first.game, { [ann]: 2 })
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 1, waiting: 0 }),
    within,
  )
  fixture.context.clock.advance(1_500)
  await untilVips(fixture.first.game, {})
  await untilVips(fixture.second.game, {})
  await vi.waitFor(
    async () =>
      expect(await fixture.standing()).toMatchObject({
        applied: 0,
        waiting: 0,
        problem: '',
        tried: fixture.now,
      }),
    within,
  )
  expect(lines.filter((line) => line.includes('adduser'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('deleteuser'))).toHaveLength(2)
})

test('F7 a purchase is delivered to the servers, and a refund is removed from them', async () => {
  fixture.work()
  const person = await signIn(fixture.context, ann)
  const order = await paidOrder(fixture.context, person, 'vip')
  await fulfil(fixture.context, 'vip', order)
  await untilVips(fixture.first.game, { [ann]: 30 * 86_400 })
  await revoke(fixture.context, 'vip', order)
  await untilVips(fixture.first.game, {})
  await untilVips(fixture.second.game, {})
  expect(await fixture.standing()).toMatchObject({ problem: '' })
})

test('F7 without templates nothing is sent and nothing is written; each is sent as soon as it is there', async () => {
  const lines = fixture.lines()
  await setCommands(fixture.app, { grant: '', extend: '', expire: '' })
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  await setVip(fixture.app, bob, fixture.now + day)
  await setCommands(fixture.app, { expire: commands.expire })
  await setVip(fixture.app, bob, 'none')
  expect(await fixture.standing()).toMatchObject({ applied: 0, waiting: 0, tried: null })
  expect(lines).toEqual([])
  expect(await fixture.context.database.selectFrom('vip_on_servers').selectAll().execute()).toEqual([])
  await setCommands(fixture.app, { grant: commands.grant })
  await untilVips(fixture.first.game, { [ann]: 86_400 })
})

test('F7 changed templates are not applied until the operator requests a full delivery', async () => {
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  const { game, id } = fixture.first
  await untilVips(game, { [ann]: 86_400 })
  await untilVips(fixture.second.game, { [ann]: 86_400 })
  const lines = fixture.lines()
  await setCommands(fixture.app, {
    group: 'Silver',
    extend: 'css_vip_updateuser "{accountid}" "{group}" "{seconds}"',
  })
  await vi.waitFor(async () => expect(await fixture.standing()).toMatchObject({ waiting: 0 }), within)
  expect(lines).toEqual([])
  fixture.context.clock.advance(1_000)
  const reapply = (of: string) =>
    fixture.app.inject({
      method: 'POST',
      url: `/api/operator/vip-servers/${of}/reapply`,
      headers: asOperator,
    })
  expect((await reapply(id)).json()).toMatchObject({ server: id, waiting: 1, applied: 0 })
  await untilVips(game, { [ann]: 86_399 })
  expect([...game.records.vips.values()]).toEqual([{ group: 'Silver', seconds: 86_399 }])
  expect([...fixture.second.game.records.vips.values()]).toEqual([{ group: 'Gold', seconds: 86_400 }])
  expect((await reapply('0195ffff-ffff-7fff-bfff-ffffffffffff')).json()).toMatchObject({
    code: 'server.not_registered',
  })
  const bare = await registerTestServer(fixture.app, { port: 1 })
  expect((await reapply(bare)).json()).toMatchObject({ code: 'server.no_rcon' })
})

test("F7 after the group was changed, each player's old group is sent until a full delivery", async () => {
  const update = 'css_vip_updateuser "{accountid}" "{group}" "{seconds}"'
  await setCommands(fixture.app, {
    extend: update,
    expire: 'say VIP "{group}" ends\ncss_vip_deleteuser "{accountid}"',
  })
  fixture.work()
  await setVip(fixture.app, ann, fixture.now + day)
  await setVip(fixture.app, bob, null)
  const { game, id } = fixture.first
  await untilVips(game, { [ann]: 86_400, [bob]: 0 })
  await untilVips(fixture.second.game, { [ann]: 86_400, [bob]: 0 })
  const expectApplied = async () => expect(await fixture.standing()).toMatchObject({ applied: 2, waiting: 0 })
  await vi.waitFor(expectApplied, within)
  const lines: string[] = []
  game.game.listeners.push((gameEvent) => {
    if (gameEvent.kind === 'rcon' && /^css_vip|^say VIP/.test(gameEvent.command))
      lines.push(gameEvent.command)
  })
  await setCommands(fixture.app, { group: 'Silver' })
  await setVip(fixture.app, ann, fixture.now + 2 * day)
  await untilVips(game, { [ann]: 2 * 86_400, [bob]: 0 })
  await setVip(fixture.app, bob, 'none')
  await untilVips(game, { [ann]: 2 * 86_400 })
  const account = (steamId: string) => String(BigInt(steamId) - 76_561_197_960_265_728n)
  expect(lines).toEqual([
    `css_vip_updateuser "${account(ann)}" "Gold" "172800"`,
    'say VIP "Gold" ends',
    `css_vip_deleteuser "${account(bob)}"`,
  ])
  lines.length = 0
  fixture.context.clock.advance(1_000)
  await fixture.app.inject({
    method: 'POST',
    url: `/api/operator/vip-servers/${id}/reapply`,
    headers: asOperator,
  })
  await untilVips(game, { [ann]: 172_799 })
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 1, waiting: 0 }),
    within,
  )
  expect(lines).toEqual([
    'say VIP "Gold" ends',
    `css_vip_deleteuser "${account(ann)}"`,
    `css_vip_adduser "${account(ann)}" "Silver" "172799"`,
    `css_vip_updateuser "${account(ann)}" "Silver" "172799"`,
  ])
  lines.length = 0
  await setVip(fixture.app, ann, 'none')
  await untilVips(game, {})
  expect(lines).toEqual(['say VIP "Silver" ends', `css_vip_deleteuser "${account(ann)}"`])
})

test('F7 several workers deliver each change once', async () => {
  const lines = fixture.lines()
  for (let times = 0; times < 4; times++) fixture.work()
  const people = Array.from({ length: 150 }, (_, index) => String(76_561_198_000_000_100n + BigInt(index)))
  await Promise.all(people.map((steamId) => setVip(fixture.app, steamId, null)))
  await untilVips(fixture.first.game, Object.fromEntries(people.map((steamId) => [steamId, 0])))
  await untilVips(fixture.second.game, Object.fromEntries(people.map((steamId) => [steamId, 0])))
  await vi.waitFor(
    async () => expect(await fixture.standing()).toMatchObject({ applied: 150, waiting: 0 }),
    within,
  )
  expect(lines).toHaveLength(300)
})
