import { defineCounter, defineHistogram } from './instruments.ts'

/** From answers out of memory to those that wait for a payment provider. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const duration = defineHistogram({
  name: 'clutch_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer, by route pattern, without live streams.',
  labels: ['method', 'route', 'status'],
  buckets: requestBuckets,
})
const streams = defineCounter({
  name: 'clutch_http_streams_total',
  help: 'Live streams that were opened and have ended, by route pattern.',
  labels: ['route'],
})

export interface FinishedRequest {
  method: string
  /** The pattern, such as `/api/servers/:id`; never the address itself. */
  route: string
  status: number
  ms: number
  isStream: boolean
}

/** A stream's time says how long a visitor looked at a page, not how fast the portal is. */
export function recordRequest({ method, route, status, ms, isStream }: FinishedRequest): void {
  if (isStream) streams.add({ route })
  else duration.observe({ method, route, status: String(status) }, ms / 1_000)
}
