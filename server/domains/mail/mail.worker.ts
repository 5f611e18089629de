import { settleWithin } from '../../platform/lifecycle/with-timeout.ts'
import { readPortalSettings } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { JobGivenUp } from '../../platform/jobs/index.ts'
import { composeMail, getMailHost } from './mail-message.ts'
import { type MailCheck, readMailJob } from './mail-job.schema.ts'
import { recordMail } from './mail-metrics.ts'
import { MailNotSent, classifySmtpError } from './smtp-error.ts'
import { createSmtpOptions } from './smtp-transport.ts'

/** Shorter than a job may take, so that no second worker begins a mail that the first is still sending. */
const sendTimeoutMs = 60_000
const stopTimeoutMs = 700

export interface MailWorkerOptions {
  /** The certificates (PEM) that are trusted instead of the machine's own. */
  ca?: string
  /** Asked in turn just before a mail is sent; one that says no drops the mail. */
  checks?: readonly MailCheck[]
}

/**
 * Sends the mails that `enqueueMail` enqueued (C6, C8): each until the mail server accepts it, refuses it
 * permanently, or its content is no longer true. One that could not be sent in time fails permanently, where
 * the operator sees it; a refused address, which any visitor can type, only leaves a note at its job. A mail
 * may be sent twice, but is never lost. `stop` gives a running send a moment to finish.
 */
export async function startMailWorker(
  context: AppContext,
  { ca, checks = [] }: MailWorkerOptions = {},
): Promise<{ stop: () => Promise<void> }> {
  const { smtpUrl, publicUrl } = context.config
  if (smtpUrl === undefined) return { stop: () => Promise.resolve() }
  // Loaded where there is a mail server to speak to.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(createSmtpOptions(smtpUrl, { name: getMailHost(publicUrl), ca }))
  const stopController = new AbortController()
  let sending = Promise.resolve()

  const sendMessage: SendMessage = async (message) => {
    const signal = AbortSignal.any([stopController.signal, AbortSignal.timeout(sendTimeoutMs)])
    await transport.sendMail({ ...message, signal })
  }
  await context.jobs.work('mail', ({ sealed }) => {
    const sent = sendMail(context, sealed, { handOver: sendMessage, checks })
    sending = sent.then(noop, noop)
    return sent
  })
  return {
    async stop() {
      await settleWithin(stopTimeoutMs, sending)
      stopController.abort()
      await sending
    },
  }
}

const noop = () => undefined

type SendMessage = (message: ReturnType<typeof composeMail>) => Promise<void>

async function sendMail(
  context: AppContext,
  sealed: string,
  { handOver, checks }: { handOver: SendMessage; checks: readonly MailCheck[] },
): Promise<string | undefined> {
  const { clock, log, database, config } = context
  const mail = readMailJob(context, sealed)
  const { kind } = mail.content
  for (const check of checks)
    if (!(await check(mail))) {
      recordMail(kind, 'dropped')
      log.info({ kind }, 'a mail is no longer true or wanted and is not sent')
      return 'not sent: no longer true or wanted'
    }
  if (mail.until <= clock.now()) {
    recordMail(kind, 'late')
    throw new JobGivenUp('the mail could not be sent in time')
  }
  const { settings } = await readPortalSettings(database)
  const sender = { community: settings.name, url: config.publicUrl }
  const message = { ...composeMail(mail, sealed, sender, config), date: clock.now() }
  try {
    await handOver(message)
    recordMail(kind, 'sent')
    log.info({ kind }, 'sent a mail')
    return undefined
  } catch (error) {
    const { isPermanent, codes } = classifySmtpError(error)
    recordMail(kind, isPermanent ? 'refused' : 'failed')
    // Without the error itself: its words are the server's, and its stack holds them too.
    if (!isPermanent) throw new MailNotSent(`the mail server did not take a mail: ${codes}`)
    log.warn({ kind, codes }, 'the mail server refused a mail permanently, it is given up')
    return `the mail server refused the mail: ${codes}`
  }
}
