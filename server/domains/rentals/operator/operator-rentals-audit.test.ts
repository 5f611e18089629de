import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const hour = 3_600_000
const day = 24 * hour
let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.running(ann)
})
afterAll(() => fixture.close())

const path = (verb = '') => `/rentals/${rental.number}${verb}`
const post = (verb: string, body?: object) => fixture.operator('POST', path(verb), body)
const code = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

test('J what an operator changes of a server and of a region is in the audit log, before and after', async () => {
  const { database } = fixture.context
  const trail = () =>
    database
      .selectFrom('audit_log')
      .select(['action', 'subject', 'before', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  await post('/extend', { hours: 1 })
  expect(await trail()).toEqual({
    action: 'operatorExtendRental',
    subject: `Night owls (${rental.number})`,
    before: { expires: fixture.now + 30 * day },
    after: { expires: fixture.now + 30 * day + hour },
  })
  await fixture.operator('PUT', path('/maintenance'), { text: { zh: '换盘', en: '' } })
  expect(await trail()).toMatchObject({
    before: { maintenance: null },
    after: { maintenance: { zh: '换盘' } },
  })
  await post('/move', { region: 'ap-tokyo' })
  expect(await trail()).toMatchObject({
    before: { status: 'RUNNING', movesTo: null },
    after: { status: 'SWITCHING', movesTo: 'ap-tokyo' },
  })
  await fixture.operator('PATCH', '/regions/ap-tokyo', { capacity: 9 })
  expect(await trail()).toMatchObject({
    subject: '东京 / Tokyo',
    before: { capacity: 3 },
    after: { capacity: 9 },
  })
})

test('J a region that another operator changed meanwhile is not overwritten', async () => {
  const { revision } = await fixture.region('ap-tokyo')
  const requestChange = (change: object) => fixture.operator('PATCH', '/regions/ap-tokyo', change)
  expect((await requestChange({ capacity: 4, revision })).statusCode).toBe(200)
  expect(code(await requestChange({ capacity: 5, revision }))).toEqual([409, 'edit.conflict'])
  const maintain = (body: object) => fixture.operator('PUT', '/regions/ap-tokyo/maintenance', body)
  expect(code(await maintain({ revision }))).toEqual([409, 'edit.conflict'])
  expect((await maintain({ revision: revision + 1 })).statusCode).toBe(200)
  const resume = (seenThen: number) =>
    fixture.operator('DELETE', `/regions/ap-tokyo/maintenance?revision=${seenThen}`)
  expect(code(await resume(revision + 1))).toEqual([409, 'edit.conflict'])
  expect((await resume(revision + 2)).statusCode).toBe(204)
  expect(await fixture.region('ap-tokyo')).toMatchObject({ capacity: 4, maintenance: null })
  expect(code(await requestChange({ revision: 'new' }))).toEqual([400, 'request.invalid'])
})

test('G23 a region is named, ordered and sized by the operator; its use is counted', async () => {
  const change = { name: { zh: '沪' }, position: 1, recommended: true, capacity: 7 }
  const answer = await fixture.operator('PATCH', '/regions/ap-shanghai', change)
  expect(answer.json()).toEqual({
    code: 'ap-shanghai',
    cordoned: null,
    group: 'china',
    hidden: false,
    name: { zh: '沪', en: 'Shanghai' },
    position: 1,
    recommended: true,
    capacity: 7,
    used: 1,
    served: true,
    maintenance: null,
    revision: expect.any(Number),
  })
  expect(await fixture.server(ann)).toMatchObject({ region_name: { zh: '沪', en: 'Shanghai' } })
  await fixture.operator('PATCH', '/regions/ap-shanghai', {
    name: { zh: '上海' },
    position: 10,
    recommended: false,
  })
  for (const wrong of [{ capacity: -1 }, { capacity: 1.5 }, { code: 'x' }, { position: 1_001 }])
    expect((await fixture.operator('PATCH', '/regions/ap-shanghai', wrong)).statusCode).toBe(400)
  expect((await fixture.operator('PATCH', '/regions/xx-nowhere', {})).statusCode).toBe(404)
})
