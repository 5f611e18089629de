import type { DeliveryOutcome } from '@clutch/contract/rules/notifications/retries.ts'
import type { LimitedResponse } from '../../../platform/network/fetch-with-limits.ts'
import { type SendResult, describeAnswer, readObject, readStatus } from './sender.ts'

/** How the error codes of a robot's service are meant; a code that is missing is tried again. */
export type RobotCodes = Readonly<Record<number, { outcome: DeliveryOutcome; afterMs?: number }>>

/**
 * Judges the answer of a chat robot: these services answer 200 also for errors, with a code in the body; `field` is its name. An answer
 * of 200 without a code is no answer of the service, such as the page of a proxy.
 */
export function readRobotAnswer(field: string, codes: RobotCodes) {
  return (response: LimitedResponse, now: number): SendResult => {
    const byStatus = readStatus(response, now)
    const code = readObject(response.body)[field]
    if (typeof code !== 'number') {
      if (byStatus.outcome !== 'sent') return byStatus
      return {
        ...byStatus,
        outcome: 'retry',
        problem: describeAnswer(response.status, 'no answer of the service'),
      }
    }
    if (code === 0) return byStatus
    const { outcome, afterMs = byStatus.afterMs ?? null } = codes[code] ?? { outcome: 'retry' as const }
    const problem = describeAnswer(response.status, response.body.toString('utf8'))
    return { outcome, status: response.status, problem, afterMs }
  }
}
