import { setTimeout as wait } from 'node:timers/promises'
import { readSettings } from '../content/index.ts'
import type { House } from '../house.ts'
import { JobGivenUp } from '../jobs/index.ts'
import { composeMail, mailHost } from './compose.ts'
import type { MailCheck } from './index.ts'
import { MailNotSent, readProblem } from './problem.ts'
import { openMail } from './sealed.ts'
import { transportOptions } from './transport.ts'

/** Shorter than a job may take, so that no second worker begins a mail that the first is still sending. */
const sendWithinMs = 60_000
const finishWithinMs = 700

export interface MailerOptions {
  /** The certificates (PEM) that are trusted instead of the machine's own. */
  ca?: string
  /** Asked in turn just before a mail is sent; one that says no drops the mail. */
  checks?: readonly MailCheck[]
}

/**
 * Sends the mails that `postMail` enqueued (C6, C8): each until the mail server has taken it, refused it for good, or it is not
 * true any more. What could not be sent in time fails for good, where the operator sees it; a refused address, which any visitor
 * can type, only leaves a note at its job. A mail may go out twice, never none. `stop` lets one that is being sent end, for a moment.
 */
export async function startMailer(
  house: House,
  { ca, checks = [] }: MailerOptions = {},
): Promise<{ stop: () => Promise<void> }> {
  const { smtpUrl, publicUrl } = house.settings
  if (smtpUrl === undefined) return { stop: () => Promise.resolve() }
  // Loaded where there is a mail server to speak to.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(smtpUrl, { name: mailHost(publicUrl), ca }))
  const stopping = new AbortController()
  let sending = Promise.resolve()

  const handOver: HandOver = async (message) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendWithinMs)])
    await transport.sendMail({ ...message, signal })
  }
  await house.jobs.work('mail', ({ sealed }) => {
    const sent = send(house, sealed, { handOver, checks })
    sending = sent.then(noop, noop)
    return sent
  })
  return {
    async stop() {
      const early = new AbortController()
      const late = wait(finishWithinMs, undefined, { signal: early.signal }).catch(() => undefined)
      await Promise.race([sending, late])
      early.abort()
      stopping.abort()
      await sending
    },
  }
}

const noop = () => undefined

type HandOver = (message: ReturnType<typeof composeMail>) => Promise<void>

async function send(
  house: House,
  sealed: string,
  { handOver, checks }: { handOver: HandOver; checks: readonly MailCheck[] },
): Promise<string | undefined> {
  const { clock, log, database, settings: ours } = house
  const mail = openMail(house, sealed)
  const { kind } = mail.content
  for (const check of checks)
    if (!(await check(mail))) {
      log.info({ kind }, 'a mail is no longer true or wanted and is not sent')
      return 'not sent: no longer true or wanted'
    }
  if (mail.until <= clock.now()) throw new JobGivenUp('the mail could not be sent in time')
  const { settings } = await readSettings(database)
  const sender = { community: settings.name, url: ours.publicUrl }
  const message = { ...composeMail(mail, sealed, sender, ours), date: clock.now() }
  try {
    await handOver(message)
    log.info({ kind }, 'sent a mail')
    return undefined
  } catch (error) {
    const { isForGood, codes } = readProblem(error)
    // Without the error itself: its words are the server's, and its stack holds them too.
    if (!isForGood) throw new MailNotSent(`the mail server did not take a mail: ${codes}`)
    log.warn({ kind, codes }, 'the mail server refused a mail for good, it is given up')
    return `the mail server refused the mail: ${codes}`
  }
}
