import type { ErrorDetails } from '@clutch/contract/errors.ts'
import { ApiError } from '../../app/api/api-error.ts'
import { openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { createStore } from '../../ui/state/store.ts'

/** Why an operator blocked the user, and until when (ms since 1970, UTC; null: permanently). */
interface Blocked {
  reason: string
  expires: number | null
}

export const blockedStore = createStore<Blocked | null>(null)

/** Shows the block if signing in failed because an operator blocked this player; else returns false. */
export function showIfBlocked(failed: unknown): boolean {
  if (!(failed instanceof ApiError) || failed.code !== 'user.blocked') return false
  blockedStore.set(toBlocked(failed.about ?? {}))
  openSignIn('blocked')
  return true
}

function toBlocked({ reason, expires }: ErrorDetails): Blocked {
  return {
    reason: typeof reason === 'string' ? reason : '',
    expires: typeof expires === 'number' ? expires : null,
  }
}
