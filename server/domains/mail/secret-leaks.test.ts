import { afterEach, expect, test, vi } from 'vitest'
import { startMailEmulator } from '@clutch/emulators/mail/index.ts'
import { startMailWorker } from './index.ts'
import { createMailFixture, enqueueTestMail } from './testing/mail-fixture.ts'
import { selectMailJobsAsText } from './testing/mail-jobs.ts'

// A job is begun within two seconds and tried again after two, then four; the machine may be busy.
const within = { timeout: 30_000, interval: 50 }
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/**
 * Text that must appear nowhere: parts of the address, the code, the link, the user and the password of the
 * mail server.
 */
const marked = /marker|mark-er|424242/i

test('C6 C8 no address, code, link or password is in the log or in the queue, whatever happens to a mail', async () => {
  const login = { user: 'marker-user', password: 'marker-password' }
  const mail = await startMailEmulator({ login })
  const context = await createMailFixture(mail.smtpUrl.replace('//', `//${login.user}:${login.password}@`))
  stops.push(
    () => mail.stop(),
    () => context.destroy(),
  )
  const mailer = await startMailWorker(context)
  stops.push(() => mailer.stop())
  const logged = (words: string) => vi.waitUntil(() => context.readLog().includes(words), within)
  const to = 'marker@mark-er.example.org'
  const link = 'https://cs.example.org/reset-password?token=marker-token'

  const code = { kind: 'email-code', code: '424242' } as const
  await enqueueTestMail(context, code, { to })
  await logged('sent a mail')
  mail.setFaults({ mode: 'later' })
  await enqueueTestMail(context, { kind: 'password-reset', link }, { to })
  await logged('EENVELOPE 451')
  mail.setFaults({ mode: 'down' })
  await enqueueTestMail(context, code, { to })
  await logged('ESOCKET ECONNRESET')
  mail.setFaults({ mode: 'refuse' })
  await enqueueTestMail(context, code, { to })
  await logged('given up')
  await enqueueTestMail(context, code, { to, until: context.clock.now() })
  await logged('not be sent in time')

  expect(mail.mails.map(({ to: whom }) => whom)).toEqual([to])
  expect(context.readLog()).not.toMatch(marked)
  const queue = await selectMailJobsAsText(context)
  expect(queue).toContain('sealed')
  expect(queue).not.toMatch(marked)
})
