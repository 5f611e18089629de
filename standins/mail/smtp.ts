import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Behaviour } from './behaviour.ts'
import type { Mailbox } from './mailbox.ts'

const largestMail = 1024 * 1024

export interface SmtpOptions {
  port: number
  /** PEM; with it STARTTLS is offered. */
  certificate?: { key: string; cert: string }
  /** With it mail is only taken from who gives these. */
  login?: { user: string; password: string }
}

/** A listening mail server; `stop` drops the connections there are. */
export interface Smtp {
  port: number
  stop(): Promise<void>
}

/** Takes mail of anybody on loopback into the mailbox, as well or badly as `behaviour` says at that moment. */
export async function openSmtp(
  options: SmtpOptions,
  mailbox: Mailbox,
  behaviour: () => Behaviour,
): Promise<Smtp> {
  const stopping = new AbortController()
  const smtp = new SMTPServer({ ...security(options), ...handlers(mailbox, behaviour, stopping.signal) })
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

function security({ certificate, login }: SmtpOptions): SMTPServerOptions {
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
      else done(refusal(535, 'Not these'))
    },
  }
}

function handlers(mailbox: Mailbox, behaviour: () => Behaviour, stopping: AbortSignal): SMTPServerOptions {
  return {
    size: largestMail,
    onConnect(_session, done) {
      const { mode, delayMs } = behaviour()
      if (mode !== 'slow') return done()
      void answer(wait(delayMs, undefined, { signal: stopping }), done)
    },
    onRcptTo({ address }, _session, done) {
      const { mode } = behaviour()
      if (mode === 'refuse') return done(refusal(550, `<${address}>: nobody of this name`))
      done(mode === 'later' ? refusal(451, `<${address}>: try again later`) : null)
    },
    onData(stream, session, done) {
      const received = async () => mailbox.receive({ ...envelopeOf(session), message: await buffer(stream) })
      void answer(received(), done)
    },
  }
}

/** Answers a command once its work is done: accepted, or not. */
async function answer(work: Promise<unknown>, done: (error?: Error | null) => void): Promise<void> {
  let problem: Error | null = null
  await work.catch((error: unknown) => {
    problem = error instanceof Error ? error : refusal(451, 'Failed')
  })
  done(problem)
}

function envelopeOf({ envelope: { mailFrom, rcptTo } }: SMTPServerSession) {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
