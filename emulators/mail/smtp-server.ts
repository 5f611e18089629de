import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { MailFaults } from './faults.ts'
import type { Mailbox } from './mailbox.ts'

const maxMailBytes = 1024 * 1024

export interface SmtpOptions {
  port: number
  /** PEM; with it STARTTLS is offered. */
  certificate?: { key: string; cert: string }
  /** With it mail is only taken from who gives these. */
  login?: { user: string; password: string }
}

/** A listening mail server; `stop` drops the connections there are. */
export interface SmtpServer {
  port: number
  stop(): Promise<void>
}

/** Takes mail from any client on loopback into the mailbox, with the faults that `behaviour` sets at that moment. */
export async function startSmtpServer(
  options: SmtpOptions,
  mailbox: Mailbox,
  behaviour: () => MailFaults,
): Promise<SmtpServer> {
  const stopping = new AbortController()
  const smtp = new SMTPServer({
    ...securityOptions(options),
    ...createHandlers(mailbox, behaviour, stopping.signal),
  })
  smtp.on('error', () => undefined)
  const sockets = new Set<{ destroy(): unknown }>()
  const listener = createServer((socket) => {
    if (behaviour().mode === 'down') return void socket.resetAndDestroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    smtp.connect(socket)
  })
  listener.listen(options.port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async stop() {
      stopping.abort()
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}

function securityOptions({ certificate, login }: SmtpOptions): SMTPServerOptions {
  const disabledCommands = [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])]
  return {
    ...certificate,
    logger: false,
    disableReverseLookup: true,
    disabledCommands,
    allowInsecureAuth: true,
    authOptional: !login,
    onAuth({ username, password }, _session, done) {
      if (login && username === login.user && password === login.password) done(null, { user: username })
      else done(createRefusal(535, 'Not these'))
    },
  }
}

function createHandlers(
  mailbox: Mailbox,
  behaviour: () => MailFaults,
  stopping: AbortSignal,
): SMTPServerOptions {
  return {
    size: maxMailBytes,
    onConnect(_session, done) {
      const { mode, delayMs } = behaviour()
      if (mode !== 'slow') return done()
      void completeCommand(wait(delayMs, undefined, { signal: stopping }), done)
    },
    onRcptTo({ address }, _session, done) {
      const { mode } = behaviour()
      if (mode === 'refuse') return done(createRefusal(550, `<${address}>: no such mailbox`))
      done(mode === 'later' ? createRefusal(451, `<${address}>: try again later`) : null)
    },
    onData(stream, session, done) {
      const received = async () =>
        mailbox.receive({ ...readEnvelope(session), message: await buffer(stream) })
      void completeCommand(received(), done)
    },
  }
}

/** Answers a command once its work is done: accepted, or not. */
async function completeCommand(work: Promise<unknown>, done: (error?: Error | null) => void): Promise<void> {
  let problem: Error | null = null
  await work.catch((error: unknown) => {
    problem = error instanceof Error ? error : createRefusal(451, 'Failed')
  })
  done(problem)
}

function readEnvelope({ envelope: { mailFrom, rcptTo } }: SMTPServerSession) {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
}

function createRefusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
