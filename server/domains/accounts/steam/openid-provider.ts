import { readLimitedBody } from '../../../platform/network/fetch-with-limits.ts'
import type { Config } from '../../../platform/config/config.ts'
import { openidNamespace } from './openid-assertion.ts'

const identifierSelect = 'http://specs.openid.net/auth/2.0/identifier_select'
const responseMaxBytes = 4_096

/** The provider is down, slow, or does not answer like one: nothing is known of who came back. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
}

/** C2: where a browser is sent to prove who it is; the provider sends it back to `returnTo`. */
export function providerSignInUrl(
  { steamOpenidUrl, steamRealm, publicUrl }: Pick<Config, 'steamOpenidUrl' | 'steamRealm' | 'publicUrl'>,
  returnTo: string,
): string {
  const params = new URLSearchParams({
    'openid.ns': openidNamespace,
    'openid.mode': 'checkid_setup',
    'openid.return_to': returnTo,
    'openid.realm': steamRealm ?? publicUrl,
    'openid.identity': identifierSelect,
    'openid.claimed_id': identifierSelect,
  })
  return `${steamOpenidUrl}?${params.toString()}`
}

/**
 * C2: returns whether the provider confirms an assertion (OpenID 2.0 §11.4.2). The endpoint is from the
 * config, never from the assertion. Throws ProviderFailed for anything but a timely yes or no.
 */
export async function confirmAssertion(
  endpoint: string,
  confirmation: URLSearchParams,
  withinMs: number,
): Promise<boolean> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      body: confirmation,
      headers: { accept: 'text/plain', 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    })
    const body = await readLimitedBody(response, responseMaxBytes)
    if (body === null) throw new ProviderFailed('the answer is too long')
    return parseConfirmation(response.status, body.toString('utf8'))
  } catch (cause) {
    throw cause instanceof ProviderFailed ? cause : new ProviderFailed('no answer came in time', { cause })
  }
}

/** An answer is `key:value` lines in any order; `is_valid:true` counts as a line of its own only. */
function parseConfirmation(status: number, text: string): boolean {
  const lines = text.replace(/\n$/, '').split('\n')
  const answered = new Map(lines.map((line) => splitAtColon(line)))
  const verdict = answered.get('is_valid')
  const isAnswer = status === 200 && answered.size === lines.length && answered.get('ns') === openidNamespace
  if (isAnswer && (verdict === 'true' || verdict === 'false')) return verdict === 'true'
  throw new ProviderFailed(`the answer (status ${status}) is not one of OpenID 2.0`)
}

function splitAtColon(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)]
}
