import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileMaxAgeMs, rankedProfileMaxAgeMs } from '@clutch/contract/limits.ts'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { insertSighting } from '../../leaderboard/testing/player-sighting.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createTestApp } from '../../../testing/http.ts'
import { getPlayerIdentity, getPlayerNames, toIdentity } from './identity.service.ts'
import { signIn } from '../testing/test-users.ts'
import { selectUserBySteamId, updateUser } from '../users/users.store.ts'
import {
  getAvatarUrls,
  refreshProfileIfStale,
  refreshRankedProfiles,
  refreshStaleProfiles,
  startProfileWorkers,
} from './profiles.worker.ts'
import { registerProfileRoutes } from './profiles.routes.ts'

const apiKey = 'marker-key-of-the-web-api'
const ada = '76561198000000001'
const bea = '76561198000000002'
const stranger = '76561198000000003'
const people = [
  { steamId: ada, name: ' 阿杰\u0000\u202e ' },
  { steamId: bea, name: 'Bea' },
]

let steam: SteamEmulator
let context: TestContext
let app: App
let logged: string
beforeEach(async () => {
  steam = await startSteamEmulator({ people, apiKey })
  logged = ''
  const log = pino(new Writable({ write: (line, _, done) => done(void (logged += String(line))) }))
  context = await createTestContext({ config: settingsWith({ STEAM_API_KEY: apiKey }), log })
  app = await createTestApp(context)
  registerProfileRoutes(context, app)
})
afterEach(async () => {
  await app.close()
  await context.destroy()
  await steam.close()
})

const settingsWith = (more: Record<string, string>) =>
  readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_PORT: '0',
    STEAM_API_URL: steam.url,
    STEAM_PICTURE_HOSTS: new URL(steam.url).host,
    ...more,
  })

const picture = (steamId: string, headers: Record<string, string> = {}, version = '') =>
  app.inject({ url: `/api/avatars/${steamId}${version}`, headers })

/** Returns how a user who has signed in is shown. */
async function shown(steamId: string) {
  const user = await selectUserBySteamId(context.database, steamId)
  if (!user) throw new Error('no such user')
  const { username, avatar } = toIdentity(user)
  return { username, avatar }
}

const pictureAtSteam = async (steamId: string) =>
  Buffer.from(await (await fetch(`${steam.url}/avatars/${steamId}_full.png`)).arrayBuffer())

test('B3 a job fetches name and picture from Steam, sanitised and stored by the portal', async () => {
  await signIn(context, ada)
  expect(await shown(ada)).toEqual({ username: '#000001', avatar: '' })
  await startProfileWorkers(context, () => Promise.resolve([]))
  await context.jobs.enqueue(context.database, 'steam-profile', { steamId: ada })
  await vi.waitFor(async () => expect((await shown(ada)).avatar).not.toBe(''), { timeout: 15_000 })
  const { username, avatar } = await shown(ada)
  expect(username).toBe('阿杰')
  const answer = await app.inject({ url: avatar })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(await pictureAtSteam(ada))).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('B3 without a version a picture is cached for five minutes; a client that has it gets 304', async () => {
  await refreshProfileIfStale(context, ada)
  const { headers } = await picture(ada)
  expect(headers['cache-control']).toBe('public, max-age=300')
  const again = await picture(ada, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await picture(ada, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  await refreshProfileIfStale(context, bea)
  expect((await picture(bea)).headers.etag).not.toBe(headers.etag)
})

test('B3 who has no picture, or is no player, has none', async () => {
  const unknown = await picture(ada)
  expect([unknown.statusCode, unknown.json(), unknown.headers['cache-control']]).toEqual([
    404,
    { error: 'This player has no picture', code: 'player.not_found' },
    'no-store',
  ])
  expect((await picture('1')).statusCode).toBe(400)
})

test('J2 who chose the drawn picture is shown with none, and can still look at Steam’s', async () => {
  const { userId } = await signIn(context, ada)
  await refreshProfileIfStale(context, ada)
  await updateUser(context.database, userId, { avatar_source: 'drawn' })
  expect((await shown(ada)).avatar).toBe('')
  expect(await getAvatarUrls(context.database, [ada])).toEqual(new Map())
  expect((await picture(ada)).statusCode).toBe(200)
})

test('I3 addresses of the pictures there are, of users and of others alike', async () => {
  const { userId } = await signIn(context, ada)
  await refreshProfileIfStale(context, ada)
  await refreshProfileIfStale(context, bea)
  const avatars = await getAvatarUrls(context.database, [ada, bea, stranger])
  expect([...avatars.keys()].toSorted()).toEqual([ada, bea])
  expect(avatars.get(ada)).toBe((await shown(ada)).avatar)
  expect((await app.inject({ url: avatars.get(bea) ?? '' })).statusCode).toBe(200)
  await updateUser(context.database, userId, { avatar_source: 'drawn' })
  expect([...(await getAvatarUrls(context.database, [ada, bea])).keys()]).toEqual([bea])
  expect(await getAvatarUrls(context.database, [])).toEqual(new Map())
})

test('C2 Steam is asked about a player once a day', async () => {
  await refreshProfileIfStale(context, ada)
  context.clock.advance(profileMaxAgeMs - 1)
  await refreshProfileIfStale(context, ada)
  expect(steam.requestCounts.summaries).toBe(1)
  context.clock.advance(1)
  await refreshProfileIfStale(context, ada)
  expect(steam.requestCounts.summaries).toBe(2)
})

test('C2 the address changes when the picture does, and not otherwise', async () => {
  await signIn(context, ada)
  await refreshProfileIfStale(context, ada)
  const before = (await shown(ada)).avatar
  context.clock.advance(profileMaxAgeMs)
  await refreshProfileIfStale(context, ada)
  expect((await shown(ada)).avatar).toBe(before)
  const other = await pictureAtSteam(bea)
  await context.database.updateTable('steam_profiles').set({ picture: other }).execute()
  context.clock.advance(profileMaxAgeMs)
  await refreshProfileIfStale(context, ada)
  expect((await shown(ada)).avatar).not.toBe(before)
})

test('C2 a picture that cannot be fetched stays unchanged, and the name is updated from Steam', async () => {
  await signIn(context, bea)
  await refreshProfileIfStale(context, bea)
  const before = await shown(bea)
  await context.database.updateTable('steam_profiles').set({ name: 'before' }).execute()
  context.clock.advance(profileMaxAgeMs)
  const elsewhere = settingsWith({ STEAM_API_KEY: apiKey, STEAM_PICTURE_HOSTS: 'elsewhere.example' })
  await refreshProfileIfStale({ ...context, config: elsewhere }, bea)
  expect(await shown(bea)).toEqual(before)
  expect((await picture(bea)).statusCode).toBe(200)
  expect(logged).toContain('could not load the picture of a player')
})

test('C2 without a key, no request is sent', async () => {
  const keyless = { ...context, config: settingsWith({}) }
  await refreshProfileIfStale(keyless, ada)
  await signIn(context, ada)
  await refreshStaleProfiles(keyless)
  expect(Object.values(steam.requestCounts).reduce((sum, count) => sum + count, 0)).toBe(0)
})

test('C2 who Steam does not know stays as they were', async () => {
  await signIn(context, stranger)
  await refreshProfileIfStale(context, stranger)
  expect(await shown(stranger)).toEqual({ username: '#000003', avatar: '' })
})

test('C2 those who stay signed in are asked about in one call, when it is a day ago', async () => {
  await signIn(context, ada)
  await signIn(context, bea)
  const gone = await signIn(context, stranger)
  await context.database.deleteFrom('sessions').where('id', '=', gone.sessionId).execute()
  await refreshStaleProfiles(context)
  expect(steam.requestCounts).toMatchObject({ summaries: 1, picture: 2 })
  expect((await shown(bea)).username).toBe('Bea')
  await refreshStaleProfiles(context)
  expect(steam.requestCounts.summaries).toBe(1)
  context.clock.advance(profileMaxAgeMs)
  await refreshProfileIfStale(context, bea)
  await refreshStaleProfiles(context)
  expect(steam.requestCounts).toMatchObject({ summaries: 3, picture: 4 })
  context.clock.advance(7 * profileMaxAgeMs)
  await refreshStaleProfiles(context)
  expect(steam.requestCounts.summaries).toBe(3)
})

test('C2 more than a hundred are asked about in several calls', async () => {
  const many = Array.from({ length: 101 }, (_, n) => String(76_561_198_000_000_000n + BigInt(n)))
  for (const steamId of many) await signIn(context, steamId)
  await refreshStaleProfiles(context)
  expect(steam.requestCounts).toMatchObject({ summaries: 2, picture: 2 })
})

test.each([
  ['down', /did not answer/],
  ['slow', /did not answer \(TimeoutError\)/],
  ['huge', /more than \d+ bytes/],
  ['lying', null],
] as const)(
  'C2 while Steam is %s the stored profile stays, and the key appears nowhere',
  async (mode, reported) => {
    await signIn(context, ada)
    await refreshProfileIfStale(context, ada)
    const before = await shown(ada)
    context.clock.advance(profileMaxAgeMs)
    steam.setMode(mode)
    const soon = AbortSignal.timeout(20)
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    // The five-second timeout is checked, not waited for.
    if (mode === 'slow') timeout.mockReturnValue(soon)
    const failure: unknown = await refreshProfileIfStale(context, ada).then(
      () => null,
      (error: unknown) => error,
    )
    expect(timeout).toHaveBeenCalledWith(5_000)
    timeout.mockRestore()
    if (reported) expect(String(failure)).toMatch(reported)
    else expect(failure).toBeNull()
    expect(await shown(ada)).toEqual(before)
    expect((await picture(ada)).statusCode).toBe(200)
    expect(await context.database.selectFrom('steam_profiles').select('steam_id').execute()).toHaveLength(1)
    context.log.error({ err: failure }, 'as a failed job is logged')
    expect(logged).not.toContain(apiKey)
  },
)

test('C2 a key that Steam refuses appears nowhere', async () => {
  const refused = { ...context, config: settingsWith({ STEAM_API_KEY: 'marker-another-key' }) }
  await expect(refreshProfileIfStale(refused, ada)).rejects.toThrow('answered with status 403')
  expect(logged).not.toContain('marker')
})

test('B3 a player without a Steam profile has their in-game name everywhere, and the Steam name once it is known', async () => {
  await insertSighting(context, ada, 'from the game')
  await insertSighting(context, stranger, 'only ever played')
  expect(await getPlayerIdentity(context.database, stranger)).toMatchObject({ username: 'only ever played' })
  const { userId } = await signIn(context, ada)
  const readNames = async () => [
    (await shown(ada)).username,
    (await getPlayerIdentity(context.database, ada)).username,
    (await getPlayerNames(context.database, [ada])).get(ada),
  ]
  expect(await readNames()).toEqual(Array(3).fill('from the game'))
  await refreshProfileIfStale(context, ada)
  expect(await readNames()).toEqual(Array(3).fill('阿杰'))
  await updateUser(context.database, userId, { username: 'chosen' })
  expect(await readNames()).toEqual(Array(3).fill('chosen'))
})

test('I3 players of the boards are asked about in batches of a hundred, also those who never signed in', async () => {
  const many = Array.from({ length: 198 }, (_, n) => String(76561198100000000n + BigInt(n)))
  const asked: [Date, number][] = []
  await refreshRankedProfiles(context, async (_queries, before, limit) => {
    asked.push([before, limit])
    return [...many, ada, bea]
  })
  expect(steam.requestCounts.summaries).toBe(2)
  expect((await getAvatarUrls(context.database, [ada, bea])).size).toBe(2)
  expect(asked).toEqual([[new Date(context.clock.now().getTime() - rankedProfileMaxAgeMs), 200]])
  const keyless = { ...context, config: settingsWith({ STEAM_API_KEY: '' }) }
  await refreshRankedProfiles(keyless, () => Promise.reject(new Error('no lookup expected')))
})
