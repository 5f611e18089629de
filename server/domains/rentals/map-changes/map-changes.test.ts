import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const apiKey = 'a-web-api-key'
const workshopId = '3070284539'
let fixture: RentalPortalFixture
let steam: SteamEmulator
let folder: string
let ann: TestUser
let member: TestUser

beforeAll(async () => {
  steam = await startSteamEmulator({ people: [], apiKey })
  folder = await mkdtemp(join(tmpdir(), 'clutch-maps-'))
  fixture = await openRentalPortal()
  ann = await fixture.person()
  member = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  Object.assign(fixture.context.config, {
    steamApiUrl: steam.url,
    steamApiKey: apiKey,
    mapPictureDir: folder,
  })
})
afterEach(() => steam.setMode('ok'))
afterAll(async () => {
  await fixture.close()
  await steam.close()
  await rm(folder, { recursive: true })
})

const change = (person: TestUser, number: string, map: string, mode = 'practice') =>
  fixture.call(person, 'POST', '/scrim/change-map', { instance_id: number, map, mode })
const changes = () => fixture.context.database.selectFrom('rental_map_changes').selectAll().execute()
const search = async (text: string) => {
  const answer = await fixture.call(ann, 'GET', `/scrim/workshop-maps?text=${encodeURIComponent(text)}`)
  return [
    answer.statusCode,
    answer.json<{ maps?: { title: string; picture: string | null }[]; code?: string }>(),
  ] as const
}

test('owner and admins change map and mode; the card says so, and a second press is no second change', async () => {
  const rental = await fixture.running(ann)
  const admins = [ann, member].map(({ steamId }) => ({ steamid: steamId, name: '' }))
  await fixture.call(ann, 'PUT', `/scrim/server/${rental.number}/admins`, { admins })
  const answers = await Promise.all([1, 2, 3].map(() => change(member, rental.number, 'de_mirage', 'match')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await changes()).toMatchObject([
    { map: 'de_mirage', mode: 'match', state: 'waiting', from_mode: 'practice' },
  ])
  expect(await fixture.server(ann)).toMatchObject({
    mode: 'match',
    map_change: { map: 'de_mirage', title: null, mode: 'match', state: 'waiting', since: fixture.now },
  })
  const other = await change(ann, rental.number, 'de_nuke')
  expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'rental.changing_map'])
})

test.each([
  ['restarting', { restart_at: true }, 'rental.locked'],
  ['switching', { state: 'switching' }, 'rental.switching'],
  ['verifying', { state: 'verifying' }, 'rental.locked'],
  ['silent', { outage_at: true, outage_reason: 'silent' }, 'rental.not_ready'],
] as const)('a server that is %s keeps its map', async (_what, state, code) => {
  const rental = await fixture.running(ann)
  const now = new Date(fixture.now)
  const written = Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, value === true ? now : value]),
  )
  await fixture.write(rental, { ...written, ...('state' in state && { verify_at: now }) })
  const answer = await change(ann, rental.number, 'de_mirage')
  expect([answer.json<{ code: string }>().code, await changes()]).toEqual([code, []])
})

test('what is no map, and a mode that is not offered, are refused', async () => {
  const rental = await fixture.running(ann)
  const codes = []
  for (const [map, mode] of [
    ['de_mirage; quit', 'practice'],
    ['1', 'practice'],
    ['3111111111', 'practice'],
    ['2999999999', 'practice'],
    ['de_mirage', 'retakes'],
    ['de_mirage', 'zombies'],
  ] as const)
    codes.push((await change(ann, rental.number, map, mode)).json<{ code: string }>().code)
  expect(codes).toEqual([
    'request.invalid',
    'request.invalid',
    'map.not_found',
    'map.not_found',
    'mode.not_offered',
    'request.invalid',
  ])
  expect(await changes()).toEqual([])
})

test('a Workshop map has its title, and is taken without one where Steam does not answer', async () => {
  const rental = await fixture.running(ann)
  steam.setMode('down')
  expect((await change(ann, rental.number, '3075706807')).statusCode).toBe(200)
  steam.setMode('ok')
  await fixture.context.database.deleteFrom('rental_map_changes').execute()
  await change(ann, rental.number, workshopId)
  expect(await changes()).toMatchObject([{ map: workshopId, title: 'Aim Redline | 1v1' }])
})

test('the Workshop is searched by words, the most popular first; titles lose what no title has', async () => {
  expect(await search('AIM')).toEqual([
    200,
    {
      maps: [
        { id: workshopId, title: 'Aim Redline | 1v1', picture: null },
        { id: '3075706807', title: '回防训练 Retakes Aim', picture: null },
        { id: '3084291314', title: '<img src=x onerror=alert(1)> aim "quit; map', picture: null },
      ],
    },
  ])
  expect(await search('nothing like it')).toEqual([200, { maps: [] }])
  expect(await search(`https://steamcommunity.com/sharedfiles/filedetails/?id=${workshopId}`)).toMatchObject([
    200,
    { maps: [{ id: workshopId }] },
  ])
})

test.each(['down', 'lying', 'huge'] as const)('a Steam that is %s makes no maps', async (mode) => {
  steam.setMode(mode)
  const [status, body] = await search('aim')
  expect(mode === 'lying' ? [status, body.maps] : [status, body.code]).toEqual(
    mode === 'lying' ? [200, []] : [424, 'workshop.unavailable'],
  )
})

test('without a key the Workshop is asked by number alone', async () => {
  Object.assign(fixture.context.config, { steamApiKey: undefined })
  expect(await search('aim')).toMatchObject([424, { code: 'workshop.unavailable' }])
  expect(await search(workshopId)).toMatchObject([200, { maps: [{ title: 'Aim Redline | 1v1' }] }])
  const options = (await fixture.call(ann, 'GET', '/scrim/maps')).json<{ workshopSearch: boolean }>()
  expect(options.workshopSearch).toBe(false)
})

test('a picture of the operator’s folder is shown, another map is drawn', async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'de_nuke.webp'), 'RIFF')
  const { maps, modes, supported } = (await fixture.call(ann, 'GET', '/scrim/maps')).json<{
    maps: { name: string; picture: string | null }[]
    modes: string[]
    supported: boolean
  }>()
  const pictured = maps.filter(({ picture }) => picture !== null)
  expect([pictured.map(({ name }) => name), modes, supported]).toEqual([
    ['de_nuke'],
    ['practice', 'match', 'scrim', 'deathmatch'],
    true,
  ])
  const got = await fixture.app.inject(pictured[0]?.picture ?? '')
  expect([got.statusCode, got.headers['content-type'], got.body]).toEqual([200, 'image/webp', 'RIFF'])
  expect((await fixture.app.inject('/api/scrim/maps/de_mirage/picture')).statusCode).toBe(404)
  expect((await fixture.app.inject('/api/scrim/maps/..%2fde_nuke/picture')).statusCode).toBe(400)
})

test('a picture of a Workshop map is found by its number', async () => {
  await writeFile(join(folder, `${workshopId}.png`), 'PNG')
  const [, { maps }] = await search(workshopId)
  const got = await fixture.app.inject(maps?.[0]?.picture ?? '')
  expect([got.statusCode, got.headers['content-type'], got.body]).toEqual([200, 'image/png', 'PNG'])
  await rm(join(folder, `${workshopId}.png`))
  expect(await search(workshopId)).toMatchObject([200, { maps: [{ picture: null }] }])
})

test('a failed change is on the card for a day', async () => {
  const rental = await fixture.running(ann)
  await change(ann, rental.number, 'de_mirage')
  await fixture.context.database
    .updateTable('rental_map_changes')
    .set({ state: 'failed', ended_at: new Date(fixture.now) })
    .execute()
  expect(await fixture.server(ann)).toMatchObject({ map_change: { state: 'failed' } })
  fixture.context.clock.advance(24 * 3_600_000)
  expect(await fixture.server(ann)).toMatchObject({ map_change: null })
})
