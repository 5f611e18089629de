import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnomalyKind } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import { countIntoBoards } from '../../leaderboard/index.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { flagCases } from '../index.ts'
import { ModerationFixture } from '../testing/moderation-fixture.ts'

let fixture: ModerationFixture
let serverId = ''

beforeAll(async () => {
  fixture = await ModerationFixture.open()
  serverId = await registerTestServer(fixture.app, { port: 27_700, name: 'Dust' })
})
afterAll(() => fixture.close())

/** Anomalies of a player are counted, as a worker does. */
async function see(steamId: string, ...kinds: AnomalyKind[]): Promise<void> {
  const { context } = fixture
  const anomalies = kinds.map((kind) => ({ steamId, kind, detail: { kills: 48, seconds: 60 } }))
  const at = { receivedAt: context.clock.now(), mode: 'dm', serverId, rentalId: null } as const
  const count = countIntoBoards(context, flagCases)
  await context.database.transaction().execute((tx) => count(tx, [{ ...at, players: [], anomalies }]))
}

const flags = async (steamId: string) => {
  const { body } = await fixture.send<{ id: string; steamId: string }[]>('GET', '/api/operator/flags', {
    headers: asOperator,
  })
  return body.filter((flag) => flag.steamId === steamId)
}
const dismiss = (id: string) => fixture.send('DELETE', `/api/operator/flags/${id}`, { headers: asOperator })
const detail = async (id: string) =>
  (
    await fixture.send<Awaited<ReturnType<typeof fixture.caseOf>>>('GET', `/api/operator/cases/${id}`, {
      headers: asOperator,
    })
  ).body

test('I3 fairness: the flags of a player are one case, which a report joins', async () => {
  const steamId = fixture.steamId()
  await see(steamId, 'rate', 'headshots')
  const opened = await fixture.caseOf(steamId)
  expect(opened).toMatchObject({
    kind: 'anomaly',
    flagCount: 2,
    reportCount: 0,
    server: { id: serverId, name: 'Dust' },
  })
  // The same of one day is noted once.
  await see(steamId, 'rate')
  await see(steamId, 'farming')
  await fixture.report(await fixture.player(), steamId)
  const joined = await fixture.caseOf(steamId)
  expect(joined).toMatchObject({ id: opened.id, kind: 'anomaly', flagCount: 3, reportCount: 1 })
  expect(joined.flags.map(({ kind, detail: numbers, dismissed }) => [kind, numbers, dismissed])).toEqual(
    expect.arrayContaining([['rate', { kills: 48, seconds: 60 }, null]]),
  )
})

test('I3 fairness: closing a case dismisses its flags on the page of the leaderboard', async () => {
  const steamId = fixture.steamId()
  await see(steamId, 'rate', 'farming')
  const { id } = await fixture.caseOf(steamId)
  expect(await flags(steamId)).toHaveLength(2)
  await fixture.change({ headers: asOperator }, id, 'close', { outcome: 'noAction' })
  expect(await flags(steamId)).toEqual([])
  expect((await detail(id)).flags.every(({ dismissed }) => dismissed !== null)).toBe(true)
})

test('I3 fairness: a flag that is dismissed there is so in its case; the last one closes a case without reports', async () => {
  const steamId = fixture.steamId()
  await see(steamId, 'rate', 'farming')
  const { id, revision } = await fixture.caseOf(steamId)
  const [one, two] = await flags(steamId)
  await dismiss(one?.id ?? '')
  const half = await detail(id)
  expect([half.closed, half.flags.filter(({ dismissed }) => dismissed !== null).length]).toEqual([null, 1])
  await dismiss(two?.id ?? '')
  expect(await detail(id)).toMatchObject({
    outcome: 'noAction',
    closedBy: 'operator',
    revision: revision + 1,
  })
})

test('I3 fairness: a case with reports stays open when its flags are dismissed', async () => {
  const steamId = fixture.steamId()
  await see(steamId, 'rate')
  await fixture.report(await fixture.player(), steamId)
  const [flag] = await flags(steamId)
  await dismiss(flag?.id ?? '')
  expect(await fixture.caseOf(steamId)).toMatchObject({ closed: null, reportCount: 1 })
})

test('I3 fairness: two operators who dismiss and close at the same moment do not deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    const steamId = fixture.steamId()
    await see(steamId, 'rate', 'farming', 'headshots')
    const { id } = await fixture.caseOf(steamId)
    const all = await flags(steamId)
    const answers = await Promise.all([
      ...all.map((flag) => dismiss(flag.id)),
      fixture.change({ headers: asOperator }, id, 'close', { outcome: 'noAction' }),
    ])
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 204, 404, 409].includes(status)),
    ).toEqual([])
    expect((await detail(id)).outcome).toBe('noAction')
  }
})
