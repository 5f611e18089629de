import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import { startGamesim } from '@clutch/gamesim/index.ts'
import { steamPeople } from './steam-people.ts'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

export interface Person {
  steamId: string
  name: string
}

/** What the page stores of a signed-in user (C13). */
export interface Session {
  user: Identity
  token: string
}

let takenPeople = 0

/** A person of the Steam emulator that no other test of this worker uses. */
export function takePerson(): Person {
  const person = steamPeople[takenPeople++]
  if (person === undefined) throw new Error('everybody of `people` is taken')
  return person
}

let usedAddresses = 0

/** An address of e-mail that no other test of this worker uses. */
export const newEmailAddress = (): string => `kite.${++usedAddresses}@example.org`

export const password = 'quiet-Ridge_7'

interface RequestOptions {
  bearer?: string | undefined
  cookie?: string | undefined
  body?: unknown
}

/** Makes a call of the API outside any browser; redirects are answered, not followed. */
export function callApi(
  stack: Stack,
  method: 'GET' | 'POST',
  path: string,
  asked: RequestOptions = {},
): Promise<Response> {
  const { bearer, cookie, body } = asked
  return fetch(new URL(path, stack.url), {
    method,
    redirect: 'manual',
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The same, for calls that are not refused. */
export async function callApiExpectingSuccess<T>(
  stack: Stack,
  method: 'GET' | 'POST',
  path: string,
  asked: RequestOptions = {},
): Promise<T> {
  const response = await callApi(stack, method, path, asked)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Returns what the group of the pattern matches in a mail to an address, once it has arrived. */
export async function waitForMail(
  stack: Stack,
  address: string,
  pattern: RegExp,
  timeout = 20_000,
): Promise<string> {
  const said = () =>
    stack.mail.mails
      .filter(({ to }) => to === address)
      .map(({ text }) => pattern.exec(text)?.[1])
      .find((part) => part !== undefined)
  await expect.poll(said, { timeout, intervals: [50] }).toBeDefined()
  return said() ?? ''
}

export const mailCodePattern = /^ *(\d{6})$/m
export const resetLinkPattern = /(http\S+\/reset-password\?\S+)/

/** An account of e-mail and password that has no SteamID yet. */
export interface EmailAccount {
  email: string
  password: string
  bindToken: string
}

/** C6, outside any browser. */
export async function registerByEmail(stack: Stack): Promise<EmailAccount> {
  const email = newEmailAddress()
  await callApiExpectingSuccess(stack, 'POST', '/api/auth/email/send-code', { body: { email } })
  const code = await waitForMail(stack, email, mailCodePattern)
  const { token } = await callApiExpectingSuccess<{ token: string }>(
    stack,
    'POST',
    '/api/auth/email/register',
    {
      body: { email, password, code },
    },
  )
  return { email, password, bindToken: token }
}

/** Signs in as a person at the provider; returns the address Steam redirects to. */
export async function chooseSteamPerson(provider: string, person: Person): Promise<string> {
  const { origin, pathname, searchParams } = new URL(provider)
  const body = new URLSearchParams([...searchParams, ['person', person.steamId]])
  const sent = await fetch(new URL(pathname, origin), { method: 'POST', body, redirect: 'manual' })
  return readLocation(sent)
}

/** Begins to sign in outside any browser: where Steam is, and the cookie of who began. */
export async function startSteamSignIn(stack: Stack): Promise<{ provider: string; cookie: string }> {
  const sent = await callApi(stack, 'GET', '/api/auth/steam/login')
  return { provider: readLocation(sent), cookie: readCookie(sent) }
}

/** C2, C3, outside any browser. */
export async function createSession(stack: Stack, person: Person): Promise<Session> {
  const { provider, cookie } = await startSteamSignIn(stack)
  const bearer = await exchangeSteamReturn(stack, await chooseSteamPerson(provider, person), cookie)
  const asked = { bearer, cookie }
  const user = await callApiExpectingSuccess<Identity>(stack, 'GET', '/api/auth/steam/user-info', asked)
  const { steamId } = user
  const { token } = await callApiExpectingSuccess<{ token: string }>(stack, 'POST', '/api/auth/steam/token', {
    ...asked,
    body: { steamId },
  })
  return { user, token }
}

/** C9, outside any browser, up to the token that carries the proven SteamID. */
export async function proveSteamId(
  stack: Stack,
  { bindToken }: EmailAccount,
  person: Person,
): Promise<string> {
  const begun = await callApi(stack, 'POST', '/api/auth/steam/bind/login', { bearer: bindToken })
  const { url } = (await begun.json()) as { url: string }
  return exchangeSteamReturn(stack, await chooseSteamPerson(url, person), readCookie(begun))
}

/** An account that signs in by e-mail as well as by Steam, and a session of it. */
export interface BoundAccount extends EmailAccount {
  person: Person
  session: Session
}

/** C6, C9, outside any browser. */
export async function createBoundAccount(stack: Stack): Promise<BoundAccount> {
  const account = await registerByEmail(stack)
  const person = takePerson()
  const { token, ...user } = await callApiExpectingSuccess<Identity & { token: string }>(
    stack,
    'POST',
    '/api/auth/email/bind-steam',
    {
      bearer: await proveSteamId(stack, account, person),
      body: { email: account.email, steamId: person.steamId },
    },
  )
  return { ...account, person, session: { user, token } }
}

const boundAccounts = new WeakMap<Stack, Promise<BoundAccount>>()

/** One bound account for all the tests that leave it as it is. */
export function sharedBoundAccount(stack: Stack): Promise<BoundAccount> {
  const account = boundAccounts.get(stack) ?? createBoundAccount(stack)
  boundAccounts.set(stack, account)
  return account
}

/** C10: makes a player type `!bind` on a community server, and returns the code of their private message. */
export async function fillBindForm(
  stack: Stack,
  person: Person,
  use: (code: string) => Promise<void>,
): Promise<void> {
  const sim = await startGamesim({ servers: [{ mode: 'dm', autoplay: false }] })
  const [game] = sim.servers
  if (game === undefined) throw new Error('no game server')
  const { id } = (await stack.callOperator('POST', '/api/operator/servers', {
    name: '绑定用',
    category: 'deathmatch',
    region: 'ap-shanghai',
    ip: game.host,
    port: game.port,
    may_bind: true,
    rcon_password: game.rconPassword,
  })) as RegisteredServer
  try {
    const secret = await stack.callOperator('POST', `/api/operator/servers/${id}/report-secret`)
    game.runCommandLine(`logaddress_add_http "${(secret as { log: string }).log}"`)
    sim.advance(1_000)
    game.changeMap('de_nuke')
    game.say(game.connect(person), '!bind')
    sim.advance(1_000)
    await sim.flushLogs()
    const { privateMessages } = game.records
    await expect.poll(() => privateMessages.length, { timeout: 20_000, intervals: [50] }).toBe(1)
    expect(privateMessages[0]?.steamId).toBe(person.steamId)
    await use(/: ([a-z2-9]{8}) /.exec(privateMessages[0]?.text ?? '')?.[1] ?? '')
  } finally {
    await stack.callOperator('DELETE', `/api/operator/servers/${id}`)
    await sim.close()
  }
}

/** Sends a browser's return from Steam to the portal; answers the token it goes on with. */
async function exchangeSteamReturn(stack: Stack, back: string, cookie: string): Promise<string> {
  const { pathname, search } = new URL(back)
  const { searchParams } = new URL(
    readLocation(await callApi(stack, 'GET', pathname + search, { cookie })),
    stack.url,
  )
  const token = searchParams.get('token')
  if (token === null) throw new Error(`came back with ${searchParams.get('error')}`)
  return token
}

function readLocation(response: Response): string {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no redirect: ${response.status}`)
  return location
}

const readCookie = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? ''
