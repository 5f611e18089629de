import { afterEach, beforeEach, expect, test } from 'vitest'
import { playerId, BoardFixture } from './testing/board-fixture.ts'

interface Season {
  id: string
  rows: number
  revision: number
}

let boards: BoardFixture
beforeEach(async () => {
  boards = await BoardFixture.open()
})
afterEach(() => boards.close())

const openSeason = async (name: object) => (await boards.operate<Season>('POST', 'seasons', { name })).body
const listed = async () => (await boards.operate<Season[]>('GET', 'seasons')).body
const conflict = { status: 409, body: { code: 'edit.conflict' } }

/** The last act in the audit log. */
const trail = () =>
  boards.context.database
    .selectFrom('audit_log')
    .select(['action', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('J I8 a season shows the number of rows of its boards, players once for each mode', async () => {
  const first = await openSeason({ en: 'One' })
  await boards.count({ 1: { kills: 1 }, 2: { kills: 2 } })
  await boards.count({ 1: { kills: 1 } }, { mode: 'retakes' })
  await boards.operate('POST', `seasons/${first.id}/close`)
  const second = await openSeason({ en: 'Two' })
  expect(await listed()).toMatchObject([
    { id: second.id, rows: 0 },
    { id: first.id, rows: 3 },
  ])
  await boards.operate('PUT', `hidden-players/${playerId(1)}`, {})
  expect((await listed())[1]).toMatchObject({ rows: 1 })
})

test('J a season that another operator has changed concurrently is neither renamed nor closed', async () => {
  const { id, revision } = await openSeason({ en: 'One' })
  const rename = (en: string, seen: unknown) =>
    boards.operate<Season>('PATCH', `seasons/${id}`, { name: { en }, revision: seen })
  const renamed = await rename('Two', revision)
  expect(renamed).toMatchObject({ status: 200, body: { name: { en: 'Two' } } })
  expect(await rename('Three', revision)).toMatchObject(conflict)
  expect(await boards.operate('POST', `seasons/${id}/close?revision=${revision}`)).toMatchObject(conflict)
  expect(await listed()).toMatchObject([{ name: { en: 'Two' }, ends: null }])
  const close = `seasons/${id}/close?revision=${renamed.body.revision}`
  expect((await boards.operate('POST', close)).status).toBe(200)
  expect((await rename('Three', 'newest')).status).toBe(400)
  expect((await boards.operate('POST', `seasons/${id}/close?revision=x`)).status).toBe(400)
})

test('J what an operator does about seasons is in the audit log, before and after', async () => {
  const { id } = await openSeason({ zh: '一', en: 'One' })
  expect(await trail()).toMatchObject({
    action: 'operatorOpenSeason',
    subject: '一 / One',
    before: null,
    after: { name: { zh: '一', en: 'One' } },
  })
  await boards.operate('PATCH', `seasons/${id}`, { name: { zh: '二' } })
  expect(await trail()).toMatchObject({
    subject: '一 / One',
    before: { name: { zh: '一' } },
    after: { name: { zh: '二' } },
  })
  await boards.operate('POST', `seasons/${id}/close`)
  const ends = boards.context.clock.now().getTime()
  expect(await trail()).toMatchObject({ subject: '二', before: { ends: null }, after: { ends } })
})

test('J I3 fairness: hiding, resetting and dismissing are in the audit log, before and after', async () => {
  const steamId = playerId(1)
  await boards.count({ 1: { kills: 3 } }, { anomalies: [{ steamId, kind: 'rate', detail: { kills: 48 } }] })
  await boards.operate('PUT', `hidden-players/${steamId}`, { reason: 'aim' })
  expect(await trail()).toMatchObject({ subject: steamId, before: null, after: { reason: 'aim' } })
  await boards.operate('DELETE', `hidden-players/${steamId}`)
  expect(await trail()).toMatchObject({ subject: steamId, before: { reason: 'aim' }, after: null })
  const reset = await boards.operate<{ id: string }>('POST', 'resets', { steamId })
  expect(await trail()).toMatchObject({
    subject: steamId,
    before: null,
    after: { steamId, state: 'done' },
  })
  await boards.operate('POST', `resets/${reset.body.id}/undo`)
  expect(await trail()).toMatchObject({
    subject: steamId,
    before: { state: 'done' },
    after: { state: 'undone' },
  })
  const [flag] = (await boards.operate<{ id: string }[]>('GET', 'flags')).body
  await boards.operate('DELETE', `flags/${flag?.id}`)
  expect(await trail()).toMatchObject({ subject: steamId, before: { kind: 'rate' }, after: null })
})
