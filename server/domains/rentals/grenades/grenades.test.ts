import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxSavedGrenades } from '@clutch/contract/limits.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'
import { insertVersion } from './grenades.store.ts'

const entry = {
  LineupPos: '1.5 -2 3',
  LineupAng: '-12 90 0',
  Desc: '<b>跳投</b>',
  Map: 'de_mirage',
  Type: 'Smoke',
}
let fixture: RentalPortalFixture
let ann: TestUser
let member: TestUser
let stranger: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
  member = await fixture.person()
  stranger = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.running(ann)
  const admins = [ann, member].map(({ steamId }) => ({ steamid: steamId, name: '' }))
  await fixture.call(ann, 'PUT', `/scrim/server/${rental.number}/admins`, { admins })
})
afterAll(() => fixture.close())

interface List {
  grenades: { name: string; owner: string; ownerName: string | null }[]
  versions: { id: string; source: string; grenades: number; isCurrent: boolean }[]
  pending: boolean
}

const listed = async (person = ann) => {
  const answer = await fixture.call(person, 'GET', `/scrim/server/${rental.number}/grenades`)
  return answer.json<List>()
}
const upload = (grenades: unknown, person = ann) =>
  fixture.call(person, 'POST', '/scrim/upload-grenades', { instance_id: rental.number, grenades })
const restore = (version: string, person = ann) =>
  fixture.call(person, 'POST', '/scrim/restore-grenades', { instance_id: rental.number, version })
const codeOf = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { code: string }).code,
]

/** What the portal collected from the server. */
async function collected(...names: string[]): Promise<string> {
  const id = randomUUID()
  const content = JSON.stringify({ [member.steamId]: Object.fromEntries(names.map((name) => [name, entry])) })
  await fixture.context.database.transaction().execute((tx) =>
    insertVersion(tx, {
      id,
      rental_id: rental.id,
      source: 'collected',
      content,
      grenades: names.length,
      made_at: fixture.context.clock.now(),
      made_by: null,
      is_current: true,
    }),
  )
  fixture.context.clock.advance(1_000)
  return id
}

test('owner and admins see the line-ups and every version, whose file is as MatchZy wrote it', async () => {
  await fixture.context.database
    .insertInto('rental_players')
    .values({
      rental_id: rental.id,
      steam_id: member.steamId,
      name: '队长',
      last_at: fixture.context.clock.now(),
    })
    .execute()
  const first = await collected('window')
  const second = await collected('window', '__proto__')
  for (const person of [ann, member])
    expect(await listed(person)).toEqual({
      grenades: ['window', '__proto__'].map((name) => ({
        owner: member.steamId,
        ownerName: '队长',
        name,
        map: 'de_mirage',
        type: 'Smoke',
        position: '1.5 -2 3',
        angle: '-12 90 0',
        description: '<b>跳投</b>',
      })),
      versions: [
        expect.objectContaining({ id: second, source: 'collected', grenades: 2, isCurrent: true }),
        expect.objectContaining({ id: first, grenades: 1, isCurrent: false }),
      ],
      pending: false,
    })
  const path = `/scrim/server/${rental.number}/grenades/${first}`
  const answer = await fixture.call(member, 'GET', path)
  expect(JSON.parse(answer.json<{ content: string }>().content)).toEqual({
    [member.steamId]: { window: entry },
  })
  expect(codeOf(await fixture.call(stranger, 'GET', path))).toEqual([404, 'rental.not_found'])
  const missing = await fixture.call(ann, 'GET', `/scrim/server/${rental.number}/grenades/${randomUUID()}`)
  expect(codeOf(missing)).toEqual([404, 'grenades.version_not_found'])
})

test('the owner restores a version once, however often it is pressed; an admin does not', async () => {
  const first = await collected('window')
  await collected('wrong')
  expect(codeOf(await restore(first, member))).toEqual([403, 'rental.owner_only'])
  expect(codeOf(await restore(randomUUID()))).toEqual([404, 'grenades.version_not_found'])
  expect((await restore(first)).statusCode).toBe(200)
  const { grenades, versions, pending } = await listed()
  expect([grenades.map(({ name }) => name), pending]).toEqual([['window'], true])
  expect(versions.map(({ source, isCurrent }) => [source, isCurrent])).toEqual([
    ['restored', true],
    ['collected', false],
    ['collected', false],
  ])
  expect((await restore(versions[0]?.id ?? '')).statusCode).toBe(200)
  expect((await listed()).versions).toHaveLength(3)
})

test('an upload adds to the line-ups, and the same file again is nothing new', async () => {
  await collected('window')
  const file = { default: { mid: entry }, [member.steamId]: { window: { ...entry, Desc: 'newer' } } }
  const answers = [await upload(file), await upload(file)]
  expect(answers.map((answer) => answer.json<unknown>())).toEqual([
    { success: true, added: 2 },
    { success: true, added: 2 },
  ])
  const { grenades, versions } = await listed()
  expect(grenades.map(({ name }) => name).toSorted()).toEqual(['mid', 'window'])
  expect(grenades).toContainEqual(expect.objectContaining({ name: 'window', description: 'newer' }))
  expect(versions.map(({ source }) => source)).toEqual(['uploaded', 'collected'])
})

test('what is no file of MatchZy is refused with its reason and changes nothing', async () => {
  const tooMany = Object.fromEntries(
    Array.from({ length: maxSavedGrenades + 1 }, (_, at) => [
      `n${at}`,
      { LineupPos: '0 0 0', LineupAng: '0 0 0', Map: 'a' },
    ]),
  )
  for (const [file, reason] of [
    [[], 'This is no file of MatchZy'],
    ['text', 'This is no file of MatchZy'],
    [{ default: { mid: { ...entry, LineupPos: 'x' } } }, 'This is no file of MatchZy: default / mid'],
    [{ default: tooMany }, 'The file holds too many line-ups'],
  ] as const) {
    const answer = await upload(file)
    expect(codeOf(answer)).toEqual([400, 'grenades.invalid'])
    expect(answer.json<{ error: string }>().error).toBe(reason)
  }
  expect(codeOf(await upload({ default: { mid: entry } }, member))).toEqual([403, 'rental.owner_only'])
  expect(codeOf(await upload({ default: { mid: entry } }, stranger))).toEqual([404, 'rental.not_found'])
  await fixture.write(rental, { expires_at: new Date(fixture.now - 1_000) })
  expect(codeOf(await upload({ default: { mid: entry } }))).toEqual([409, 'rental.over'])
  expect(await listed()).toEqual({ grenades: [], versions: [], pending: false })
})
