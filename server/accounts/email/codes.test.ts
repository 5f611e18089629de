import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailCodeMs, emailCodeTries, emailResendMs } from '@clutch/contract/limits.ts'
import { cases } from '@clutch/tools/testing.ts'
import { createTestHouse } from '../../testing/house.ts'
import type { TestHouse } from '../../testing/house.ts'
import { sendCode, takeCode } from './codes.ts'
import { mailSettings, newestCode, otherCode } from './testing/portal.ts'

let house: TestHouse
beforeAll(async () => {
  house = await createTestHouse({ settings: mailSettings })
})
afterAll(() => house.destroy())

let addresses = 0
const nextAddress = () => `player${(addresses += 1)}@x.io`
const use = (email: string, code: string) =>
  house.database.transaction().execute((tx) => takeCode(house, tx, email, code))

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: 'send' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'right' as const }) },
  { weight: 8, arbitrary: fc.constant({ kind: 'wrong' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'older' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'neighbours' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, emailResendMs - 1, emailResendMs, emailCodeMs - 1, emailCodeMs),
    }),
  },
)

/** What a code is worth, told without a database. */
class Expected {
  code: string | null = null
  older: string | null = null
  wrong = 0
  sentAt = -Infinity

  mayBeSent(now: number): boolean {
    return now - this.sentAt >= emailResendMs
  }

  sent(code: string, now: number): void {
    this.older = this.code ?? this.older
    Object.assign(this, { code, wrong: 0, sentAt: now })
  }

  takes(code: string, now: number): boolean {
    if (this.code === null || this.wrong >= emailCodeTries || now - this.sentAt >= emailCodeMs) return false
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
      const now = () => house.clock.now().getTime()
      for (const one of [{ kind: 'send' as const }, ...steps]) {
        const right = expected.code ?? expected.older ?? '000000'
        if (one.kind === 'wait') house.clock.advance(one.ms)
        else if (one.kind === 'send') {
          const sent = await sendCode(house, email, 'en').then(
            () => true,
            () => false,
          )
          expect(sent).toBe(expected.mayBeSent(now()))
          if (sent) expected.sent(await newestCode(house), now())
        } else if (one.kind === 'neighbours') expect(await use(neighbour, right)).toBe(false)
        else {
          const shown = { right, wrong: otherCode(right), older: expected.older ?? right }[one.kind]
          expect(await use(email, shown)).toBe(expected.takes(shown, now()))
        }
      }
    }),
    { numRuns: cases(400) },
  )
}, 300_000)

test('C6 of many wrong tries at once no more than five are heard, and then the right code is dead', async () => {
  const email = nextAddress()
  await sendCode(house, email, 'zh')
  const code = await newestCode(house)
  await Promise.all(Array.from({ length: 10 }, () => use(email, otherCode(code))))
  expect(await use(email, code)).toBe(false)
  const row = house.database.selectFrom('email_codes').select('wrong_tries').where('email', '=', email)
  expect(await row.executeTakeFirst()).toEqual({ wrong_tries: emailCodeTries })
})

test('C6 of many right tries at once one is taken', async () => {
  const email = nextAddress()
  await sendCode(house, email, 'zh')
  const code = await newestCode(house)
  const taken = await Promise.all(Array.from({ length: 10 }, () => use(email, code)))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('C6 of many askings at once one sends a code', async () => {
  const email = nextAddress()
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => sendCode(house, email, 'zh')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('C6 a code is six digits, and is stored by a keyed hash of it and its address', async () => {
  const [email, twin] = [nextAddress(), nextAddress()]
  await sendCode(house, email, 'zh')
  const code = await newestCode(house)
  expect(code).toMatch(/^\d{6}$/)
  const rows = await house.database.selectFrom('email_codes').selectAll().where('email', '=', email).execute()
  expect(JSON.stringify(rows)).not.toContain(code)
  const [row] = rows
  await house.database
    .insertInto('email_codes')
    .values({ email: twin, hash: row?.hash ?? Buffer.of(), sent_at: house.clock.now(), expires_at: later() })
    .execute()
  expect(await use(twin, code)).toBe(false)
  expect(await use(email, code)).toBe(true)
})

const later = () => new Date(house.clock.now().getTime() + emailCodeMs)
