import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { selectBlock } from './user-blocks.store.ts'

/**
 * Refuses a user whom an operator blocked, with the reason and the end (ms since 1970, UTC; null: none): 403
 * `user.blocked`.
 */
export async function assertNotBlocked(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  userId: string,
): Promise<void> {
  const block = await selectBlock(tx, userId, clock.now())
  if (!block) return
  const about = { reason: block.reason, expires: block.blocked_until?.getTime() ?? null }
  throw new PortalError('user.blocked', 'This account is blocked', { about })
}
