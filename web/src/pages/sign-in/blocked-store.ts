import type { ErrorDetails } from '@clutch/contract/errors.ts'
import { ApiError } from '../../app/api/api-error.ts'
import { openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { createStore } from '../../ui/state/store.ts'

/** Why an operator keeps somebody out, and until when (ms since 1970, UTC; null: for good). */
interface Blocked {
  reason: string
  expires: number | null
}

export const blockedStore = createStore<Blocked | null>(null)

/** Where signing in failed since an operator keeps this player out, they are told so; else false. */
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
