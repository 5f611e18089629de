import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Faults } from './faults.ts'
import type { Bucket } from './objects.ts'
import { type S3EmulatorOptions, readS3Options } from './options.ts'
import { RequestHandler } from './request-handler.ts'

/** A running S3 emulator with one bucket. */
export interface S3Emulator {
  /** What `CLUTCH_S3_ENDPOINT` is set to. */
  url: string
  options: S3EmulatorOptions
  bucket: Bucket
  /** The requests so far. */
  readonly log: readonly string[]
  setFaults: (faults: S3Faults) => void
  stop: () => Promise<void>
}

/** Starts the emulator on this machine, by default on a free port; rejects if its port is in use. */
export async function startS3Emulator(
  options: S3EmulatorOptions = readS3Options(['--port', '0']),
): Promise<S3Emulator> {
  const handler = new RequestHandler(options)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    handler.handle(request, response).catch((error: Error) => response.destroy(error))
  }
  const server = createServer(handle)
  // As behind proxies that do not know `Expect: 100-continue`: no interim answer.
  server.on('checkContinue', handle)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    options,
    bucket: handler.bucket,
    log: handler.log,
    setFaults: (faults) => (handler.faults = faults),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
