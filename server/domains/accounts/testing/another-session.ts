import type { House } from '../../../house.ts'
import { createSession } from '../sessions/sessions.service.ts'
import { readSessionToken } from '../tokens/tokens.ts'
import type { TestUser } from './test-users.ts'

/** Somebody as another device of theirs signs them in. */
export async function beginAnotherSession(
  house: House,
  person: TestUser,
  method: 'steam' | 'email' | 'link' = 'steam',
): Promise<TestUser> {
  const { userId, steamId } = person
  const device = { address: '198.51.100.4', userAgent: 'elsewhere' }
  const token = await house.database
    .transaction()
    .execute((tx) => createSession(house, tx, { userId, steamId, method, device }))
  const sessionId = (await readSessionToken(house, token))?.sessionId ?? ''
  return { ...person, sessionId, token, headers: { authorization: `Bearer ${token}` } }
}
