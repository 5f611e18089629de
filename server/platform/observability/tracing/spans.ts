import { type Scope, currentScope } from '../scope.ts'

/** What a span says besides its name: never an address, a secret or a text of a visitor. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'internal' | 'consumer'
  attributes?: SpanAttributes
  /** The span that asked for this work, as `traceparent` names it: another trace that this one is linked to. */
  link?: string | undefined
}

/** Writes spans down. Loaded and set only where an endpoint for traces is configured. */
export interface SpanRecorder {
  /** Runs `work` as a child of the current span; an error ends the span as failed and is passed on. */
  run: <T>(name: string, options: SpanOptions, work: () => Promise<T>) => Promise<T>
  /** Begins a span that the caller ends: a request, whose answer ends in another place. `traceparent`: of a trusted caller. */
  begin: (name: string, options: SpanOptions, traceparent: string | undefined) => unknown
  end: (span: unknown, outcome: { name: string; attributes: SpanAttributes; isError: boolean }) => void
  /** A span as `traceparent` names it (W3C Trace Context); undefined where its trace is not kept. */
  traceparentOf: (span: unknown) => string | undefined
}

let recorder: SpanRecorder | null = null

export function setSpanRecorder(next: SpanRecorder | null): void {
  recorder = next
}

/** Runs `work` in a span; without traces it only runs it. */
export function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return recorder === null ? work() : recorder.run(name, options, work)
}

/** The current span as `traceparent` names it; undefined without traces, and where its trace is not kept. */
export function currentTraceparent(): string | undefined {
  return traceparentOf(currentScope())
}

/** The id of the trace that a scope belongs to, for log lines; undefined in the same cases. */
export function traceIdOf(scope: Scope | null | undefined): string | undefined {
  return traceparentOf(scope)?.slice(3, 35)
}

function traceparentOf(scope: Scope | null | undefined): string | undefined {
  return scope?.span === undefined ? undefined : recorder?.traceparentOf(scope.span)
}

/** By which a span is found from an answer's `X-Request-Id` and from log lines. */
export function requestAttributes(requestId: string | null): SpanAttributes {
  return requestId === null ? {} : { 'clutch.request.id': requestId }
}

export function beginRequestSpan(method: string, traceparent: string | undefined): unknown {
  return recorder?.begin(method, { kind: 'server' }, traceparent)
}

export function endRequestSpan(
  { requestId, span }: Scope,
  { method, route, status }: { method: string; route: string; status: number },
): void {
  if (span === undefined) return
  const attributes = {
    ...requestAttributes(requestId),
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  }
  recorder?.end(span, { name: `${method} ${route}`, attributes, isError: status >= 500 })
}
