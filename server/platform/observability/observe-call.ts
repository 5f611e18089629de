import type { Logger } from 'pino'
import { currentScope } from './scope.ts'
import { type SpanOptions, withSpan } from './tracing/spans.ts'

export interface ObservedCall<R extends string> extends SpanOptions {
  /** The span's name: a closed set, such as `rcon command`. */
  name: string
  /** Receives the result and the duration; `ok` where the call resolved. */
  record: (result: R | 'ok', seconds: number) => void
  /** How a failure is counted. */
  classify: (error: unknown) => R
}

let callLog: Pick<Logger, 'debug'> | null = null

/** Where the calls of requests and their jobs are logged, at the level debug; null for nowhere. */
export function setCallLog(log: Pick<Logger, 'debug'> | null): void {
  callLog = log
}

/**
 * Runs a call to something outside this process, in a span, and measures it. A call that belongs to a request is also logged, with the
 * request's id as each line; loops of the background would fill the log. Throws what it throws.
 */
export async function observeCall<T, R extends string>(
  { name, record, classify, ...span }: ObservedCall<R>,
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const finish = (result: R | 'ok') => {
    const ms = performance.now() - began
    record(result, ms / 1_000)
    if (callLog !== null && typeof currentScope()?.requestId === 'string')
      callLog.debug({ call: name, result, ms: Math.round(ms) }, 'call')
  }
  try {
    const answer = await withSpan(name, span, call)
    finish('ok')
    return answer
  } catch (error) {
    finish(classify(error))
    throw error
  }
}
