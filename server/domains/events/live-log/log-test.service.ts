import type { ServerLogTest } from '@clutch/contract/api/servers/operator-server-control.ts'
import { logTestTimeoutMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { openRcon, formatPlainRconLine } from '../../servers/index.ts'
import { Signal } from '../../../platform/lifecycle/signal.ts'
import { batchesChannel } from '../intake/batches.store.ts'
import { selectNewestBatchId, selectBatchesSince } from './live-log.store.ts'
import { connectLog, findReportAddress } from '../reporters/report-secrets.service.ts'

/** A NOTIFY may be lost: it is looked anyway. */
const pollEveryMs = 500

/**
 * Has a server report, by a new secret unless it does already, and say a line, and waits until its log has come, `withinMs`
 * at most. What players see is the line. Throws as `connectLog` does.
 */
export async function testServerLog(
  context: Pick<AppContext, 'database' | 'clock' | 'config' | 'keys'>,
  serverId: string,
  withinMs = logTestTimeoutMs,
): Promise<ServerLogTest> {
  const known = await findReportAddress(context, serverId)
  const address = known ?? (await connectLog(context, serverId))
  const before = await selectNewestBatchId(context.database)
  await sayLine(context, serverId)
  const began = performance.now()
  const delivered = await waitForLog(context, serverId, before, AbortSignal.timeout(withinMs))
  return {
    ...address,
    renewed: known === null,
    delivered,
    ms: delivered ? Math.round(performance.now() - began) : null,
  }
}

async function sayLine(context: Parameters<typeof openRcon>[0], serverId: string): Promise<void> {
  const console = await openRcon(context, serverId)
  try {
    await console.run(formatPlainRconLine('say', 'Clutch: log test'))
  } finally {
    console.close()
  }
}

async function waitForLog(
  { database }: Pick<AppContext, 'database'>,
  serverId: string,
  before: string,
  late: AbortSignal,
): Promise<boolean> {
  const wake = new Signal()
  const unlisten = await database.listen(batchesChannel, () => wake.notify())
  try {
    for (;;) {
      const found = await selectBatchesSince(database, [serverId], before, [])
      if (found.some(({ id }) => BigInt(id) > BigInt(before))) return true
      if (late.aborted) return false
      await wake.wait(pollEveryMs, late)
    }
  } finally {
    unlisten()
  }
}
