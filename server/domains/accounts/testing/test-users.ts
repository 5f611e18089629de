import { randomUUIDv7 } from 'node:crypto'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import type { SessionMethod } from '../../../platform/http/session/session-check.ts'
import type { AppContext } from '../../../platform/context.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { createSession } from '../sessions/sessions.service.ts'
import { markSecondFactorVerified } from '../sessions/sessions.store.ts'
import { insertUser } from '../users/users.store.ts'
import { readSessionToken } from '../tokens/tokens.ts'

export interface TestUser {
  userId: string
  steamId: string
  sessionId: string
  token: string
  /** The headers of a request of theirs. */
  headers: { authorization: string }
}

export interface TestUserOptions {
  groups?: readonly GrantedGroup[]
  /** `shown`: on, and this session has shown it; `due`: on, and it has not. */
  secondFactor?: 'shown' | 'due'
  method?: 'steam' | 'email' | 'link'
}

/** Inserts a user with an account and a session directly into the database, for tests of signed-in users. */
export async function signIn(
  context: AppContext,
  steamId: string,
  options: TestUserOptions = {},
): Promise<TestUser> {
  const { groups = [], secondFactor, method = 'steam' } = options
  const { database, clock, keys } = context
  const userId = randomUUIDv7()
  const token = await database.transaction().execute(async (tx) => {
    await insertUser(tx, { id: userId, steam_id: steamId, created_at: clock.now() })
    if (secondFactor !== undefined) {
      const secret = keys.seal('JBSWY3DPEHPK3PXP', `second-factor:${userId}`)
      const now = clock.now()
      await tx
        .insertInto('second_factors')
        .values({ user_id: userId, secret, confirmed_at: now, created_at: now })
        .execute()
    }
    const device = { address: '203.0.113.7', userAgent: 'test' }
    return createSession(context, tx, { userId, steamId, method, device })
  })
  const sessionId = (await readSessionToken(context, token))?.sessionId ?? ''
  if (secondFactor === 'shown') await markSecondFactorVerified(database, sessionId, clock.now())
  for (const group of groups) await grantGroup(context, { steamId, group, expires: null })
  return { userId, steamId, sessionId, token, headers: { authorization: `Bearer ${token}` } }
}

/** Begins a session of the same user on another device. */
export async function beginAnotherSession(
  context: AppContext,
  person: TestUser,
  method: SessionMethod = 'steam',
): Promise<TestUser> {
  const { userId, steamId } = person
  const device = { address: '198.51.100.4', userAgent: 'elsewhere' }
  const token = await context.database
    .transaction()
    .execute((tx) => createSession(context, tx, { userId, steamId, method, device }))
  const sessionId = (await readSessionToken(context, token))?.sessionId ?? ''
  return { ...person, sessionId, token, headers: { authorization: `Bearer ${token}` } }
}
