import { isIP } from 'node:net'
import { z } from 'zod'
import { type SettingDefinition, httpUrl, integer } from './setting.ts'

/** `key=value,…` of the OpenTelemetry specification. */
const otlpHeaders = z.string().transform((text, context): Record<string, string> => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=([^=,\s][^,\s]*)\s*$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (!pair) throw new Error('malformed')
        return [pair[1] ?? '', decodeURIComponent(pair[2] ?? '')]
      }),
    )
  } catch {
    context.addIssue({ code: 'custom', message: 'must be key=value by comma, values percent-encoded' })
    return z.NEVER
  }
})

/** Metrics, alerts and traces (docs/decisions/0047-observability.md). */
export const observabilitySettings = {
  metricsPort: {
    variable: 'CLUTCH_METRICS_PORT',
    doc: 'The TCP port that serves `/metrics` for Prometheus; 0 takes any free one. Without it, and without `CLUTCH_METRICS_TOKEN`, there are no metrics.',
    schema: integer(0, 65_535).optional(),
  },
  metricsHost: {
    variable: 'CLUTCH_METRICS_HOST',
    doc: 'The address that `CLUTCH_METRICS_PORT` listens on. Only a private network or a token should protect another one than the loopback address.',
    schema: z
      .string()
      .refine((host) => isIP(host) > 0 || host === 'localhost', 'must be an IP address or localhost'),
    default: '127.0.0.1',
  },
  metricsToken: {
    variable: 'CLUTCH_METRICS_TOKEN',
    doc: 'The bearer token that Prometheus must send. With `CLUTCH_METRICS_PORT` it protects that port; without it, `/metrics` is served on the port of the portal, to this token only.',
    schema: z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or . _ ~ + / = -')
      .optional(),
    secret: true,
  },
  otlpEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'The base address of an OpenTelemetry receiver by OTLP/HTTP, such as `http://127.0.0.1:4318`; traces go to `/v1/traces` below it. Without it nothing is traced.',
    schema: httpUrl.optional(),
  },
  otlpHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    doc: 'Headers for that receiver, by comma, such as `authorization=Bearer%20TOKEN`; values are percent-encoded.',
    schema: otlpHeaders.optional(),
    secret: true,
  },
  traceServiceName: {
    variable: 'OTEL_SERVICE_NAME',
    doc: 'The name of this portal in traces.',
    schema: z.string().regex(/^[\w.-]{1,100}$/, 'must be letters, digits or . _ -'),
    default: 'clutch',
  },
  traceRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    doc: 'Which part of the traces is written, from 0 to 1. A trace that a trusted proxy has begun keeps its own decision.',
    schema: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0+)?)$/, 'must be a number from 0 to 1')
      .transform(Number),
    default: '1',
  },
} satisfies Record<string, SettingDefinition>
