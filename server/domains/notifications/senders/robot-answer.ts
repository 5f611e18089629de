import type { ChannelProblem } from '@clutch/contract/rules/notifications/channel-problems.ts'
import { type DeliveryOutcome, parseRetryAfter } from '@clutch/contract/rules/notifications/retries.ts'
import type { LimitedResponse } from '../../../platform/network/fetch-with-limits.ts'
import { type SendResult, describeAnswer, problemOfOutcome, readObject, readStatus } from './sender.ts'

export interface RobotCode {
  outcome: DeliveryOutcome
  /** For an answer without `Retry-After`. */
  afterMs?: number
  problem?: ChannelProblem
}

/**
 * How the error codes of a robot's service are meant; a code that is missing is tried again. Some codes have several meanings, which
 * only the text of the answer tells apart.
 */
export type RobotCodes = Readonly<Record<number, RobotCode | ((text: string) => RobotCode)>>

/**
 * Judges the answer of a chat robot: these services answer 200 also for errors, with a code in the body; `field` is its name. An answer
 * of 200 without a code is no answer of the service, such as the page of a proxy.
 */
export function readRobotAnswer(field: string, codes: RobotCodes) {
  return (response: LimitedResponse, now: number): SendResult => {
    const { status, header, body } = response
    const byStatus = readStatus(response, now)
    const code = readObject(body)[field]
    if (typeof code !== 'number') {
      if (byStatus.outcome !== 'sent') return byStatus
      return { ...byStatus, outcome: 'retry', problem: describeAnswer(status, 'no answer of the service') }
    }
    if (code === 0) return byStatus
    const text = body.toString('utf8')
    const known = codes[code] ?? { outcome: 'retry' as const }
    const meaning = typeof known === 'function' ? known(text) : known
    const { outcome, problem = problemOfOutcome[outcome] } = meaning
    return {
      outcome,
      status,
      problem: describeAnswer(status, text, problem),
      afterMs: parseRetryAfter(header('retry-after'), now) ?? meaning.afterMs ?? null,
    }
  }
}
