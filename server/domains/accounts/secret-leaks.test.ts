import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { type MailEmulator, startMailEmulator } from '@clutch/emulators/mail/index.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { type Program, startProgram } from '../../testing/program.ts'
import { generateTotpCode } from './testing/authenticator.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const [first, second] = ['76561198000000001', '76561198000000002']
const email = 'marker-address@example.org'
const passwords = ['marker-quiet-Ridge-1', 'marker-quiet-Ridge-2', 'marker-quiet-Ridge-3'] as const
const apiKey = 'MARKER0WEB0API0KEY0000000000000A'
const rconPassword = 'marker-rcon-password'
const browser = 'marker-browser'
/** Every secret that only two sides may know; each flow adds its own. */
const secrets = new Set<string>([email, ...passwords, apiKey, rconPassword, browser])

let home: string
let url: string
let portal: Program
let identity: SteamEmulator
let mail: MailEmulator
let sim: Gamesim
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let cookie = ''
let said = ''
let commandLines = ''

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-secrets-')))
  database = await createEmptyDatabase()
  identity = await startSteamEmulator({
    people: [first, second].map((steamId) => ({ steamId, name: 'Kite' })),
    apiKey,
  })
  mail = await startMailEmulator()
  sim = await startGamesim({ servers: [{ mode: 'dm', autoplay: false, rconPassword }] })
  const port = await freePort()
  portal = startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_DATA_DIR: home,
    CLUTCH_PORT: String(port),
    CLUTCH_LOG_LEVEL: 'trace',
    DATABASE_URL: database.url,
    STEAM_OPENID_URL: `${identity.url}/openid/login`,
    STEAM_API_URL: identity.url,
    STEAM_API_KEY: apiKey,
    STEAM_PICTURE_HOSTS: '127.0.0.1',
    SMTP_URL: mail.smtpUrl,
  })
  portal.child.stdout?.on('data', (chunk: Buffer) => (said += String(chunk)))
  portal.child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)))
  url = String((await portal.ready)['url'])
  secrets.add(operatorToken())
})

afterAll(async () => {
  portal.child.kill('SIGTERM')
  await portal.ended
  await Promise.all([identity.close(), mail.stop(), sim.close()])
  await database.drop()
  rmSync(home, { recursive: true })
})

test('C12 no secret of any flow appears in a log or a command line', async () => {
  const steam = await signInAtSteam(first)
  await fail(() => ask('POST', '/api/auth/steam/token', { steamId: second }, steam))
  const mine = await turnSecondFactorOn(steam)
  const bind = await registerByEmail()
  await bindInGame(bind)
  await bindAtSteam()
  await resetPassword()
  await changePassword()
  await signInByLink(mine)
  commandLines = spawnSync('ps', ['eww', '-A', '-o', 'args='], { encoding: 'utf8' }).stdout
  portal.child.kill('SIGTERM')
  await portal.ended

  expect(said).toContain('/api/auth/email/login')
  expect(commandLines).toContain('server/main.ts')
  expect(secrets.size).toBeGreaterThan(25)
  const shown = [...secrets].filter((secret) => said.includes(secret))
  expect(shown.map((secret) => said.slice(Math.max(0, said.indexOf(secret) - 200)).slice(0, 400))).toEqual([])
  const environment = new Set([apiKey])
  const leaked = [...secrets].filter((secret) => !environment.has(secret) && commandLines.includes(secret))
  expect(leaked).toEqual([])
})

/** Goes to the provider and back as a browser does; the ticket is used for a session. */
async function signInAtSteam(steamId: string): Promise<string> {
  const away = await go(`${url}/api/auth/steam/login`)
  const ticket = tokenOf(await returnFrom(away, steamId))
  const { token } = await ask<{ token: string }>('POST', '/api/auth/steam/token', { steamId }, ticket)
  keep(ticket, token)
  await ask('POST', '/api/auth/log', { steamId, action: 'LOGIN-STEAM' }, token)
  await ask('GET', `/api/auth/vip-status/${steamId}`, undefined, token)
  return token
}

/** Chooses a person at the emulator; returns where the portal then redirects the browser. */
async function returnFrom(address: string, steamId: string): Promise<string> {
  const { origin, pathname, searchParams } = new URL(address)
  const state = new URL(searchParams.get('openid.return_to') ?? '').searchParams
  keep(...state.values())
  searchParams.set('person', steamId)
  const chosen = await fetch(`${origin}${pathname}`, {
    method: 'POST',
    body: searchParams,
    redirect: 'manual',
  })
  const back = chosen.headers.get('location') ?? ''
  keep(new URL(back).searchParams.get('openid.sig') ?? '')
  return go(back)
}

async function turnSecondFactorOn(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await ask<{ secret: string }>('POST', '/api/account/second-factor', {}, token)
  const path = '/api/account/second-factor/confirm'
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>('POST', path, { code: now(secret) }, token)
  keep(secret, ...recoveryCodes)
  await fail(() =>
    ask('POST', '/api/auth/second-factor', { code: recoveryCodes[0]?.replace(/./g, 'z') }, token),
  )
  return { secret, recoveryCodes }
}

async function registerByEmail(): Promise<string> {
  await ask('POST', '/api/auth/email/send-code', { email })
  const code = /\d{6}/.exec(await mailWith(/\d{6}/))?.[0] ?? ''
  const body = { email, password: passwords[0], code }
  const registered = await ask<{ token: string }>('POST', '/api/auth/email/register', body)
  await fail(() => ask('POST', '/api/auth/email/login', { email, password: passwords[2] }))
  const login = await ask<{ token: string }>('POST', '/api/auth/email/login', {
    email,
    password: passwords[0],
  })
  // Six digits may appear in a log by chance, as part of a time or a number.
  secrets.add(`"${code}"`)
  keep(registered.token, login.token)
  return login.token
}

/** A player asks in the chat; the code is taken, and the way of the provider is then used to bind. */
async function bindInGame(bind: string): Promise<void> {
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  const server = await operate<{ id: string }>('POST', '/api/operator/servers', {
    ip: game.host,
    port: game.port,
    name: 'One',
    category: 'deathmatch',
    region: 'ap-shanghai',
    rcon_password: rconPassword,
    may_bind: true,
  })
  const issued = await operate<Record<string, unknown>>(
    'POST',
    `/api/operator/servers/${server.id}/report-secret`,
  )
  const [secret = ''] = /[\w-]{43}/.exec(JSON.stringify(issued)) ?? []
  keep(secret)
  game.runCommandLine(`logaddress_add_http "${url}/api/events/log/${secret}"`)
  sim.advance(1_000)
  game.changeMap('de_nuke')
  const player = game.connect({ name: 'Kite', steamId: second })
  await heard()
  game.say(player, '!bind')
  await heard()
  await vi.waitUntil(() => game.records.privateMessages.length > 0, { timeout: 20_000 })
  const code = /\b[a-z2-9]{8}\b/.exec(game.records.privateMessages[0]?.text ?? '')?.[0] ?? ''
  keep(code)
  await ask('POST', '/api/auth/email/bind-steam-token-validation', { email, token: code }, bind)
}

async function heard(): Promise<void> {
  sim.advance(1_000)
  await sim.flushLogs()
  await new Promise<void>((resolve) => setImmediate(resolve))
}

async function bindAtSteam(): Promise<void> {
  const login = await ask<{ token: string }>('POST', '/api/auth/email/login', {
    email,
    password: passwords[0],
  })
  const { url: away } = await ask<{ url: string }>(
    'POST',
    '/api/auth/steam/bind/login',
    undefined,
    login.token,
  )
  const proven = tokenOf(await returnFrom(away, second))
  const bound = await ask<{ token: string }>(
    'POST',
    '/api/auth/email/bind-steam',
    { email, steamId: second },
    proven,
  )
  keep(login.token, proven, bound.token)
}

async function resetPassword(): Promise<void> {
  await ask('POST', '/api/auth/email/reset-password', { email })
  const token = /token=([\w-]{43})/.exec(await mailWith(/token=[\w-]{43}/))?.[1] ?? ''
  keep(token)
  const path = '/api/auth/email/reset-password/confirm'
  await ask('POST', path, { email, token, newPassword: passwords[1] })
  await fail(() => ask('POST', path, { email, token, newPassword: passwords[1] }))
}

async function changePassword(): Promise<void> {
  const login = await ask<{ token: string }>('POST', '/api/auth/email/login', {
    email,
    password: passwords[1],
  })
  keep(login.token)
  const body = { oldPassword: passwords[1], newPassword: passwords[2] }
  await ask('POST', '/api/account/password', body, login.token)
  await ask('POST', '/api/auth/log', { steamId: second, action: 'LOGOUT' }, login.token)
}

async function signInByLink({ recoveryCodes }: { recoveryCodes: string[] }): Promise<void> {
  await operate('PUT', `/api/operator/ops/${first}`)
  const link = await operate<{ url: string }>('POST', `/api/operator/ops/${first}/sign-in-link`)
  const ticket = tokenOf(link.url)
  const { token } = await ask<{ token: string }>('POST', '/api/auth/link', undefined, ticket)
  keep(ticket, token)
  await ask('POST', '/api/auth/second-factor', { code: recoveryCodes[0] }, token)
  await ask('GET', '/api/operator/audit', undefined, token)
  const added = { name: 'Overlay', rights: { audit: 'read' } }
  const { id, secret } = await ask<Record<'id' | 'secret', string>>(
    'POST',
    '/api/operator/tokens',
    added,
    token,
  )
  keep(secret)
  await ask('GET', '/api/operator/audit', undefined, secret)
  await ask('DELETE', `/api/operator/tokens/${id}`, undefined, token)
  await fail(() => ask('GET', '/api/operator/audit', undefined, secret))
}

function keep(...values: string[]): void {
  for (const value of values) {
    expect(value.length).toBeGreaterThan(5)
    secrets.add(value)
  }
}

function now(secret: string): string {
  return generateTotpCode({ clock: { now: () => new Date(), monotonicMs: () => 0 } }, secret)
}

function tokenOf(address: string): string {
  const { searchParams, hash } = new URL(address, url)
  return searchParams.get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

function operatorToken(): string {
  return readFileSync(join(home, 'operator.token'), 'utf8').trim()
}

/** The newest mail that says so; it comes when the job is done. */
async function mailWith(pattern: RegExp): Promise<string> {
  await vi.waitUntil(() => mail.mails.some(({ text }) => pattern.test(text)), { timeout: 20_000 })
  return mail.mails.find(({ text }) => pattern.test(text))?.text ?? ''
}

/** Follows one step of a browser, with its cookie; answers where it is sent. */
async function go(address: string): Promise<string> {
  const headers = { cookie, 'user-agent': browser }
  const answer = await fetch(address, { headers, redirect: 'manual' })
  takeCookie(answer)
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

function takeCookie(answer: Response): void {
  const [given] = answer.headers.getSetCookie()
  if (given === undefined) return
  cookie = given.split(';')[0] ?? ''
  const value = cookie.split('=')[1] ?? ''
  if (value !== '') keep(value)
}

async function ask<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      cookie,
      'user-agent': browser,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  takeCookie(answer)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return JSON.parse(text || 'null') as T
}

function operate<T>(method: string, path: string, body?: object): Promise<T> {
  return ask<T>(method, path, body, operatorToken())
}

async function fail(act: () => Promise<unknown>): Promise<void> {
  await expect(act()).rejects.toThrow('was answered 4')
}
