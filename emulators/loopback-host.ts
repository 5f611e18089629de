import type { IncomingMessage } from 'node:http'

/** A foreign site that a browser shows could otherwise read an emulator by a name of its own that leads here. */
export function isLoopbackHost({ headers }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')
}
