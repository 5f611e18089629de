import { generateTotpCode } from '@clutch/server/domains/accounts/testing/authenticator.ts'
import type { Page } from '@playwright/test'
import { type Person, type Session, callApiExpectingSuccess, takePerson } from './accounts.ts'
import { signInOnDevice } from './sessions.ts'
import { writeStorage, storedSession } from './sign-in.ts'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

/** An operator: in the group op, signed in, with the second factor passed. */
export interface OperatorAccount {
  person: Person
  session: Session
  /** The base32 secret of their authenticator. */
  secret: string
}

const sharedOperators = new WeakMap<Stack, Promise<OperatorAccount>>()

/** The operator of this worker's portal; the same one for every test that does nothing to them. */
export function sharedOperator(stack: Stack): Promise<OperatorAccount> {
  const made = sharedOperators.get(stack) ?? createOperator(stack)
  sharedOperators.set(stack, made)
  return made
}

/** An operator no other test knows. */
export async function createOperator(stack: Stack): Promise<OperatorAccount> {
  const person = takePerson()
  await signInOnDevice(stack, person)
  await stack.callOperator('PUT', `/api/operator/ops/${person.steamId}`)
  const session = await signInOnDevice(stack, person)
  const bearer = session.token
  const { secret } = await callApiExpectingSuccess<{ secret: string }>(
    stack,
    'POST',
    '/api/account/second-factor',
    {
      bearer,
    },
  )
  const code = generateTotpCode(stack, secret)
  await callApiExpectingSuccess(stack, 'POST', '/api/account/second-factor/confirm', {
    bearer,
    body: { code },
  })
  return { person, session, secret }
}

/** Opens a page of the console, such as `orders/alerts`, as an operator; waits until its title is there. */
export async function openConsole(
  page: Page,
  stack: Stack,
  path = '',
  operator?: OperatorAccount,
): Promise<OperatorAccount> {
  const who = operator ?? (await sharedOperator(stack))
  await writeStorage(page, storedSession(who.session))
  await page.goto(path === '' ? '/admin' : `/admin/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return who
}
