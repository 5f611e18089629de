import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { regionSwitchWaitMs } from '@clutch/contract/limits.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { specificFailureCode } from '../dialogs/failure-code.ts'

/** How the wait for a switch ended: it runs there, five minutes are over, or nobody waits any more. */
type WaitResult = 'done' | 'timeout' | 'left'

/**
 * G18: waits for a switch, five minutes at most; the switch itself goes on whoever waits.
 * @param send makes the call and ends it by the signal
 * @param left aborted once nobody waits any more
 * Rejects with why the portal refused or the network failed.
 */
export async function waitForSwitch(
  send: (signal: AbortSignal) => Promise<void>,
  left: AbortSignal,
): Promise<WaitResult> {
  const waiting = new AbortController()
  let isLate = false
  const stop = () => waiting.abort()
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, regionSwitchWaitMs)
  left.addEventListener('abort', stop)
  try {
    await send(waiting.signal)
    return 'done'
  } catch (error) {
    if (left.aborted) return 'left'
    if (isLate) return 'timeout'
    throw error
  } finally {
    clearTimeout(timer)
    left.removeEventListener('abort', stop)
  }
}

/** Why a switch failed, for words: what was answered cannot be read, a reason of the portal, or no reason at all. */
export function classifySwitchFailure(error: unknown): 'response' | 'other' | ApiError['code'] {
  const isUnread =
    error instanceof ApiError && (error.code === 'unreadable' || error.cause instanceof SyntaxError)
  return isUnread ? 'response' : (specificFailureCode(error) ?? 'other')
}

/**
 * What the server's own state tells of a switch nobody got an answer of.
 * @param wasSwitching whether it was seen switching since
 */
export function readSwitchOutcome(
  server: Pick<RentalView, 'region' | 'switching'>,
  target: string,
  wasSwitching: boolean,
): 'done' | 'failed' | 'unknown' {
  if (server.switching !== null) return 'unknown'
  if (server.region === target) return 'done'
  return wasSwitching ? 'failed' : 'unknown'
}
