import { createHash } from 'node:crypto'
import { type App, createApp } from '../platform/http/app.ts'
import type { AppContext } from '../platform/context.ts'

/** The operator's token of every app made for a test. */
export const testOperatorToken = 'test-operator-token-of-43-characters-long-00'

/** The headers of the operator in a test. */
export const asOperator = { authorization: `Bearer ${testOperatorToken}` }

/** The HTTP room on a test context, for `app.inject`; the caller adds domains and closes it. */
export function createTestApp(context: AppContext): Promise<App> {
  return createApp(context, createHash('sha256').update(testOperatorToken).digest())
}
