import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { readAll, readFields, readNumber, readText } from './protobuf-reader.ts'

/** A span as `opentelemetry/proto/trace/v1/trace.proto` describes it. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  name: string
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  startNs: bigint
  endNs: bigint
  attributes: Record<string, string | number | boolean>
  /** Spans of other traces that this one is linked to. */
  links: { traceId: string; spanId: string }[]
  /** 0 unset, 1 ok, 2 error. */
  status: number
}

export interface OtlpReceiver {
  /** The base address, as `OTEL_EXPORTER_OTLP_ENDPOINT` takes it. */
  url: string
  spans: ReceivedSpan[]
  /** What the last requests sent as Authorization. */
  authorizations: (string | undefined)[]
  /** The next `count` requests are lost and answered with a status: 503 asks for a repeat, 400 does not. */
  failNext: (count: number, status?: 400 | 503) => void
  stop: () => Promise<void>
}

/** An OTLP/HTTP receiver of traces in protobuf: `POST /v1/traces`, as a collector answers it. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const authorizations: (string | undefined)[] = []
  let failing = { count: 0, status: 503 }
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await buffer(request)
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404
    if (request.headers['content-type'] !== 'application/x-protobuf') return 415
    authorizations.push(request.headers.authorization)
    if (failing.count > 0) {
      failing.count -= 1
      return failing.status
    }
    const message = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    try {
      spans.push(...readTraces(message))
      return 200
    } catch {
      return 400
    }
  }
  const server = createServer((request, response) => {
    void receive(request).then((status) => {
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${actual}`,
    spans,
    authorizations,
    failNext: (count, status = 503) => (failing = { count, status }),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** `ExportTraceServiceRequest`: resource_spans (1) of resource (1) and scope_spans (2), which hold the spans (2). */
function readTraces(message: Buffer): ReceivedSpan[] {
  return readAll(message, 1).flatMap((resourceSpans) => {
    const [resource = Buffer.alloc(0)] = readAll(resourceSpans, 1)
    const service = String(readAttributes(resource, 1)['service.name'] ?? '')
    return readAll(resourceSpans, 2).flatMap((scope) =>
      readAll(scope, 2).map((span) => readSpan(span, service)),
    )
  })
}

function readSpan(span: Buffer, service: string): ReceivedSpan {
  const hexOf = (message: Buffer, number: number) => readAll(message, number)[0]?.toString('hex') ?? ''
  const hex = (number: number) => hexOf(span, number)
  const [status = Buffer.alloc(0)] = readAll(span, 15)
  return {
    service,
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: readText(span, 5),
    kind: Number(readNumber(span, 6)),
    startNs: readNumber(span, 7),
    endNs: readNumber(span, 8),
    attributes: readAttributes(span, 9),
    links: readAll(span, 13).map((link) => ({ traceId: hexOf(link, 1), spanId: hexOf(link, 2) })),
    status: Number(readNumber(status, 3)),
  }
}

/** `KeyValue`: key (1) and an `AnyValue` (2) of text (1), boolean (2), integer (3) or double (4). */
function readAttributes(message: Buffer, number: number): Record<string, string | number | boolean> {
  return Object.fromEntries(
    readAll(message, number).map((pair) => [
      readText(pair, 1),
      readAnyValue(readAll(pair, 2)[0] ?? Buffer.alloc(0)),
    ]),
  )
}

function readAnyValue(value: Buffer): string | number | boolean {
  const [field] = readFields(value)
  if (!field) return ''
  if (Buffer.isBuffer(field.value)) return field.value.toString('utf8')
  if (field.number === 2) return field.value !== 0n
  if (field.number === 4) return new Float64Array(new BigUint64Array([BigInt(field.value)]).buffer)[0] ?? 0
  return Number(field.value)
}
