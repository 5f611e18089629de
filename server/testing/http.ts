import { createHash } from 'node:crypto'
import { createAppOptions } from '../domains/accounts/index.ts'
import { type App, type AppOptions, createApp } from '../platform/http/app.ts'
import type { AppContext } from '../platform/context.ts'

/** The operator's token of every app made for a test. */
export const testOperatorToken = 'test-operator-token-of-43-characters-long-00'

/** The headers of the operator in a test. */
export const asOperator = { authorization: `Bearer ${testOperatorToken}` }

/** SHA-256 of the operator's token. */
export const testOperatorTokenHash = createHash('sha256').update(testOperatorToken).digest()

/**
 * Creates an app with the sessions of the context's database, for `app.inject`; the caller registers domains
 * and closes it.
 */
export function createTestApp(context: AppContext, options: Partial<AppOptions> = {}): Promise<App> {
  return createApp(context, {
    operatorTokenHash: testOperatorTokenHash,
    ...createAppOptions(context),
    ...options,
  })
}
