import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSanction } from '@clutch/contract/api/moderation/appeals.ts'
import type { CaseDetail } from '@clutch/contract/api/moderation/operator-cases.ts'
import type { Sanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { appealAgainAfterMs } from '@clutch/contract/rules/moderation/appeals.ts'
import { type TestUser, beginAnotherSession } from '../../accounts/testing/test-users.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { ModerationFixture } from '../testing/moderation-fixture.ts'

let fixture: ModerationFixture
let moderator: TestUser

beforeAll(async () => {
  fixture = await ModerationFixture.open()
  moderator = await fixture.operator()
})
afterAll(() => fixture.close())

type By = Pick<TestUser, 'headers'>

async function ban(steamId: string, over: object = {}): Promise<Sanction> {
  const body = { kind: 'ban', steamId, reason: 'wallhack', ...over }
  const answer = await fixture.send<Sanction>(
    'POST',
    '/api/operator/sanctions',
    { headers: asOperator },
    body,
  )
  expect(answer.status).toBe(200)
  return answer.body
}
const own = async (by: By) => (await fixture.send<OwnSanction[]>('GET', '/api/account/sanctions', by)).body
const appeal = (by: By, id: string, text = 'I did nothing') =>
  fixture.send<OwnSanction & { code?: string }>('POST', `/api/account/sanctions/${id}/appeal`, by, { text })
const sanction = async (id: string) =>
  (await fixture.send<Sanction>('GET', `/api/operator/sanctions/${id}`, { headers: asOperator })).body

test('a banned player reads why and until when, appeals, gets an answer without a name, and is free once it is lifted', async () => {
  const [player, at] = [await fixture.player(), fixture.context.clock.now().getTime()]
  const expires = at + 86_400_000
  const { id } = await ban(player.steamId, { expires })
  const shown = { id, kind: 'ban', reason: 'wallhack', state: 'active', servers: null, created: at, expires }
  expect(await own(player)).toEqual([{ ...shown, appeal: null, refusal: null, again: null }])
  const text = '<b>I did nothing</b>\n‘;--'
  const { body } = await appeal(player, id, text)
  expect(body.appeal).toEqual({
    state: 'open',
    messages: [{ id: expect.any(String) as string, by: 'player', text, at }],
  })
  const opened = await fixture.caseOf(player.steamId)
  expect(opened).toMatchObject({
    kind: 'appeal',
    sanctionId: id,
    messages: [{ by: 'player', author: player.steamId, text }],
  })
  fixture.context.clock.advance(1_000)
  await fixture.change(moderator, opened.id, 'answer', { text: 'Which server?' })
  expect(await fixture.caseOf(player.steamId)).toMatchObject({ assignee: moderator.steamId })
  await appeal(player, id, 'Dust')
  const closed = await fixture.change(moderator, opened.id, 'close', {
    outcome: 'lifted',
    note: 'Our mistake',
  })
  expect(closed).toMatchObject({ status: 200, body: { outcome: 'lifted' } })
  expect(await sanction(id)).toMatchObject({
    state: 'lifted',
    lifted: { by: moderator.steamId, reason: 'Our mistake' },
  })
  const [after] = await own(player)
  expect(after).toMatchObject({ state: 'lifted', refusal: 'over', appeal: { state: 'lifted' } })
  expect(after?.appeal?.messages.map(({ by, text: said }) => [by, said])).toEqual([
    ['player', text],
    ['operator', 'Which server?'],
    ['player', 'Dust'],
    ['operator', 'Our mistake'],
  ])
  expect(JSON.stringify(after)).not.toContain(moderator.steamId)
  expect((await appeal(player, id)).body.code).toBe('appeal.over')
})

test('C20 a player who writes without end: three messages until an answer, two at the same moment are two', async () => {
  const player = await fixture.player()
  const { id } = await ban(player.steamId)
  await Promise.all([appeal(player, id, 'a'), appeal(player, id, 'b')])
  const opened = await fixture.caseOf(player.steamId)
  expect(opened.messages).toHaveLength(2)
  const statuses: number[] = []
  for (let times = 0; times < 4; times++) statuses.push((await appeal(player, id)).status)
  expect(statuses).toEqual([200, 409, 409, 409])
  expect((await own(player))[0]?.refusal).toBe('awaitsAnswer')
  await fixture.change(moderator, opened.id, 'answer', { text: 'Wait' })
  expect((await appeal(player, id)).status).toBe(200)
  for (const text of ['', ' ', 'x'.repeat(2_001), 'a\u0000b'])
    expect((await appeal(player, id, text)).status).toBe(400)
})

test('a rejected appeal is final for 30 days; then there may be another', async () => {
  const player = await fixture.player()
  const { id } = await ban(player.steamId)
  await appeal(player, id)
  const opened = await fixture.caseOf(player.steamId)
  for (const outcome of ['noAction', 'sanction', 'duplicate'])
    expect((await fixture.change(moderator, opened.id, 'close', { outcome })).status).toBe(400)
  await fixture.change(moderator, opened.id, 'close', { outcome: 'upheld', note: 'The demo is clear' })
  const closed = fixture.context.clock.now().getTime()
  expect(await sanction(id)).toMatchObject({ state: 'active' })
  expect((await own(player))[0]).toMatchObject({
    refusal: 'tooEarly',
    again: closed + appealAgainAfterMs,
    appeal: { state: 'upheld', messages: [{ by: 'player' }, { by: 'operator', text: 'The demo is clear' }] },
  })
  expect((await appeal(player, id)).body.code).toBe('appeal.too_early')
  fixture.context.clock.advance(appealAgainAfterMs)
  const later = await beginAnotherSession(fixture.context, player)
  expect((await appeal(later, id)).body.appeal).toMatchObject({ state: 'open', messages: [{ by: 'player' }] })
  moderator = await beginSecond(moderator)
  expect(await fixture.change(moderator, opened.id, 'reopen')).toMatchObject({
    status: 409,
    body: { code: 'case.other_open' },
  })
})

/** The session of an operator ended meanwhile. */
async function beginSecond(person: TestUser): Promise<TestUser> {
  const next = await beginAnotherSession(fixture.context, person)
  const shown = { second_factor_at: fixture.context.clock.now() }
  await fixture.context.database.updateTable('sessions').set(shown).where('id', '=', next.sessionId).execute()
  return next
}

test('a sanction of another player, one that ended, and what is no appeal are refused', async () => {
  const [player, other] = [await fixture.player(), await fixture.player()]
  const { id } = await ban(other.steamId)
  expect((await appeal(player, id)).body.code).toBe('sanction.not_found')
  expect(await own(player)).toEqual([])
  const soon = await ban(player.steamId, { expires: fixture.context.clock.now().getTime() + 1_000 })
  fixture.context.clock.advance(1_000)
  expect((await appeal(player, soon.id)).body.code).toBe('appeal.over')
  await fixture.report(other, player.steamId)
  const { id: caseId } = await fixture.caseOf(player.steamId)
  const answered = await fixture.change(moderator, caseId, 'answer', { text: 'x' })
  expect(answered).toMatchObject({ status: 409, body: { code: 'case.no_appeal' } })
  expect((await fixture.change(moderator, caseId, 'close', { outcome: 'lifted' })).status).toBe(400)
})

test('A10 appeals can be switched off; what was written stays readable', async () => {
  const player = await fixture.player()
  const { id } = await ban(player.steamId)
  await appeal(player, id)
  const turn = async (enabled: boolean) => {
    const payload = { features: { appeals: { enabled } } }
    const answer = await fixture.send('PATCH', '/api/operator/portal', { headers: asOperator }, payload)
    expect(answer).toMatchObject({ status: 200 })
  }
  await turn(false)
  expect((await appeal(player, id)).body.code).toBe('portal.feature_off')
  expect((await own(player))[0]).toMatchObject({ refusal: 'off', appeal: { state: 'open' } })
  await turn(true)
})

test('a player is banned from their case in one step; the case names the ban, and either both are made or none', async () => {
  const [reporter, target] = [await fixture.player(), await fixture.player()]
  await fixture.report(reporter, target.steamId)
  const { id } = await fixture.caseOf(target.steamId)
  const body = { kind: 'ban', reason: 'wallhack', note: 'Banned, thank you' }
  const banned = await fixture.change<CaseDetail>(moderator, id, 'sanction', body)
  expect(banned).toMatchObject({ status: 200, body: { outcome: 'sanction', assignee: moderator.steamId } })
  expect(await sanction(banned.body.sanctionId ?? '')).toMatchObject({
    steamId: target.steamId,
    reason: 'wallhack',
  })
  expect((await own(target)).length).toBe(1)
  const again = await fixture.change(moderator, id, 'sanction', { ...body, kind: 'gag' })
  expect(again).toMatchObject({ status: 409, body: { code: 'case.closed' } })
  expect((await own(target)).length).toBe(1)
})

test('C18 sanctions from a case take the right to them, too', async () => {
  const role = await fixture.send<{ id: string }>(
    'POST',
    '/api/operator/roles',
    { headers: asOperator },
    {
      name: { zh: '审阅', en: 'Reviewer' },
      rights: { reports: 'change' },
    },
  )
  const reviewer = await fixture.operator(role.body.id)
  const target = await fixture.player()
  await fixture.report(await fixture.player(), target.steamId)
  const { id } = await fixture.caseOf(target.steamId)
  const refused = { status: 403, body: { code: 'operator.not_permitted' } }
  expect(await fixture.change(reviewer, id, 'sanction', { kind: 'ban', reason: 'x' })).toMatchObject(refused)
  const { id: sanctionId } = await ban(target.steamId)
  await appeal(target, sanctionId)
  const list = await fixture.send<{ rows: { id: string }[] }>(
    'GET',
    `/api/operator/cases?kind=appeal&steamId=${target.steamId}`,
    { headers: asOperator },
  )
  const appealId = list.body.rows[0]?.id ?? ''
  expect(await fixture.change(reviewer, appealId, 'close', { outcome: 'lifted' })).toMatchObject(refused)
  expect((await fixture.change(reviewer, appealId, 'close', { outcome: 'upheld' })).status).toBe(200)
})

test('C18 no operator decides about themselves or reads who reported them, and none bans one who may do more', async () => {
  const [target, owner] = [await fixture.operator(), await fixture.operator('owner')]
  for (const { steamId } of [target, owner]) await fixture.report(await fixture.player(), steamId)
  const [mine, above] = [await fixture.caseOf(target.steamId), await fixture.caseOf(owner.steamId)]
  const refused = { status: 409, body: { code: 'user.own_account' } }
  expect(await fixture.send('GET', `/api/operator/cases/${mine.id}`, target)).toMatchObject(refused)
  expect(await fixture.change(target, mine.id, 'close', { outcome: 'noAction' })).toMatchObject(refused)
  expect(await fixture.change(moderator, above.id, 'sanction', { kind: 'ban', reason: 'x' })).toMatchObject({
    status: 403,
    body: { code: 'operator.outranked' },
  })
})

test('C18 an appeal against a ban on some servers belongs to their moderators', async () => {
  const server = await registerTestServer(fixture.app, { port: 27_801, name: 'Here' })
  const limited = await fixture.operator('moderator', [server])
  const [here, everywhere] = [await fixture.player(), await fixture.player()]
  const banned = await ban(here.steamId, { serverIds: [server] })
  await appeal(here, banned.id)
  await appeal(everywhere, (await ban(everywhere.steamId)).id)
  expect((await own(here))[0]?.servers).toEqual(['Here'])
  const [inside, outside] = [await fixture.caseOf(here.steamId), await fixture.caseOf(everywhere.steamId)]
  expect((await fixture.change(limited, inside.id, 'close', { outcome: 'lifted' })).status).toBe(200)
  expect((await fixture.change(limited, outside.id, 'close', { outcome: 'upheld' })).status).toBe(403)
})
