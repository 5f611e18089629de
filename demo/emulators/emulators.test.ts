import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPerson } from '@clutch/gamesim/players/population.ts'
import {
  type Person,
  groupMembers,
  pickSignInPeople,
  pickChatPerson,
  personSteamId,
} from '../samples/sample-people.ts'
import { type EmulatorOptions, type StartPart, removeEmulatorConfigs, startEmulators } from './emulators.ts'

let dataDir: string
let started: { name: string; args: readonly string[]; environment: NodeJS.ProcessEnv }[]
let said: string[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clutch-emulators-'))
  started = []
  said = []
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const start: StartPart = async (name, _path, args, environment) => {
  started.push({ name, args, environment })
  const { port, httpPort, ports } = configOf(name) as {
    port?: number
    httpPort?: number
    ports?: { page: number }
  }
  return {
    ready: true,
    url: `http://127.0.0.1:${String(port ?? httpPort ?? ports?.page)}`,
    smtp: 'smtp://127.0.0.1:2525',
    environment: name === 'payments' ? { WECHAT_URL: 'http://127.0.0.1:1' } : {},
  }
}

function configOf(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(dataDir, `${name}.json`), 'utf8')) as Record<string, unknown>
}

const databaseUrl = 'postgres://portal:secret@localhost/inventory?host=/tmp/x'
const regulars = Array.from({ length: 60 }, (_, number) => createPerson(number) as Person)

function options(over: Partial<EmulatorOptions> = {}): EmulatorOptions {
  return {
    environment: { PATH: '/bin', CLUTCH_SECRET_KEY: 'the-portals-own' },
    dataDir,
    publicUrl: 'http://127.0.0.1:8080',
    people: pickSignInPeople(regulars),
    firstPort: 0,
    taken: new Set(),
    inventoryDatabase: () => Promise.resolve(databaseUrl),
    print: (line) => said.push(line),
    ...over,
  }
}

test('the portal is configured for all of them by its ordinary settings, and they receive none of the portal’s', async () => {
  const { environment, parts, steam, mail, payments, inventory } = await startEmulators(start, options())
  const { port, apiKey, allowedReturn } = configOf('identity')
  const site = configOf('inventory')
  const { discord, qq } = configOf('oauth') as Record<string, { clientId: string; clientSecret: string }>
  const linkable = parts.at(-1)?.address
  expect(environment).toEqual({
    STEAM_OPENID_URL: `http://127.0.0.1:${String(port)}/openid/login`,
    STEAM_API_URL: `http://127.0.0.1:${String(port)}`,
    STEAM_API_KEY: apiKey,
    STEAM_PICTURE_HOSTS: `127.0.0.1:${String(port)}`,
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'no-reply@clutch.example',
    WECHAT_URL: 'http://127.0.0.1:1',
    INVENTORY_URL: inventory,
    INVENTORY_API_KEY: site['apiKey'],
    INVENTORY_DATABASE_URL: databaseUrl,
    DISCORD_URL: linkable,
    DISCORD_CLIENT_ID: discord?.clientId,
    DISCORD_CLIENT_SECRET: discord?.clientSecret,
    QQ_URL: linkable,
    QQ_APP_ID: qq?.clientId,
    QQ_APP_KEY: qq?.clientSecret,
  })
  expect(parts.map(({ address, emulates }) => [address, emulates])).toEqual([
    [steam, 'Steam'],
    [mail, 'a mail server'],
    [payments, 'Alipay, WeChat Pay and PayPal'],
    [inventory, 'an inventory simulator'],
    [linkable, 'Discord and QQ'],
  ])
  expect(discord).toMatchObject({ redirects: ['http://127.0.0.1:8080/api/account/links/discord/callback'] })
  expect(qq).toMatchObject({ redirects: ['http://127.0.0.1:8080/api/account/links/qq/callback'] })
  expect(allowedReturn).toEqual(['http://127.0.0.1:8080'])
  expect(started.map((part) => part.environment)).toEqual(started.map(() => ({ PATH: '/bin' })))
  for (const key of [apiKey, site['apiKey'], discord?.clientSecret, qq?.clientSecret])
    expect(JSON.stringify(started)).not.toContain(key)
  expect(site).toMatchObject({ databaseUrl })
  expect(statSync(join(dataDir, 'identity.json')).mode & 0o777).toBe(0o600)
})

test('the key is another one at every start, and its file goes with the demo', async () => {
  const keys = []
  for (let run = 0; run < 2; run++) {
    const { environment } = await startEmulators(start, options())
    keys.push(environment['STEAM_API_KEY'])
    removeEmulatorConfigs(dataDir)
    expect(() => configOf('identity')).toThrow('ENOENT')
  }
  expect(new Set(keys).size).toBe(2)
})

test.each([
  [{ STEAM_API_KEY: 'mine-mine-mine' }, ['mail', 'payments', 'inventory', 'oauth']],
  [{ STEAM_OPENID_URL: 'https://steam.example/openid/login' }, ['mail', 'payments', 'inventory', 'oauth']],
  [{ STEAM_API_KEY_FILE: '/run/key' }, ['mail', 'payments', 'inventory', 'oauth']],
  [{ SMTP_URL: 'smtps://mail.example' }, ['identity', 'payments', 'inventory', 'oauth']],
  [{ SMTP_URL_FILE: '/run/smtp', STEAM_REALM: 'https://cs.example' }, ['payments', 'inventory', 'oauth']],
  [{ WECHAT_APP_ID: 'wx0123456789abcdef' }, ['identity', 'mail', 'inventory', 'oauth']],
  [{ ALIPAY_PRIVATE_KEY_FILE: '/run/key' }, ['identity', 'mail', 'inventory', 'oauth']],
  [{ STEAM_API_KEY: '', SMTP_URL: '' }, ['identity', 'mail', 'payments', 'inventory', 'oauth']],
  [{ INVENTORY_URL: 'https://skins.example' }, ['identity', 'mail', 'payments', 'oauth']],
  [{ INVENTORY_API_KEY_FILE: '/run/key' }, ['identity', 'mail', 'payments', 'oauth']],
  [{ DISCORD_CLIENT_ID: '123456789012345678' }, ['identity', 'mail', 'payments', 'inventory']],
  [{ QQ_APP_KEY_FILE: '/run/key' }, ['identity', 'mail', 'payments', 'inventory']],
])('what the operator has set himself stays: %o', async (environment, names) => {
  const emulators = await startEmulators(start, options({ environment }))
  expect(started.map(({ name }) => name)).toEqual(names)
  expect(emulators.parts).toHaveLength(names.length)
  const setVariables = Object.entries(environment).filter(([, value]) => value !== '')
  for (const [name] of setVariables) expect(emulators.environment).not.toHaveProperty(name)
})

test('where no PostgreSQL runs for it there is no inventory, and the rest is there', async () => {
  const emulators = await startEmulators(start, options({ inventoryDatabase: () => Promise.resolve(null) }))
  expect(started.map(({ name }) => name)).toEqual(['identity', 'mail', 'payments', 'oauth'])
  expect(emulators.inventory).toBeNull()
  expect(emulators.environment).not.toHaveProperty('INVENTORY_URL')
})

test('mails come from the address that the operator has set', async () => {
  const { environment } = await startEmulators(start, options({ environment: { MAIL_FROM: 'a@b.example' } }))
  expect(environment).not.toHaveProperty('MAIL_FROM')
  expect(environment).toHaveProperty('SMTP_URL')
})

test('a taken port gives way to the next free one, which is said', async () => {
  const busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  const { port } = busy.address() as AddressInfo
  await startEmulators(start, options({ firstPort: port, taken: new Set([port + 1]) }))
  const [identity, mail] = [configOf('identity')['port'], configOf('mail')['httpPort']] as number[]
  expect(identity).toBeGreaterThan(port + 1)
  expect(mail).toBeGreaterThan(port + 1)
  expect(mail).not.toBe(identity)
  expect(said[0]).toBe(`Port ${port} is taken, the sign-in page takes ${identity}.`)
  await new Promise((resolve) => busy.close(resolve))
})

test('who may be signed in as plays on the sample servers under that name, and is no op', () => {
  const people = pickSignInPeople(regulars)
  expect(people.length).toBeGreaterThan(5)
  expect(people).toContainEqual({ ...createPerson(0) })
  const ops = groupMembers.op.map(personSteamId)
  expect(people.filter(({ steamId }) => ops.includes(steamId))).toEqual([])
  const speaker = pickChatPerson(regulars)
  expect(speaker?.name).toMatch(/^\w+$/)
  expect([...ops, ...people.map(({ steamId }) => steamId)]).not.toContain(speaker?.steamId)
})
