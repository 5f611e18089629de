import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.unpaid(ann)
})
afterAll(() => fixture.close())

const one = { steamid: '76561198000000001', name: '' }
const high = { steamid: '76561200000000001', name: '' }
const higher = { steamid: '76561200000000002', name: '' }
const apply = async (admins: object[], { person = ann, of = rental } = {}) => {
  const answer = await fixture.call(person, 'PUT', `/scrim/server/${of.number}/admins`, { admins })
  return answer.json<{ code?: string; admins?: object[] }>()
}

test('G15 a name in the game that is too long is cut between characters, not in one', async () => {
  const servername = `${'x'.repeat(63)}😀😀`
  expect(await apply([{ ...one, servername }])).toMatchObject({
    admins: [{ servername: `${'x'.repeat(63)}😀` }],
  })
})

test('G15 characters that hide text or turn its direction are left out, those that join emoji are not', async () => {
  const family = '👨\u200d👩\u200d👧'
  const hidden = (text: string) => `\u202e\u200f\u2066${text}\u200b\ufeff`
  const row = { ...one, name: hidden(family), servername: hidden('蓝') }
  expect(await apply([row])).toMatchObject({
    success: true,
    admins: [{ ...one, name: family, servername: '蓝' }],
  })
  const rental = await fixture.running(ann, { nickname: hidden(family) })
  expect(rental.admins).toEqual([{ steamid: ann.steamId, name: '', servername: family }])
})

test('G15 an admin already on the list stays, whatever their SteamID begins with; no further one of the kind is added', async () => {
  await fixture.write(rental, { admins: JSON.stringify([{ ...higher, servername: '' }]) })
  expect(await apply([higher, high])).toMatchObject({ code: 'admin.steam_id_prefix' })
  expect(await apply([higher, one])).toMatchObject({ admins: [higher, one] })
  await apply([one])
  expect(await apply([higher, one])).toMatchObject({ code: 'admin.steam_id_prefix' })
})

test('G15 the owner may be on the list and be added again, whatever their SteamID begins with', async () => {
  const person = await signIn(fixture.context, high.steamid)
  const of = await fixture.running(person)
  expect(await apply([high, one], { person, of })).toMatchObject({ admins: [high, one] })
  expect(await apply([one], { person, of })).toMatchObject({ admins: [one] })
  expect(await apply([one, high], { person, of })).toMatchObject({ admins: [one, high] })
})
