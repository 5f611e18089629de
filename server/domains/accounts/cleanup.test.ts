import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogRetentionMs, idempotencyKeyRetentionMs } from '@clutch/contract/limits.ts'
import { deleteInSlices } from '../../platform/database/index.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { isRepeatedRequest } from './idempotency/idempotency-keys.service.ts'
import { writeAuditEntry } from './audit/audit-log.service.ts'
import { startAccountCleanup } from './cleanup.worker.ts'
import { signIn } from './testing/test-users.ts'

const steamId = '76561197960265729'
const device = { address: '203.0.113.7', userAgent: 'test' }

let context: TestContext
beforeEach(async () => {
  context = await createTestContext()
})
afterEach(() => context.destroy())

const ending = [
  'sessions',
  'rate_limits',
  'sign_ins',
  'openid_nonces',
  'tickets',
  'bind_tokens',
  'email_codes',
  'password_resets',
  'game_bind_codes',
] as const

const aServer = {
  ip: '203.0.113.5',
  protocol: 'valve',
  name: 'Retakes',
  name_display: '',
  category: 'retakes',
  region: 'ap-tokyo',
  tickrate: '64',
  reserved: 0,
  ontop: 0,
  star: 0,
  hidden: false,
  rules_zh: '',
  rules_en: '',
}

/** Inserts one row of each kind that ends in `endsInMs`. */
async function fill(kind: string, endsInMs: number): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const expires_at = new Date(now.getTime() + endsInMs)
  const hash = Buffer.from(kind)
  const person = await signIn(context, kind === 'ended' ? steamId : '76561197960265730')
  const user_id = person.userId
  await database.updateTable('sessions').set({ expires_at }).where('id', '=', person.sessionId).execute()
  const ofLimit = { name: 'bind account', subject: hash, free_at: expires_at }
  const ofSignIn = { state_hash: hash, browser_hash: hash, created_at: now, expires_at }
  const ofTicket = { hash, purpose: 'link', steam_id: steamId, expires_at }
  const ofCode = { email: `${kind}@mail.example`, hash, sent_at: now, expires_at }
  await database.insertInto('rate_limits').values(ofLimit).execute()
  await database.insertInto('sign_ins').values(ofSignIn).execute()
  await database.insertInto('openid_nonces').values({ nonce: kind, expires_at }).execute()
  await database.insertInto('tickets').values(ofTicket).execute()
  await database.insertInto('bind_tokens').values({ id: randomUUIDv7(), user_id, expires_at }).execute()
  await database.insertInto('email_codes').values(ofCode).execute()
  await database.insertInto('password_resets').values({ hash, user_id, expires_at }).execute()
  const server = { ...aServer, id: randomUUIDv7(), port: endsInMs + 2, created_at: now }
  await database.insertInto('servers').values(server).execute()
  const ofGame = { hash, steam_id: person.steamId, server_id: server.id, expires_at }
  await database.insertInto('game_bind_codes').values(ofGame).execute()
}

/** How much there is of each. */
async function counts(): Promise<Record<string, number>> {
  const counted = [...ending, 'audit_log' as const].map(async (table) => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(
      context.database,
    )
    return [table, rows[0]?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

test('C12 expired rows are removed nightly, and audit log entries after two years', async () => {
  const write = () =>
    writeAuditEntry(context, context.database, { actor: steamId, action: 'LOGOUT', subject: '', device })
  await write()
  context.clock.advance(auditLogRetentionMs + 1)
  await write()
  await fill('ended', -1)
  await fill('standing', 1)
  const each = (left: number) => Object.fromEntries([...ending, 'audit_log'].map((table) => [table, left]))
  expect(await counts()).toEqual(each(2))
  await startAccountCleanup(context)
  await context.database.transaction().execute((tx) => context.jobs.enqueue(tx, 'account-sweep', {}))
  await expect.poll(counts, { timeout: 10_000 }).toEqual(each(1))
})

test('J an operator’s idempotency key blocks a repeat for 30 days; then it is deleted', async () => {
  const { database, clock } = context
  const isRepeat = (key: string) => isRepeatedRequest(database, { key, contents: 'cards', now: clock.now() })
  const keys = async () =>
    (await database.selectFrom('idempotency_keys').select('key').execute()).map(({ key }) => key)
  const [old, young] = [randomUUIDv7(), randomUUIDv7()]
  await isRepeat(old)
  context.clock.advance(idempotencyKeyRetentionMs)
  await isRepeat(young)
  expect(await isRepeat(old)).toBe(true)
  await startAccountCleanup(context)
  context.clock.advance(1)
  await database.transaction().execute((tx) => context.jobs.enqueue(tx, 'account-sweep', {}))
  await expect.poll(keys, { timeout: 10_000 }).toEqual([young])
  expect(await isRepeat(young)).toBe(true)
})

test('C12 one kind of rows that cannot be removed keeps no other, and is removed by slices later', async () => {
  const { database } = context
  await fill('ended', -1)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    database,
  )
  await sql`create trigger refuse before delete on rate_limits execute function refuse()`.execute(database)
  await startAccountCleanup(context)
  await database.transaction().execute((tx) => context.jobs.enqueue(tx, 'account-sweep', {}))
  const left = async () => (await counts())['game_bind_codes']
  await expect.poll(left, { timeout: 10_000 }).toBe(0)
  expect(await counts()).toMatchObject({ rate_limits: 1, sessions: 0, tickets: 0 })
  await sql`drop trigger refuse on rate_limits`.execute(database)
  await deleteInSlices(database, 'rate_limits', sql`free_at < ${context.clock.now()}`, 1)
  expect((await counts())['rate_limits']).toBe(0)
})
