import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const namespace = 'http://specs.openid.net/auth/2.0'
const identifierSelect = `${namespace}/identifier_select`

/** Steam's own list, in Steam's order; the list signs itself. */
const signedFields = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
]

/** A request that is shown as an error page: what is wrong with it, in both languages. */
export class InvalidSignInRequest extends Error {
  readonly zh: string

  constructor(zh: string, en: string) {
    super(en)
    this.zh = zh
  }
}

/** The return address of a sign-in, and the site shown to the person. */
export interface SignInRequest {
  returnTo: string
  realm: string
}

/** Reads a `checkid_setup`; throws RequestRefused. `allowed` are the origins that may be returned to, all of them when it is missing. */
export function readSignInRequest(fields: URLSearchParams, allowed?: readonly string[]): SignInRequest {
  const of = (name: string) => fields.get(`openid.${name}`)
  if (of('ns') !== namespace || of('mode') !== 'checkid_setup')
    throw new InvalidSignInRequest('这不是 OpenID 2.0 登录请求。', 'This is no OpenID 2.0 sign-in request.')
  if (of('identity') !== identifierSelect || of('claimed_id') !== identifierSelect)
    throw new InvalidSignInRequest('只支持 identifier_select。', 'Only identifier_select is understood.')
  const returnTo = of('return_to') ?? ''
  const realm = of('realm') ?? returnTo
  if (!realmCovers(realm, returnTo))
    throw new InvalidSignInRequest('realm 不包含 return_to。', 'The realm does not cover return_to.')
  if (allowed && !allowed.includes(new URL(returnTo).origin))
    throw new InvalidSignInRequest('不允许返回到该网站。', 'This site may not be returned to.')
  return { returnTo, realm }
}

/** OpenID 2.0 §9.2: scheme, port and host are the realm's (`*.` takes what is below it), and the path begins with the realm's. */
export function realmCovers(realm: string, returnTo: string): boolean {
  const anyBelow = realm.includes('://*.')
  const base = URL.parse(realm.replace('://*.', '://'))
  const back = URL.parse(returnTo)
  if (!base || !back || !/^https?:$/.test(back.protocol) || /[#\s]/.test(realm + returnTo)) return false
  if (back.username !== '' || back.password !== '' || base.search !== '') return false
  if (base.protocol !== back.protocol || base.port !== back.port) return false
  const hostFits =
    back.hostname === base.hostname || (anyBelow && back.hostname.endsWith(`.${base.hostname}`))
  const folder = base.pathname.replace(/\/?$/, '/')
  return hostFits && (back.pathname === base.pathname || back.pathname.startsWith(folder))
}

/** Returns the address for a cancelled sign-in. */
export function cancelledUrl({ returnTo }: SignInRequest): string {
  return withQuery(returnTo, { ns: namespace, mode: 'cancel' })
}

/** Asserts the identity of a person, and confirms each assertion once. */
export class Assertions {
  readonly #endpoint: string
  readonly #identities: string
  readonly #now: () => Date
  readonly #key = randomBytes(32)
  readonly #unconfirmed = new Set<string>()

  constructor(base: string, now: () => Date) {
    this.#endpoint = `${base}/openid/login`
    this.#identities = `${base}/openid/id/`
    this.#now = now
  }

  /** Returns the return address that asserts this person. */
  assert(steamId: string, { returnTo }: SignInRequest): string {
    const identity = this.#identities + steamId
    const time = this.#now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    const fields: Record<string, string> = {
      ns: namespace,
      mode: 'id_res',
      op_endpoint: this.#endpoint,
      claimed_id: identity,
      identity,
      return_to: returnTo,
      response_nonce: time + randomBytes(20).toString('base64'),
      assoc_handle: '1234567890',
      signed: signedFields.join(','),
    }
    const sig = this.#sign(signedFields.map((name) => [name, fields[name] ?? '']))
    this.#unconfirmed.add(sig)
    return withQuery(returnTo, { ...fields, sig })
  }

  /** Whether these are the fields of an assertion of this emulator that was not confirmed yet. */
  confirm(fields: URLSearchParams): boolean {
    const names = (fields.get('openid.signed') ?? '').split(',')
    const signature = fields.get('openid.sig') ?? ''
    const expected = this.#sign(names.map((name) => [name, fields.get(`openid.${name}`) ?? '']))
    return isSameText(signature, expected) && this.#unconfirmed.delete(expected)
  }

  /** HMAC-SHA1 of the fields in key-value form, as Steam's signatures are. */
  #sign(fields: readonly (readonly [string, string])[]): string {
    const text = fields.map(([name, value]) => `${name}:${value}\n`).join('')
    return createHmac('sha1', this.#key).update(text).digest('base64')
  }
}

/** The answer to `check_authentication`. */
export function formatConfirmation(isValid: boolean): string {
  return `ns:${namespace}\nis_valid:${isValid}\n`
}

function withQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) query.append(`openid.${name}`, value)
  return `${address}${address.includes('?') ? '&' : '?'}${query.toString()}`
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
