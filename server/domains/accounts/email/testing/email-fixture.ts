import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/index.ts'
import type { AppContext } from '../../../../platform/context.ts'
import type { App } from '../../../../platform/http/app.ts'
import type { Mail } from '../../../mail/index.ts'
import { readConfig } from '../../../../platform/config/config.ts'
import { type TestContext, createTestContext } from '../../../../testing/test-context.ts'
import { createTestApp } from '../../../../testing/http.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { insertUser } from '../../users/users.store.ts'
import { registerEmailRoutes } from '../email.routes.ts'

/** The settings of a portal that can send mail. */
export const mailConfig = readConfig({
  CLUTCH_ENV: 'development',
  CLUTCH_PUBLIC_URL: 'https://portal.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
})

export interface EmailFixture {
  context: TestContext
  app: App
  /** Posts to a call below `/api/auth/email/`. */
  post(path: string, payload: unknown, from?: { bearer?: string; address?: string }): ReturnType<typeof post>
  /** Forgets everything but the time, for the next test. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** Registers the calls about e-mail accounts with an app context of their own, or with the database of another portal. */
export async function createEmailFixture(overrides: Partial<TestContext> = {}): Promise<EmailFixture> {
  const context = await createTestContext({ config: mailConfig, ...overrides })
  const app = await createTestApp(context)
  registerEmailRoutes(context, app)
  const shared = overrides.database !== undefined
  return {
    context,
    app,
    post: (path, payload, from) => post(app, path, payload, from),
    clear: () => clear(context),
    close: async () => {
      await app.close()
      await (shared ? context.jobs.stop() : context.destroy())
    },
  }
}

const tables = ['users', 'email_codes', 'servers', 'memberships', 'audit_log', 'rate_limits'] as const

async function clear({ database }: AppContext): Promise<void> {
  await sql`delete from pgboss.job where name = 'mail'`.execute(database)
  for (const table of tables) await database.deleteFrom(table).execute()
}

function post(app: App, path: string, payload: unknown, { bearer, address = '203.0.113.7' } = {} as From) {
  return app.inject({
    method: 'POST',
    url: `/api/auth/email/${path}`,
    headers: { 'content-type': 'application/json', ...(bearer !== undefined && authorization(bearer)) },
    payload: JSON.stringify(payload),
    remoteAddress: address,
  })
}

interface From {
  bearer?: string
  address?: string
}

const authorization = (bearer: string) => ({ authorization: `Bearer ${bearer}` })

/** How many of some answers had each status. */
export function statuses(answers: readonly { statusCode: number }[]): Record<number, number> {
  const counted: Record<number, number> = {}
  for (const { statusCode } of answers) counted[statusCode] = (counted[statusCode] ?? 0) + 1
  return counted
}

/** The mails that were committed, in their order. */
export async function readQueuedMails({
  database,
  keys,
}: Pick<AppContext, 'database' | 'keys'>): Promise<Mail[]> {
  const jobs = await sql<{ data: { sealed: string } }>`
    select data from pgboss.job where name = 'mail' order by created_on`.execute(database)
  return jobs.rows.map(({ data }) => JSON.parse(keys.open(data.sealed, 'mail')) as Mail)
}

/** The code in the newest mail. */
export async function newestCode(context: AppContext): Promise<string> {
  const content = (await readQueuedMails(context)).at(-1)?.content
  if (content?.kind !== 'email-code') throw new Error('the newest mail holds no code')
  return content.code
}

/** The token in the link of the newest mail. */
export async function newestResetToken(context: AppContext): Promise<string> {
  const content = (await readQueuedMails(context)).at(-1)?.content
  if (content?.kind !== 'password-reset') throw new Error('the newest mail holds no link')
  return new URL(content.link).searchParams.get('token') ?? ''
}

/** A code that is not the given one. */
export const differentCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** The password of every account that `addAccount` makes. */
export const password = 'correct-horse-1'
const passwordHash = hashPassword(password)

/** An account of an e-mail, with or without a SteamID, put straight into the database; answers its id. */
export async function insertEmailAccount(
  { database, clock }: Pick<TestContext, 'clock'> & { database: Database },
  email: string,
  steamId: string | null = null,
): Promise<string> {
  const id = randomUUIDv7()
  const row = { id, email, steam_id: steamId, password_hash: await passwordHash, created_at: clock.now() }
  await insertUser(database, row)
  return id
}
