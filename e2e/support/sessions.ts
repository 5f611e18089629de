import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { sessionLifetimeMs } from '@clutch/contract/limits.ts'
import type { Page } from '@playwright/test'
import {
  type Person,
  type Session,
  callApiExpectingSuccess,
  startSteamSignIn,
  chooseSteamPerson,
} from './accounts.ts'
import { writeStorage, storedSession } from './sign-in.ts'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

/** Browsers as they name themselves: Chrome on Windows, Safari on an iPhone. */
export const desktopUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const phoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

/**
 * Signs a user in on a device, outside any browser, and waits until Steam has answered with name and picture.
 */
export async function signInOnDevice(
  stack: Stack,
  person: Person,
  userAgent = desktopUserAgent,
): Promise<Session> {
  const { provider, cookie } = await startSteamSignIn(stack)
  const headers = { cookie, 'user-agent': userAgent }
  const returned = await fetch(await chooseSteamPerson(provider, person), { headers, redirect: 'manual' })
  const ticket = new URL(returned.headers.get('location') ?? '', stack.url).searchParams.get('token')
  const given = await fetch(new URL('/api/auth/steam/token', stack.url), {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${ticket}`, 'content-type': 'application/json' },
    body: JSON.stringify({ steamId: person.steamId }),
  })
  const { token } = (await given.json()) as { token: string }
  const account = () => callApiExpectingSuccess<Account>(stack, 'GET', '/api/account', { bearer: token })
  await expect
    .poll(account, { intervals: [50] })
    .toMatchObject({ steamName: person.name, avatar: expect.stringContaining(person.steamId) })
  const { steamId, username, avatar } = await account()
  return { user: { steamId, username, avatar }, token }
}

/** Opens a page as a user who signed in before; returns their token. */
export async function openSignedIn(page: Page, stack: Stack, person: Person, path = '/'): Promise<string> {
  const session = await signInOnDevice(stack, person)
  await writeStorage(page, storedSession(session))
  await page.goto(path)
  return session.token
}

/** An account as it may look; tests name only what they are about. */
export function buildAccount(change: Partial<Account> = {}): Account {
  return {
    id: '01936f00-0000-7000-8000-000000000001',
    steamId: '76561198000000001',
    username: 'kite_07',
    avatar: '',
    steamName: 'kite_07',
    ownName: false,
    avatarSource: 'drawn',
    email: null,
    language: 'zh',
    groups: [],
    operator: null,
    secondFactor: { on: false, shown: false, recoveryCodes: 0, removableBySteam: false },
    ...change,
  }
}

interface MockedAccount {
  account?: Account
  /** When VIP ends. */
  expireDate?: number
}

/** A session that the portal does not know: what it would answer about it is answered instead. */
export async function mockSession(page: Page, pretended: MockedAccount = {}): Promise<Session> {
  const { account = buildAccount(), expireDate = null } = pretended
  const { groups, steamId, username, avatar } = account
  const type = (['op', 'kol', 'pro', 'vip'] as const).find((one) => groups.includes(one)) ?? 'none'
  await page.route('**/api/account', (route) => route.fulfill({ json: account }))
  await page.route('**/api/auth/vip-status/*', (route) =>
    route.fulfill({ json: { type, groups, expireDate } }),
  )
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.round((Date.now() + sessionLifetimeMs) / 1_000)
  return { user: { steamId, username, avatar }, token: `${part({})}.${part({ exp })}.signature` }
}
