import type { AddressInfo } from 'node:net'
import { type Behaviour, wellBehaved } from './behaviour.ts'
import { openHttp } from './http.ts'
import { Mailbox, type ReceivedMail } from './mailbox.ts'
import { type SmtpOptions, openSmtp } from './smtp.ts'

export type { Behaviour } from './behaviour.ts'
export type { ReceivedMail } from './mailbox.ts'

/** Ports of 0, the default, take free ones. */
export interface MailOptions extends Omit<SmtpOptions, 'port'> {
  smtpPort?: number
  httpPort?: number
}

/** A mail server that delivers nothing and shows everything, on 127.0.0.1 only. */
export interface MailStandin {
  /** What `SMTP_URL` is set to. */
  smtp: string
  /** Its page. */
  url: string
  /** What has arrived, the newest first. */
  readonly mails: readonly ReceivedMail[]
  behave(behaviour: Partial<Behaviour>): void
  stop(): Promise<void>
}

/** Starts the stand-in for a mail server in this process. */
export async function startMail({
  smtpPort = 0,
  httpPort = 0,
  ...security
}: MailOptions = {}): Promise<MailStandin> {
  const mailbox = new Mailbox()
  let behaviour = wellBehaved
  const smtp = await openSmtp({ ...security, port: smtpPort }, mailbox, () => behaviour)
  const behave = (change: Partial<Behaviour>) => {
    behaviour = { ...wellBehaved, ...change }
  }
  const http = await openHttp(httpPort, mailbox, behave).catch(async (error: unknown) => {
    await smtp.stop()
    throw error
  })
  return {
    smtp: `smtp://127.0.0.1:${smtp.port}`,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    get mails() {
      return mailbox.mails
    },
    behave,
    async stop() {
      const closed = new Promise((done) => http.close(done))
      http.closeAllConnections()
      await Promise.all([closed, smtp.stop()])
    },
  }
}
