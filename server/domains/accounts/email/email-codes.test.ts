import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailCodeLifetimeMs, emailCodeMaxAttempts, emailResendDelayMs } from '@clutch/contract/limits.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { sendEmailCode, consumeEmailCode, checkEmailCode } from './email-codes.service.ts'
import { mailConfig, newestCode, differentCode } from './testing/email-fixture.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext({ config: mailConfig })
})
afterAll(() => context.destroy())

let addresses = 0
const nextAddress = () => `player${(addresses += 1)}@x.io`
const take = (email: string, code: string) =>
  context.database.transaction().execute((tx) => consumeEmailCode(context, tx, email, code))
const use = async (email: string, code: string) =>
  (await checkEmailCode(context, email, code)) && (await take(email, code))
const wrongTries = async (email: string) => {
  const row = context.database.selectFrom('email_codes').select('wrong_tries').where('email', '=', email)
  return (await row.executeTakeFirst())?.wrong_tries
}

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: 'send' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'right' as const }) },
  { weight: 8, arbitrary: fc.constant({ kind: 'wrong' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'older' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'look' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'neighbours' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(
        1,
        emailResendDelayMs - 1,
        emailResendDelayMs,
        emailCodeLifetimeMs - 1,
        emailCodeLifetimeMs,
      ),
    }),
  },
)

/** The expected state of a code, without a database. */
class Expected {
  code: string | null = null
  older: string | null = null
  wrong = 0
  sentAt = -Infinity

  mayBeSent(now: number): boolean {
    return now - this.sentAt >= emailResendDelayMs
  }

  sent(code: string, now: number): void {
    this.older = this.code ?? this.older
    Object.assign(this, { code, wrong: 0, sentAt: now })
  }

  /** Whether a code is right; to look at it counts nothing if it is, and a try if it is not. */
  isValid(code: string, now: number): boolean {
    const alive =
      this.code !== null && this.wrong < emailCodeMaxAttempts && now - this.sentAt < emailCodeLifetimeMs
    if (alive && code !== this.code) this.wrong += 1
    return alive && code === this.code
  }

  takes(code: string, now: number): boolean {
    if (this.code === null || this.wrong >= emailCodeMaxAttempts || now - this.sentAt >= emailCodeLifetimeMs)
      return false
    if (code === this.code) {
      Object.assign(this, { code: null, older: code, sentAt: -Infinity })
      return true
    }
    this.wrong += 1
    return false
  }
}

test('C6 in whatever order, no code is taken twice, after five wrong tries or after ten minutes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const [email, neighbour] = [nextAddress(), nextAddress()]
      const expected = new Expected()
      const now = () => context.clock.now().getTime()
      for (const one of [{ kind: 'send' as const }, ...steps]) {
        const right = expected.code ?? expected.older ?? '000000'
        if (one.kind === 'wait') context.clock.advance(one.ms)
        else if (one.kind === 'look') {
          // The code was already checked, so a later consume counts no attempt.
          const counted = await wrongTries(email)
          expect(await take(email, differentCode(right))).toBe(false)
          expect(await wrongTries(email)).toBe(counted)
          expect(await checkEmailCode(context, email, right)).toBe(expected.isValid(right, now()))
        } else if (one.kind === 'send') {
          // How many mails an address gets is another matter.
          await context.database.deleteFrom('rate_limits').execute()
          const sent = await sendEmailCode(context, email, 'en').then(
            () => true,
            () => false,
          )
          expect(sent).toBe(expected.mayBeSent(now()))
          if (sent) expected.sent(await newestCode(context), now())
        } else if (one.kind === 'neighbours') expect(await use(neighbour, right)).toBe(false)
        else {
          const shown = { right, wrong: differentCode(right), older: expected.older ?? right }[one.kind]
          expect(await use(email, shown)).toBe(expected.takes(shown, now()))
        }
      }
    }),
    { numRuns: propertyRuns(400) },
  )
}, 300_000)

test('C6 of many concurrent wrong attempts at most five are accepted, and then the right code is invalid', async () => {
  const email = nextAddress()
  await sendEmailCode(context, email, 'zh')
  const code = await newestCode(context)
  await Promise.all(Array.from({ length: 10 }, () => use(email, differentCode(code))))
  expect(await use(email, code)).toBe(false)
  expect(await wrongTries(email)).toBe(emailCodeMaxAttempts)
})

test('C6 right and wrong tries at once: a right one counts nothing, a wrong one once', async () => {
  const email = nextAddress()
  await sendEmailCode(context, email, 'zh')
  const code = await newestCode(context)
  const shown = [code, differentCode(code), code, code, differentCode(code), code, differentCode(code), code]
  const heard = await Promise.all(shown.map((one) => checkEmailCode(context, email, one)))
  expect(heard).toEqual(shown.map((one) => one === code))
  expect(await wrongTries(email)).toBe(3)
})

test.each<[string, (email: string, code: string) => Promise<unknown>]>([
  [
    'five wrong ones were shown',
    (email, code) =>
      Promise.all(
        Array.from({ length: emailCodeMaxAttempts }, () =>
          checkEmailCode(context, email, differentCode(code)),
        ),
      ),
  ],
  ['it was taken', take],
  [
    'its time was over',
    () => {
      context.clock.advance(emailCodeLifetimeMs)
      return Promise.resolve()
    },
  ],
  [
    'another one was sent',
    async (email, code) => {
      // Of a million codes it may be the same one again.
      do {
        context.clock.advance(emailResendDelayMs)
        await sendEmailCode(context, email, 'zh')
      } while ((await newestCode(context)) === code)
    },
  ],
])('C6 a code that was right proves nothing any more if %s before it was taken', async (_what, meanwhile) => {
  const email = nextAddress()
  await sendEmailCode(context, email, 'zh')
  const code = await newestCode(context)
  expect(await checkEmailCode(context, email, code)).toBe(true)
  await meanwhile(email, code)
  expect(await take(email, code)).toBe(false)
})

test('C6 of many right tries at once one is taken', async () => {
  const email = nextAddress()
  await sendEmailCode(context, email, 'zh')
  const code = await newestCode(context)
  const consumed = await Promise.all(Array.from({ length: 10 }, () => use(email, code)))
  expect(consumed.filter(Boolean)).toHaveLength(1)
})

test('C6 of many askings at once one sends a code', async () => {
  const email = nextAddress()
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => sendEmailCode(context, email, 'zh')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('C6 a code is six digits, and is stored by a keyed hash of it and its address', async () => {
  const [email, twin] = [nextAddress(), nextAddress()]
  await sendEmailCode(context, email, 'zh')
  const code = await newestCode(context)
  expect(code).toMatch(/^\d{6}$/)
  const rows = await context.database
    .selectFrom('email_codes')
    .selectAll()
    .where('email', '=', email)
    .execute()
  expect(JSON.stringify(rows)).not.toContain(code)
  const [row] = rows
  await context.database
    .insertInto('email_codes')
    .values({
      email: twin,
      hash: row?.hash ?? Buffer.of(),
      sent_at: context.clock.now(),
      expires_at: later(),
    })
    .execute()
  expect(await use(twin, code)).toBe(false)
  expect(await use(email, code)).toBe(true)
})

const later = () => new Date(context.clock.now().getTime() + emailCodeLifetimeMs)
