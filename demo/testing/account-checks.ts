import { expect, vi } from 'vitest'
import type { Program } from '@clutch/server/testing/program.ts'

/** The message the demo sends when it is ready. */
interface DemoReady {
  url: string
  control: number
  identity: string
  mail: string
  link: { steamId: string; url: string }
  servers: { port: number }[]
}

interface Credentials {
  token?: string
  cookie?: string
}

const waitOptions = { timeout: 30_000, interval: 200 }

/** Walks every way into the running demo that a person without Steam, mail or the game has. */
export async function expectAccountJourneys({ ready }: Program): Promise<void> {
  const demo = (await ready) as unknown as DemoReady
  const player = await expectSteamSignIn(demo)
  for (const provider of ['discord', 'qq']) await expectAccountLink(demo, player, provider)
  await expectSignInLink(demo)
  await expectInGameBinding(demo)
}

/** Signs a board's player in on the Steam emulator's page and asserts their identity on the portal; returns their token. */
async function expectSteamSignIn({ url, identity }: DemoReady): Promise<string> {
  const begun = await fetch(`${url}/api/auth/steam/login`, { redirect: 'manual' })
  const to = begun.headers.get('location') ?? ''
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(new URL(to).origin).toBe(identity)
  const page = await (await fetch(to)).text()
  const [ordinary, op] = ['76561199990265728', '76561199990265731']
  expect(page).toContain(`value="${ordinary}"`)
  expect(page).not.toContain(op)
  const form = new URL(to).searchParams
  form.set('person', ordinary)
  const chosen = await fetch(`${identity}/openid/login`, { method: 'POST', body: form, redirect: 'manual' })
  const back = await fetch(chosen.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' })
  const ticket = new URL(back.headers.get('location') ?? '', url).searchParams.get('token') ?? ''
  const shown = { token: ticket, cookie }
  const { token } = await postJson<{ token: string }>(url, 'auth/steam/token', { steamId: ordinary }, shown)
  // Their name comes from the Web API, by the key that both were given.
  await vi.waitFor(
    async () => expect(await fetchIdentity(url, token)).toMatchObject({ username: '夜雨声烦' }),
    waitOptions,
  )
  return token
}

/** Links the first account that the consent page offers. */
async function expectAccountLink({ url }: DemoReady, token: string, provider: string): Promise<void> {
  const authorization = `Bearer ${token}`
  const links = `${url}/api/account/links`
  const begun = await fetch(`${links}/${provider}`, { method: 'POST', headers: { authorization } })
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { url: consent } = (await begun.json()) as { url: string }
  const page = await (await fetch(consent)).text()
  const [, user = '', name] = /<button name="user" value="(\w+)">([^<]+)</.exec(page) ?? []
  const body = new URLSearchParams({ user })
  const agreed = await fetch(consent, { method: 'POST', body, redirect: 'manual' })
  const navigation = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  await fetch(agreed.headers.get('location') ?? '', { headers: navigation, redirect: 'manual' })
  const listed = (await (await fetch(links, { headers: { authorization } })).json()) as object[]
  expect(listed).toContainEqual(
    expect.objectContaining({ provider, account: expect.objectContaining({ name }) }),
  )
}

/** The printed link signs the operator in, once. */
async function expectSignInLink({ url, link }: DemoReady): Promise<void> {
  const ticket = new URLSearchParams(new URL(link.url).hash.slice(1)).get('token') ?? ''
  const signedIn = await postJson<{ steamId: string; token: string }>(url, 'auth/link', {}, { token: ticket })
  expect(signedIn.steamId).toBe(link.steamId)
  expect(await fetchIdentity(url, signedIn.token)).toMatchObject({ steamId: link.steamId })
  await expect(postJson(url, 'auth/link', {}, { token: ticket })).rejects.toThrow('401')
}

/** Binds an e-mail account by the code that a player receives in the game (C10). */
async function expectInGameBinding({ url, mail, control, servers }: DemoReady): Promise<void> {
  const email = 'player@clutch.example'
  await postJson(url, 'auth/email/send-code', { email, language: 'en' })
  const code = await vi.waitFor(async () => {
    const [newest] = (await (await fetch(`${mail}/mails.json`)).json()) as { to: string; text: string }[]
    expect(newest?.to).toBe(email)
    return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
  }, waitOptions)
  const registered = { email, password: 'Correct-horse-7', code }
  const { token } = await postJson<{ token: string }>(url, 'auth/email/register', registered)
  const player = { steamId: '76561199990265753', name: 'mirage_main' }
  const order = { server: servers[0]?.port, ...player, text: '!bind' }
  await fetch(`http://127.0.0.1:${control}/say`, { method: 'POST', body: JSON.stringify(order) })
  const bindToken = await vi.waitFor(async () => {
    const answer = await fetch(`http://127.0.0.1:${control}/messages?server=${order.server}`)
    const { messages } = (await answer.json()) as { messages: { steamId: string; text: string }[] }
    expect(messages.map(({ steamId }) => steamId)).toEqual([player.steamId])
    return /[a-z2-9]{8}/.exec(messages[0]?.text ?? '')?.[0]
  }, waitOptions)
  await postJson(url, 'auth/email/bind-steam-token-validation', { email, token: bindToken }, { token })
  const { steamId } = player
  const bound = await postJson<{ token: string }>(url, 'auth/email/bind-steam', { email, steamId }, { token })
  expect(await fetchIdentity(url, bound.token)).toMatchObject({ steamId })
}

async function fetchIdentity(url: string, token: string): Promise<unknown> {
  const response = await fetch(`${url}/api/auth/steam/user-info`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json()
}

async function postJson<T>(url: string, path: string, body: object, shown: Credentials = {}): Promise<T> {
  const { token, cookie } = shown
  const response = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
