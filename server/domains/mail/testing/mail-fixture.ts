import { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { readConfig } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'
import { Jobs } from '../../../platform/jobs/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/logging/logger.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { type Mail, type MailContent, enqueueMail } from '../index.ts'

export interface MailFixture extends TestContext {
  /** Everything that was logged, as the portal writes it. */
  readLog(): string
}

/**
 * Creates an app context whose mail goes to `smtpUrl` and whose log is recorded, by the portal's own logger. A shared database
 * loses its jobs first, and outlives the context.
 */
export async function createMailFixture(
  smtpUrl: string,
  environment: NodeJS.ProcessEnv = {},
  shared?: Database,
): Promise<MailFixture> {
  const lines: string[] = []
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = createLog('trace', logStream)
  const database = shared ?? (await createTestDatabase())
  if (shared) await sql`delete from pgboss.job`.execute(shared)
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_PUBLIC_URL: 'https://cs.example.org',
    SMTP_URL: smtpUrl,
    ...environment,
  })
  const jobs = new Jobs(database, log)
  const context = await createTestContext({ database, log, jobs, config })
  const destroy = () => (shared ? jobs.stop() : context.destroy())
  return { ...context, destroy, readLog: () => lines.join('') }
}

/** Posts a mail that stays true for ten minutes, where nothing else is said. */
export function enqueueTestMail(
  context: AppContext,
  content: MailContent,
  { to = 'ann@example.org', language = 'en' as Language, until }: Partial<Mail> = {},
): Promise<void> {
  const mail = { to, language, content, until: until ?? new Date(context.clock.now().getTime() + 600_000) }
  return context.database.transaction().execute((tx) => enqueueMail(context, tx, mail))
}
