import { expect, test, vi } from 'vitest'
import { signIn } from '../../accounts/testing/test-users.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { commands, setCommands, setVip, untilVips } from '../testing/delivery.ts'
import { fulfil, paidOrder, revoke } from '../testing/orders.ts'
import { Stage } from '../testing/stage.ts'

const stage = new Stage()
const [ann, bob] = ['76561198000000001', '76561198000000002']
const day = 24 * 3_600_000
const within = { timeout: 15_000, interval: 20 }

test('F7 a grant, an extension and the end reach every game server, each once', async () => {
  const lines = stage.lines()
  stage.work()
  await setVip(stage.app, ann, stage.now + day)
  await untilVips(stage.first.game, { [ann]: 86_400 })
  await untilVips(stage.second.game, { [ann]: 86_400 })
  await setVip(stage.app, ann, stage.now + 3 * day)
  await untilVips(stage.first.game, { [ann]: 3 * 86_400 })
  await setVip(stage.app, ann, null)
  await untilVips(stage.second.game, { [ann]: 0 })
  await setVip(stage.app, ann, stage.now + 1_500)
  await untilVips(stage.first.game, { [ann]: 2 })
  await vi.waitFor(
    async () => expect(await stage.standing()).toMatchObject({ applied: 1, waiting: 0 }),
    within,
  )
  stage.context.clock.advance(1_500)
  await untilVips(stage.first.game, {})
  await untilVips(stage.second.game, {})
  await vi.waitFor(
    async () =>
      expect(await stage.standing()).toMatchObject({ applied: 0, waiting: 0, problem: '', tried: stage.now }),
    within,
  )
  expect(lines.filter((line) => line.includes('adduser'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('deleteuser'))).toHaveLength(2)
})

test('F7 a purchase is delivered to the servers, and a refund is removed from them', async () => {
  stage.work()
  const person = await signIn(stage.context, ann)
  const order = await paidOrder(stage.context, person, 'vip')
  await fulfil(stage.context, 'vip', order)
  await untilVips(stage.first.game, { [ann]: 30 * 86_400 })
  await revoke(stage.context, 'vip', order)
  await untilVips(stage.first.game, {})
  await untilVips(stage.second.game, {})
  expect(await stage.standing()).toMatchObject({ problem: '' })
})

test('F7 without templates nothing is sent and nothing is written; each is sent as soon as it is there', async () => {
  const lines = stage.lines()
  await setCommands(stage.app, { grant: '', extend: '', expire: '' })
  stage.work()
  await setVip(stage.app, ann, stage.now + day)
  await setVip(stage.app, bob, stage.now + day)
  await setCommands(stage.app, { expire: commands.expire })
  await setVip(stage.app, bob, 'none')
  expect(await stage.standing()).toMatchObject({ applied: 0, waiting: 0, tried: null })
  expect(lines).toEqual([])
  expect(await stage.context.database.selectFrom('vip_on_servers').selectAll().execute()).toEqual([])
  await setCommands(stage.app, { grant: commands.grant })
  await untilVips(stage.first.game, { [ann]: 86_400 })
})

test('F7 changed templates are not applied until the operator requests a full delivery', async () => {
  stage.work()
  await setVip(stage.app, ann, stage.now + day)
  const { game, id } = stage.first
  await untilVips(game, { [ann]: 86_400 })
  await untilVips(stage.second.game, { [ann]: 86_400 })
  const lines = stage.lines()
  await setCommands(stage.app, {
    group: 'Silver',
    extend: 'css_vip_updateuser "{accountid}" "{group}" "{seconds}"',
  })
  await vi.waitFor(async () => expect(await stage.standing()).toMatchObject({ waiting: 0 }), within)
  expect(lines).toEqual([])
  stage.context.clock.advance(1_000)
  const reapply = (of: string) =>
    stage.app.inject({ method: 'POST', url: `/api/operator/vip-servers/${of}/reapply`, headers: asOperator })
  expect((await reapply(id)).json()).toMatchObject({ server: id, waiting: 1, applied: 0 })
  await untilVips(game, { [ann]: 86_399 })
  expect([...game.records.vips.values()]).toEqual([{ group: 'Silver', seconds: 86_399 }])
  expect([...stage.second.game.records.vips.values()]).toEqual([{ group: 'Gold', seconds: 86_400 }])
  expect((await reapply('0195ffff-ffff-7fff-bfff-ffffffffffff')).json()).toMatchObject({
    code: 'server.not_registered',
  })
  const bare = await registerTestServer(stage.app, { port: 1 })
  expect((await reapply(bare)).json()).toMatchObject({ code: 'server.no_rcon' })
})

test("F7 after the group was changed, each player's old group is sent until a full delivery", async () => {
  const update = 'css_vip_updateuser "{accountid}" "{group}" "{seconds}"'
  await setCommands(stage.app, { extend: update, expire: 'css_vip_deleteuser "{accountid}" "{group}"' })
  stage.work()
  await setVip(stage.app, ann, stage.now + day)
  await setVip(stage.app, bob, null)
  const { game, id } = stage.first
  await untilVips(game, { [ann]: 86_400, [bob]: 0 })
  await untilVips(stage.second.game, { [ann]: 86_400, [bob]: 0 })
  const told = async () => expect(await stage.standing()).toMatchObject({ applied: 2, waiting: 0 })
  await vi.waitFor(told, within)
  const lines: string[] = []
  game.game.listeners.push((happening) => {
    if (happening.kind === 'rcon' && happening.command.startsWith('css_vip')) lines.push(happening.command)
  })
  await setCommands(stage.app, { group: 'Silver' })
  await setVip(stage.app, ann, stage.now + 2 * day)
  await untilVips(game, { [ann]: 2 * 86_400, [bob]: 0 })
  await setVip(stage.app, bob, 'none')
  await untilVips(game, { [ann]: 2 * 86_400 })
  const account = (steamId: string) => String(BigInt(steamId) - 76_561_197_960_265_728n)
  expect(lines).toEqual([
    `css_vip_updateuser "${account(ann)}" "Gold" "172800"`,
    `css_vip_deleteuser "${account(bob)}" "Gold"`,
  ])
  lines.length = 0
  stage.context.clock.advance(1_000)
  await stage.app.inject({
    method: 'POST',
    url: `/api/operator/vip-servers/${id}/reapply`,
    headers: asOperator,
  })
  await untilVips(game, { [ann]: 172_799 })
  await vi.waitFor(
    async () => expect(await stage.standing()).toMatchObject({ applied: 1, waiting: 0 }),
    within,
  )
  expect(lines).toEqual([
    `css_vip_deleteuser "${account(ann)}" "Gold"`,
    `css_vip_adduser "${account(ann)}" "Silver" "172799"`,
    `css_vip_updateuser "${account(ann)}" "Silver" "172799"`,
  ])
  lines.length = 0
  await setVip(stage.app, ann, 'none')
  await untilVips(game, {})
  expect(lines).toEqual([`css_vip_deleteuser "${account(ann)}" "Silver"`])
})

test('F7 several workers deliver each change once', async () => {
  const lines = stage.lines()
  for (let times = 0; times < 4; times++) stage.work()
  const people = Array.from({ length: 150 }, (_, index) => String(76_561_198_000_000_100n + BigInt(index)))
  await Promise.all(people.map((steamId) => setVip(stage.app, steamId, null)))
  await untilVips(stage.first.game, Object.fromEntries(people.map((steamId) => [steamId, 0])))
  await untilVips(stage.second.game, Object.fromEntries(people.map((steamId) => [steamId, 0])))
  await vi.waitFor(
    async () => expect(await stage.standing()).toMatchObject({ applied: 150, waiting: 0 }),
    within,
  )
  expect(lines).toHaveLength(300)
})
