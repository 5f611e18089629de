import type { LogLine } from '@clutch/contract/api/servers/operator-server-control.ts'
import { maskAddresses, maskOutput } from '@clutch/contract/rules/servers/rcon/rcon-secrets.ts'
import { findTextStart } from '../log-parser/timestamp.ts'
import type { LiveLogBatch } from './live-log.store.ts'

const maxLineLength = 500
const controlCharacters = /(?!\t)\p{Cc}/gu

/** The lines of a batch as operators see them: without addresses and secrets, and without those that hold nothing else. */
export function toLogLines({ body, receivedAt }: Pick<LiveLogBatch, 'body' | 'receivedAt'>): LogLine[] {
  const at = receivedAt.getTime()
  return body
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const text = line.slice(findTextStart(line)).toWellFormed().replaceAll(controlCharacters, '').trim()
      // What consoles were told was made blank when it came.
      if (text === '' || text.startsWith('rcon from')) return []
      return [{ at, text: maskOutput(maskAddresses(text)).slice(0, maxLineLength) }]
    })
}
