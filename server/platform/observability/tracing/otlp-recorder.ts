import {
  type Context,
  DiagLogLevel,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  diag,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type FinishedQuery, setQueryObserver } from '../../database/index.ts'
import { currentScope, runInScope } from '../scope.ts'
import { type SpanAttributes, type SpanRecorder, setSpanRecorder } from './spans.ts'
import { nameStatement } from './statement-name.ts'

export interface OtlpOptions {
  /** The base address of the receiver; `/v1/traces` is added. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  version: string
  /** Which part of the traces is written, 0 to 1; a trusted caller's own decision comes first. */
  ratio: number
  log: WarningLog
}

/** Where failures of the receiver are reported. */
export interface WarningLog {
  warn: (fields: object, text: string) => void
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
}

/** W3C Trace Context: version 00, trace id, parent id, flags. */
const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** A receiver that is away is reported at most this often. */
const warnEveryMs = 60_000

/** Reports failed exports, which the library passes to its diagnostics. The error itself would name the receiver. */
function reportFailures(log: WarningLog): void {
  let warnedAtMs = -Infinity
  const error = () => {
    const now = performance.now()
    if (now - warnedAtMs < warnEveryMs) return
    warnedAtMs = now
    log.warn({}, 'traces cannot be sent')
  }
  const ignore = () => undefined
  const logger = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}

/** Starts writing spans to an OTLP/HTTP receiver; returns how to stop, which sends what is left within a second. */
export function startOtlpRecorder(options: OtlpOptions): () => Promise<void> {
  reportFailures(options.log)
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: 5_000,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('clutch')
  const recorder: SpanRecorder = {
    async run(name, { kind, attributes = {}, link }, work) {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: { ...attributes }, links: linksTo(link) },
        parentContext(),
      )
      const requestId = currentScope()?.requestId ?? null
      try {
        return await runInScope({ requestId, span }, work)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', errorType(error))
        throw error
      } finally {
        span.end()
      }
    },
    begin: (name, { kind, attributes = {} }, traceparent) =>
      tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: { ...attributes } },
        remoteContext(traceparent) ?? parentContext(),
      ),
    end: (span, outcome) => endSpan(span as Span, outcome),
    traceparentOf: (span) => formatTraceparent(span as Span),
  }
  setSpanRecorder(recorder)
  setQueryObserver((query) => recordQuery(tracer, query))
  return async () => {
    setSpanRecorder(null)
    setQueryObserver(null)
    await provider.shutdown().catch((error: unknown) => diag.error('cannot send the last spans', error))
  }
}

function parentContext(): Context {
  const span = currentScope()?.span
  return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span as Span)
}

function remoteContext(traceparent: string | undefined): Context | null {
  const remote = parseTraceparent(traceparent)
  return remote && trace.setSpanContext(ROOT_CONTEXT, remote)
}

function linksTo(traceparent: string | undefined): Link[] {
  const context = parseTraceparent(traceparent)
  return context ? [{ context }] : []
}

function parseTraceparent(traceparent: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return { traceId, spanId, traceFlags, isRemote: true }
}

function formatTraceparent(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : `00-${traceId}-${spanId}-01`
}

function endSpan(
  span: Span,
  { name, attributes, isError }: { name: string; attributes: SpanAttributes; isError: boolean },
): void {
  span.updateName(name)
  span.setAttributes({ ...attributes })
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Queries of a request or a job. Those of the loops that look for work have no parent and would only be noise. */
function recordQuery(tracer: ReturnType<typeof trace.getTracer>, { text, ms, error }: FinishedQuery): void {
  if (currentScope()?.span === undefined) return
  const { summary, fingerprint } = nameStatement(text)
  const end = Date.now()
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
    'clutch.query.fingerprint': fingerprint,
  }
  const span = tracer.startSpan(
    summary,
    { kind: SpanKind.CLIENT, startTime: end - ms, attributes },
    parentContext(),
  )
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', errorType(error))
  }
  span.end(end)
}

/** The code or the class; a message may name an address or a person. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error.name
}
