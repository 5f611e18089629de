import type { Scope } from '../scope.ts'

/** What a span says besides its name: never an address, a secret or a text of a visitor. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'internal' | 'consumer'
  attributes?: SpanAttributes
}

/** Writes spans down. Loaded and set only where an endpoint for traces is configured. */
export interface SpanRecorder {
  /** Runs `work` as a child of the current span; an error ends the span as failed and is passed on. */
  run: <T>(name: string, options: SpanOptions, work: () => Promise<T>) => Promise<T>
  /** Begins a span that the caller ends: a request, whose answer ends in another place. `traceparent`: of a trusted caller. */
  begin: (name: string, options: SpanOptions, traceparent: string | undefined) => unknown
  end: (span: unknown, outcome: { name: string; attributes: SpanAttributes; isError: boolean }) => void
}

let recorder: SpanRecorder | null = null

export function setSpanRecorder(next: SpanRecorder | null): void {
  recorder = next
}

/** Runs `work` in a span; without traces it only runs it. */
export function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return recorder === null ? work() : recorder.run(name, options, work)
}

export function beginRequestSpan(method: string, traceparent: string | undefined): unknown {
  return recorder?.begin(method, { kind: 'server' }, traceparent)
}

export function endRequestSpan(
  { span }: Pick<Scope, 'span'>,
  { method, route, status }: { method: string; route: string; status: number },
): void {
  if (span === undefined) return
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  }
  recorder?.end(span, { name: `${method} ${route}`, attributes, isError: status >= 500 })
}
