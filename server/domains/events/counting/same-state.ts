import { isDeepStrictEqual } from 'node:util'
import type { StreamState } from './stream-state.ts'

/** Whether everything that follows is counted alike from both; the order of keys, which jsonb forgets, is no matter. */
export function isSameState(one: StreamState | null, other: StreamState | null): boolean {
  return isDeepStrictEqual(one, other)
}
