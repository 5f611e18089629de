import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ProviderRedirect,
  type SteamFixture,
  beginSignIn,
  createSteamFixture,
  formatPageResult,
  returnFromProvider,
} from './testing/steam-fixture.ts'
import { type PeerProvider, hasPythonOpenid, startPythonOpenid } from './testing/python-openid.ts'

const here = hasPythonOpenid()
const player = '76561198000000001'
const victim = '76561198000000002'
const letIn = '/auth/steam/callback token'
const refused = '/auth/steam/callback loginFailed'

let provider: PeerProvider
let portal: SteamFixture

beforeAll(async () => {
  if (!here) return
  provider = await startPythonOpenid()
  portal = await createSteamFixture({ steamOpenidUrl: `${provider.origin}/openid/login` })
})
beforeEach(() => {
  // The provider's nonces are of the machine's time.
  if (here) portal.context.clock.set(new Date())
})
afterAll(async () => {
  if (!here) return
  await portal.close()
  await provider.stop()
})

/** Returns the provider's answer to a browser with a signed-in user (or none). */
function visit(to: string, steamId: string | null): Promise<Response> {
  return fetch(to, { redirect: 'manual', headers: steamId === null ? {} : { 'x-steamid': steamId } })
}

/** Where the provider sends a browser back to. */
async function sentBack({ url }: ProviderRedirect, steamId: string | null = player): Promise<URL> {
  return new URL((await visit(url, steamId)).headers.get('location') ?? 'nowhere:')
}

/** Signs a user in and returns with the address as forged by `forge`. */
async function attack(forge: (back: URL, set: (name: string, value: string) => void) => unknown) {
  const sent = await beginSignIn(portal.app)
  const back = await sentBack(sent)
  forge(back, (name, value) => back.searchParams.set(`openid.${name}`, value))
  return formatPageResult(await returnFromProvider(portal.app, back, sent.cookie))
}

describe.skipIf(!here)('with python3-openid as the provider', () => {
  test('C2 a user signs in, once', async () => {
    const sent = await beginSignIn(portal.app)
    const back = await sentBack(sent)
    expect(formatPageResult(await returnFromProvider(portal.app, back, sent.cookie))).toBe(letIn)
    expect(formatPageResult(await returnFromProvider(portal.app, back, sent.cookie))).toBe(refused)
  })

  test('C2 an assertion that was confirmed once is not confirmed again for any caller', async () => {
    const sent = await beginSignIn(portal.app)
    const back = await sentBack(sent)
    const body = new URLSearchParams(back.search)
    body.set('openid.mode', 'check_authentication')
    const elsewhere = await fetch(`${provider.origin}/openid/login`, { method: 'POST', body })
    expect(await elsewhere.text()).toContain('is_valid:true\n')
    expect(formatPageResult(await returnFromProvider(portal.app, back, sent.cookie))).toBe(refused)
  })

  test('C19 the assertion of another browser is refused, and so is one without state or cookie', async () => {
    const mine = await beginSignIn(portal.app)
    const theirs = await beginSignIn(portal.app)
    expect(formatPageResult(await returnFromProvider(portal.app, await sentBack(theirs), mine.cookie))).toBe(
      refused,
    )
    expect(formatPageResult(await returnFromProvider(portal.app, await sentBack(theirs), ''))).toBe(refused)
    const withoutState = await sentBack(mine)
    withoutState.searchParams.delete('state')
    expect(formatPageResult(await returnFromProvider(portal.app, withoutState, mine.cookie))).toBe(refused)
  })

  test('C2 a sign-in that was called off is refused', async () => {
    const sent = await beginSignIn(portal.app)
    const back = await sentBack(sent, null)
    expect(back.searchParams.get('openid.mode')).toBe('cancel')
    expect(formatPageResult(await returnFromProvider(portal.app, back, sent.cookie))).toBe(refused)
  })

  test('C2 an account that is not an individual Steam account is refused', async () => {
    const sent = await beginSignIn(portal.app)
    expect(
      formatPageResult(await returnFromProvider(portal.app, await sentBack(sent, '1'), sent.cookie)),
    ).toBe(refused)
  })

  const identity = (origin: string, steamId: string) => `${origin}/openid/id/${steamId}`
  test.each<[string, Parameters<typeof attack>[0]]>([
    [
      'of a victim',
      (_back, set) => {
        for (const name of ['claimed_id', 'identity']) set(name, identity(provider.origin, victim))
      },
    ],
    ['of two people', (_back, set) => set('claimed_id', identity(provider.origin, victim))],
    ['of another provider', (_back, set) => set('op_endpoint', 'http://evil.test/openid/login')],
    [
      'of a look-alike',
      (_back, set) => {
        for (const name of ['claimed_id', 'identity'])
          set(name, identity('https://steamcommunity.evil.test', victim))
      },
    ],
    [
      'whose claimed_id is not signed',
      (back, set) => {
        set('signed', back.searchParams.get('openid.signed')?.replace('claimed_id,', '') ?? '')
        set('claimed_id', identity(provider.origin, victim))
      },
    ],
    [
      'with a second claimed_id',
      (back) => back.searchParams.append('openid.claimed_id', identity(provider.origin, victim)),
    ],
    ['with another signature', (_back, set) => set('sig', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')],
    [
      'of long ago',
      () => {
        portal.context.clock.set(new Date())
        portal.context.clock.advance(5 * 60_000 + 2_000)
      },
    ],
    ['of a time that was changed', (_back, set) => set('response_nonce', '2026-11-21T12:00:00Zabc')],
  ])('C2 an assertion %s is refused', async (_name, forge) => {
    expect(await attack(forge)).toBe(refused)
    portal.context.clock.set(new Date())
    expect(await attack(() => {})).toBe(letIn)
  })

  test('C2 an assertion that was made for another site is refused', async () => {
    const sent = await beginSignIn(portal.app)
    const evil = new URL(sent.url)
    evil.searchParams.set('openid.return_to', 'http://evil.test/callback')
    evil.searchParams.set('openid.realm', 'http://evil.test')
    const stolen = await sentBack({ ...sent, url: evil.href })
    const back = await sentBack(sent)
    for (const [name, value] of stolen.searchParams) back.searchParams.set(name, value)
    expect(formatPageResult(await returnFromProvider(portal.app, back, sent.cookie))).toBe(refused)
  })

  test('C2 the provider itself refuses a realm that is not of the return address', async () => {
    const other = await createSteamFixture({
      steamOpenidUrl: `${provider.origin}/openid/login`,
      steamRealm: 'http://evil.test',
    })
    const { url } = await beginSignIn(other.app)
    expect((await visit(url, player)).status).toBe(400)
    await other.close()
  })
})
