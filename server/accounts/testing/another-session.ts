import type { House } from '../../house.ts'
import { beginSession } from '../sessions.ts'
import { readSession } from '../tokens.ts'
import type { Person } from './people.ts'

/** Somebody as another device of theirs signs them in. */
export async function anotherSession(
  house: House,
  person: Person,
  method: 'steam' | 'email' | 'link' = 'steam',
): Promise<Person> {
  const { userId, steamId } = person
  const device = { address: '198.51.100.4', userAgent: 'elsewhere' }
  const token = await house.database
    .transaction()
    .execute((tx) => beginSession(house, tx, { userId, steamId, method, device }))
  const sessionId = (await readSession(house, token))?.sessionId ?? ''
  return { ...person, sessionId, token, headers: { authorization: `Bearer ${token}` } }
}
