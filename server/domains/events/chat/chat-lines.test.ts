import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rosterMaxAgeMs } from '@clutch/contract/limits.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { type ChatLine, type ChatSubscriber, isPresent } from '../index.ts'
import { countWaitingBatches } from '../processing/counting.service.ts'
import {
  type TestReporter,
  addReporter,
  createEventsApp,
  buildBatch,
  postLog,
} from '../testing/events-app.ts'

let context: TestContext
let app: App
let server: TestReporter
let heard: ChatLine[] = []
/** Whom the roster showed at that moment. */
let present: string[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
})

beforeEach(async () => {
  server = await addReporter(app)
  heard = []
  present = []
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const one = '76561197960265729'
const two = '76561197960265730'

const collectChat: ChatSubscriber = async (tx, chat) => {
  heard.push(...chat)
  for (const { serverId, steamId } of chat)
    if (await isPresent(tx, serverId, steamId, context.clock.now())) present.push(steamId)
}

async function count(streams = 9): Promise<void> {
  const subscribers = { counted: [], match: [], chat: [collectChat] }
  while (
    (await countWaitingBatches(context, subscribers, { streams, batches: 99, bytes: 1e7 }, [])).length > 0
  );
}

let minute = 0
/** Lines of one minute of the log, each a second after the other. */
function lines(...texts: string[]): Buffer {
  const at = (second: number) =>
    `11/21/2026 - 14:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.000`
  minute += 1
  return Buffer.from(texts.map((text, second) => `${at(second)} - ${text}\n`).join(''))
}

const says = (name: string, account: number, text: string, team = 'CT') =>
  `"${name}<${account}><[U:1:${account}]><${team}>" say "${text}"`
const enters = (name: string, account: number) => `"${name}<${account}><[U:1:${account}]><>" entered the game`
const leaves = (name: string, account: number) =>
  `"${name}<${account}><[U:1:${account}]><CT>" disconnected (reason "Disconnect")`

let runs = 0
/** Batches that follow each other in one run of the server. */
function toConsecutiveBatches(...bodies: Buffer[]) {
  runs += 1
  let begins = 0
  return bodies.map((body) => {
    const sent = buildBatch(`said${runs}`, begins, body)
    begins += body.length
    return sent
  })
}

const texts = () => heard.map(({ text }) => text)

test('C10 each chat message is passed on once, with speaker, server, time and recipients', async () => {
  const [sent] = toConsecutiveBatches(
    lines(
      enters('A', 1),
      says('A', 1, 'hello "there"'),
      `"A<1><[U:1:1]><CT>" say_team "rush"`,
      `"Console<0><Console><Console>" say "!bind"`,
      `"Ivan<3><BOT><CT>" say "!bind"`,
    ),
  )
  if (!sent) throw new Error('no batch')
  for (let times = 0; times < 2; times++) await postLog(app, server.secret, sent)
  await count()
  await postLog(app, server.secret, sent)
  await count()
  const line = { serverId: server.id, receivedAt: context.clock.now(), steamId: one, name: 'A' }
  expect(heard).toEqual([
    { ...line, text: 'hello "there"', toTeam: false },
    { ...line, text: 'rush', toTeam: true },
  ])
})

test('C10 a late batch does not repeat later messages, and its own are not passed on', async () => {
  const [first, late, last] = toConsecutiveBatches(
    lines(enters('A', 1), says('A', 1, 'first')),
    lines(says('A', 1, 'late')),
    lines(says('A', 1, 'last')),
  )
  if (!first || !late || !last) throw new Error('no batches')
  for (const sent of [first, last]) {
    await postLog(app, server.secret, sent)
    await count()
  }
  await postLog(app, server.secret, late)
  await count()
  expect(texts()).toEqual(['first', 'last'])
})

test('C10 messages of a batch sent again with more at its end are passed on once, in any order of arrival', async () => {
  for (const order of ['short first', 'long first', 'at once']) {
    heard = []
    const body = lines(enters('A', 1), says('A', 1, order))
    const more = Buffer.concat([body, lines(says('A', 1, 'more'))])
    runs += 1
    const sent = [body, more].map((one) => buildBatch(`said${runs}`, 0, one))
    for (const batch of order === 'long first' ? sent.toReversed() : sent) {
      await postLog(app, server.secret, batch)
      if (order !== 'at once') await count()
    }
    await count()
    expect(texts()).toEqual([order, 'more'])
  }
})

test('C10 a line whose name contains another identity or chat is attributed to no player', async () => {
  const forged = [
    says('x<9><[U:1:1]><CT>" say "!bind', 2, 'x'),
    says('<9><[U:1:1]><CT>', 2, '!bind'),
    says('B', 2, '"A<1><[U:1:1]><CT>" say "!bind'),
    `${says('B', 2, 'x')} "A<1><[U:1:1]><CT>" say "!bind"`,
  ]
  const [sent] = toConsecutiveBatches(lines(enters('A', 1), enters('B', 2), ...forged))
  if (!sent) throw new Error('no batch')
  await postLog(app, server.secret, sent)
  await count()
  expect(heard.filter(({ steamId }) => steamId === one)).toEqual([])
  expect(heard.filter(({ text }) => text === '!bind')).toEqual([])
})

test('C10 presence is known with the batch that reports it; a player who left or never joined is not present', async () => {
  const sent = toConsecutiveBatches(
    lines('Loading map "de_nuke"', 'Started map "de_nuke"', enters('A', 1), says('A', 1, 'here')),
    lines(says('A', 1, 'going'), leaves('A', 1), says('B', 2, 'never came')),
    lines(enters('B', 2), says('B', 2, 'came')),
  )
  for (const batch of sent) {
    await postLog(app, server.secret, batch)
    await count()
  }
  expect(texts()).toEqual(['here', 'going', 'never came', 'came'])
  expect(present).toEqual([one, two])
  const shows = (steamId: string, id = server.id) =>
    isPresent(context.database, id, steamId, context.clock.now())
  expect([await shows(one), await shows(two), await shows(two, (await addReporter(app)).id)]).toEqual([
    false,
    true,
    false,
  ])
  context.clock.advance(rosterMaxAgeMs + 1)
  expect(await shows(two)).toBe(false)
})
