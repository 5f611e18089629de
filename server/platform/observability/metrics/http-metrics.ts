import { defineCounter } from './instruments.ts'
import { RequestDurations } from './request-durations.ts'

const streams = defineCounter({
  name: 'clutch_http_streams_total',
  help: 'Live streams that were opened and have ended, by route pattern.',
  labels: ['route'],
})

let durations: RequestDurations | null = null

/** Starts recording in this process; returns what is recorded, also by an earlier call. */
export function openRequestDurations(): RequestDurations {
  durations ??= new RequestDurations()
  return durations
}

export interface FinishedRequest {
  method: string
  /** The pattern, such as `/api/servers/:id`; never the address itself. */
  route: string
  status: number
  ms: number
  isStream: boolean
}

/** A stream's time says how long a visitor looked at a page, not how fast the portal is. */
export function recordRequest({ isStream, ms, ...request }: FinishedRequest): void {
  if (isStream) streams.add({ route: request.route })
  else durations?.observe(request, ms / 1_000)
}
