import { type IncomingMessage, get } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { streamHeartbeatMs } from '@clutch/contract/limits.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { notifyRentalsChanged } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

let fixture: RentalPortalFixture
let ann: TestUser
let member: TestUser
let port: number
const open: IncomingMessage[] = []

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  fixture = await openRentalPortal()
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const address = fixture.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
beforeEach(async () => {
  await fixture.clear()
  ann = await fixture.person()
  member = await fixture.person()
})
afterEach(() => {
  for (const response of open.splice(0)) response.destroy()
})
afterAll(async () => {
  vi.useRealTimers()
  await fixture.close()
})

/** A user's stream: the lists it received, and whether it has ended. */
async function listen({ headers }: Pick<TestUser, 'headers'>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: '/api/scrim/stream', headers }, resolve).on('error', reject)
  })
  open.push(response)
  const heard = { status: response.statusCode, text: '', ended: false, lists: () => listsIn(heard.text) }
  response.setEncoding('utf8').on('data', (part: string) => (heard.text += part))
  response.on('end', () => (heard.ended = true)).on('error', () => (heard.ended = true))
  return heard
}

function listsIn(text: string): RentalView[][] {
  return [...text.matchAll(/^event: servers\ndata: (.*)\n\n/gm)].map(
    ([, data = '']) => JSON.parse(data) as RentalView[],
  )
}

const until = (check: () => boolean) => vi.waitUntil(check, { timeout: 10_000, interval: 10 })
const announceAll = () => fixture.context.database.transaction().execute((tx) => notifyRentalsChanged(tx))

test("G12 a user's own servers are streamed at once, and whenever one of them changes", async () => {
  const rental = await fixture.running(ann)
  const heard = await listen(ann)
  await until(() => heard.lists().length === 1)
  expect(heard.lists()[0]).toMatchObject([{ instance_id: rental.number, status: 'RUNNING' }])
  await fixture.call(ann, 'POST', '/scrim/restart-server', { instance_id: rental.number })
  await until(() => heard.lists().length === 2)
  expect(heard.lists()[1]).toMatchObject([{ status: 'RESTARTING', locked_until: fixture.now + 40_000 }])
})

test('G3 other users receive nothing; an admin who is removed receives a list without the server', async () => {
  const rental = await fixture.running(ann)
  const [hers, nobodys] = [await listen(member), await listen(await fixture.person())]
  await until(() => hers.lists().length === 1 && nobodys.lists().length === 1)
  expect([hers.lists(), nobodys.lists()]).toEqual([[[]], [[]]])
  const apply = (person: TestUser) =>
    fixture.call(ann, 'PUT', `/scrim/server/${rental.number}/admins`, {
      admins: [{ steamid: person.steamId, name: '' }],
    })
  await apply(member)
  await until(() => hers.lists().length === 2)
  expect(hers.lists()[1]).toMatchObject([{ instance_id: rental.number, isOwner: false }])
  await apply(ann)
  await until(() => hers.lists().length === 3)
  expect(hers.lists()[2]).toEqual([])
  await announceAll()
  expect(nobodys.lists()).toHaveLength(1)
})

test('G12 a change by time alone is sent with the next heartbeat, an unchanged list is not sent again', async () => {
  await fixture.running(ann, { duration: '4h' })
  const heard = await listen(ann)
  await until(() => heard.lists().length === 1)
  vi.advanceTimersByTime(streamHeartbeatMs)
  await until(() => heard.text.includes('\n\n:\n\n'))
  fixture.context.clock.advance(4 * 3_600_000)
  vi.advanceTimersByTime(streamHeartbeatMs)
  await until(() => heard.lists().length > 1)
  expect(heard.lists()).toMatchObject([[{ isExpired: false }], [{ isExpired: true }]])
})

test('C15 a stream ends with the session it was opened by', async () => {
  await fixture.running(ann)
  const heard = await listen(ann)
  await until(() => heard.lists().length === 1)
  await fixture.call(ann, 'DELETE', `/account/sessions/${ann.sessionId}`)
  await announceAll()
  await until(() => heard.ended)
  expect(heard.lists()).toHaveLength(1)
})

test('A10 a stream ends once the feature is off', async () => {
  const heard = await listen(ann)
  await until(() => heard.lists().length === 1)
  await fixture.operator('PATCH', '/portal', { features: { pracc: { enabled: false } } })
  await announceAll()
  await until(() => heard.ended)
  expect(heard.lists()).toHaveLength(1)
  await fixture.operator('PATCH', '/portal', { features: { pracc: { enabled: true } } })
})

test('G12 an account has ten streams at most, and a closed one makes room', async () => {
  const heard = []
  for (let turn = 0; turn < 10; turn += 1) heard.push(await listen(ann))
  expect((await listen(ann)).status).toBe(429)
  expect((await listen(member)).status).toBe(200)
  open[0]?.destroy()
  await vi.waitFor(async () => expect((await listen(ann)).status).toBe(200))
})

test('C15 a stream requires a session', async () => {
  expect((await listen({ headers: { authorization: 'Bearer none' } })).status).toBe(401)
})
