import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { regionSwitchWaitMs } from '@clutch/contract/limits.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { specificFailureCode } from '../dialogs/failure-code.ts'

/** How the wait for a switch ended: it is done, five minutes have passed, or the dialog was closed. */
type WaitResult = 'done' | 'timeout' | 'left'

/**
 * G18: Waits for a switch, five minutes at most; the switch itself continues. Rejects with the portal's
 * refusal or the network failure.
 * @param send makes the call and ends it by the signal
 * @param left aborted when the dialog is closed
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

/**
 * Returns why a switch failed, for its text: an unreadable answer, a reason from the portal, or no reason.
 */
export function classifySwitchFailure(error: unknown): 'response' | 'other' | ApiError['code'] {
  const isUnread =
    error instanceof ApiError && (error.code === 'unreadable' || error.cause instanceof SyntaxError)
  return isUnread ? 'response' : (specificFailureCode(error) ?? 'other')
}

/**
 * Reads the result of a switch without an answer from the server's own state.
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
