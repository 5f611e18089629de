import { type SpanOptions, withSpan } from './tracing/spans.ts'

export interface ObservedCall<R extends string> extends SpanOptions {
  /** The span's name: a closed set, such as `rcon command`. */
  name: string
  /** Receives the result and the duration; `ok` where the call resolved. */
  record: (result: R | 'ok', seconds: number) => void
  /** How a failure is counted. */
  classify: (error: unknown) => R
}

/** Runs a call to something outside this process, in a span, and measures it. Throws what it throws. */
export async function observeCall<T, R extends string>(
  { name, record, classify, ...span }: ObservedCall<R>,
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  try {
    const answer = await withSpan(name, span, call)
    record('ok', seconds())
    return answer
  } catch (error) {
    record(classify(error), seconds())
    throw error
  }
}
