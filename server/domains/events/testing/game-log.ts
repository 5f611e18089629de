import { type ServerConfig, startGamesim } from '@clutch/gamesim/index.ts'
import { HttpReceiver } from '@clutch/gamesim/testing/http-receiver.ts'
import type { SentBatch } from './events-app.ts'

const batchHeaders = ['x-server-instance-token', 'x-logbytes-beginoffset', 'x-logbytes-endoffset']

/** The log a simulated server sent while `batches` pieces of `stepMs` were played on it. */
export async function recordGameLog(
  seed: string,
  batches: number,
  stepMs = 20_000,
  settings: Partial<ServerConfig> = {},
): Promise<SentBatch[]> {
  const receiver = await HttpReceiver.open()
  // A busy machine must not look like a log that was not answered: that would be sent again with more at its end.
  const fixed = { logUrls: [receiver.url], logTimeoutMs: 60_000 }
  const server = { mode: 'dm' as const, busy: 0.9, ...settings, ...fixed }
  const sim = await startGamesim({ seed, epoch: Date.parse('2026-11-21T10:00:00Z'), servers: [server] })
  try {
    for (let round = 0; round < batches; round++) {
      sim.advance(stepMs)
      await sim.flushLogs()
    }
  } finally {
    await sim.close()
    await receiver.close()
  }
  return receiver.received.map(({ headers, body }) => ({
    body,
    headers: Object.fromEntries(batchHeaders.map((name) => [name, String(headers[name])])),
  }))
}
