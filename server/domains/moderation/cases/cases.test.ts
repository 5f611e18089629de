import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Case, CaseDetail } from '@clutch/contract/api/moderation/operator-cases.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type OperatorCaller, operatorToken } from '../../../platform/http/session/operator-caller.ts'
import { ModerationFixture } from '../testing/moderation-fixture.ts'
import { getOpenCaseSummary } from './cases.service.ts'

let fixture: ModerationFixture
let [one, two]: TestUser[] = []

beforeAll(async () => {
  fixture = await ModerationFixture.open()
  ;[one, two] = [await fixture.operator(), await fixture.operator()]
})
afterAll(() => fixture.close())

const first = () => one as TestUser
const second = () => two as TestUser

/** A case that one report opened. */
async function aCase(over: object = {}): Promise<CaseDetail> {
  const target = fixture.steamId()
  const { status } = await fixture.report(await fixture.player(), target, over)
  expect(status).toBe(200)
  return fixture.caseOf(target)
}

const list = async (query: string, by: { headers: Record<string, string> } = { headers: asOperator }) =>
  (await fixture.send<{ rows: Case[]; total: number }>('GET', `/api/operator/cases?${query}`, by)).body
const refusal = (status: number, code: string, about?: object) => ({
  status,
  body: { code, ...(about && { about }) },
})

test('one operator takes a case; the other gets a conflict with the name, and takes it over only if they say so', async () => {
  const { id, revision, assignee } = await aCase()
  expect(assignee).toBeNull()
  const taken = await fixture.change(first(), id, 'take', { revision })
  expect(taken).toMatchObject({ status: 200, body: { assignee: first().steamId, revision: revision + 1 } })
  const about = { steamId: first().steamId, name: '' }
  expect(await fixture.change(second(), id, 'take', { revision })).toMatchObject(
    refusal(409, 'case.taken', about),
  )
  for (const [change, body] of [
    ['release', {}],
    ['close', { outcome: 'noAction' }],
  ] as const)
    expect(await fixture.change(second(), id, change, body)).toMatchObject(refusal(409, 'case.taken', about))
  expect((await fixture.change(second(), id, 'comments', { text: 'I saw him too' })).status).toBe(200)
  const over = await fixture.change(second(), id, 'take', { takeOver: true, revision: revision + 1 })
  expect(over).toMatchObject({ status: 200, body: { assignee: second().steamId } })
  expect(await fixture.change(first(), id, 'close', { outcome: 'noAction' })).toMatchObject({ status: 409 })
  expect((await fixture.change(second(), id, 'release')).body.assignee).toBeNull()
})

test('two operators who take a case at the same moment: one has it', async () => {
  const { id } = await aCase()
  const answers = await Promise.all([
    fixture.change(first(), id, 'take'),
    fixture.change(second(), id, 'take'),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('a change of an older state is refused; reports that come meanwhile are no reason for that', async () => {
  const { id, revision, steamId } = await aCase()
  expect((await fixture.report(await fixture.player(), steamId)).status).toBe(200)
  expect((await fixture.change(first(), id, 'take', { revision })).status).toBe(200)
  const stale = await fixture.change(first(), id, 'close', { outcome: 'noAction', revision })
  expect(stale).toMatchObject(refusal(409, 'edit.conflict'))
  const closed = await fixture.change(first(), id, 'close', { outcome: 'noAction', revision: revision + 1 })
  expect(closed).toMatchObject({ status: 200, body: { outcome: 'noAction', closedBy: first().steamId } })
  expect(await fixture.change(second(), id, 'close', { outcome: 'sanction' })).toMatchObject(
    refusal(409, 'case.closed'),
  )
  expect(await fixture.change(second(), id, 'take')).toMatchObject(refusal(409, 'case.closed'))
})

test('a report after a case was closed opens another; the first cannot be opened again beside it', async () => {
  const { id, steamId } = await aCase()
  await fixture.change(first(), id, 'close', { outcome: 'noAction', note: 'x' })
  const reopened = await fixture.change(first(), id, 'reopen')
  expect(reopened.body).toMatchObject({ outcome: null, closed: null, note: '', assignee: first().steamId })
  await fixture.change(first(), id, 'close', { outcome: 'noAction' })
  await fixture.report(await fixture.player(), steamId)
  const other = await fixture.caseOf(steamId)
  expect([other.id === id, other.others.map((one_) => one_.id)]).toEqual([false, [id]])
  expect(await fixture.change(first(), id, 'reopen')).toMatchObject(refusal(409, 'case.other_open'))
  expect(await fixture.change(first(), other.id, 'reopen')).toMatchObject(refusal(409, 'case.not_closed'))
})

test('of two cases of a player that are opened again at the same moment one is open, and the other is refused', async () => {
  const { id, steamId } = await aCase()
  await fixture.change(first(), id, 'close', { outcome: 'noAction' })
  await fixture.report(await fixture.player(), steamId)
  const { id: other } = await fixture.caseOf(steamId)
  await fixture.change(first(), other, 'close', { outcome: 'noAction' })
  const answers = await Promise.all([id, other].map((one_) => fixture.change(first(), one_, 'reopen')))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toMatchObject([refusal(409, 'case.other_open')])
})

test('C18 an operator sees no case of their own in a list or a count', async () => {
  const me = await fixture.operator()
  await fixture.report(await fixture.player(), me.steamId)
  const { id } = await fixture.caseOf(me.steamId)
  const [mine, all] = [await list('size=200', me), await list('size=200')]
  expect(mine.rows.map((row) => row.id)).not.toContain(id)
  expect(mine.total).toBe(all.total - 1)
  expect(await list(`steamId=${me.steamId}`, me)).toEqual({ rows: [], total: 0 })
  const caller = (steamId: string) => ({ ...operatorToken, session: { steamId } }) as OperatorCaller
  const { count } = await getOpenCaseSummary(fixture.context.database, caller(me.steamId))
  expect(count).toBe((await getOpenCaseSummary(fixture.context.database, operatorToken)).count - 1)
  expect(await fixture.send('GET', `/api/operator/cases/${id}`, me)).toMatchObject(
    refusal(409, 'user.own_account'),
  )
})

test('a case ends only in an outcome of its kind, and is a duplicate only of a case that remains', async () => {
  const [{ id }, { id: remains }] = [await aCase(), await aCase()]
  const close = (body: object) => fixture.change(first(), id, 'close', body)
  for (const body of [
    { outcome: 'lifted' },
    { outcome: 'upheld' },
    { outcome: 'duplicate' },
    { outcome: 'noAction', duplicateOf: remains },
  ])
    expect(await close(body)).toMatchObject(refusal(400, 'case.other_outcome'))
  for (const duplicateOf of [id, randomUUIDv7()])
    expect(await close({ outcome: 'duplicate', duplicateOf })).toMatchObject(refusal(404, 'case.not_found'))
  expect((await close({ outcome: 'duplicate', duplicateOf: remains })).body).toMatchObject({
    duplicateOf: remains,
  })
  expect(
    await fixture.change(first(), remains, 'close', { outcome: 'duplicate', duplicateOf: id }),
  ).toMatchObject(refusal(400, 'case.other_outcome'))
})

test('C18 an operator who lost their role acts no more, and their case is free', async () => {
  const [leaving, { id }] = [await fixture.operator(), await aCase()]
  await fixture.change(leaving, id, 'take')
  await fixture.send('DELETE', `/api/operator/ops/${leaving.steamId}`, { headers: asOperator })
  expect(await fixture.change(leaving, id, 'close', { outcome: 'noAction' })).toMatchObject({ status: 403 })
  expect((await fixture.change(first(), id, 'take')).body.assignee).toBe(first().steamId)
})

test('C18 the role support reads cases and changes none; the operator’s token takes none', async () => {
  const [support, { id }] = [await fixture.operator('support'), await aCase()]
  expect((await fixture.send('GET', `/api/operator/cases/${id}`, support)).status).toBe(200)
  const notPermitted = refusal(403, 'operator.not_permitted')
  expect(await fixture.change(support, id, 'comments', { text: 'x' })).toMatchObject(notPermitted)
  expect(await fixture.change({ headers: asOperator }, id, 'take')).toMatchObject(notPermitted)
  expect(
    (await fixture.change({ headers: asOperator }, id, 'comments', { text: 'x' })).body.comments,
  ).toMatchObject([{ author: 'operator', authorName: '', text: 'x' }])
})

test('C18 a moderator of some servers lists every case, and opens and changes those of their servers', async () => {
  const [here, there] = [
    await registerTestServer(fixture.app, { port: 27_601, name: 'Here' }),
    await registerTestServer(fixture.app, { port: 27_602, name: 'There' }),
  ]
  const limited = await fixture.operator('moderator', [here])
  const [inside, outside] = [await aCase({ serverId: here }), await aCase({ serverId: there })]
  const read = (id: string) => fixture.send('GET', `/api/operator/cases/${id}`, limited)
  const notPermitted = refusal(403, 'operator.not_permitted')
  expect(await read(outside.id)).toMatchObject(notPermitted)
  expect(await fixture.change(limited, outside.id, 'take')).toMatchObject(notPermitted)
  expect((await read(inside.id)).status).toBe(200)
  expect((await fixture.change(limited, inside.id, 'take')).status).toBe(200)
  await fixture.report(await fixture.player(), outside.steamId, { serverId: here })
  expect((await fixture.change(limited, outside.id, 'take')).status).toBe(200)
  const rows = (await list(`server=${here}`, limited)).rows.map(({ id }) => id)
  expect(rows.toSorted()).toEqual([inside.id, outside.id].toSorted())
  expect((await list(`server=${there}`)).rows).toMatchObject([
    { id: outside.id, server: { id: here, name: 'Here' } },
  ])
})

test('the queue is filtered by state, operator and kind, and sorted by what was added last or by weight', async () => {
  const [mine, waiting, flagged] = [await aCase(), await aCase(), await aCase()]
  await fixture.change(second(), mine.id, 'take')
  await fixture.context.database
    .updateTable('cases')
    .set({ flag_count: 1, weight: 900 })
    .where('id', '=', flagged.id)
    .execute()
  const ids = async (query: string) => (await list(`${query}&size=200`, second())).rows.map(({ id }) => id)
  expect(await ids('assigned=me')).toContain(mine.id)
  expect(await ids('assigned=me')).not.toContain(waiting.id)
  expect(await ids('assigned=none')).toEqual(expect.arrayContaining([waiting.id, flagged.id]))
  expect(await ids('assigned=none')).not.toContain(mine.id)
  expect(await ids('kind=anomaly')).toEqual([flagged.id])
  expect(await ids('kind=appeal')).toEqual([])
  expect((await ids('sort=weight'))[0]).toBe(flagged.id)
  await fixture.change(second(), mine.id, 'close', { outcome: 'noAction' })
  expect(await ids('state=closed')).toContain(mine.id)
  expect(await ids('state=open')).not.toContain(mine.id)
  fixture.context.clock.advance(1_000)
  await fixture.report(await fixture.player(), waiting.steamId)
  expect((await ids('sort=updated'))[0]).toBe(waiting.id)
})

test('texts are stored as they are written; those too long or with control characters are refused', async () => {
  const { id } = await aCase()
  const text = '<script>alert(1)</script>\n‘%_\\'
  const commented = await fixture.change(first(), id, 'comments', { text })
  expect(commented.body.comments).toMatchObject([{ author: first().steamId, text }])
  for (const bad of ['', '  ', 'x'.repeat(1_001), 'a\u0000b'])
    expect(await fixture.change(first(), id, 'comments', { text: bad })).toMatchObject(
      refusal(400, 'request.invalid'),
    )
  for (const note of ['x'.repeat(301), 'a\nb'])
    expect(await fixture.change(first(), id, 'close', { outcome: 'noAction', note })).toMatchObject(
      refusal(400, 'request.invalid'),
    )
})
