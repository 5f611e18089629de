import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { createBindToken, signProvenBindToken, verifyBindToken } from '../binding/bind-tokens.service.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { signIn } from '../testing/test-users.ts'
import { hashToken } from '../../../platform/keys/tokens.ts'
import { insertUser } from '../users/users.store.ts'

const mine = '76561197960265729'
const email = 'stranger@mail.example'
const password = 'marker-Password-1'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await context.database.deleteFrom('users').execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const forget = (steamId: string) =>
  app.inject({ method: 'DELETE', url: `/api/operator/accounts/${steamId}/email`, headers: asOperator })
const isSignedIn = async (token: string) =>
  (await app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })).statusCode ===
  200

/** Binds an e-mail account of a stranger's to a SteamID, as its calls do; answers the session that this began. */
async function bindStranger(steamId: string): Promise<string> {
  const { database, clock } = context
  const id = randomUUIDv7()
  const password_hash = await hashPassword(password)
  await insertUser(database, { id, email, password_hash, created_at: clock.now() })
  const bind = await verifyBindToken(context, database, await createBindToken(context, database, id))
  const bearer = await signProvenBindToken(context, bind, steamId)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/email/bind-steam',
    headers: { authorization: `Bearer ${bearer}` },
    payload: { email, steamId },
  })
  return answer.json<{ token: string }>().token
}

test('C9 a wrong binding is undone: e-mail and password go, every session ends, and the address is free', async () => {
  const owner = await signIn(context, mine)
  const stranger = await bindStranger(mine)
  const expires_at = new Date(context.clock.now().getTime() + 60_000)
  const reset = { hash: hashToken('reset'), user_id: owner.userId, expires_at }
  await context.database.insertInto('password_resets').values(reset).execute()
  await createBindToken(context, context.database, owner.userId)
  expect([await isSignedIn(stranger), await isSignedIn(owner.token)]).toEqual([true, true])

  expect((await forget(mine)).statusCode).toBe(204)
  expect([await isSignedIn(stranger), await isSignedIn(owner.token)]).toEqual([false, false])
  const users = await context.database.selectFrom('users').selectAll().execute()
  expect(users).toMatchObject([{ id: owner.userId, steam_id: mine, email: null, password_hash: null }])
  for (const table of ['password_resets', 'bind_tokens'] as const)
    expect(await context.database.selectFrom(table).selectAll().execute()).toEqual([])
  const payload = { email, password }
  const logIn = () => app.inject({ method: 'POST', url: '/api/auth/email/login', payload })
  expect((await logIn()).json()).toMatchObject({ code: 'login.wrong' })
  const lines = await readAuditEntries(context, { limit: 1 })
  expect(lines).toMatchObject([{ actor: 'operator', action: 'operatorRemoveEmail', subject: mine }])
  expect(JSON.stringify(lines)).not.toMatch(/marker|mail\.example/)
  // It can be bound again, to whom it belongs.
  expect(await isSignedIn(await bindStranger('76561197960265730'))).toBe(true)
})

test('C9 removing the e-mail of an unknown user, or of an account without one, is refused', async () => {
  const owner = await signIn(context, mine)
  const unknown = await forget('76561197960265731')
  expect([unknown.statusCode, unknown.json()]).toEqual([
    404,
    { error: 'User not found', code: 'user.not_found' },
  ])
  const none = await forget(mine)
  expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([409, 'email.none'])
  expect(await isSignedIn(owner.token)).toBe(true)
})
