import { generateTotpCode } from '@clutch/server/domains/accounts/testing/authenticator.ts'
import type { Page } from '@playwright/test'
import { type Person, type Session, answered, somebody } from './accounts.ts'
import { signIn } from './session.ts'
import { keep, keptOf } from './sign-in.ts'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

/** Somebody who runs the portal: in the group op, signed in, their second factor shown. */
export interface Operator {
  person: Person
  session: Session
  /** The base32 secret of their authenticator. */
  secret: string
}

const known = new WeakMap<Stack, Promise<Operator>>()

/** The operator of this worker's portal; the same one for every test that does nothing to them. */
export function theOperator(stack: Stack): Promise<Operator> {
  const made = known.get(stack) ?? anOperator(stack)
  known.set(stack, made)
  return made
}

/** An operator no other test knows. */
export async function anOperator(stack: Stack): Promise<Operator> {
  const person = somebody()
  await signIn(stack, person)
  await stack.operate('PUT', `/api/operator/ops/${person.steamId}`)
  const session = await signIn(stack, person)
  const bearer = session.token
  const { secret } = await answered<{ secret: string }>(stack, 'POST', '/api/account/second-factor', {
    bearer,
  })
  const code = generateTotpCode(stack, secret)
  await answered(stack, 'POST', '/api/account/second-factor/confirm', { bearer, body: { code } })
  return { person, session, secret }
}

/** Opens a page of the console, such as `orders/alerts`, as an operator; waits until its title is there. */
export async function openConsole(
  page: Page,
  stack: Stack,
  path = '',
  operator?: Operator,
): Promise<Operator> {
  const who = operator ?? (await theOperator(stack))
  await keep(page, keptOf(who.session))
  await page.goto(path === '' ? '/admin' : `/admin/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return who
}
