import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { EvidenceLine } from '@clutch/contract/api/moderation/operator-cases.ts'
import { type GameServer, type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { countWaitingBatches } from '../../events/processing/counting.service.ts'
import { addReporter } from '../../events/testing/events-app.ts'
import { signIn } from '../../accounts/testing/test-users.ts'
import { asOperator } from '../../../testing/http.ts'
import { createChatReportSubscriber, startModerationWorkers } from '../index.ts'
import { ModerationFixture } from '../testing/moderation-fixture.ts'
import { collectEvidence } from './evidence.service.ts'

const rconPassword = 'rcon-of-the-test'
const within = { timeout: 15_000, interval: 20 }
const [alice, bob, bobby] = ['76561198000000001', '76561198000000002', '76561198000000003']

let fixture: ModerationFixture
let sim: Gamesim
let game: GameServer
let serverId = ''

beforeAll(async () => {
  fixture = await ModerationFixture.open()
  const { context, app } = fixture
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  await startModerationWorkers(context)
  sim = await startGamesim({ servers: [{ mode: 'dm', autoplay: false, rconPassword }] })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  game = server
  const { id, secret } = await addReporter(app, { port: game.port, rcon_password: rconPassword })
  serverId = id
  game.runCommandLine(`logaddress_add_http "${origin}/api/events/log/${secret}"`)
  sim.advance(1_000)
  game.changeMap('de_nuke')
})

afterEach(async () => {
  for (const player of game.game.roster.all) game.game.leave(player)
  await counted()
  game.records.privateMessages.length = 0
  for (const table of ['cases', 'rate_limits'] as const)
    await fixture.context.database.deleteFrom(table).execute()
})

afterAll(async () => {
  await sim.close()
  await fixture.close()
})

/** Counts what the server wrote, and takes the reports in its chat. */
async function counted(): Promise<void> {
  sim.advance(1_000)
  await sim.flushLogs()
  const subscribers = { counted: [], match: [], chat: [createChatReportSubscriber(fixture.context)] }
  const amount = { streams: 9, batches: 99, bytes: 1e7 }
  while ((await countWaitingBatches(fixture.context, subscribers, amount, [])).length > 0);
}

/** What the portal said to players in the game, once there is a number of messages. */
async function sent(messages: number): Promise<[string | null, string][]> {
  const { privateMessages } = game.records
  await vi.waitUntil(() => privateMessages.length >= messages, within)
  return privateMessages.map(({ steamId, text }) => [steamId, text])
}

function enter() {
  const reporter = game.connect({ name: 'Alice', steamId: alice })
  const target = game.connect({ name: 'Bob', steamId: bob })
  return { reporter, target }
}

const reports = () => fixture.context.database.selectFrom('player_reports').selectAll().execute()

test('!report in the chat opens a case with the chat and kills around it, and only the reporter gets an answer', async () => {
  const { reporter, target } = enter()
  game.say(target, 'you are all blind')
  game.kill(target, reporter, { weapon: 'ak47', headshot: true })
  game.say(reporter, '!report bob wallhack, look at round 3')
  await counted()
  expect(await sent(1)).toEqual([[alice, '已举报 Bob，谢谢 / reported, thank you']])
  const [report] = await reports()
  expect(report).toMatchObject({
    reporter: alice,
    steam_id: bob,
    name: 'Bob',
    server_id: serverId,
    reason: 'cheating',
    text: 'wallhack, look at round 3',
    source: 'chat',
  })
  // What follows is read a while later.
  game.say(target, 'lol')
  await counted()
  await collectEvidence(fixture.context, report?.id ?? '')
  const { reports: shown } = await fixture.caseOf(bob)
  const lines = (shown[0]?.evidence ?? []).map(({ kind, player, text, victim, weapon }: EvidenceLine) =>
    [kind, player.name, text ?? victim?.name, weapon].filter((part) => part !== undefined).join(' '),
  )
  expect(lines.filter((line) => !line.startsWith('connected'))).toEqual([
    'said Bob you are all blind',
    'killed Bob Alice ak47',
    'said Alice !report bob wallhack, look at round 3',
    'said Bob lol',
  ])
})

test('the answer to a name that several players share names them; to one that is missing it says so', async () => {
  const { reporter } = enter()
  game.connect({ name: 'Bobby"; quit', steamId: bobby })
  game.say(reporter, '!report ob')
  await counted()
  game.say(reporter, '!report zed')
  await counted()
  game.say(reporter, '!report')
  await counted()
  const answers = new Set((await sent(3)).map(([to, text]) => `${to} ${text.split(' / ')[0]}`))
  expect(answers).toEqual(
    new Set([
      `${alice} 有多名玩家符合：Bob, Bobby   quit`,
      `${alice} 服务器上没有这名玩家`,
      `${alice} 用法：!report 玩家名 原因`,
    ]),
  )
  expect(await reports()).toEqual([])
})

test.runIf(isProving)(
  'C20 the limits of the page hold in the chat: one report of a player a day, wherever it is made',
  async () => {
    const { reporter } = enter()
    const account = await signIn(fixture.context, alice)
    expect((await fixture.report(account, bob, { serverId })).status).toBe(200)
    game.say(reporter, '!report bob')
    await counted()
    expect(await sent(1)).toEqual([
      [alice, '24 小时内已举报过该玩家 / you reported this player in the last 24 hours'],
    ])
    expect(await reports()).toHaveLength(1)
    for (let times = 0; times < 30; times++) game.say(reporter, '!report unknown')
    await counted()
    // Eleven messages of an hour are looked at, at most; the rest is silent.
    expect((await sent(10)).length).toBe(10)
  },
)

test('a report by name from the page means who has it on that server now', async () => {
  enter()
  await counted()
  const by = await fixture.player()
  const answer = await fixture.send('POST', '/api/reports', by, { name: 'Bob', serverId, reason: 'abuse' })
  expect(answer).toMatchObject({ status: 200, body: { steamId: bob, name: 'Bob' } })
  game.connect({ name: 'Bob', steamId: bobby })
  await counted()
  const again = await fixture.send('POST', '/api/reports', by, { name: 'Bob', serverId, reason: 'abuse' })
  expect(again).toMatchObject({ status: 409, body: { code: 'report.player_ambiguous' } })
})

test.runIf(isProving)('A10 !report is silent while reports are switched off', async () => {
  const turn = (enabled: boolean) =>
    fixture.send(
      'PATCH',
      '/api/operator/portal',
      { headers: asOperator },
      { features: { reports: { enabled } } },
    )
  const { reporter } = enter()
  await turn(false)
  game.say(reporter, '!report bob')
  await counted()
  await turn(true)
  game.say(reporter, '!report')
  await counted()
  expect(await sent(1)).toHaveLength(1)
  expect(await reports()).toEqual([])
})
