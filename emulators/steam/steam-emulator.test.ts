import { inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SteamEmulator, startSteamEmulator } from './index.ts'

const ns = 'http://specs.openid.net/auth/2.0'
const apiKey = 'a-key-of-the-tests'
const people = [
  { steamId: '76561198000000001', name: '阿杰 <b>&"' },
  { steamId: '76561198000000002', name: 'Bea' },
]
const returnTo = 'http://127.0.0.1:8080/api/auth/steam/callback?state=a%20b'

let identity: SteamEmulator
beforeEach(async () => {
  identity = await startSteamEmulator({ people, apiKey, now: () => new Date('2026-11-21T12:00:00.123Z') })
})
afterEach(() => identity.close())

const request = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    'openid.ns': ns,
    'openid.mode': 'checkid_setup',
    'openid.return_to': returnTo,
    'openid.realm': 'http://127.0.0.1:8080',
    'openid.identity': `${ns}/identifier_select`,
    'openid.claimed_id': `${ns}/identifier_select`,
    ...more,
  })

const post = (body: URLSearchParams) =>
  fetch(`${identity.url}/openid/login`, { method: 'POST', body, redirect: 'manual' })

async function choose(person: string): Promise<URL> {
  const answer = await post(request({ person }))
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

async function check(assertion: URLSearchParams): Promise<string> {
  const fields = new URLSearchParams(assertion)
  fields.set('openid.mode', 'check_authentication')
  return (await post(fields)).text()
}

const summaries = (query: string) => fetch(`${identity.url}/ISteamUser/GetPlayerSummaries/v2/?${query}`)

test('C2 the page says in both languages that it is an emulator, and offers its people alone', async () => {
  const answer = await fetch(`${identity.url}/openid/login?${request().toString()}`)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('这是 Steam 模拟器')
  expect(html).toContain('This is a Steam emulator')
  expect(html.match(/name="person" value="\d+"/g)).toEqual(
    people.map(({ steamId }) => `name="person" value="${steamId}"`),
  )
  expect(html).toContain('阿杰 &#60;b&#62;&#38;&#34;')
  expect(html).not.toMatch(/<script|type="text"/)
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:8080")
})

test('C2 the chosen person returns in Steam’s own form', async () => {
  const back = await choose('76561198000000002')
  expect(back.href.startsWith(`${returnTo}&openid.ns=`)).toBe(true)
  const parameters = Object.fromEntries([...back.searchParams].filter(([name]) => name.startsWith('openid.')))
  expect(parameters).toEqual({
    'openid.ns': ns,
    'openid.mode': 'id_res',
    'openid.op_endpoint': `${identity.url}/openid/login`,
    'openid.claimed_id': `${identity.url}/openid/id/76561198000000002`,
    'openid.identity': `${identity.url}/openid/id/76561198000000002`,
    'openid.return_to': returnTo,
    'openid.response_nonce': expect.stringMatching(/^2026-11-21T12:00:00Z[\w+/]{27}=$/),
    'openid.assoc_handle': '1234567890',
    'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    'openid.sig': expect.stringMatching(/^[\w+/]{27}=$/),
  })
})

test('C2 an assertion is confirmed once', async () => {
  const { searchParams } = await choose('76561198000000001')
  expect(await check(searchParams)).toBe(`ns:${ns}\nis_valid:true\n`)
  expect(await check(searchParams)).toBe(`ns:${ns}\nis_valid:false\n`)
  expect(identity.requestCounts.check).toBe(2)
})

test.each([
  ['openid.claimed_id', (url: string) => `${url}/openid/id/76561198000000009`],
  ['openid.return_to', () => 'http://evil.example/'],
  ['openid.signed', () => 'return_to,response_nonce,assoc_handle'],
  ['openid.sig', () => 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
])('C2 an assertion with another %s is not confirmed, and stays good as it was', async (name, forge) => {
  const { searchParams } = await choose('76561198000000001')
  const forged = new URLSearchParams(searchParams)
  forged.set(name, forge(identity.url))
  expect(await check(forged)).toContain('is_valid:false')
  expect(await check(searchParams)).toContain('is_valid:true')
})

test('C2 another emulator’s assertion is not confirmed', async () => {
  const { searchParams } = await choose('76561198000000001')
  await identity.close()
  identity = await startSteamEmulator({ people, apiKey })
  expect(await check(searchParams)).toContain('is_valid:false')
})

test('C2 who cancels comes back with that alone', async () => {
  const answer = await post(request({ cancel: '1' }))
  expect(answer.headers.get('location')).toBe(
    `${returnTo}&openid.ns=${encodeURIComponent(ns)}&openid.mode=cancel`,
  )
})

test.each([
  ['a realm that does not cover return_to', { 'openid.realm': 'http://127.0.0.1:9999' }],
  ['a person it does not know', { person: '76561198000000099' }],
  ['another mode', { 'openid.mode': 'checkid_immediate' }],
  ['another version', { 'openid.ns': 'http://openid.net/signon/1.1' }],
  [
    'an identity chosen before',
    { 'openid.identity': 'https://steamcommunity.com/openid/id/76561198000000001' },
  ],
])('C2 %s is an error page without a redirect', async (_name, more) => {
  const answer = await post(request({ person: '76561198000000001', ...more }))
  expect(answer.status).toBe(400)
  expect(answer.headers.get('location')).toBeNull()
  expect(await answer.text()).toContain('role="alert"')
})

test('C2 only a submitted form signs in, not an address', async () => {
  const query = request({ person: '76561198000000001' }).toString()
  const answer = await fetch(`${identity.url}/openid/login?${query}`, { redirect: 'manual' })
  expect(answer.status).toBe(200)
})

test('C2 where the sites are named, others are not returned to', async () => {
  await identity.close()
  identity = await startSteamEmulator({ people, apiKey, allowedReturn: ['http://127.0.0.1:8888'] })
  expect((await post(request({ person: '76561198000000001' }))).status).toBe(400)
})

test('C12 summaries are of those who exist, in another order, and need the key', async () => {
  const ids = '76561198000000001,76561198000000009,76561198000000002'
  const answer = await summaries(`key=${apiKey}&steamids=${ids}`)
  const { response } = (await answer.json()) as { response: { players: Record<string, string>[] } }
  expect(response.players.map(({ steamid }) => steamid)).toEqual(['76561198000000002', '76561198000000001'])
  expect(response.players[1]).toMatchObject({
    personaname: people[0]?.name,
    avatarfull: `${identity.url}/avatars/76561198000000001_full.png`,
  })
  const refused = await summaries(`key=another-key&steamids=${ids}`)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('Forbidden')
})

test('C12 every player has a picture of their own, a PNG of the size that was named', async () => {
  const picture = async (path: string) => {
    const answer = await fetch(`${identity.url}/avatars/${path}`)
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const { type, bytes } = await picture('76561198000000001_full.png')
  expect(type).toBe('image/png')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([184, 184])
  const data = bytes.indexOf('IDAT')
  const pixels = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)))
  expect(pixels).toHaveLength(184 * 185)
  expect((await picture('76561198000000002_full.png')).bytes.equals(bytes)).toBe(false)
  expect((await fetch(`${identity.url}/avatars/76561198000000009_full.png`)).status).toBe(404)
})

const control = (body: string, type = 'application/json') =>
  fetch(`${identity.url}/control`, { method: 'POST', body, headers: { 'content-type': type } })

test('C2 its control address sets and clears faults, and takes JSON only', async () => {
  expect((await control('{"mode":"down"}', 'text/plain')).status).toBe(400)
  expect((await control('{"mode":"sideways"}')).status).toBe(400)
  expect((await control('{')).status).toBe(400)
  expect((await control('{"mode":"down"}')).status).toBe(200)
  await expect(summaries(`key=${apiKey}&steamids=76561198000000001`)).rejects.toThrow('fetch failed')
  expect((await fetch(`${identity.url}/openid/login?${request().toString()}`)).status).toBe(200)
  expect((await control('{"mode":"ok"}')).status).toBe(200)
  expect((await summaries(`key=${apiKey}&steamids=76561198000000001`)).status).toBe(200)
})

test('C2 it lies without saying is_valid:true on a line, and it never ends when it is huge', async () => {
  const { searchParams } = await choose('76561198000000001')
  identity.setMode('lying')
  const lie = await check(searchParams)
  expect(lie).toContain('is_valid:true')
  expect(lie.split('\n')).not.toContain('is_valid:true')
  identity.setMode('huge')
  const { body } = await summaries(`key=${apiKey}&steamids=76561198000000001`)
  let read = 0
  for await (const part of body ?? []) {
    read += (part as Uint8Array).length
    if (read > 1_000_000) break
  }
  expect(read).toBeGreaterThan(1_000_000)
})

test('C2 what is nowhere, too long or asked oddly is refused', async () => {
  expect((await fetch(`${identity.url}/nowhere`)).status).toBe(404)
  expect((await fetch(`${identity.url}/`)).status).toBe(200)
  expect((await fetch(`${identity.url}/`, { method: 'DELETE' })).status).toBe(405)
  expect((await summaries(`key=${apiKey}&steamids=`)).status).toBe(400)
  const many = Array.from({ length: 101 }, (_, n) => String(76_561_198_000_000_000n + BigInt(n)))
  expect((await summaries(`key=${apiKey}&steamids=${many.join(',')}`)).status).toBe(400)
})

test('C12 in place of an authenticator it shows the code of a secret (RFC 6238), and keeps nothing of it', async () => {
  const show = async (secret: string) => {
    const body = new URLSearchParams({ secret })
    const answer = await fetch(`${identity.url}/authenticator`, { method: 'POST', body })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return answer.text()
  }
  // 12:00:00.123 on 2026-11-21 is in period 59,842,080; its code was computed by another program.
  expect(await show('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toContain('<strong>570518</strong> · 30 s')
  expect(await show('gezd gnbv gy3t qojq gezd gnbv gy3t qojq')).toContain('<strong>570518</strong>')
  expect(await show('no secret <b>')).toContain('This is no secret')
  expect(await (await fetch(`${identity.url}/authenticator`)).text()).not.toContain('<strong>')
})

test('UpToDateCheck names the required version to a server that is older, by the digits of versions', async () => {
  const ask = async (query: string) =>
    (await fetch(`${identity.url}/ISteamApps/UpToDateCheck/v1/?${query}`)).json()
  expect(await ask('appid=730&version=14130')).toMatchObject({
    response: { success: true, up_to_date: false, required_version: 14_131 },
  })
  expect(await ask('appid=730&version=14131')).toMatchObject({
    response: { success: true, up_to_date: true },
  })
  expect(await ask('appid=4&version=1')).toMatchObject({ response: { success: false } })
  const release = await fetch(`${identity.url}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"gameVersion":"1.41.3.2"}',
  })
  expect(await release.json()).toEqual({ mode: 'ok', gameVersion: '1.41.3.2' })
  expect(await ask('appid=730&version=14131')).toMatchObject({ response: { required_version: 14_132 } })
})
