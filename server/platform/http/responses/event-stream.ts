import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { streamBacklogMaxBytes } from '@clutch/contract/limits.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that gathers answers would hold the events back.
  'x-accel-buffering': 'no',
}

let openStreams = 0

/** How many live streams this process writes to, for the metrics. */
export function countOpenStreams(): number {
  return openStreams
}

export function isEventStream(response: ServerResponse): boolean {
  return response.getHeader('content-type') === streamHeaders['content-type']
}

/** What keeps the line alive while nothing happens. */
export const streamHeartbeat = Buffer.from(':\n\n')

/**
 * Takes over a response and writes the head of an event stream; `closed` resolves when the client
 * disconnects.
 */
export function openEventStream(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  closed: () => void,
): void {
  // The end of the connection ends the stream: without chunks one buffer goes to all as it is.
  response.removeHeader('transfer-encoding')
  response.writeHead(200, { ...headers, ...streamHeaders })
  openStreams += 1
  response.on('close', () => {
    openStreams -= 1
    closed()
  })
  response.on('error', () => response.destroy())
}

/** Writes to a listener; one who cannot keep up is dropped. */
export function writeEvent(response: ServerResponse, bytes: Buffer): void {
  if (response.writableLength > streamBacklogMaxBytes) response.destroy()
  else if (!response.writableEnded && !response.destroyed) response.write(bytes)
}

export function encodeEvent(name: string, data: unknown): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
