import type { AddressInfo } from 'node:net'
import { type MailFaults, noMailFaults } from './faults.ts'
import { startHttpServer } from './http-server.ts'
import { Mailbox, type ReceivedMail } from './mailbox.ts'
import { type SmtpOptions, startSmtpServer } from './smtp-server.ts'

export type { MailFaults } from './faults.ts'
export type { ReceivedMail } from './mailbox.ts'

/** Ports of 0, the default, take free ones. */
export interface MailEmulatorOptions extends Omit<SmtpOptions, 'port'> {
  smtpPort?: number
  httpPort?: number
}

/** A mail server that delivers nothing and shows everything, on 127.0.0.1 only. */
export interface MailEmulator {
  /** What `SMTP_URL` is set to. */
  smtpUrl: string
  /** Its page. */
  url: string
  /** What has arrived, the newest first. */
  readonly mails: readonly ReceivedMail[]
  setFaults(behaviour: Partial<MailFaults>): void
  stop(): Promise<void>
}

/** Starts the mail emulator in this process. */
export async function startMailEmulator({
  smtpPort = 0,
  httpPort = 0,
  ...security
}: MailEmulatorOptions = {}): Promise<MailEmulator> {
  const mailbox = new Mailbox()
  let behaviour = noMailFaults
  const smtp = await startSmtpServer({ ...security, port: smtpPort }, mailbox, () => behaviour)
  const behave = (change: Partial<MailFaults>) => {
    behaviour = { ...noMailFaults, ...change }
  }
  const http = await startHttpServer(httpPort, mailbox, behave).catch(async (error: unknown) => {
    await smtp.stop()
    throw error
  })
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    get mails() {
      return mailbox.mails
    },
    setFaults: behave,
    async stop() {
      const closed = new Promise((done) => http.close(done))
      http.closeAllConnections()
      await Promise.all([closed, smtp.stop()])
    },
  }
}
