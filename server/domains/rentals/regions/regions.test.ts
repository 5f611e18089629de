import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const home = { code: 'home-2', name: { zh: '家', en: 'Home' }, group: 'other', capacity: 3 }
let fixture: RentalPortalFixture
let ann: TestUser

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const codeOf = ({ statusCode, ...answer }: { statusCode: number; json<T>(): T }) => [
  statusCode,
  answer.json<{ code?: string }>().code,
]
const change = (code: string, body: object) => fixture.operator('PATCH', `/regions/${code}`, body)
const offered = async () => {
  const answer = await fixture.call(ann, 'GET', '/scrim/available-regions')
  return answer.json<{ regions: RentalRegion[] }>().regions
}
const find = async (code: string) => (await offered()).find(({ region }) => region === code)

test('G23 an operator adds a region by a code of their own, and players rent a server there', async () => {
  const added = await fixture.operator('POST', '/regions', home)
  expect(added.json()).toMatchObject({ ...home, hidden: false, recommended: false, position: 190, used: 0 })
  expect(codeOf(await fixture.operator('POST', '/regions', home))).toEqual([409, 'region.exists'])
  expect(await find('home-2')).toMatchObject({ name: home.name, group: 'other', available: true })
  const { rental } = await fixture.rent(ann, { region: 'home-2' })
  expect(await fixture.server(ann)).toMatchObject({ region: 'home-2', region_name: home.name })
  expect(rental.region).toBe('home-2')
  expect(codeOf(await fixture.operator('DELETE', '/regions/home-2'))).toEqual([409, 'region.in_use'])
})

test('G23 a region has a code, a name in one language at least, and a group', async () => {
  for (const wrong of [{ code: 'Home' }, { code: 'a/b' }, { name: { zh: ' ' } }, { group: 'moon' }])
    expect(codeOf(await fixture.operator('POST', '/regions', { ...home, code: 'x-1', ...wrong }))).toEqual([
      400,
      'request.invalid',
    ])
  const one = { ...home, code: 'oc-perth', name: { en: 'Perth' } }
  expect((await fixture.operator('POST', '/regions', one)).json()).toMatchObject({
    name: { zh: 'Perth', en: 'Perth' },
  })
  expect(codeOf(await change('oc-perth', { name: { zh: '', en: '' } }))).toEqual([400, 'request.invalid'])
  expect((await change('oc-perth', { name: { zh: '珀斯' }, group: 'asia' })).json()).toMatchObject({
    name: { zh: '珀斯', en: 'Perth' },
    group: 'asia',
  })
  expect(codeOf(await fixture.operator('DELETE', '/regions/oc-perth?revision=1'))).toEqual([
    409,
    'edit.conflict',
  ])
  expect((await fixture.operator('DELETE', '/regions/oc-perth')).statusCode).toBe(204)
  expect(codeOf(await fixture.operator('DELETE', '/regions/oc-perth'))).toEqual([404, 'region.not_found'])
  expect(codeOf(await change('oc-perth', {}))).toEqual([404, 'region.not_found'])
})

test('G10 G18 a hidden region is not shown, not sold and no target; the servers there stay', async () => {
  const rental = await fixture.running(ann)
  await change('ap-shanghai', { hidden: true })
  await change('ap-tokyo', { hidden: true })
  expect([await find('ap-shanghai'), await find('ap-tokyo')]).toEqual([undefined, undefined])
  expect(codeOf(await fixture.order(ann, { region: 'ap-tokyo' }))).toEqual([409, 'region.unavailable'])
  const move = { targetRegion: 'ap-tokyo' }
  expect(
    codeOf(await fixture.call(ann, 'POST', `/scrim/server/${rental.number}/switch-region`, move)),
  ).toEqual([409, 'region.unavailable'])
  expect(await fixture.server(ann)).toMatchObject({ region: 'ap-shanghai', status: 'RUNNING' })
  for (const code of ['ap-shanghai', 'ap-tokyo']) await change(code, { hidden: false })
  expect(await find('ap-tokyo')).toMatchObject({ available: true })
})

test('G10 the order is the operator’s, recommended regions first; one without room is listed as not available', async () => {
  await change('ap-seoul', { position: 1, capacity: 1 })
  await change('ap-mumbai', { position: 0, capacity: 0 })
  const codes = (await offered()).filter(({ recommended }) => !recommended).map(({ region }) => region)
  expect(codes.slice(0, 2)).toEqual(['ap-mumbai', 'ap-seoul'])
  expect(await find('ap-mumbai')).toMatchObject({ available: false, maintenance: null })
})
