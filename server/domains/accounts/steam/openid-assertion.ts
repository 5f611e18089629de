import { maxAssertionSkewMs } from '@clutch/contract/limits.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'

export const openidNamespace = 'http://specs.openid.net/auth/2.0'

/** What a signature must cover to mean anything; an unsigned field can be forged. */
const requiredSignedFields = [
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
]

/** What this portal knows before it reads an assertion. None of it comes from the assertion. */
export interface ExpectedAssertion {
  /** The one provider that is believed. */
  endpoint: string
  /** The exact address this browser was sent back to. */
  returnTo: string
  now: Date
}

export interface Assertion {
  steamId: string
  nonce: string
  /** Until when it passes for its time, so that its nonce must be remembered. */
  nonceExpires: Date
  /** What the provider is asked to confirm. */
  confirmation: URLSearchParams
}

/** A browser returned without a proof of identity. The reason contains no value of the assertion. */
export class AssertionRefused extends Error {
  override name = 'AssertionRefused'
}

/**
 * C2: reads a positive assertion of OpenID 2.0 (§10.1, §11.1–11.3) from the query a browser returned with. It
 * is valid only once the provider has confirmed it and its nonce was not used before. Throws
 * AssertionRefused.
 */
export function readAssertion(query: URLSearchParams, expected: ExpectedAssertion): Assertion {
  const openid = [...query].filter(([key]) => key.startsWith('openid.'))
  const fields = new Map(openid)
  const field = (name: string) => fields.get(`openid.${name}`) ?? ''
  assertValid(fields.size === openid.length, 'a field came twice')
  assertValid(field('ns') === openidNamespace, 'it is not of OpenID 2.0')
  assertValid(field('mode') === 'id_res', 'the provider did not report a completed sign-in')
  assertValid(field('op_endpoint') === expected.endpoint, 'it is of another provider')
  assertValid(field('return_to') === expected.returnTo, 'it was made for another site or browser')
  assertValid(field('identity') === field('claimed_id'), 'it speaks of two people')
  const signed = field('signed').split(',')
  assertValid(
    requiredSignedFields.every((name) => signed.includes(name)),
    'its signature leaves a field out',
  )
  return {
    steamId: parseSteamId(field('claimed_id'), expected.endpoint),
    nonce: field('response_nonce'),
    nonceExpires: new Date(parseNonceTime(field('response_nonce'), expected.now) + maxAssertionSkewMs),
    confirmation: new URLSearchParams([...fields.set('openid.mode', 'check_authentication')]),
  }
}

/** Returns the SteamID of an identity such as `…/openid/id/7656…`, on the host of `…/openid/login`. */
function parseSteamId(identity: string, endpoint: string): string {
  const prefix = endpoint.replace(/\/openid\/login$/, '/openid/id/')
  const steamId = identity.slice(prefix.length)
  assertValid(
    prefix !== endpoint && identity.startsWith(prefix) && isSteamId(steamId),
    'it is of no Steam account',
  )
  return steamId
}

function parseNonceTime(nonce: string, now: Date): number {
  const [, time = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[!-~]{0,200}$/.exec(nonce) ?? []
  const issuedAt = Date.parse(time)
  assertValid(Math.abs(issuedAt - now.getTime()) <= maxAssertionSkewMs, 'it is old, or a clock is wrong')
  return issuedAt
}

function assertValid(holds: boolean, reason: string): void {
  if (!holds) throw new AssertionRefused(reason)
}
