import { openSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { Writable } from 'node:stream'
import { createLog } from '@clutch/server/platform/logging/logger.ts'

/** The portal's log as in production, with what writing it costs, into nowhere. */
export function createDiscardedLog() {
  const nowhere = openSync(devNull, 'w')
  return createLog(
    'info',
    new Writable({
      write(line: Buffer, _encoding, done) {
        writeSync(nowhere, line)
        done()
      },
    }),
  )
}
