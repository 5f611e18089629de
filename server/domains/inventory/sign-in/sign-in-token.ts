import { inventoryResponseMaxBytes, inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { z } from 'zod'
import { readLimitedBody } from '../../../platform/network/fetch-with-limits.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import type { InventorySite, SignInFailure } from '../inventory-site.ts'

/** A token, or why there is none; the detail contains no text of the site, which may repeat the key. */
export type TokenResult = { token: string } | SignInFailure

const invalidKey: SignInFailure = {
  problem: 'key',
  detail: 'The inventory site does not accept the key of this portal',
}
const failuresByStatus: Readonly<Record<number, SignInFailure>> = {
  400: { problem: 'unknownPlayer', detail: 'The inventory site does not know this player' },
  401: invalidKey,
  403: invalidKey,
}

const tokenSchema = z.object({ token: z.string().min(1).max(2_000) })

/** Requests a one-time token from the site, within a time limit. */
export async function requestToken({ url, apiKey }: InventorySite, userId: string): Promise<TokenResult> {
  try {
    const response = await fetch(new URL('/api/sign-in', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ apiKey, userId }),
      // The key goes to the site that the settings name, and to no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(inventoryTimeoutMs),
    })
    if (response.status === 200) return readToken(await readLimitedBody(response, inventoryResponseMaxBytes))
    await response.body?.cancel()
    const refused = failuresByStatus[response.status]
    if (refused !== undefined) return refused
    return unavailable(`The inventory site answered with status ${response.status}`)
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return unavailable(
      late ? 'The inventory site did not answer in time' : 'The inventory site cannot be reached',
    )
  }
}

/** Reads the token out of a body; null is one that is longer than any valid response. */
function readToken(body: Buffer | null): TokenResult {
  const read = tokenSchema.safeParse(parseJson(body?.toString('utf8') ?? ''))
  return read.success
    ? { token: read.data.token }
    : unavailable('The inventory site answered without a token')
}

function unavailable(detail: string): TokenResult {
  return { problem: 'unavailable', detail }
}
