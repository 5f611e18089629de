import type { IncomingHttpHeaders } from 'node:http'

/** What a service is asked. */
export interface ServiceRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

export interface ServiceAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}
