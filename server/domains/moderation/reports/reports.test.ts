import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnReport } from '@clutch/contract/api/moderation/reports.ts'
import { closedCaseRetentionMs } from '@clutch/contract/limits.ts'
import { type TestUser, beginAnotherSession } from '../../accounts/testing/test-users.ts'
import { deleteUser, updateUser } from '../../accounts/users/users.store.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { deleteClosedCases } from '../cases/cases.store.ts'
import { ModerationFixture } from '../testing/moderation-fixture.ts'

let fixture: ModerationFixture

beforeAll(async () => {
  fixture = await ModerationFixture.open()
})
afterAll(() => fixture.close())

const dayMs = 24 * 3_600_000
const pass = (ms: number) => fixture.context.clock.advance(ms)
const own = async (by: { headers: Record<string, string> }) =>
  (await fixture.send<OwnReport[]>('GET', '/api/reports', by)).body

/** A player whom the servers know, so that their reports weigh fully. */
async function regular() {
  const player = await fixture.player()
  const at = fixture.context.clock.now()
  const { id: server_id } = await registered
  const seen = {
    steam_id: player.steamId,
    server_id,
    name: 'R',
    first_at: at,
    last_at: at,
    kills: 1,
    playtime_ms: '1',
  }
  await fixture.context.database.insertInto('player_servers').values(seen).execute()
  return player
}
let registered: Promise<{ id: string }>
beforeAll(() => {
  registered = registerTestServer(fixture.app, { port: 27_500, name: 'Dust' }).then((id) => ({ id }))
})

test('a report opens a case, and its reporter reads the outcome and the note, but no name of an operator', async () => {
  const [reporter, target] = [await regular(), await fixture.player()]
  await updateUser(fixture.context.database, target.userId, { username: '小明' })
  const text = '<img src=x onerror=alert(1)>\n透视'
  const { status, body } = await fixture.report<OwnReport>(reporter, target.steamId, { text: ` ${text} ` })
  const at = fixture.context.clock.now().getTime()
  const waiting = { state: 'waiting', note: '', closed: null }
  expect([status, body]).toEqual([
    200,
    { id: body.id, steamId: target.steamId, name: '小明', reason: 'cheating', text, at, ...waiting },
  ])
  const { id, reports, weight, reportCount } = await fixture.caseOf(target.steamId)
  expect([weight, reportCount, reports]).toEqual([
    100,
    1,
    [
      expect.objectContaining({
        reporter: reporter.steamId,
        name: '小明',
        text,
        source: 'page',
        evidence: [],
      }),
    ],
  ])
  pass(60_000)
  const moderator = await fixture.operator()
  await fixture.change(moderator, id, 'close', { outcome: 'sanction', note: '已封禁，谢谢' })
  const closed = fixture.context.clock.now().getTime()
  const [mine] = await own(reporter)
  expect(mine).toEqual({ ...body, state: 'sanction', note: '已封禁，谢谢', closed })
  expect(JSON.stringify(mine)).not.toContain(moderator.steamId)
  expect(await own(target)).toEqual([])
})

test('the name of a report stays what it was; a case is found by it after the player took another', async () => {
  const [reporter, target] = [await fixture.player(), await fixture.player()]
  const { database } = fixture.context
  await updateUser(database, target.userId, { username: 'wall%hacker' })
  await fixture.report(reporter, target.steamId)
  await updateUser(database, target.userId, { username: 'innocent' })
  const found = async (find: string) => {
    const url = `/api/operator/cases?find=${encodeURIComponent(find)}`
    const { body } = await fixture.send<{ rows: { steamId: string }[] }>('GET', url, { headers: asOperator })
    return body.rows.filter(({ steamId }) => steamId === target.steamId).length
  }
  expect([await found('wall%h'), await found('nocen'), await found(target.steamId.slice(0, 17))]).toEqual([
    1, 1, 1,
  ])
  expect([await found('w_ll%h'), await found('wall%%h'), await found('.*')]).toEqual([0, 0, 0])
  const { name, reports } = await fixture.caseOf(target.steamId)
  expect([name, reports[0]?.name, (await own(reporter))[0]?.name]).toEqual([
    'innocent',
    'wall%hacker',
    'wall%hacker',
  ])
})

test('C20 one report of a player in 24 hours, ten of all players, none of oneself', async () => {
  const [reporter, target] = [await fixture.player(), await fixture.player()]
  expect((await fixture.report(reporter, target.steamId)).status).toBe(200)
  const codeOf = async (steamId: string) =>
    (await fixture.report<{ code?: string }>(reporter, steamId)).body.code
  expect(await codeOf(target.steamId)).toBe('report.repeated')
  expect(await codeOf(reporter.steamId)).toBe('report.own_account')
  for (let at = 1; at < 10; at++) expect(await codeOf(fixture.steamId())).toBeUndefined()
  expect(await codeOf(fixture.steamId())).toBe('report.limit')
  pass(dayMs)
  expect(await codeOf(target.steamId)).toBeUndefined()
  expect((await fixture.caseOf(target.steamId)).reportCount).toBe(2)
})

test('C20 two reports of one player at the same moment are one', async () => {
  const [reporter, target] = [await fixture.player(), fixture.steamId()]
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await fixture.report(reporter, target)).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect((await fixture.caseOf(target)).reportCount).toBe(1)
})

test('C20 many reports about one player at once are one case with their number', async () => {
  const target = fixture.steamId()
  const reporters = await Promise.all(Array.from({ length: 24 }, () => fixture.player()))
  const answers = await Promise.all(reporters.map((reporter) => fixture.report(reporter, target)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { body } = await fixture.send<{ total: number }>('GET', `/api/operator/cases?steamId=${target}`, {
    headers: asOperator,
  })
  const { reportCount, weight, reports } = await fixture.caseOf(target)
  expect([body.total, reportCount, reports.length]).toEqual([1, 24, 24])
  // None of them was ever on a server.
  expect(weight).toBe(24 * 25)
})

test('C20 rejected reports make the next weigh less, one that is right more; after 90 days they are forgotten', async () => {
  const reporter = await regular()
  const weightOf = async (by: TestUser) => {
    const target = fixture.steamId()
    await fixture.report(by, target)
    return (await fixture.caseOf(target)).weight
  }
  for (let at = 0; at < 5; at++) await fixture.decide(reporter, fixture.steamId(), 'noAction')
  pass(dayMs)
  expect(await weightOf(reporter)).toBe(29)
  await fixture.decide(reporter, fixture.steamId(), 'sanction')
  expect(await weightOf(reporter)).toBe(38)
  pass(91 * dayMs)
  expect(await weightOf(await beginAnotherSession(fixture.context, reporter))).toBe(100)
})

test('C20 the third report of a day is refused to a reporter who was always wrong', async () => {
  const reporter = await regular()
  for (let at = 0; at < 5; at++) await fixture.decide(reporter, fixture.steamId(), 'noAction')
  pass(dayMs)
  const statuses: number[] = []
  for (let at = 0; at < 3; at++) statuses.push((await fixture.report(reporter, fixture.steamId())).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('a duplicate shows its reporters what became of the case that remains', async () => {
  const [one, two] = [await fixture.player(), await fixture.player()]
  const [main, alias] = [fixture.steamId(), fixture.steamId()]
  await fixture.report(one, main)
  await fixture.report(two, alias)
  const [{ id }, { id: duplicate }] = [await fixture.caseOf(main), await fixture.caseOf(alias)]
  const closed = await fixture.change({ headers: asOperator }, duplicate, 'close', {
    outcome: 'duplicate',
    duplicateOf: id,
    note: 'x',
  })
  expect(closed.status).toBe(200)
  expect((await own(two))[0]).toMatchObject({ state: 'waiting', note: '', closed: null })
  await fixture.change({ headers: asOperator }, id, 'close', { outcome: 'sanction', note: 'banned' })
  expect((await own(two))[0]).toMatchObject({ state: 'sanction', note: 'banned' })
})

test('a report by name needs a server whose log knows it; input that names no player is refused', async () => {
  const reporter = await fixture.player()
  const { id: serverId } = await registered
  const ask = async (body: object) => {
    const answer = await fixture.send<{ code: string }>('POST', '/api/reports', reporter, body)
    return [answer.status, answer.body.code]
  }
  const reason = 'abuse'
  expect(await ask({ name: 'Bob', serverId, reason })).toEqual([404, 'report.player_unknown'])
  const elsewhere = '01890000-0000-7000-8000-000000000000'
  expect(await ask({ name: 'Bob', serverId: elsewhere, reason })).toEqual([404, 'server.not_registered'])
  for (const body of [
    { reason },
    { name: 'Bob', reason },
    { steamId: '123', reason },
    { steamId: fixture.steamId(), reason: 'x' },
    { steamId: fixture.steamId(), reason, text: 'x'.repeat(501) },
    { steamId: fixture.steamId(), reason, text: 'a\u0000b' },
  ])
    expect(await ask(body)).toEqual([400, 'request.invalid'])
  expect(
    (await fixture.send('POST', '/api/reports', {}, { steamId: fixture.steamId(), reason })).status,
  ).toBe(401)
})

test('A10 reports can be switched off; own reports stay readable', async () => {
  const reporter = await fixture.player()
  await fixture.report(reporter, fixture.steamId())
  const turn = async (enabled: boolean) => {
    const payload = { features: { reports: { enabled } } }
    const answer = await fixture.send('PATCH', '/api/operator/portal', { headers: asOperator }, payload)
    expect(answer).toMatchObject({ status: 200 })
  }
  await turn(false)
  expect(await fixture.report(reporter, fixture.steamId())).toMatchObject({
    status: 404,
    body: { code: 'portal.feature_off' },
  })
  expect(await own(reporter)).toHaveLength(1)
  await turn(true)
})

test('reports outlive the account of their reporter, until their case was closed for 180 days', async () => {
  const [reporter, target] = [await fixture.player(), fixture.steamId()]
  await fixture.report(reporter, target)
  const { database } = fixture.context
  await deleteUser(database, reporter.userId)
  const { id, reports } = await fixture.caseOf(target)
  expect(reports).toMatchObject([{ reporter: reporter.steamId, reporterName: '' }])
  await fixture.change({ headers: asOperator }, id, 'close', { outcome: 'noAction' })
  const left = () => database.selectFrom('player_reports').select('id').where('case_id', '=', id).execute()
  const sweep = () =>
    deleteClosedCases(database, new Date(fixture.context.clock.now().getTime() - closedCaseRetentionMs))
  pass(closedCaseRetentionMs)
  await sweep()
  expect(await left()).toHaveLength(1)
  pass(1)
  await sweep()
  expect(await left()).toEqual([])
})
