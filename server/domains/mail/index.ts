import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Mail } from './mail-job.schema.ts'

export type { Mail, MailCheck, MailPlayer } from './mail-job.schema.ts'
export type { MailContent } from './mail-kinds.ts'
export { startMailWorker } from './mail.worker.ts'
export type { SecondFactorNews } from './templates/accounts/second-factor.ts'

/** Whether this portal can send mail at all (`SMTP_URL`). */
export function canSendMail({ config }: Pick<AppContext, 'config'>): boolean {
  return config.smtpUrl !== undefined
}

/**
 * Enqueues a mail for when the caller's transaction commits; it is stored encrypted until then, and retried
 * while its content is true.
 */
export async function enqueueMail(
  context: Pick<AppContext, 'keys' | 'jobs'>,
  tx: Queries,
  mail: Mail,
): Promise<void> {
  await context.jobs.enqueue(tx, 'mail', { sealed: context.keys.seal(JSON.stringify(mail), 'mail') })
}
