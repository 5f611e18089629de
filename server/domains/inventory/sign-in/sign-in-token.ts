import { inventoryResponseMaxBytes, inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { z } from 'zod'
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
    if (response.status === 200) return readToken(await readLimitedBody(response))
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

/** Returns the body; null where it is longer than any valid response. */
async function readLimitedBody({ body }: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > inventoryResponseMaxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readToken(text: string | null): TokenResult {
  const read = tokenSchema.safeParse(parseJson(text ?? ''))
  return read.success
    ? { token: read.data.token }
    : unavailable('The inventory site answered without a token')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unavailable(detail: string): TokenResult {
  return { problem: 'unavailable', detail }
}
